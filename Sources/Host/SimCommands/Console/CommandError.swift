import SimFormats
import SimHarness
import SimPlatform
import SimPNG
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

/// An error with a message of one line.
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
  /// Converts an error of any layer in one place, so that commands can let errors pass through.
  init(_ error: any Error) {
    switch error {
    case let error as CommandError: self = error
    case let error as UsageError: self = .usage(error)
    case FileError.interrupted, RunError.interrupted, VariantError.interrupted,
      MeasureError.interrupted:
      self = .interrupted
    case VariantError.failed(let words), MeasureError.failed(let words): self = .badInput(words)
    case VariantError.unknownScene:
      self = .badInput("the program for that target does not contain this scene or model")
    case VariantError.machine(let words), MeasureError.machine(let words): self = .machine(words)
    case let error as NotJudgedRun: self = .machine("\(error.file): \(error.reason)")
    case let error as FileError where error.isMachineFault: self = .machine(error.message)
    case let error as ProcessError where error.isMachineFault: self = .machine(error.message)
    case let error as any WordedError: self = .badInput(error.message)
    default: self = .broken("\(error)")
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
