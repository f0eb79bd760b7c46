import SimFormats

/// A part of a document.
package indirect enum Block {
  /// Blocks under a heading.
  case section(String, [Block])
  /// Blocks that a page folds away under a heading.
  case details(String, [Block])
  /// A sentence of its own.
  case text(Words)
  /// A sentence that matters less.
  case note(String)
  /// What to type, and what for.
  case command(purpose: String, command: String)
  /// Sentences, one below the other.
  case list([String])
  /// What failed: each with its name, what became of it, and where to look.
  case failures(String, [Failure])
  /// The few figures that matter most.
  case tiles([Tile])
  /// Rows and columns.
  case table(Table)
  /// Names with what there is to say of each.
  case facts(Facts)
  /// Charts over the same frames.
  case charts(ChartGroup)
  /// Charts that stand by themselves, each so many pixels wide; only a page shows them.
  case plots([Chart], width: Double)
  /// What several actors do one after the other.
  case sequence(SequenceDiagram)
  /// A picture.
  case picture(Picture)
  /// Two pictures to be compared.
  case comparison(PictureComparison)
  /// Lines of a terminal as they are, one empty to leave a gap; a page shows them so too.
  case lines([String])
  /// How all of it went, at the end of what a terminal shows; other formats say it at the start.
  case verdict(Tone, String, String)
  /// Blocks that only some formats show.
  case only(Formats, [Block])
}

/// A sentence, some words of which may be code.
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

  /// The sentence with code at its end.
  package func code(_ text: String) -> Words { adding(text, isCode: true) }

  private func adding(_ text: String, isCode: Bool) -> Words {
    var words = self
    words.parts.append(Part(text: text, isCode: isCode))
    return words
  }
}

/// Something that failed.
package struct Failure {
  /// The requirement's name.
  package var name: String
  /// What became of it.
  package var outcome: String
  /// Where to look; nil when that is not known.
  package var place: String?
  /// The command that shows it; nil when there is none.
  package var command: String?

  /// Makes a failure.
  package init(name: String, outcome: String, place: String?, command: String? = nil) {
    self.name = name
    self.outcome = outcome
    self.place = place
    self.command = command
  }
}

/// Names with what there is to say of each.
package struct Facts {
  /// One of them.
  package struct Row {
    /// Its name; empty where it goes on about the last.
    package var name: String
    /// What there is to say.
    package var text: String
    /// Limits on it that failed.
    package var failed: [String]
    /// Whether it is about a failure.
    package var isFailed: Bool
    /// The formats that have it.
    package var formats: Formats

    /// Makes a row, which is about a failure at least where a limit failed.
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
  /// Spaces behind a name there: so many after its columns, and after a longer name at least one.
  package var gap: Int

  /// Makes facts.
  package init(_ rows: [Row], width: Int = 11, gap: Int = 2) {
    self.rows = rows
    self.width = width
    self.gap = gap
  }

  /// Those that a format has.
  func rows(in format: Formats) -> [Row] { rows.filter { $0.formats.contains(format) } }
}

/// A picture with its words.
package struct Picture {
  /// A PNG file.
  package var png: [UInt8]
  /// What it shows, for those who do not see it; unique in the document.
  package var words: String
  /// Whether it is shown small.
  package var isSmall: Bool

  /// Makes a picture.
  package init(png: [UInt8], words: String, isSmall: Bool = false) {
    self.png = png
    self.words = words
    self.isSmall = isSmall
  }
}

/// Two pictures of one frame: side by side, under a slider, as an onion skin, with their changes
/// marked and as a heat map.
package struct PictureComparison {
  /// What is compared, such as `frame 3`; unique in the document.
  package var name: String
  /// What the first is called, and the second.
  package var sides = (reference: "accepted", test: "now")
  /// The first, a PNG file; empty when there is none, and so are the others.
  package var reference: [UInt8]
  /// The second.
  package var test: [UInt8]
  /// What became lighter and darker.
  package var mask: [UInt8]
  /// The map of FLIP.
  package var heatMap: [UInt8]
  /// What is said of the second where there is no map.
  package var remark = "in another size"

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

  /// Bytes of all its files.
  package var byteCount: Int { [reference, test, mask, heatMap].reduce(0) { $0 + $1.count } }

  /// Draws what an explanation has.
  package init(_ explanation: GoldenExplanation, name: String) {
    self.init(
      name: name, reference: explanation.reference.png, test: explanation.test.png,
      mask: explanation.mask?.png ?? [], heatMap: explanation.heatMap?.png ?? [])
  }
}
