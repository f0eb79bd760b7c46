import SimFormats
import SimImageAnalysis

extension GoldenReport {
  /// What `golden check` and `golden update` write as JSON.
  package static let output = VerbOutput.shape(
    "Goldens compared with what is there now.",
    [
      Member(derived: "folder", .text, "The folder of goldens.") { (report: GoldenReport) in
        report.folder
      },
      Member(derived: "goldens", \.entries, entry.codec.list(), "A row a golden."),
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
        "Whether frames are as accepted, or differ, or there is nothing to compare with, or the "
          + "machine failed."),
      .notJudged(\.notJudged),
      Member(derived: "frames", \.frameCount, "Frames compared."),
      Member(derived: "differingFrames", \.differingFrames, "Frames that are not accepted."),
      Member(derived: "firstDifferingFrame", \.firstFrame, "The first; null without any."),
      Member(derived: "rejectedFrames", \.rejectedFrames, "Frames that were rejected before."),
      Member(derived: "reason", \.reason, "Why the first was rejected; null without any."),
      Member(derived: "tolerance", \.tolerance, "What may differ; null for nothing."),
      Member(derived: "notes", \.notes, "What is missing or wrong with references."),
      Member(derived: "pictures", \.pictures, picture.codec.list(), "Kept pictures that differ."),
      Member(
        derived: "pending", \.pending,
        "What waits to be accepted; null when nothing was recorded."),
    ])

  private static let picture = Shape<Picture>(
    written: nil, "A kept picture that differs.",
    [
      Member(derived: "frame", \.frame, "The frame."),
      Member(
        derivedOrNull: "difference", difference.codec,
        difference.rule.words + " Null for pictures of two sizes."
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
        shift.rule.words + " Null when it does not look so."),
      Member(derived: "drift", \.drift, Codec<GoldenDrift>.cases, "How much it matters."),
      Member(derived: "files", \.files, "Where its images went."),
    ])

  // The golden has the verdict: one picture within its tolerance does not make it pass.
  private static let difference = Shape<ImageReport.Finding>(
    written: nil, "How the picture differs from the accepted one.", ImageReport.figures)

  private static let shift = Shape<ShiftEstimate>(
    written: nil, "How far the picture seems to have moved.",
    [
      Member(derived: "x", \.x, Codec<Float>.anyNumber, "Pixels to the right."),
      Member(derived: "y", \.y, Codec<Float>.anyNumber, "Pixels down."),
      Member(
        derived: "explained", \.explained, Codec<Float>.anyNumber, "The share of the difference."),
    ])
}
