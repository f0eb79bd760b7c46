import SimFormats

/// Why a command stops early.
package enum CommandError: Error {
  /// The command line is wrong.
  case usage(UsageError)
  /// A file or value is wrong; one line.
  case badInput(String)
  /// The process computes in another way than every other; one line.
  case otherArithmetic(String)
  /// The tool itself is broken; one line.
  case broken(String)
  /// Someone asked to stop.
  case interrupted

  /// The exit code that says so.
  package var exitCode: ExitCode {
    switch self {
    case .usage, .badInput: .usage
    case .otherArithmetic: .determinismBroken
    case .broken: .internalError
    case .interrupted: .interrupted
    }
  }

  /// One line for standard error; nil when nothing needs saying.
  package var message: String? {
    switch self {
    case .usage(let error): error.message
    case .badInput(let message), .otherArithmetic(let message), .broken(let message):
      MessageText.message(message)
    case .interrupted: nil
    }
  }
}
