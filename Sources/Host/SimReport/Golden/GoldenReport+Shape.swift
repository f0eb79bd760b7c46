import SimFormats
import SimImageAnalysis

extension GoldenReport {
  /// The JSON output of `golden check` and `golden update`.
  package static let output = VerbOutput.shape(
    "Comparison of frames with goldens.",
    [
      Member(derived: "folder", .text, "The folder of goldens.") { (report: GoldenReport) in
        report.folder
      },
      Member(derived: "goldens", \.entries, entry.codec.list(), "One row per golden."),
      Member(derived: "orphaned", \.orphans, "Files that belong to no golden."),
    ])

  static let entry = Shape<Entry>(
    written: nil, "A golden.",
    [
      Member(derived: "name", \.name, "Its name."),
      Member(
        derived: "verdict", Codec<Verdict>.cases,
        "Passed when its state is the same; a missing reference proves nothing."
      ) { $0.state == .same ? .passed : $0.state == .notJudged ? .notJudged : .failed },
      Member(
        derived: "state", \.state, Codec<GoldenState>.cases,
        "Whether frames are equal to accepted ones, differ, have no reference, or were not judged "
          + "since the machine failed."),
      .notJudged(\.notJudged),
      Member(derived: "frames", \.frameCount, "Frames compared."),
      Member(derived: "differingFrames", \.differingFrames, "Frames that are not accepted."),
      Member(
        derived: "firstDifferingFrame", \.firstFrame,
        "The first different frame; null if there is none."),
      Member(derived: "rejectedFrames", \.rejectedFrames, "Frames that were rejected before."),
      Member(derived: "reason", \.reason, "Why the first one was rejected; null if there is none."),
      Member(derived: "tolerance", \.tolerance, "The tolerance; null if none."),
      Member(derived: "notes", \.notes, "Problems with references."),
      Member(derived: "pictures", \.pictures, picture.codec.list(), "Saved images that differ."),
      Member(
        derived: "pending", \.pending,
        "Pending files; null if nothing was recorded."),
    ])

  private static let picture = Shape<Picture>(
    written: nil, "A saved image that differs.",
    [
      Member(derived: "frame", \.frame, "The frame."),
      Member(
        derivedOrNull: "difference", difference.codec,
        difference.rule.words + " Null for images of different sizes."
      ) { picture in
        picture.difference.map { difference in
          ImageReport.Finding(
            difference, limits: picture.limits,
            files: ImageReport.Files(
              reference: "", test: "", heatMap: nil, width: picture.width, height: picture.height))
        }
      },
      Member(
        derivedOrNull: "shift", \.shift, shift.codec,
        shift.rule.words + " Null if there is no apparent shift."),
      Member(
        derived: "drift", \.drift, Codec<GoldenDrift>.cases, "The severity of the difference."),
      Member(derived: "files", \.files, "The files of its images."),
    ])

  // Only the golden has a verdict, since one image within its tolerance does not make it pass.
  private static let difference = Shape<ImageReport.Finding>(
    written: nil, "The difference from the accepted image.", ImageReport.figures)

  private static let shift = Shape<ShiftEstimate>(
    written: nil, "The apparent shift of the image.",
    [
      Member(derived: "x", \.x, Codec<Float>.anyNumber, "Pixels to the right."),
      Member(derived: "y", \.y, Codec<Float>.anyNumber, "Pixels down."),
      Member(
        derived: "explained", \.explained, Codec<Float>.anyNumber,
        "The explained fraction of the difference."),
    ])
}
