import SimFormats
import SimMath

/// The comparison of two runs, frame by frame, as text and JSON.
package struct DiffReport: Sendable {
  /// One of both runs.
  package struct Side: Sendable {
    /// The file, build, commit or target.
    package var name: String
    /// A description.
    package var words: String
    /// Number of frames.
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
  /// The unit of both: frame or step.
  package var unit = "frame"
  /// The differences of their headers, one sentence each.
  package var headers: [String] = []
  /// Number of compared frames.
  package var compared: UInt32 = 0
  /// Number of equal frames.
  package var equal: UInt32 = 0
  /// Number of frames whose pixels were compared.
  package var painted: UInt32 = 0
  /// The divergence.
  package var divergence: DivergenceReport?

  /// Creates a comparison without findings.
  package init(sides: [Side]) { self.sides = sides }

  /// Whether something was compared, everything is equal, and both have the same length.
  package var isFine: Bool {
    compared > 0 && equal == compared && divergence == nil
      && sides.allSatisfy { $0.frames == sides[0].frames }
  }

  // MARK: - People

  /// The findings, in a few lines.
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

  private var rows: [Facts.Row] {
    var rows: [Facts.Row] = []
    for (name, side) in zip(["first", "second"], sides) {
      rows.append(
        Facts.Row(name, "\(side.words), \(FigureText.grouped(UInt64(side.frames))) \(unit)s"))
    }
    for header in headers { rows.append(Facts.Row("header", header)) }
    let words =
      compared == 0
      ? "FAIL  nothing to compare"
      : "\(FigureText.grouped(UInt64(equal))) of \(FigureText.grouped(UInt64(compared))) "
        + "\(unit)s equal"
        + (painted > 0 ? ", \(painted) painted" : "")
    rows.append(Facts.Row("\(unit)s", words, isFailed: !isFine))
    return rows + (divergence?.rows(of: unit) ?? [])
  }

  // MARK: - Programs

  /// The JSON output of `diff`.
  package static let output = VerbOutput.shape(
    "Two runs compared frame by frame.", "comparisons", shape.codec, "One row.")

  private static let shape = Shape<DiffReport>(
    written: "diff", "Two runs compared frame by frame.",
    [
      Member(derived: "sides", \.sides, side.codec.list(), "Both runs, in order."),
      Member(derived: "headers", \.headers, "The differences of their headers."),
      Member(derived: "compared", \.compared, "Number of compared frames."),
      Member(derived: "equal", \.equal, "Number of equal frames."),
      Member(derived: "painted", \.painted, "Number of frames whose pixels were compared."),
      Member(
        derived: "divergence", \.divergence, DivergenceReport.shape.codec.orNull,
        "The divergence; null if there is none."),
      Member(
        derived: "verdict", Codec<Verdict>.cases,
        "Whether something was compared and both are equal."
      ) { $0.isFine ? Verdict.passed : .failed },
    ])

  private static let side = Shape<Side>(
    written: "side", "One of two runs.",
    [
      Member(derived: "name", \.name, "The file, build, commit or target."),
      Member(derived: "words", \.words, "A description."),
      Member(derived: "frames", \.frames, "Number of frames, or steps of a model."),
    ])
}
