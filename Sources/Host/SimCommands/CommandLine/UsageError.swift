/// An invalid command line: the value found, the allowed values, and the command for help.
package struct UsageError: Error, Equatable, Sendable {
  /// The kind of error, with the values as they were typed.
  package enum Reason: Equatable, Sendable {
    /// The line names no command.
    case missingCommand
    /// Only the first word of a two-word command was given.
    case missingSubcommand(command: String, choices: [String])
    /// There is no such command.
    case unknownCommand(String, suggestion: String?)
    /// The command, or the tool itself, has no such option.
    case unknownOption(String, suggestion: String?)
    /// An option that takes a value was given without one, or with an empty one.
    case missingValue(option: String, placeholder: String)
    /// A flag was given with a value.
    case unexpectedValue(option: String, found: String)
    /// An option that is allowed once was given twice.
    case repeatedOption(String)
    /// Two options exclude each other.
    case conflict(String, String)
    /// A required positional argument is missing.
    case missingArgument(String)
    /// A positional argument is empty text.
    case emptyArgument(String)
    /// There are more positional arguments than the command takes.
    case unexpectedArgument(String)
    /// The value of an option or argument is not allowed.
    case badValue(subject: String, expected: String, found: String, suggestion: String?)
  }

  /// The error.
  package let reason: Reason
  /// The command line for help, such as `simbench run --help`.
  package let helpLine: String

  /// Creates an error.
  package init(_ reason: Reason, helpLine: String) {
    self.reason = reason
    self.helpLine = helpLine
  }

  /// One line without control characters: the problem, a suggestion, and the command for help.
  package var message: String {
    let (problem, suggestion) = parts
    if let suggestion {
      return "\(problem); did you mean \(quoted(suggestion))? See \(helpLine)"
    }
    return "\(problem). See \(helpLine)"
  }

  private var parts: (problem: String, suggestion: String?) {
    switch reason {
    case .missingCommand:
      ("missing command", nil)
    case .missingSubcommand(let command, let choices):
      ("command \(quoted(command)) needs a second word: \(alternatives(choices))", nil)
    case .unknownCommand(let found, let suggestion):
      ("unknown command \(quoted(found))", suggestion)
    case .unknownOption(let found, let suggestion):
      ("unknown option \(quoted(found))", suggestion)
    case .missingValue(let option, let placeholder):
      ("option \(quoted(option)) needs a value \(placeholder)", nil)
    case .unexpectedValue(let option, let found):
      ("option \(quoted(option)) does not take a value, found \(quoted(found))", nil)
    case .repeatedOption(let option):
      ("option \(quoted(option)) may be given only once", nil)
    case .conflict(let first, let second):
      ("options \(quoted(first)) and \(quoted(second)) exclude each other", nil)
    case .missingArgument(let name):
      ("missing argument \(name)", nil)
    case .emptyArgument(let name):
      ("argument \(name) is empty", nil)
    case .unexpectedArgument(let found):
      ("unexpected argument \(quoted(found))", nil)
    case .badValue(let subject, let expected, let found, let suggestion):
      ("\(subject) takes \(expected), found \(quoted(found))", suggestion)
    }
  }
}

/// Words as a choice: "a", "a or b", "a, b or c".
func alternatives(_ words: [String]) -> String {
  guard words.count > 1, let last = words.last else { return words.first ?? "" }
  return "\(words.dropLast().joined(separator: ", ")) or \(last)"
}
