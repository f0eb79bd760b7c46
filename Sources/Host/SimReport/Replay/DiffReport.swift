import SimFormats
import SimMath

/// Two runs compared frame by frame, for people and for programs.
package struct DiffReport: Sendable {
  /// One of both runs.
  package struct Side: Sendable {
    /// The file, build, commit or lane.
    package var name: String
    /// What it is.
    package var words: String
    /// Frames that it has.
    package var frames: UInt32

    /// Describes a side.
    package init(name: String, words: String, frames: UInt32) {
      self.name = name
      self.words = words
      self.frames = frames
    }
  }

  /// Both, in order.
  package var sides: [Side]
  /// Whether they are histories of a model, whose steps count as frames.
  package var isModel = false
  /// What of their headers differs, a sentence each.
  package var headers: [String] = []
  /// Frames that were compared.
  package var compared: UInt32 = 0
  /// Frames that are equal.
  package var equal: UInt32 = 0
  /// Frames whose pixels were compared.
  package var painted: UInt32 = 0
  /// Where they part.
  package var divergence: DivergenceReport?

  /// Describes a comparison that found nothing yet.
  package init(sides: [Side]) { self.sides = sides }

  /// Whether something was compared, all of it is the same, and both are of the same length.
  package var isFine: Bool {
    compared > 0 && equal == compared && divergence == nil
      && sides.allSatisfy { $0.frames == sides[0].frames }
  }

  // MARK: - People

  /// What was found, in a few lines.
  package var text: String {
    TerminalRenderer.text(
      Document(
        title: "diff", hasHeading: false,
        articles: [
          Article(
            id: "diff",
            headline: Headline(
              tone: isFine ? .passed : .failed, verdict: "", name: "diff", conditions: [],
              line: sides.map { MessageText.oneLine($0.name) }.joined(separator: "  and  "))
          ) { [.facts(Facts(rows, width: 10, gap: 0))] }
        ]))
  }

  /// What a run consists of.
  package var thing: String { isModel ? "step" : "frame" }

  private var rows: [Facts.Row] {
    var rows: [Facts.Row] = []
    for (name, side) in zip(["first", "second"], sides) {
      rows.append(
        Facts.Row(name, "\(side.words), \(FigureText.grouped(UInt64(side.frames))) \(thing)s"))
    }
    for header in headers { rows.append(Facts.Row("header", header)) }
    let words =
      compared == 0
      ? "FAIL  nothing to compare"
      : "\(FigureText.grouped(UInt64(equal))) of \(FigureText.grouped(UInt64(compared))) "
        + "\(thing)s equal"
        + (painted > 0 ? ", \(painted) painted" : "")
    rows.append(Facts.Row("\(thing)s", words, isFailed: !isFine))
    return rows + (divergence?.rows(of: thing) ?? [])
  }

  // MARK: - Programs

  /// What `diff` writes as JSON.
  package static let output = VerbOutput.shape(
    "Two runs compared frame by frame.", "comparisons", shape.codec, "One row.")

  private static let shape = Shape<DiffReport>(
    written: "diff", "Two runs compared frame by frame.",
    [
      Member(derived: "sides", \.sides, side.codec.list(), "Both runs, in order."),
      Member(derived: "headers", \.headers, "What of their headers differs."),
      Member(derived: "compared", \.compared, "Frames that were compared."),
      Member(derived: "equal", \.equal, "Frames that are equal."),
      Member(derived: "painted", \.painted, "Frames whose pixels were compared."),
      Member(
        derived: "divergence", \.divergence, DivergenceReport.shape.codec.orNull,
        "Where they part; null when they do not."),
      Member(
        derived: "verdict", Codec<Verdict>.cases,
        "Whether something was compared and both are the same."
      ) { $0.isFine ? Verdict.passed : .failed },
    ])

  private static let side = Shape<Side>(
    written: "side", "One of two runs.",
    [
      Member(derived: "name", \.name, "The file, build, commit or lane."),
      Member(derived: "words", \.words, "What it is."),
      Member(derived: "frames", \.frames, "Frames that it has, or steps of a model."),
    ])
}
