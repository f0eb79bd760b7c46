import SimCommands
import Testing

@Suite struct ArgumentParserTests {
  @Test func readsOptionsFlagsAndArguments() throws {
    let command = try #require(
      try parsed(["run", "a.json", "--seed", "7", "--no-render", "b.json", "--out=x=y"]))
    #expect(command.name == "run")
    #expect(command.positionals("SCENARIO") == ["a.json", "b.json"])
    #expect(command.string("seed") == "7")
    #expect(command.string("out") == "x=y")
    #expect(command.flag("no-render"))
    #expect(!command.flag("quiet"))
    #expect(command.string("csv") == nil)
    #expect(command.isGiven("seed"))
    #expect(!command.isGiven("device"))
    #expect(command.helpLine == "simbench run --help")
  }

  @Test func dashAndNegativeNumbersAreValues() throws {
    let command = try #require(
      try parsed(["run", "-", "--json", "-", "--seed", "-1", "--duration", "-.5s"]))
    #expect(command.string("json") == "-")
    #expect(command.string("seed") == "-1")
    #expect(command.string("duration") == "-.5s")
    #expect(command.positionals == ["-"])
  }

  @Test func doubleDashEndsOptions() throws {
    let command = try #require(try parsed(["run", "--quiet", "--", "--seed", "--", "-x"]))
    #expect(command.positionals == ["--seed", "--", "-x"])
    #expect(command.flag("quiet"))
    #expect(!command.isGiven("seed"))
  }

  @Test func equalsLetsAValueLookLikeAnOption() throws {
    let command = try #require(try parsed(["run", "a", "--out=--odd"]))
    #expect(command.string("out") == "--odd")
  }

  @Test func readsTwoWordCommandsShortAndRepeatedOptions() throws {
    let update = try #require(
      try parsed(["golden", "update", "-r", "new art"], table: sampleTable))
    #expect(update.name == "golden update")
    #expect(update.string("reason") == "new art")
    let mix = try #require(
      try parsed(["mix", "-l", "orbs", "--tag", "a", "--tag=b"], table: sampleTable))
    #expect(mix.strings("tag") == ["a", "b"])
    #expect(mix.string("tag") == "b")
    #expect(mix.flag("loud"))
    #expect(mix.requiredPositional("SCENE") == "orbs")
    #expect(mix.positional("EXTRA") == nil)
    #expect(mix.positionals("EXTRA").isEmpty)
  }

  @Test(
    arguments: [
      (["--help"], nil), (["-h"], nil), (["help"], nil),
      (["run", "--help"], "run"), (["run", "x", "-h", "--bogus"], "run"), (["help", "run"], "run"),
    ] as [([String], String?)])
  func helpNamesItsTopic(arguments: [String], topic: String?) throws {
    guard case .help(let found) = try SimbenchTable.table.parse(arguments: arguments) else {
      Issue.record("\(arguments) does not ask for help")
      return
    }
    #expect(found == topic)
  }

  @Test(arguments: [
    (["golden", "--help"], "golden"), (["golden", "-h"], "golden"), (["help", "golden"], "golden"),
    (["golden", "check", "--help"], "golden check"), (["help", "golden", "check"], "golden check"),
  ])
  func helpKnowsTwoWordCommands(arguments: [String], topic: String) throws {
    guard case .help(let found) = try sampleTable.parse(arguments: arguments) else {
      Issue.record("\(arguments) does not ask for help")
      return
    }
    #expect(found == topic)
  }

  @Test func versionStandsAlone() throws {
    guard case .version = try SimbenchTable.table.parse(arguments: ["--version"]) else {
      Issue.record("--version does not ask for the version")
      return
    }
    #expect(message(["run", "--version"]) != nil)
  }

  @Test func everyCommandTakesHelpAndEveryOptionOfItsRow() throws {
    for command in SimbenchTable.table.commands where command.role == .action {
      let required = command.arguments.filter(\.isRequired).map { fitting($0.completion) }
      for option in command.options {
        let value = option.value.map { [fitting($0.completion)] } ?? []
        let line = command.words + required + [option.spelling] + value
        let result = try #require(try parsed(line), "\(line)")
        #expect(result.isGiven(option.name))
      }
      #expect(message(command.words + ["--help"]) == nil)
    }
  }

  /// A word that an argument or a value may be, as far as the table knows.
  private func fitting(_ completion: CompletionKind) -> String {
    if case .words(let words) = completion { return words.first ?? "" }
    return "some"
  }

  @Test func tablesHoldTogether() {
    #expect(SimbenchTable.table.problems() == [])
    #expect(sampleTable.problems() == [])
    for command in SimbenchTable.table.commands {
      #expect((command.implementation == nil) == (command.role == .help), "\(command.name)")
    }
    let broken = CommandTable(
      tool: "broken", summary: "",
      groups: [
        CommandGroup(
          "",
          [
            CommandSpec("a", ""), CommandSpec("a", ""), CommandSpec("a b", ""),
            CommandSpec("c d e", "", options: [.flag("help", "")]),
            CommandSpec(
              "f", "",
              arguments: [
                ArgumentSpec("X", .oneOrMore, .none, ""), ArgumentSpec("Y", .one, .none, ""),
              ]),
          ])
      ])
    #expect(
      broken.problems() == [
        "command a is listed twice", "a b: a is also a command",
        "c d e: option --help is listed twice", "c d e: a name has one or two words",
        "f: only the last argument may vary, not X",
      ])
  }
}
