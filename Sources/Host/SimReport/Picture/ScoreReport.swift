import SimFormats
import SimMath
import SimTracing

/// Scores of recordings for people and for programs.
package enum ScoreReport {
  // MARK: - One letter

  /// The score of a recording against one letter as a table.
  package static func text(_ score: TraceScore, of row: Row) -> String {
    TerminalRenderer.text(document(score, of: row))
  }

  /// The score of a recording against one letter as a page with its picture, a PNG file.
  package static func html(_ score: TraceScore, of row: Row, png: [UInt8]) -> String {
    HTMLRenderer.text { _ in document(score, of: row, png: png) }
  }

  private static func document(_ score: TraceScore, of row: Row, png: [UInt8] = []) -> Document {
    let file = row.file
    let height = Quantity.plain(score.heightMillimeters.shortestDouble)
    let tolerance = Quantity.plain(score.tolerance.millimeters.shortestDouble)
    let conditions = ["letter \(height) mm high", "tolerance \(tolerance) mm"]
    let line = ([MessageText.oneLine(file)] + conditions).joined(separator: ", ")
    let letter = name(of: score.letter)
    return Document(
      title: "\(letter): \(file)", hasHeading: false,
      articles: [
        Article(
          id: "score",
          headline: Headline(
            tone: score.isComplete ? .passed : .unsure, verdict: "", name: "\(letter): \(file)",
            conditions: conditions, line: "\(letter)  \(line)")
        ) {
          [.facts(Facts(facts(score, of: row), width: 10))]
            + (png.isEmpty
              ? []
              : [
                .only(
                  .page,
                  [
                    .picture(
                      Picture(png: png, words: "\(file) over the letter \(letter)", isSmall: true))
                  ])
              ])
        }
      ])
  }

  private static func facts(_ score: TraceScore, of row: Row) -> [Facts.Row] {
    let meter = score.meter
    let perMillimeter = Double(score.pointsPerMillimeter)
    func millimeters(_ points: Float?) -> String {
      points.map { Quantity.figure(Double($0) / perMillimeter, decimals: 2) + " mm" } ?? "no ink"
    }
    let completion =
      score.isComplete ? "when the finger lifts, the letter is complete" : "not yet complete"
    let mirror =
      score.isMirrored
      ? "\(share(score.mirrorScore))  more similar to the letter's mirror image: not complete"
      : "\(share(score.mirrorScore))  similarity to the mirror image"
    var rows: [(String, String)] = [
      ("score", share(score.score) + "  similarity; 1 is the letter itself"),
      ("mirror", mirror),
      (
        "covered",
        "\(share(meter.coverage))  of the letter, each stroke at least "
          + share(meter.minimumStrokeCoverage)
      ),
      ("on path", "\(share(score.onPath))  of the ink, each spot once"),
      ("in order", "\(share(meter.ordered))  of the letter in writing order"),
      (
        "deviation",
        "rms \(millimeters(score.rms)), p95 \(millimeters(score.deviation(at: 0.95))), "
          + "largest \(millimeters(score.largestDeviation))"
      ),
      (
        "curves",
        "fréchet \(millimeters(finite(score.frechet))), hausdorff "
          + "\(millimeters(finite(score.hausdorff))), warped \(millimeters(finite(score.warped)))"
      ),
      ("writing", writing(score)),
      ("pulses", pulses(score)),
      ("tracing", completion),
      ("alignment", alignment(score)),
    ]
    rows += row.notes.map { ("note", $0) }
    if let picture = row.picture { rows.append(("picture", picture)) }
    return rows.map { Facts.Row($0.0, $0.1) }
  }

  private static func writing(_ score: TraceScore) -> String {
    let writing = score.writing
    let perMillimeter = Double(score.pointsPerMillimeter)
    let lifts = writing.liftCount == 1 ? "1 lift" : "\(writing.liftCount) lifts"
    var parts = [
      Quantity.figure(writing.seconds.shortestDouble, decimals: 2) + " s",
      Quantity.figure(Double(writing.length) / perMillimeter) + " mm", lifts,
    ]
    if let speed = writing.speed {
      parts.append(Quantity.figure(Double(speed) / perMillimeter) + " mm/s")
    }
    if let smoothness = writing.smoothness {
      parts.append("smoothness " + Quantity.figure(smoothness.shortestDouble, decimals: 1))
    }
    return parts.joined(separator: ", ")
  }

  private static func pulses(_ score: TraceScore) -> String {
    let off = score.pulses.filter { $0.role == .deviation }.count
    let done = score.pulses.count - off
    return "\(score.pulses.count): \(off) off the path, \(done) for completion"
  }

  private static func alignment(_ score: TraceScore) -> String {
    guard let placement = score.placement else { return "none: the ink does not resemble a letter" }
    let height = Double(score.heightMillimeters)
    func number(_ value: Float) -> String { Quantity.plain(Double(value) * height) }
    return "scaled by \(number(placement.scale.x)), moved by "
      + "\(number(placement.offset.x)), \(number(placement.offset.y)) mm"
  }

  // MARK: - Many letters

  /// One recording against several letters.
  package struct Row: Sendable {
    /// The recording's file.
    package var file: String
    /// The score against each letter.
    package var scores: [TraceScore]
    /// The picture of letter and ink; nil when there is none.
    package var picture: String?
    /// What of the file was left out or assumed, a sentence each.
    package var notes: [String]

    /// Makes a row.
    package init(
      file: String, scores: [TraceScore], picture: String? = nil, notes: [String] = []
    ) {
      self.file = file
      self.scores = scores
      self.picture = picture
      self.notes = notes
    }

    /// The letter with the highest score, of several the first; nil without one above 0, or when
    /// there is nothing to choose from.
    package var best: Letter? {
      guard scores.count > 1 else { return nil }
      var best: (letter: Letter?, score: Float) = (nil, 0)
      for one in scores where one.score > best.score { best = (one.letter, one.score) }
      return best.letter
    }
  }

  /// Recordings against letters as one page, a row each.
  package static func html(_ rows: [Row]) -> String {
    let isChoice = (rows.first?.scores.count ?? 0) > 1
    let letters = rows.first?.scores.map { Table.Column.number(name(of: $0.letter)) } ?? []
    let table = Table(
      "Scores", .numbers,
      [Table.Column("file")] + letters + (isChoice ? [Table.Column("best")] : []),
      rows.map { row in
        let best = row.best.map { name(of: $0) } ?? "none"
        return Table.Row(
          [Table.Cell(row.file)] + row.scores.map { Table.Cell(share($0.score)) }
            + (isChoice ? [Table.Cell(best)] : []))
      })
    return HTMLRenderer.text { _ in
      Document(
        title: "Scores of \(rows.count) \(rows.count == 1 ? "recording" : "recordings")",
        lead: [
          .text("The similarity of each recording to a letter; 1 is the letter itself."),
          .table(table),
          .list(notes(rows)),
        ])
    }
  }

  /// Recordings against letters as a table, a row each.
  package static func text(_ rows: [Row]) -> String {
    let width = rows.reduce(4) { max($0, MessageText.oneLine($1.file).count) }
    let letters = rows.first?.scores.map { name(of: $0.letter) } ?? []
    let isChoice = letters.count > 1
    var lines = [
      Quantity.padded("file", width) + "  " + letters.map { Quantity.padded($0, 6) }.joined()
        + (isChoice ? " best" : "")
    ]
    for row in rows {
      let cells = row.scores.map { Quantity.padded(share($0.score), 5, gap: 1) }
      let best = row.best.map { name(of: $0) } ?? "none"
      let file = Quantity.padded(MessageText.oneLine(row.file), width)
      lines.append(file + "  " + cells.joined() + (isChoice ? " " + best : ""))
    }
    return (lines + notes(rows)).joined(separator: "\n") + "\n"
  }

  private static func notes(_ rows: [Row]) -> [String] {
    rows.flatMap { row in row.notes.map { "\(MessageText.oneLine(row.file)): \($0)" } }
  }

  // MARK: - Words

  /// The letter as text.
  package static func name(of letter: Letter) -> String {
    String(Character(UnicodeScalar(letter.code)))
  }

  private static func share(_ value: Float) -> String {
    Quantity.figure(value.shortestDouble, decimals: 3)
  }

  static func finite(_ value: Float) -> Float? { value.isFinite ? value : nil }
}
