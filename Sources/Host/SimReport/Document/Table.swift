import SimFormats

/// Rows and columns.
package struct Table {
  /// A column.
  package struct Column {
    /// Its heading; empty where a mark says it all.
    package var title: String
    /// What a screen reader calls it; the title unless that is empty.
    package var spokenTitle: String
    /// Whether it holds figures, which stand right.
    package var isNumber: Bool
    /// The class of its cells in a page's style; empty for none.
    package var style: String
    /// The formats that have it.
    package var formats: Formats

    /// Makes a column.
    package init(
      _ title: String, spoken: String? = nil, isNumber: Bool = false, style: String = "",
      in formats: Formats = .all
    ) {
      self.title = title
      spokenTitle = spoken ?? title
      self.isNumber = isNumber
      self.style = style
      self.formats = formats
    }

    /// The column of marks.
    package static let mark = Column("", spoken: "outcome")

    /// A column of figures.
    package static func number(_ title: String, in formats: Formats = .all) -> Column {
      Column(title, isNumber: true, in: formats)
    }
  }

  /// A cell.
  package struct Cell: ExpressibleByStringInterpolation {
    /// What a cell's text is.
    package enum Kind: Equatable, Sendable {
      /// Words or a figure.
      case plain
      /// A path that may break after each point.
      case path
      /// A name in a program.
      case code
      /// What the row is about.
      case name
      /// The name of an article of the document, and its id.
      case link(String)
      /// The mark of how it went.
      case mark(Tone)
    }

    /// What it says.
    package var text: String
    /// What that is.
    package var kind: Kind
    /// Whether it is why something failed.
    package var isFailed: Bool
    /// Lines below it.
    package var more: [String]

    /// Makes a cell.
    package init(
      _ text: String, _ kind: Kind = .plain, isFailed: Bool = false, more: [String] = []
    ) {
      self.text = text
      self.kind = kind
      self.isFailed = isFailed
      self.more = more
    }

    /// A cell of words.
    package init(stringLiteral text: String) { self.init(text) }

    /// The mark of how something went.
    package static func mark(_ tone: Tone) -> Cell { Cell(tone.mark, .mark(tone)) }
  }

  /// A row.
  package struct Row {
    /// A cell for each column.
    package var cells: [Cell]
    /// How it went, where the worst come first.
    package var tone: Tone?
    /// The class of the row in a page's style; empty for none.
    package var style: String
    /// The row as a terminal shows it after its mark; nil for its cells in columns.
    package var line: String?
    /// The formats that have it.
    package var formats: Formats

    /// Makes a row.
    package init(
      _ cells: [Cell], tone: Tone? = nil, style: String = "", line: String? = nil,
      in formats: Formats = .all
    ) {
      self.cells = cells
      self.tone = tone
      self.style = style
      self.line = line
      self.formats = formats
    }
  }

  /// How a page lays it out where it is narrow.
  package enum Shape: String, Sendable {
    /// A card for each row, each figure with the column's name.
    case overview
    /// Mark, name, measure, limit, found.
    case checks
    /// Mark, metric, before, now, change, limit, verdict.
    case gate
    /// Name, this, other, change.
    case comparison
    /// A function with its callers, and figures.
    case sites
    /// As it is; it can be scrolled.
    case numbers
    /// A name and a sentence, as wide as the page; it can be scrolled.
    case sentences
  }

  /// What it shows, for those who do not see it.
  package var caption: String
  /// How a page lays it out.
  package var shape: Shape
  /// Its columns.
  package var columns: [Column]
  /// Its rows.
  package var rows: [Row]
  /// Whether a page shows what failed first.
  package var isRanked: Bool
  /// The most bytes of it on a page; rows that do not fit are counted.
  package var maximumByteCount: Int
  /// Whether a terminal shows the headings.
  package var hasTerminalHead: Bool

  /// Makes a table.
  package init(
    _ caption: String, _ shape: Shape, _ columns: [Column], _ rows: [Row],
    isRanked: Bool = false, maximumByteCount: Int = .max, hasTerminalHead: Bool = true
  ) {
    self.caption = caption
    self.shape = shape
    self.columns = columns
    self.rows = rows
    self.isRanked = isRanked
    self.maximumByteCount = maximumByteCount
    self.hasTerminalHead = hasTerminalHead
  }

  /// The places of the columns that a format has.
  func indices(in format: Formats) -> [Int] {
    columns.indices.filter { columns[$0].formats.contains(format) }
  }

  /// The rows that a format has.
  func rows(in format: Formats) -> [Row] { rows.filter { $0.formats.contains(format) } }
}

extension CheckStatus {
  /// How that is shown.
  var tone: Tone {
    switch self {
    case .passed: .passed
    case .failed: .failed
    case .notMeasured: .unsure
    }
  }
}
