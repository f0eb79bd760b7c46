import SimFormats
import SimHarness

/// An example command line in help.
package struct CommandExample: Equatable, Sendable {
  /// The line as a user of `simbench` types it, without a prompt.
  package let line: String
  /// A caption of one sentence.
  package let explanation: String

  /// Creates an example.
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

/// The implementation of a command.
package protocol Command: SendableMetatype {
  /// Reads options and arguments that the parser has checked.
  init(_ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console) throws
  /// Runs the command.
  func run() throws -> ExitCode
}

/// One command: the data for parser, help, completions and manual page, and its implementation.
package struct CommandSpec: Sendable {
  /// How the parser handles a command.
  package enum Role: Equatable, Sendable {
    /// The program runs it with its options and arguments.
    case action
    /// Its arguments are the words of another command, whose help is shown.
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
  /// Options in the order of help, without those that every command has.
  package let options: [OptionSpec]
  /// Limits on its input.
  package let limits: [Limit]
  /// Command lines worth copying.
  package let examples: [CommandExample]
  /// Exit codes in addition to those of every command; empty if the command has no verdict.
  package let verdicts: [ExitCode]
  /// How the parser handles the command.
  package let role: Role
  /// The implementation; nil for commands that the parser handles itself.
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
  /// The commands in the order of help.
  package let commands: [CommandSpec]

  /// Groups commands under a heading.
  package init(_ title: String, _ commands: [CommandSpec]) {
    self.title = title
    self.commands = commands
  }
}

/// A note that applies to every command.
package struct CommandNote: Equatable, Sendable {
  /// The topic, in a word.
  package let name: String
  /// A few sentences.
  package let text: String

  /// Creates a note.
  package init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }
}
