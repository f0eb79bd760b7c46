import Foundation
import Testing

/// Goal: text names things by nouns of the field, not by clauses around them.
///
/// Method: expressions that find such clauses, over paragraphs of Markdown, string literals and
/// documentation comments, with code removed.
@Suite struct PlainEnglishTests {
  /// An expression, and what to write instead.
  struct Riddle: Sendable {
    let expression: String
    let instead: String
    /// Comments give false positives: search Markdown and strings only.
    let isForText: Bool

    init(_ expression: String, _ instead: String, isForText: Bool = false) {
      self.expression = expression
      self.instead = instead
      self.isForText = isForText
    }
  }

  /// Text of one kind, its paragraphs joined, one per line, each ending in a period.
  enum Kind { case markdown, strings, comments }

  private static let riddles: [Riddle] = [
    Riddle(
      #"\b([Hh]ad|has it|[Hh]ave it|has the run|can have) again\b"#, "replay, rerun, reproduce"),
    Riddle(
      #"\b([Cc]omes?|[Cc]ame) to (the same|something|nothing|other)\b"#, "is identical, differs"),
    Riddle(#"\b[Ww]hat [^.;:]{1,60} (comes?|came) to\b"#, "outcome, digest, result"),
    Riddle(
      #"\b(is|are) of (scenes|models|the|a) |\bof (scenes|models) alone\b"#, "applies to … only",
      isForText: true),
    Riddle(#"\b(?![Tt]here\b)\w+ (is|are|was|were) none\b"#, "is not a …, is missing"),
    Riddle(
      #"\b(?![Tt]here\b)\w+ (is|are) no (?!longer|more|less|fewer|such|way|need|darker|larger|"#
        + #"smaller|later)[a-z]+"#, "is not a …"),
    Riddle(#"\b(is|are|was|were|be) (not )?looked at\b|\blooks at\b"#, "is checked, analyzes"),
    Riddle(#"\bas (much|little|small) as it (may|gets)\b"#, "pessimistic, optimistic, minimal"),
    Riddle(#"\b(thought|taken) to (cost|take|equal)\b|\bis taken to\b"#, "estimated, nominal"),
    Riddle(#"\b[Dd]ear(er|est)\b"#, "expensive"),
    Riddle(
      #"\b(process|processes|folder|file) of (its|their) own\b|\bone's own\b"#,
      "a separate process; your own"),
    Riddle(#"\b([Nn]obody|[Ss]omebody|[Aa]nybody|[Ww]hoever)\b"#, "the user; passive"),
    Riddle(#"\b(is|are|was|were) told\b|\btells? of\b"#, "receives, reports"),
    Riddle(#"\b[Mm]ade[- ]up\b"#, "synthetic"),
    Riddle(
      #"\b([Rr]ow|[Ll]ine|[Ss]uite|[Cc]ase|[Dd]igest|[Ff]ile|[Oo]bject) an? (check|device|figure|"#
        + #"frame|golden|kind|line|machine|place|run|scen\w+|table)\b"#, "one … per …"),
    Riddle(
      #"\b([Ii]nstructions|[Aa]llocations|[Bb]ytes|[Bb]its|[Ff]rames|[Pp]ixels) a "#
        + #"(frame|second|pixel|point|channel|sample)\b"#, "per …"),
    Riddle(#"\bfor good\b"#, "permanently"),
    Riddle(#"\bunless (told|said)\b|\bsays otherwise\b"#, "by default"),
    Riddle(#"\b[Bb]eside\b"#, "next to, besides, with"),
    Riddle(#"\b[Hh]ostile\b"#, "faulty, altered", isForText: true),
    Riddle(#"\b[Mm]oving picture\b"#, "animated PNG"),
    Riddle(#"\b(anew|thrice|twice round|forth and back|all the same)\b"#, "again, anyway"),
    Riddle(#"\b[Ww]itness(es)?\b|\b[Hh]appenings?\b"#, "oracle, stage digest; effect"),
    Riddle(#"\b[Ll]anes?\b"#, "variant, target", isForText: true),
    Riddle(#"(?<!byte order )\b[Mm]arks?\b"#, "coverage goal, symbol, stroke", isForText: true),
    Riddle(#"\b[Mm]ade (as )?small(er)?\b|\bas small as\b"#, "shrunk, minimal"),
    Riddle(
      #"(^|[.:;] )What (is|was|are|has|had|comes|came|broke|failed|fails|left|cannot|did|does|"#
        + #"changed)\b"#, "a noun", isForText: true),
    Riddle(#"(^|[.:;] )Who(ever)? [a-z]+s\b"#, "a noun"),
    Riddle(#"\bhas no say\b|\ba say in\b|\bhangs? together\b"#, "is ignored; contiguous"),
    Riddle(#"\b[Kk]eeps? (its|their|the) limits?\b|\bkeeps? to\b"#, "is within budget"),
    Riddle(#"\b(see|say|said|saw) what (it|they) ha(s|ve) to\b"#, "detect, correct"),
  ]

  /// The places that an expression finds, with some text around each.
  private static func places(of riddle: Riddle, in text: String) throws -> [String] {
    let expression = try NSRegularExpression(
      pattern: riddle.expression, options: .anchorsMatchLines)
    let whole = NSRange(text.startIndex..., in: text)
    return expression.matches(in: text, range: whole).compactMap { match in
      guard let range = Range(match.range, in: text) else { return nil }
      let start = text.index(range.lowerBound, offsetBy: -40, limitedBy: text.startIndex)
      let end = text.index(range.upperBound, offsetBy: 40, limitedBy: text.endIndex)
      return String(text[(start ?? text.startIndex)..<(end ?? text.endIndex)])
    }
  }

  private static func problems(_ kind: Kind, _ text: String, in file: String) throws -> [String] {
    try riddles.filter { kind != .comments || !$0.isForText }.flatMap { riddle in
      try places(of: riddle, in: text).map { "\(file): “\($0)”: say \(riddle.instead)" }
    }
  }

  @Test func sourcesHaveNoRiddles() throws {
    let files = try Repository.swiftFiles(below: "Sources")
    #expect(files.count > 400)
    for file in files {
      let found =
        try Self.problems(.comments, ProseText.comments(file.lines), in: file.path)
        + Self.problems(.strings, ProseText.strings(file.text), in: file.path)
      #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    }
  }

  @Test func guidesHaveNoRiddles() throws {
    let paths = try Repository.markdownPaths()
    #expect(paths.count > 30 && paths.contains("README.md"))
    for path in paths {
      let text = ProseText.markdown(try Repository.text(path))
      let found = try Self.problems(.markdown, text, in: path)
      #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    }
  }

  /// Each expression finds a riddle that is written for it, across a break of lines and literals.
  @Test func plantedRiddlesAreFound() throws {
    let planted = [
      "Any run can be had\nagain with its seed.", "Both came to the\nsame.",
      "This is what the run came\nto.", "The option is of\nscenes alone.", "A key that\nis none.",
      "This file\nis no recording.", "Each frame is\nlooked at.", "It costs as much as it\nmay.",
      "It is thought to\ncost more.", "The\ndearest phase.", "A process of\nits own.",
      "Wanted by\nnobody.", "The scene\nis told of it.", "A\nmade-up touch.",
      "Prints a line\na run.",
      "Counts allocations\na frame.", "It slows\nfor good.", "No color unless\ntold.",
      "The file\nbeside it.", "A\nhostile world.", "Writes a\nmoving picture.", "It starts\nanew.",
      "A\nwitness of frames.", "The\nlanes of verify.", "The\nmarks of a run.",
      "It is made\nsmaller.",
      "Listed below.\nWhat is left is printed.", "Read on.\nWho gates merges reads this.",
      "It has no\nsay in the verdict.", "It keeps\nits limit.", "They said what they\nhave to.",
    ]
    try #require(planted.count == Self.riddles.count)
    for (riddle, text) in zip(Self.riddles, planted) {
      let lines = text.split(separator: "\n")
      let literal = "f(\"\(lines[0]) \"\n  + \"\(lines[1])\\(count)\")"
      #expect(try Self.places(of: riddle, in: ProseText.strings(literal)).count == 1, "\(text)")
      #expect(try Self.places(of: riddle, in: ProseText.markdown(text)).count == 1, "\(text)")
      let comment = lines.map { "  /// " + $0 }
      #expect(try Self.places(of: riddle, in: ProseText.comments(comment)).count == 1, "\(text)")
      #expect(try Self.places(of: riddle, in: ProseText.markdown("`\(text)`")).isEmpty)
    }
    let path = ProseText.strings("f(\"Run .ci/lanes. What is in .build-lanes is a lane.\")")
    #expect(path == "Run PATH. What is in PATH is a lane..\n")
  }
}

/// Prose of a file without code: one paragraph per line, each ending in a period.
enum ProseText {
  /// Paragraphs of Markdown without code.
  static func markdown(_ text: String) -> String {
    joined(
      text.replacing(/(?m)^\s*```[\s\S]*?^\s*```/, with: "\n\n").split(separator: /\n\s*\n/)
        .map { $0.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) } })
  }

  /// Paragraphs of documentation comments.
  static func comments<Line: StringProtocol>(_ lines: [Line]) -> String {
    var paragraphs: [[String]] = [[]]
    for line in lines {
      let text = line.trimmingCharacters(in: .whitespaces)
      let words =
        text.hasPrefix("///") ? text.dropFirst(3).trimmingCharacters(in: .whitespaces) : ""
      if words.isEmpty {
        paragraphs.append([])
      } else {
        paragraphs[paragraphs.count - 1].append(words)
      }
    }
    return joined(paragraphs)
  }

  /// String literals of two or more words, with those that are added joined, and without
  /// interpolations.
  static func strings(_ source: String) -> String {
    let code = source.replacing(/(?m)^\s*\/\/.*$/, with: "")
    let literals = code.replacing(/\\\n\s*/, with: "").replacing(/"\s*\n?\s*\+\s*"/, with: "")
      .matches(of: /"""([\s\S]*?)"""|"((?:[^"\\\n]|\\.)*)"/)
      .map { String($0.1 ?? $0.2 ?? "") }
    return joined(
      literals.map { $0.replacing(/\\\((?:[^()]|\([^()]*\))*\)/, with: "X") }
        .filter { $0.contains(" ") }.map { [$0] })
  }

  /// Paths that begin with a period, such as `.build-lanes`, are code as well.
  private static func joined(_ paragraphs: [[String]]) -> String {
    paragraphs.filter { !$0.isEmpty }.map { paragraph in
      let text = paragraph.joined(separator: " ").replacing(/``[^`]*``|`[^`]*`/, with: "CODE")
      return text.replacing(/(^|\s)\.[a-z][\w\/-]*(?:\.\w+)*/) { match in "\(match.1)PATH" } + ".\n"
    }.joined()
  }
}
