import SimFormats

/// Rows and columns.
package struct Table {
  /// A column.
  package struct Column {
    /// The heading; empty for a column of symbols.
    package var title: String
    /// The name for screen readers; the title unless that is empty.
    package var spokenTitle: String
    /// Whether it contains numbers, which are right-aligned.
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

    /// The column of outcome symbols.
    package static let mark = Column("", spoken: "outcome")

    /// A column of numbers.
    package static func number(_ title: String, in formats: Formats = .all) -> Column {
      Column(title, isNumber: true, in: formats)
    }
  }

  /// A cell.
  package struct Cell: ExpressibleByStringInterpolation {
    /// The kind of a cell's text.
    package enum Kind: Equatable, Sendable {
      /// Words or a number.
      case plain
      /// A path that may break after each point.
      case path
      /// A name in a program.
      case code
      /// The subject of the row.
      case name
      /// The name of an article of the document, and its id.
      case link(String)
      /// The symbol of the outcome.
      case mark(Tone)
    }

    /// The text.
    package var text: String
    /// The kind of the text.
    package var kind: Kind
    /// Whether it is the reason of a failure.
    package var isFailed: Bool
    /// Lines below it.
    package var more: [String]

    /// Creates a cell.
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

    /// The symbol of an outcome.
    package static func mark(_ tone: Tone) -> Cell { Cell(tone.mark, .mark(tone)) }
  }

  /// A row.
  package struct Row {
    /// A cell for each column.
    package var cells: [Cell]
    /// The outcome, by which rows are sorted, worst first.
    package var tone: Tone?
    /// The class of the row in a page's style; empty for none.
    package var style: String
    /// The row's terminal text after its symbol; nil for cells in columns.
    package var line: String?
    /// The formats that have it.
    package var formats: Formats

    /// Creates a row.
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

  /// The layout on a narrow page.
  package enum Shape: String, Sendable {
    /// One card per row, each value with the column's name.
    case overview
    /// Symbol, name, metric, limit, value.
    case checks
    /// Symbol, metric, before, now, change, limit, verdict.
    case gate
    /// Name, this, other, change.
    case comparison
    /// A function with its callers, and numbers.
    case sites
    /// As it is; it can be scrolled.
    case numbers
    /// A name and a sentence, as wide as the page; it can be scrolled.
    case sentences
  }

  /// The text alternative.
  package var caption: String
  /// The layout on a page.
  package var shape: Shape
  /// Its columns.
  package var columns: [Column]
  /// Its rows.
  package var rows: [Row]
  /// Whether a page shows failures first.
  package var isRanked: Bool
  /// Maximum size on a page in bytes; rows that do not fit are counted.
  package var maximumByteCount: Int
  /// Whether a terminal shows the headings.
  package var hasTerminalHead: Bool

  /// Creates a table.
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

  /// The indices of the columns of a format.
  func indices(in format: Formats) -> [Int] {
    columns.indices.filter { columns[$0].formats.contains(format) }
  }

  /// The rows of a format.
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
