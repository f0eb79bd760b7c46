import SimFormats
import SimHarness

/// One command line that help shows, and what it does.
package struct CommandExample: Equatable, Sendable {
  /// The line as a user of `simbench` types it, without a prompt.
  package let line: String
  /// One sentence on what it shows.
  package let explanation: String

  /// Pairs a command line with its explanation.
  package init(_ line: String, _ explanation: String) {
    self.line = line
    self.explanation = explanation
  }

  /// The line with another program in place of `simbench`.
  package func line(for program: String) -> String {
    line.split(separator: " ", omittingEmptySubsequences: false).map { word in
      word == "simbench" ? program : word == "<(simbench" ? "<(\(program)" : String(word)
    }.joined(separator: " ")
  }
}

/// What a command does.
package protocol Command: SendableMetatype {
  /// Reads its options and arguments, which the table has checked.
  init(_ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console) throws
  /// Does it.
  func run() throws -> ExitCode
}

/// One command: everything that the parser, help, completions and the manual page know of it, and
/// what does it.
package struct CommandSpec: Sendable {
  /// What the parser makes of a command.
  package enum Role: Equatable, Sendable {
    /// It is handed to the program with its options and arguments.
    case action
    /// Its arguments are the words of another command, whose help is asked for.
    case help
  }

  /// One word, or two that share a first word with related commands.
  package let name: String
  /// One sentence for the list of commands and the head of the command's help.
  package let summary: String
  /// Paragraphs that follow the usage line.
  package let discussion: [String]
  /// Positional arguments in order.
  package let arguments: [ArgumentSpec]
  /// Options in the order help lists them, without those that every command has.
  package let options: [OptionSpec]
  /// What it refuses to take more of.
  package let limits: [Limit]
  /// Command lines worth copying.
  package let examples: [CommandExample]
  /// What the command's exit code can say beside what that of every command can; empty where that
  /// is nothing but that it passed.
  package let verdicts: [ExitCode]
  /// What the parser makes of the command.
  package let role: Role
  /// What does it; nil for what the parser does itself.
  package let implementation: (any Command.Type)?

  /// Describes one command.
  package init(
    _ name: String, _ summary: String, discussion: [String] = [],
    arguments: [ArgumentSpec] = [], options: [OptionSpec] = [], limits: [Limit] = [],
    examples: [CommandExample] = [], verdicts: [ExitCode] = [], role: Role = .action,
    implementation: (any Command.Type)? = nil
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.arguments = arguments
    self.options = options
    self.limits = limits
    self.examples = examples
    self.verdicts = verdicts
    self.role = role
    self.implementation = implementation
  }

  /// The words of the name.
  package var words: [String] { name.split(separator: " ").map(String.init) }
}

/// Commands that help lists under one heading.
package struct CommandGroup: Sendable {
  /// The heading.
  package let title: String
  /// The commands in the order help lists them.
  package let commands: [CommandSpec]

  /// Puts commands under a heading.
  package init(_ title: String, _ commands: [CommandSpec]) {
    self.title = title
    self.commands = commands
  }
}

/// Something that holds for every command.
package struct CommandNote: Equatable, Sendable {
  /// What it is about, in a word.
  package let name: String
  /// A few sentences.
  package let text: String

  /// Makes a note.
  package init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }
}
