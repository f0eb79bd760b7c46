import SimFormats
import SimHarness
import SimPlatform
import SimReport

/// Why a command stops early.
package enum CommandError: Error {
  /// The command line is wrong.
  case usage(UsageError)
  /// A file or value is wrong; one line.
  case badInput(String)
  /// Several files are wrong; one line per message.
  case badFiles([String])
  /// The process produces different results than other processes; one line.
  case otherArithmetic(String)
  /// The machine failed, so there is no verdict; one line.
  case machine(String)
  /// The tool itself is broken; one line.
  case broken(String)
  /// A signal requested to stop.
  case interrupted

  /// The exit code of the error.
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

extension CommandError {
  /// Converts an error of any layer in one place, so that commands can let errors pass through.
  init(_ error: any Error) {
    switch error {
    case let error as CommandError: self = error
    case let error as UsageError: self = .usage(error)
    case let error as GitError: self = .badInput(error.message)
    default:
      switch SimbenchError(error) {
      case .badInput(let message): self = .badInput(message)
      case .machine(let message): self = .machine(message)
      case .interrupted: self = .interrupted
      case .broken(let message): self = .broken(message)
      }
    }
  }
}

extension NotJudgedRun {
  /// Judges one of several runs; a failure of the machine is a result, so that the others go on.
  ///
  /// - Parameters:
  ///   - file: Path of the file that describes the run, with the run of its matrix.
  ///   - command: Words of the command that runs it alone, without the program.
  ///   - body: Runs and judges it.
  /// - Throws: Every error of `body` that is not a failure of the machine.
  static func attempt<Value>(
    _ file: String, _ command: [String], _ body: () throws -> Value
  ) throws -> Result<Value, NotJudgedRun> {
    do {
      return .success(try body())
    } catch {
      guard case .machine(let reason) = CommandError(error) else { throw error }
      return .failure(NotJudgedRun(file, reason: reason, next: ShellCommand.simbench(command)))
    }
  }
}

extension Result where Failure == NotJudgedRun {
  /// The result of a judged run; nil if it was not judged.
  var judged: Success? { try? get() }
  /// The run that was not judged; nil if it was.
  var notJudged: NotJudgedRun? {
    guard case .failure(let run) = self else { return nil }
    return run
  }
}
