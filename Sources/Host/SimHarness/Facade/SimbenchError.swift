import SimFormats
import SimPNG
import SimPlatform

/// Why a call of `Simbench` gave no result: the errors of files, formats and runs in one type.
public enum SimbenchError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A file or a value is wrong; one line with the place, the problem and what is allowed.
  case badInput(String)
  /// The machine failed, so nothing was judged: no memory, no disk, no process; one line.
  case machine(String)
  /// The task was cancelled, or a signal asked the process to stop.
  case interrupted
  /// The tool itself is broken; one line.
  case broken(String)

  /// One line that names the input, the problem and the next step.
  public var description: String {
    switch self {
    case .badInput(let message), .machine(let message), .broken(let message):
      MessageText.message(message)
    case .interrupted: "the run was stopped before its end"
    }
  }
}

/// An error with a message of one line.
private protocol WordedError: Error {
  var message: String { get }
}

extension FileError: WordedError {}
extension FormatError: WordedError {}
extension LoadError: WordedError {}
extension PNGError: WordedError {}
extension ProcessError: WordedError {}

extension SimbenchError {
  /// Converts an error of any layer in one place.
  package init(_ error: any Error) {
    switch error {
    case let error as SimbenchError: self = error
    case FileError.interrupted, RunError.interrupted, VariantError.interrupted,
      MeasureError.interrupted:
      self = .interrupted
    case VariantError.failed(let words), MeasureError.failed(let words): self = .badInput(words)
    case VariantError.unknownScene:
      self = .badInput("the program for that target does not contain this scene or model")
    case VariantError.machine(let words), MeasureError.machine(let words): self = .machine(words)
    case let error as NotJudgedRun: self = .machine("\(error.file): \(error.reason)")
    case LoadError.file(let error): self.init(error)
    case let error as FileError where error.isMachineFault: self = .machine(error.message)
    case let error as ProcessError where error.isMachineFault: self = .machine(error.message)
    case let error as any WordedError: self = .badInput(error.message)
    default: self = .broken("\(error)")
    }
  }

  /// The same error, of a file that another one names.
  func named(_ file: String) -> SimbenchError {
    switch self {
    case .badInput(let message): .badInput("\(file): \(message)")
    case .machine(let message): .machine("\(file): \(message)")
    case .interrupted, .broken: self
    }
  }

  /// Runs code and converts its errors.
  static func converting<Value>(_ body: () throws -> Value) throws(SimbenchError) -> Value {
    do {
      return try body()
    } catch {
      throw SimbenchError(error)
    }
  }
}
