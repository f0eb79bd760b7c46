import SimCommands
import TestTier
import Testing

@Suite struct UsageErrorTests {
  @Test(
    arguments: [
      ([], "missing command. See simbench --help"),
      (["rnu"], "unknown command \"rnu\"; did you mean \"run\"? See simbench --help"),
      (["fly", "--quiet"], "unknown command \"fly\". See simbench --help"),
      (["help", "lst"], "unknown command \"lst\"; did you mean \"list\"? See simbench --help"),
      (
        ["--versoin"],
        "unknown option \"--versoin\"; did you mean \"--version\"? See simbench --help"
      ),
      (
        ["--help=run"],
        "option \"--help\" does not take a value, found \"run\". See simbench --help"
      ),
      (
        ["run", "a", "--sed", "3"],
        "unknown option \"--sed\"; did you mean \"--seed\"? See simbench run --help"
      ),
      (
        ["run", "a", "-seed=3"],
        "unknown option \"-seed=3\". See simbench run --help"
      ),
      (["run", "a", "--zzzz=3"], "unknown option \"--zzzz\". See simbench run --help"),
      (["run", "a", "--seed"], "option \"--seed\" needs a value N. See simbench run --help"),
      (
        ["run", "a", "--seed", "--quiet"],
        "option \"--seed\" needs a value N. See simbench run --help"
      ),
      (
        ["run", "a", "--json", "--"],
        "option \"--json\" needs a value FILE|-. See simbench run --help"
      ),
      (["run", "a", "--out="], "option \"--out\" needs a value DIR. See simbench run --help"),
      (["run", "a", "--out", ""], "option \"--out\" needs a value DIR. See simbench run --help"),
      (
        ["run", "a", "--quiet=yes"],
        "option \"--quiet\" does not take a value, found \"yes\". See simbench run --help"
      ),
      (
        ["run", "a", "--seed", "1", "--seed=1"],
        "option \"--seed\" may be given only once. See simbench run --help"
      ),
      (
        ["run", "a", "--quiet", "--quiet"],
        "option \"--quiet\" may be given only once. See simbench run --help"
      ),
      (["run"], "missing argument SCENARIO. See simbench run --help"),
      (["run", "a", ""], "argument SCENARIO is empty. See simbench run --help"),
      (["render", "a", "b"], "unexpected argument \"b\". See simbench render --help"),
      (["man", "b"], "unexpected argument \"b\". See simbench man --help"),
      (
        ["list", "scene"],
        "argument KIND takes scenes, models, faults, devices, scenarios, generators, metrics or "
          + "schemas, found \"scene\"; did you mean \"scenes\"? See simbench list --help"
      ),
      (
        ["completions", "tcsh"],
        "argument SHELL takes bash, zsh or fish, found \"tcsh\"; did you mean \"bash\"? "
          + "See simbench completions --help"
      ),
    ] as [([String], String)])
  func saysWhatIsWrong(arguments: [String], expected: String) {
    #expect(message(arguments) == expected)
  }

  @Test(arguments: [
    (
      ["golden"],
      "command \"golden\" needs a second word: check or update. See sample golden --help"
    ),
    (
      ["golden", "chekc"],
      "unknown command \"golden chekc\"; did you mean \"golden check\"? See sample golden --help"
    ),
    (["goldn"], "unknown command \"goldn\"; did you mean \"golden\"? See sample --help"),
    (
      ["mix", "orbs", "--mode", "exakt"],
      "option \"--mode\" takes fast or exact, found \"exakt\"; did you mean \"exact\"? "
        + "See sample mix --help"
    ),
    (
      ["golden", "update", "-r"],
      "option \"--reason\" needs a value TEXT. See sample golden update --help"
    ),
    (["mix", "orbs", "more", "most"], "unexpected argument \"most\". See sample mix --help"),
  ])
  func saysWhatIsWrongWithTwoWords(arguments: [String], expected: String) {
    #expect(message(arguments, table: sampleTable) == expected)
  }

  @Test func offendingTextStaysOnOneShortLine() throws {
    let hostile = "--\u{1b}[2J\n\r\t\"\\\u{202e}\u{2028}\u{0}"
    #expect(
      message(["run", hostile])
        == "unknown option \"--\\u{1b}[2J\\n\\r\\t\\\"\\\\\\u{202e}\\u{2028}\\u{0}\". "
        + "See simbench run --help")
    for piece in ["a", "é", "\n", "\u{1b}", "e\u{301}\u{301}\u{301}", "🌨️"] {
      let long = try #require(message(["--" + String(repeating: piece, count: 500)]))
      let quotation = long.unicodeScalars.drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" }
      #expect(quotation.count <= 60)
      #expect(quotation.count > 50)
      #expect(String(String.UnicodeScalarView(quotation)).hasSuffix("..."))
      #expect(!long.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
    let exact = "--" + String(repeating: "a", count: 58)
    #expect(message([exact]) == "unknown option \"\(exact)\". See simbench --help")
    let over = exact + "a"
    let cut = String(over.prefix(57))
    #expect(message([over]) == "unknown option \"\(cut)...\". See simbench --help")
  }

  @Test(.enabled(if: !Tier.isDebug)) func nearestSpellingIsFoundForEveryDroppedLetterAndSwap()
    throws
  {
    for command in SimbenchTable.table.commands {
      for option in SimbenchTable.table.options(of: command) where option.name.count > 3 {
        let known = SimbenchTable.table.options(of: command).map(\.spelling)
        var misspelled: [String] = []
        var letters = Array(option.name)
        for index in letters.indices {
          var shorter = letters
          shorter.remove(at: index)
          misspelled.append("--" + String(shorter))
          guard index > 0 else { continue }
          letters.swapAt(index, index - 1)
          misspelled.append("--" + String(letters))
          letters.swapAt(index, index - 1)
        }
        for word in misspelled where !known.contains(word) {
          let text = try #require(message(command.words + [word]))
          // Between --device and --devices some misspellings are equally near.
          let allowed = known.filter {
            $0.hasPrefix(option.spelling) || option.spelling.hasPrefix($0)
          }
          let suggests = allowed.contains { text.contains("did you mean \"\($0)\"?") }
          #expect(suggests, "\(word): \(text)")
        }
      }
    }
  }
}
