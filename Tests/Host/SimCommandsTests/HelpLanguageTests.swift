import SimCommands
import Testing

/// Goal: help is quick to read: summaries are short and begin with a verb, sentences are short.
@Suite struct HelpLanguageTests {
  private static let commands = SimbenchTable.table.commands

  /// The first words of summaries.
  private static let verbs: Set = [
    "Accept", "Add", "Check", "Compare", "Compress", "Convert", "Create", "Derive", "Diff", "Fail",
    "Find",
    "Fit", "Fuzz", "List", "Measure", "Merge", "Print", "Record", "Regenerate", "Reject", "Render",
    "Rerun",
    "Replace", "Replay", "Report", "Run", "Score", "Show", "Shrink", "Split", "Validate", "Write",
  ]

  @Test func summariesAreShortAndBeginWithAVerb() throws {
    #expect(Self.commands.count > 30)
    for command in Self.commands {
      let words = command.summary.split(separator: " ")
      #expect(command.summary.count <= 72, "\(command.name): \(command.summary)")
      #expect(Self.verbs.contains(String(try #require(words.first))), "\(command.name)")
    }
  }

  @Test func sentencesHaveAtMost25Words() {
    for command in Self.commands {
      let texts =
        command.discussion + command.options.map(\.summary) + command.arguments.map(\.summary)
        + command.examples.map(\.explanation)
      for sentence in texts.flatMap(Self.sentences) {
        let count = sentence.split(separator: " ").count
        #expect(count <= 25, "\(command.name): \(count) words: \(sentence)")
      }
    }
  }

  @Test func sentencesAreSplitAtTheirEnds() {
    let text = "One, two. Three: 0.5 ms; four? Five (e.g. six) seven."
    #expect(
      Self.sentences(text) == ["One, two", "Three: 0.5 ms", "four", "Five (e.g. six) seven"])
  }

  /// Parts that end in a period, question mark or semicolon before a space or the end.
  private static func sentences(_ text: String) -> [String] {
    var sentences: [String] = [""]
    for word in text.split(separator: " ") {
      let ends =
        word.hasSuffix(".") && word != "(e.g." || word.hasSuffix("?") || word.hasSuffix(";")
      sentences[sentences.count - 1] +=
        (sentences.last == "" ? "" : " ") + (ends ? word.dropLast() : word)
      if ends { sentences.append("") }
    }
    return sentences.filter { !$0.isEmpty }
  }
}
