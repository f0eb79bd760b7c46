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
      Member(derived: "goldens", entry.codec.list(), "A row a golden.") { $0.entries },
      Member(
        derived: "orphaned", Codec<String>.text.list(), "Files that belong to no golden."
      ) { $0.orphans },
    ])

  static let entry = Shape<Entry>(
    written: nil, "A golden.",
    [
      Member(derived: "name", .text, "Its name.") { $0.name },
      Member(
        derived: "verdict", Codec<Verdict>.cases,
        "Passed when its state is the same; a missing reference proves nothing."
      ) { $0.state == .same ? .passed : .failed },
      Member(
        derived: "state", Codec<GoldenState>.cases,
        "Whether frames are as accepted, or differ, or there is nothing to compare with."
      ) { $0.state },
      Member(derived: "frames", .whole(), "Frames compared.") { $0.frameCount },
      Member(derived: "differingFrames", .whole(), "Frames that are not accepted.") {
        $0.differingFrames
      },
      Member(derivedOrNull: "firstDifferingFrame", .whole(), "The first; null without any.") {
        $0.firstFrame
      },
      Member(derived: "rejectedFrames", .whole(), "Frames that were rejected before.") {
        $0.rejectedFrames
      },
      Member(derivedOrNull: "reason", .text, "Why the first was rejected; null without any.") {
        $0.reason
      },
      Member(derivedOrNull: "tolerance", .text, "What may differ; null for nothing.") {
        $0.tolerance
      },
      Member(
        derived: "notes", Codec<String>.text.list(), "What is missing or wrong with references."
      ) { $0.notes },
      Member(derived: "pictures", picture.codec.list(), "Kept pictures that differ.") {
        $0.pictures
      },
      Member(
        derivedOrNull: "pending", .text,
        "What waits to be accepted; null when nothing was recorded."
      ) { $0.pending },
    ])

  private static let picture = Shape<Picture>(
    written: nil, "A kept picture that differs.",
    [
      Member(derived: "frame", .whole(), "The frame.") { $0.frame },
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
        derivedOrNull: "shift", shift.codec, shift.rule.words + " Null when it does not look so."
      ) { $0.shift },
      Member(derived: "drift", Codec<GoldenDrift>.cases, "How much it matters.") { $0.drift },
      Member(derived: "files", Codec<String>.text.list(), "Where its images went.") { $0.files },
    ])

  // The golden has the verdict: one picture within its tolerance does not make it pass.
  private static let difference = Shape<ImageReport.Finding>(
    written: nil, "How the picture differs from the accepted one.", ImageReport.figures)

  private static let shift = Shape<ShiftEstimate>(
    written: nil, "How far the picture seems to have moved.",
    [
      Member(derived: "x", Codec<Float>.anyNumber, "Pixels to the right.") { $0.x },
      Member(derived: "y", Codec<Float>.anyNumber, "Pixels down.") { $0.y },
      Member(derived: "explained", Codec<Float>.anyNumber, "The share of the difference.") {
        $0.explained
      },
    ])
}
