/// One option of a command, as a row of the command table.
package struct OptionSpec: Equatable, Sendable {
  /// What an option's value is called and how a shell completes it.
  package struct Value: Equatable, Sendable {
    /// The word that stands for the value in help, such as `FILE`.
    package let placeholder: String
    /// What a shell may offer; a list of words is also what the parser allows.
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

  /// The long name as it is typed.
  package var spelling: String { "--\(name)" }

  /// The option as one that concerns frames.
  package var ofFrames: OptionSpec {
    var option = self
    option.isOfFrames = true
    return option
  }

  /// The short name as it is typed, if there is one.
  package var shortSpelling: String? { short.map { "-\($0)" } }

  /// An option that is either given or not.
  package static func flag(
    _ name: String, short: Character? = nil, _ summary: String
  ) -> OptionSpec {
    OptionSpec(name: name, short: short, value: nil, summary: summary, isRepeating: false)
  }

  /// An option that takes a value.
  package static func value(
    _ name: String, short: Character? = nil, _ placeholder: String, _ completion: CompletionKind,
    _ summary: String, isRepeating: Bool = false
  ) -> OptionSpec {
    OptionSpec(
      name: name, short: short, value: Value(placeholder: placeholder, completion: completion),
      summary: summary, isRepeating: isRepeating)
  }
}
