import SimFormats

/// The forms in which people read a document.
package struct Formats: OptionSet, Sendable {
  /// One bit a form.
  package let rawValue: UInt8

  /// Makes a set of bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A page for browsers.
  package static let page = Formats(rawValue: 1)
  /// A summary in Markdown.
  package static let markdown = Formats(rawValue: 2)
  /// Lines on a terminal.
  package static let terminal = Formats(rawValue: 4)
  /// All of them.
  package static let all: Formats = [.page, .markdown, .terminal]
}

/// Status of a check, the worst first, which is the order of a page.
package enum Tone: Int, Sendable {
  /// It does not hold.
  case failed
  /// The machine failed, so it was not judged.
  case machine
  /// It could not be decided.
  case unsure
  /// It holds.
  case passed

  /// Its symbol.
  package var mark: String {
    switch self {
    case .failed: "✗"
    case .machine: "!"
    case .unsure: "–"
    case .passed: "✓"
    }
  }

  /// The verdict that the tone stands for.
  var verdict: Verdict {
    switch self {
    case .failed: .failed
    case .machine: .notJudged
    case .unsure: .inconclusive
    case .passed: .passed
    }
  }

  /// The sequence that colors a word on a terminal.
  var color: String {
    switch self {
    case .failed: "31"
    case .machine: "35"
    case .unsure: "33"
    case .passed: "32"
    }
  }
}

/// The content of a report, in blocks that every renderer can show.
///
/// A report is one function that creates a document. Its text has no markup; the renderer escapes
/// it. Every block is shown in every format, except for blocks of type `only`.
package struct Document {
  /// What it is about, as text.
  package var title: String
  /// The title where it stands alone in Markdown; nil for that of the only article.
  package var summaryTitle: String?
  /// How all of it went.
  package var tone: Tone
  /// Whether the title stands above the articles, rather than that of the only one.
  package var hasHeading: Bool
  /// What stands before the articles.
  package var lead: [Block]
  /// What it has to say of one thing after another.
  package var articles: [Article]
  /// What stands after them.
  package var tail: [Block]
  /// What the articles that a page has no room for are called, such as `scenarios`.
  package var unfitWords: String

  /// Makes a document.
  package init(
    title: String, summaryTitle: String? = nil, tone: Tone = .passed, hasHeading: Bool = true,
    lead: [Block] = [], articles: [Article] = [], tail: [Block] = [],
    unfitWords: String = "scenarios"
  ) {
    self.title = title
    self.summaryTitle = summaryTitle
    self.tone = tone
    self.hasHeading = hasHeading
    self.lead = lead
    self.articles = articles
    self.tail = tail
    self.unfitWords = unfitWords
  }
}

/// One thing that a document is about.
package struct Article {
  /// The name by which the page links to it, unique in the document.
  package var id: String
  /// What is said first.
  package var headline: Headline
  /// Whether a page shows the headline alone until it is opened.
  package var isFolded: Bool
  /// An image next to the headline of a folded article; larger once it is opened.
  package var thumbnail: Picture?
  /// What a summary calls it when it folds it; nil leaves it unfolded.
  package var fold: String?
  /// Whether a summary shows it open where it did not pass.
  package var opensWhereFailed: Bool
  /// Everything else; made when it is shown, since a page may have no room for it.
  package var blocks: () -> [Block]

  /// Makes an article.
  package init(
    id: String, headline: Headline, isFolded: Bool = false, thumbnail: Picture? = nil,
    fold: String? = nil, opensWhereFailed: Bool = false, blocks: @escaping () -> [Block]
  ) {
    self.id = id
    self.headline = headline
    self.isFolded = isFolded
    self.thumbnail = thumbnail
    self.fold = fold
    self.opensWhereFailed = opensWhereFailed
    self.blocks = blocks
  }
}

/// The head of an article: how it went, what it is, and under what conditions.
package struct Headline {
  /// How it went.
  package var tone: Tone
  /// That as a word, such as `PASSED`.
  package var verdict: String
  /// What it is about.
  package var name: String
  /// Its conditions, a few words each.
  package var conditions: [String]
  /// Digests, a few words.
  package var codes: [String]
  /// The line of a terminal after the verdict; nil for the name and the conditions.
  package var line: String?
  /// Columns of the verdict on a terminal.
  package var verdictWidth: Int

  /// Makes a headline.
  package init(
    tone: Tone, verdict: String, name: String, conditions: [String] = [], codes: [String] = [],
    line: String? = nil, verdictWidth: Int = 0
  ) {
    self.tone = tone
    self.verdict = verdict
    self.name = name
    self.conditions = conditions
    self.codes = codes
    self.line = line
    self.verdictWidth = verdictWidth
  }
}

extension Verdict {
  /// The tone in which reports show the verdict.
  var tone: Tone {
    switch self {
    case .passed: .passed
    case .failed, .notExercised: .failed
    case .inconclusive: .unsure
    case .notJudged: .machine
    }
  }
}
