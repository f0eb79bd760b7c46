/// One positional argument of a command, as a row of the command table.
package struct ArgumentSpec: Equatable, Sendable {
  /// How many words an argument takes.
  package enum Arity: Equatable, Sendable {
    /// Exactly one.
    case one
    /// One or none.
    case optional
    /// At least one.
    case oneOrMore
    /// Any number.
    case zeroOrMore
  }

  /// The placeholder of the argument in help, such as `SCENARIO`.
  package let name: String
  /// One sentence for help.
  package let summary: String
  /// How many words it takes; only the last argument of a command may vary.
  package let arity: Arity
  /// The completions of a shell; a list of words is also checked by the parser.
  package let completion: CompletionKind

  /// Describes one positional argument.
  package init(
    _ name: String, _ arity: Arity, _ completion: CompletionKind, _ summary: String
  ) {
    self.name = name
    self.arity = arity
    self.completion = completion
    self.summary = summary
  }

  /// Whether the command needs at least one word here.
  package var isRequired: Bool { arity == .one || arity == .oneOrMore }

  /// Whether the argument takes all remaining words.
  package var isRepeating: Bool { arity == .oneOrMore || arity == .zeroOrMore }

  /// The argument in a usage line: `NAME`, `[NAME]`, `NAME...` or `[NAME...]`.
  package var usage: String {
    switch arity {
    case .one: name
    case .optional: "[\(name)]"
    case .oneOrMore: "\(name)..."
    case .zeroOrMore: "[\(name)...]"
    }
  }
}
