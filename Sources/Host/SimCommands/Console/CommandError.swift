import SimFormats
import SimHarness
import SimPlatform
import SimPNG

/// Why a command stops early.
package enum CommandError: Error {
  /// The command line is wrong.
  case usage(UsageError)
  /// A file or value is wrong; one line.
  case badInput(String)
  /// Several files are wrong; one line per message.
  case badFiles([String])
  /// The process computes in another way than every other; one line.
  case otherArithmetic(String)
  /// The machine failed, so nothing was judged; one line.
  case machine(String)
  /// The tool itself is broken; one line.
  case broken(String)
  /// Someone asked to stop.
  case interrupted

  /// The exit code that says so.
  package var exitCode: ExitCode {
    switch self {
    case .usage, .badInput, .badFiles: .usage
    case .otherArithmetic: .determinismBroken
    case .machine: .notJudged
    case .broken: .internalError
    case .interrupted: .interrupted
    }
  }

  /// Lines for standard error.
  package var messages: [String] {
    switch self {
    case .usage(let error): [error.message]
    case .badInput(let message), .otherArithmetic(let message), .machine(let message),
      .broken(let message):
      [MessageText.message(message)]
    case .badFiles(let messages): messages.map(MessageText.message)
    case .interrupted: []
    }
  }
}

// MARK: - Errors of other layers

/// An error with a line for people.
private protocol WordedError: Error {
  var message: String { get }
}

extension FileError: WordedError {}
extension FormatError: WordedError {}
extension GitError: WordedError {}
extension LoadError: WordedError {}
extension PNGError: WordedError {}
extension ProcessError: WordedError {}

extension CommandError {
  /// Decides what an error of any layer means; commands let errors pass through.
  init(_ error: any Error) {
    switch error {
    case let error as CommandError: self = error
    case let error as UsageError: self = .usage(error)
    case FileError.interrupted, RunError.interrupted, LaneError.interrupted,
      MeasureError.interrupted:
      self = .interrupted
    case LaneError.failed(let words), MeasureError.failed(let words): self = .badInput(words)
    case LaneError.unknownScene:
      self = .badInput("a program of another target knows no such scene or model")
    case LaneError.machine(let words), MeasureError.machine(let words): self = .machine(words)
    case let error as FileError where error.isMachineFault: self = .machine(error.message)
    case let error as ProcessError where error.isMachineFault: self = .machine(error.message)
    case let error as any WordedError: self = .badInput(error.message)
    default: self = .broken("\(error)")
    }
  }
}
