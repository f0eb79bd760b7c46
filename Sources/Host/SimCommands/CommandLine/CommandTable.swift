/// The command line of a tool; parser, help, completions and manual page use only this table.
package struct CommandTable: Sendable {
  /// The name of the executable.
  package let tool: String
  /// The executable as a shell finds it: its name, or a path, quoted if necessary.
  package let program: String
  /// One sentence on what the tool is for.
  package let summary: String
  /// Paragraphs on the tool as a whole.
  package let discussion: [String]
  /// Notes that apply to every command.
  package let notes: [CommandNote]
  /// Options that appear before any command.
  package let rootOptions: [OptionSpec]
  /// Options that every command has in addition to its own.
  package let sharedOptions: [OptionSpec]
  /// The commands under their headings.
  package let groups: [CommandGroup]

  /// Describes a tool; every command gets `--help`, and the tool `--version` as well.
  package init(
    tool: String, program: String? = nil, summary: String, discussion: [String] = [],
    notes: [CommandNote] = [], groups: [CommandGroup]
  ) {
    let help = OptionSpec.flag("help", short: "h", "Show this help.")
    self.tool = tool
    self.program = program ?? tool
    self.summary = summary
    self.discussion = discussion
    self.notes = notes
    self.rootOptions = [help, .flag("version", "Show the version.")]
    self.sharedOptions = [help]
    self.groups = groups
  }

  /// All commands in the order of help.
  package var commands: [CommandSpec] { groups.flatMap(\.commands) }

  /// The command with this full name, if there is one.
  package func command(named name: String) -> CommandSpec? {
    commands.first { $0.name == name }
  }

  /// All options of a command: its own, then the shared ones.
  package func options(of command: CommandSpec) -> [OptionSpec] {
    command.options + sharedOptions
  }

  /// Commands whose two-word name starts with this word.
  package func commands(startingWith word: String) -> [CommandSpec] {
    commands.filter { $0.words.count > 1 && $0.words.first == word }
  }

  /// The possible first words of a command line, each once, in order.
  package var firstWords: [String] {
    var seen: [String] = []
    for word in commands.compactMap(\.words.first) where !seen.contains(word) {
      seen.append(word)
    }
    return seen
  }

  /// The possible second words, each once, in order.
  package var secondWords: [String] {
    var seen: [String] = []
    for command in commands where command.words.count > 1 {
      if !seen.contains(command.words[1]) { seen.append(command.words[1]) }
    }
    return seen
  }

  /// Errors in the table, one sentence each; tests expect none.
  package func problems() -> [String] {
    var found = duplicates(in: commands.map(\.name)).map { "command \($0) is listed twice" }
    for command in commands {
      let options = options(of: command)
      for name in duplicates(in: options.map(\.spelling) + options.compactMap(\.shortSpelling)) {
        found.append("\(command.name): option \(name) is listed twice")
      }
      for argument in command.arguments.dropLast() where argument.arity != .one {
        found.append("\(command.name): only the last argument may vary, not \(argument.name)")
      }
      if !(1...2).contains(command.words.count) {
        found.append("\(command.name): a name has one or two words")
      }
      if command.words.count == 2, let first = command.words.first,
        self.command(named: first) != nil
      {
        found.append("\(command.name): \(first) is also a command")
      }
    }
    return found
  }

  private func duplicates(in names: [String]) -> [String] {
    names.indices.filter { names[..<$0].contains(names[$0]) }.map { names[$0] }
  }
}
