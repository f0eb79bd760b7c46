import SimFormats
import SimImageAnalysis

/// Flash safety as text, pages and JSON.
package enum FlashReport {
  /// The description of a sequence, without its flashes.
  package struct Sequence: Sendable {
    /// The source of the images.
    package var source: String
    /// Number of different images.
    package var pictures: UInt32
    /// Images per second.
    package var framesPerSecond: UInt32
    /// Pixels per point.
    package var scale: Float
    /// Columns of pixels.
    package var width: Int32
    /// Rows of pixels.
    package var height: Int32
    /// Whether it was analyzed twice in a row.
    package var isLoop: Bool
    /// Whether the strict rules decide, rather than WCAG 2.2.
    package var isStrict: Bool
    /// Color and orientation chunks that are not applied, with their files.
    package var ignored: [String]
    /// A command that shows the worst frame of a failed sequence; nil if it passed.
    package var next: String?

    /// Creates a description.
    package init(
      source: String, pictures: UInt32, framesPerSecond: UInt32, scale: Float, width: Int32,
      height: Int32, isLoop: Bool, isStrict: Bool = false, ignored: [String] = []
    ) {
      self.source = source
      self.pictures = pictures
      self.framesPerSecond = framesPerSecond
      self.scale = scale
      self.width = width
      self.height = height
      self.isLoop = isLoop
      self.isStrict = isStrict
      self.ignored = ignored
    }

    /// Whether a sequence passes the deciding rules.
    package func passes(_ flash: FlashSafety) -> Bool {
      (isStrict ? flash.isSafe : flash.isWithinWCAG) && flash.isPatternSafe
    }
  }

  private static func word(_ isPassed: Bool) -> String { isPassed ? "passed" : "failed" }

  // MARK: - For people

  /// A sequence's flashes as a table.
  package static func text(
    _ flash: FlashSafety, _ sequence: Sequence, picture: String?
  ) -> String {
    TerminalRenderer.text(document(flash, sequence, picture: picture))
  }

  /// A sequence's flashes as one page with their image, a PNG file.
  package static func html(
    _ flash: FlashSafety, _ sequence: Sequence, picture: String?, png: [UInt8]
  ) -> String {
    HTMLRenderer.text { _ in document(flash, sequence, picture: picture, png: png) }
  }

  private static func document(
    _ flash: FlashSafety, _ sequence: Sequence, picture: String?, png: [UInt8] = []
  ) -> Document {
    let shown = sequence.isLoop ? " in a loop" : ""
    let count = sequence.pictures == 1 ? "1 image" : "\(sequence.pictures) images"
    let conditions = [
      "\(count)\(shown) at \(sequence.framesPerSecond) Hz",
      "\(sequence.width) × \(sequence.height) px",
    ]
    var rows = [
      Facts.Row("wcag", wcagSentence(flash)),
      Facts.Row("strict", "\(word(flash.isSafe)), \(flash.level.name)"),
      Facts.Row("general", sentence(flash.general)),
      Facts.Row("red", sentence(flash.red)),
      Facts.Row(
        "means",
        "whole frames: \(flash.means.luminanceTransitions) transitions of luminance, "
          + "\(flash.means.redTransitions) of red per second, \(flash.means.level.name)"),
      Facts.Row(
        "contrast",
        "\(percent(flash.worstContrastShare)) of the image changes by more than 4.5 : 1"),
    ]
    if let pattern = flash.pattern { rows.append(Facts.Row("pattern", sentence(pattern))) }
    if !sequence.ignored.isEmpty {
      rows.append(Facts.Row("ignored", sequence.ignored.joined(separator: ", ")))
    }
    if let picture { rows.append(Facts.Row("picture", picture)) }
    if let next = sequence.next { rows.append(Facts.Row("next", next, in: .terminal)) }
    return document(
      sequence.passes(flash), sequence.source, conditions,
      [.facts(Facts(rows, width: 10, gap: 0))]
        + (sequence.next.map {
          [.only(.page, [.command(purpose: "To show the worst frame", command: $0)])]
        } ?? [])
        + (png.isEmpty
          ? []
          : [
            .only(
              .page,
              [.picture(Picture(png: png, words: "Transitions per second of \(sequence.source)"))])
          ]))
  }

  /// A document about one sequence or table.
  private static func document(
    _ isPassed: Bool, _ name: String, _ conditions: [String], _ blocks: [Block]
  ) -> Document {
    Document(
      title: "\(name): \(word(isPassed))", hasHeading: false,
      articles: [
        Article(
          id: "flashes",
          headline: Headline(
            tone: isPassed ? .passed : .failed, verdict: word(isPassed).uppercased(), name: name,
            conditions: conditions, line: ([name] + conditions).joined(separator: ", "))
        ) { blocks }
      ])
  }

  /// One kind of flash as a line.
  static func sentence(_ count: FlashSafety.Count) -> String {
    guard count.maximumTransitions > 0 else { return "no transitions" }
    let area = "\(count.maximumFieldTransitions) over a quarter of 10°"
    var parts = ["at most \(count.maximumTransitions) transitions per second", area]
    if count.worstAreaShare > 0 {
      parts.append("\(percent(count.worstAreaShare)) of 10° flashes more than three times")
    }
    if let frame = count.firstFailFrame { parts.append("fails from frame \(frame)") }
    if count.extendedFrames > 0 { parts.append("flashes for four of five seconds") }
    return parts.joined(separator: "  ·  ")
  }

  /// The verdict by the definition of WCAG 2.2, as a line.
  static func wcagSentence(_ flash: FlashSafety) -> String {
    var parts = [word(flash.isWithinWCAG)]
    for (name, found) in [
      ("", flash.combined?.general), ("red, ", flash.combined?.red),
    ] {
      guard let found, found.worstAreaShare > 0 else { continue }
      let frame = found.firstFailFrame.map { ", fails from frame \($0)" } ?? ""
      parts.append("\(name)\(percent(found.worstAreaShare)) of 10° at the same time\(frame)")
    }
    return parts.joined(separator: "  ·  ")
  }

  /// Stripes as a line.
  static func sentence(_ pattern: FlashSafety.Pattern) -> String {
    guard pattern.maximumPairs > 0 else { return "at most five pairs of stripes" }
    var parts = ["up to \(pattern.maximumPairs) pairs of stripes"]
    let area = "\(percent(pattern.worstAreaShare)) of 10° for half a second"
    parts.append(pattern.worstAreaShare > 0 ? area : "none for half a second")
    if let frame = pattern.firstFailFrame { parts.append("fails from frame \(frame)") }
    return parts.joined(separator: "  ·  ")
  }

  private static func percent(_ share: Float) -> String {
    Quantity.percent(share.shortestDouble)
  }

  // MARK: - Replay

  /// A replayed table as text: up to ten mismatches, and the total.
  package static func text(_ replay: FlashReplay, file: String) -> String {
    TerminalRenderer.text(document(replay, file: file))
  }

  /// The same as one page.
  package static func html(_ replay: FlashReplay, file: String) -> String {
    HTMLRenderer.text { _ in document(replay, file: file) }
  }

  private static func document(_ replay: FlashReplay, file: String) -> Document {
    let mismatches = replay.mismatches.prefix(10).map {
      "row \($0.row), \($0.column): the table has \(Quantity.plain($0.recorded)), the model "
        + "computes \(Quantity.plain($0.computed))"
    }
    return document(
      replay.mismatches.isEmpty, file,
      [
        CountWords.counted(replay.rows, "row"),
        CountWords.counted(replay.mismatches.count, "mismatch", plural: "mismatches"),
        "at most \(replay.maximumTransitions) transitions per second", replay.level.name,
      ],
      [
        .facts(Facts([Facts.Row("rate", rate(replay))], width: 10, gap: 0)), .list(mismatches),
      ])
  }

  /// The frame rate of a replay, with its source.
  private static func rate(_ replay: FlashReplay) -> String {
    let used = "\(replay.framesPerSecond) frames per second, "
    let stamped = replay.stampedRate.map {
      Quantity.plain(($0.measured * 100).rounded() / 100)
    }
    switch replay.rateSource {
    case .standard: return used + "the default: there is no column of time stamps"
    case .timeStamps:
      let isExact = stamped == "\(replay.framesPerSecond)"
      return used + "by the time stamps" + (isExact ? "" : ", which give \(stamped ?? "nothing")")
    case .option:
      let isOther = replay.stampedRate.map { $0.framesPerSecond != replay.framesPerSecond }
      return used + "by --fps"
        + (isOther == true ? "; the time stamps give \(stamped ?? "nothing")" : "")
    }
  }
}

extension FlashSafety {
  /// The harmful findings, as text.
  var harmWords: [String] {
    (isWithinWCAG ? [] : ["flashes more than WCAG 2.3.1 allows"])
      + (isPatternSafe ? [] : ["shows more than five pairs of stripes (ITU-R BT.1702)"])
  }
}

extension TextReport {
  /// Lines for flashes of luminance and red and for stripes; one more if flashes are not safe; none
  /// without pixels.
  mutating func writeFlash() {
    guard let flash = result.flash else { return }
    defer { if !flash.isSafe { row("flash, WCAG", FlashReport.wcagSentence(flash)) } }
    row(
      "flash", FlashReport.sentence(flash.general), failed: result.failedBudgets(of: .flash))
    row("red flash", FlashReport.sentence(flash.red))
    if let pattern = flash.pattern { row("stripes", FlashReport.sentence(pattern)) }
  }
}
