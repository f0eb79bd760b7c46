/// One option of a command, as a row of the command table.
package struct OptionSpec: Equatable, Sendable {
  /// The placeholder of an option's value and its completion in a shell.
  package struct Value: Equatable, Sendable {
    /// The placeholder in help, such as `FILE`.
    package let placeholder: String
    /// The completions of a shell; a list of words is also checked by the parser.
    package let completion: CompletionKind
  }

  /// The long name without its dashes.
  package let name: String
  /// The letter of the short form, if there is one.
  package let short: Character?
  /// The value the option takes; `nil` for a flag.
  package let value: Value?
  /// One sentence for help.
  package let summary: String
  /// Whether the option may be given more than once.
  package let isRepeating: Bool
  /// Whether the option concerns frames, which a model does not have.
  package private(set) var isOfFrames = false

  /// The long name with its dashes.
  package var spelling: String { "--\(name)" }

  /// This option, marked as one that concerns frames.
  package var ofFrames: OptionSpec {
    var option = self
    option.isOfFrames = true
    return option
  }

  /// The short name with its dash, if there is one.
  package var shortSpelling: String? { short.map { "-\($0)" } }

  /// Creates an option without a value.
  package static func flag(
    _ name: String, short: Character? = nil, _ summary: String
  ) -> OptionSpec {
    OptionSpec(name: name, short: short, value: nil, summary: summary, isRepeating: false)
  }

  /// Creates an option with a value.
  package static func value(
    _ name: String, short: Character? = nil, _ placeholder: String, _ completion: CompletionKind,
    _ summary: String, isRepeating: Bool = false
  ) -> OptionSpec {
    OptionSpec(
      name: name, short: short, value: Value(placeholder: placeholder, completion: completion),
      summary: summary, isRepeating: isRepeating)
  }
}
