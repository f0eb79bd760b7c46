import SimFormats

/// A part of a document.
package indirect enum Block {
  /// Blocks under a heading.
  case section(String, [Block])
  /// Blocks that a page folds under a heading.
  case details(String, [Block])
  /// A separate sentence.
  case text(Words)
  /// A sentence of less importance.
  case note(String)
  /// A command to copy, with its purpose.
  case command(purpose: String, command: String)
  /// Sentences, one below the other.
  case list([String])
  /// Failures, each with its name, outcome and location.
  case failures(String, [Failure])
  /// The most important values, as tiles.
  case tiles([Tile])
  /// Rows and columns.
  case table(Table)
  /// Names with a fact about each.
  case facts(Facts)
  /// Charts of the same frames.
  case charts(ChartGroup)
  /// Independent charts with a width in pixels; only a page shows them.
  case plots([Chart], width: Double)
  /// A sequence diagram of several participants.
  case sequence(SequenceDiagram)
  /// An image.
  case picture(Picture)
  /// Two images to compare.
  case comparison(PictureComparison)
  /// Preformatted lines; an empty line leaves a gap.
  case lines([String])
  /// The verdict at the end of terminal output; other formats show it at the start.
  case verdict(Tone, String, String)
  /// Blocks that only some formats show.
  case only(Formats, [Block])
}

/// A sentence that can contain code.
package struct Words: ExpressibleByStringInterpolation, Equatable, Sendable {
  /// Some words of one kind.
  package struct Part: Equatable, Sendable {
    /// The words.
    package var text: String
    /// Whether they are code.
    package var isCode: Bool
  }

  /// The parts in order.
  package private(set) var parts: [Part]

  /// Makes a sentence without code.
  package init(_ text: String) { parts = [Part(text: text, isCode: false)] }

  /// A sentence without code.
  package init(stringLiteral text: String) { self.init(text) }

  /// Adds words.
  package static func + (words: Words, text: String) -> Words { words.adding(text, isCode: false) }

  /// The sentence followed by code.
  package func code(_ text: String) -> Words { adding(text, isCode: true) }

  private func adding(_ text: String, isCode: Bool) -> Words {
    var words = self
    words.parts.append(Part(text: text, isCode: isCode))
    return words
  }
}

/// A failure.
package struct Failure {
  /// The requirement's name.
  package var name: String
  /// The outcome.
  package var outcome: String
  /// The location; nil if unknown.
  package var place: String?
  /// The command that shows it; nil if there is none.
  package var command: String?

  /// Creates a failure.
  package init(name: String, outcome: String, place: String?, command: String? = nil) {
    self.name = name
    self.outcome = outcome
    self.place = place
    self.command = command
  }
}

/// Names with a fact about each.
package struct Facts {
  /// One of them.
  package struct Row {
    /// The name; empty if the row continues the previous one.
    package var name: String
    /// The fact.
    package var text: String
    /// Failed limits on it.
    package var failed: [String]
    /// Whether it belongs to a failure.
    package var isFailed: Bool
    /// The formats that have it.
    package var formats: Formats

    /// Creates a row, which belongs to a failure if a limit failed.
    package init(
      _ name: String, _ text: String, failed: [String] = [], isFailed: Bool = false,
      in formats: Formats = .all
    ) {
      self.name = name
      self.text = text
      self.failed = failed
      self.isFailed = isFailed || !failed.isEmpty
      self.formats = formats
    }
  }

  /// All of them.
  package var rows: [Row]
  /// Columns of a name on a terminal.
  package var width: Int
  /// Number of spaces after a name on a terminal; at least one after a longer name.
  package var gap: Int

  /// Creates facts.
  package init(_ rows: [Row], width: Int = 11, gap: Int = 2) {
    self.rows = rows
    self.width = width
    self.gap = gap
  }

  /// The rows of a format.
  func rows(in format: Formats) -> [Row] { rows.filter { $0.formats.contains(format) } }
}

/// An image with its description.
package struct Picture {
  /// A PNG file.
  package var png: [UInt8]
  /// The text alternative; unique in the document.
  package var words: String
  /// Whether it is shown at a small size.
  package var isSmall: Bool

  /// Creates an image.
  package init(png: [UInt8], words: String, isSmall: Bool = false) {
    self.png = png
    self.words = words
    self.isSmall = isSmall
  }
}

/// Two images of one frame: side by side, under a slider, as an onion skin, with highlighted
/// changes and as a heat map.
package struct PictureComparison {
  /// The compared item, such as `frame 3`; unique in the document.
  package var name: String
  /// The names of both images.
  package var sides = (reference: "accepted", test: "now")
  /// The first image as a PNG file; empty, like the others, if there is none.
  package var reference: [UInt8]
  /// The second.
  package var test: [UInt8]
  /// The mask of lighter and darker pixels.
  package var mask: [UInt8]
  /// The FLIP map.
  package var heatMap: [UInt8]
  /// The remark about the second image if there is no map.
  package var remark = "of a different size"

  /// Makes a comparison.
  package init(
    name: String, reference: [UInt8], test: [UInt8], mask: [UInt8], heatMap: [UInt8]
  ) {
    self.name = MessageText.oneLine(name)
    self.reference = reference
    self.test = test
    self.mask = mask
    self.heatMap = heatMap
  }

  /// The total size of its files, in bytes.
  package var byteCount: Int { [reference, test, mask, heatMap].reduce(0) { $0 + $1.count } }

  /// Creates the images of an explanation.
  package init(_ explanation: GoldenExplanation, name: String) {
    self.init(
      name: name, reference: explanation.reference.png, test: explanation.test.png,
      mask: explanation.mask?.png ?? [], heatMap: explanation.heatMap?.png ?? [])
  }
}
