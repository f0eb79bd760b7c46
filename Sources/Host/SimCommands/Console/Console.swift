import SimFormats
import SimPlatform
import SimReport

/// The input and output of a command; tests replace it.
package struct Console {
  /// Writes to standard output; returns false if its reader has exited.
  package var output: (String) -> Bool
  /// Writes to standard error.
  package var error: (String) -> Void
  /// Whether standard output is a terminal that shows color.
  package var isStyled: Bool
  /// Whether standard error is a terminal, so that progress may be shown.
  package var showsProgress: Bool
  /// Columns of the terminal.
  package var width: Int
  /// Columns for wrapping text; nil if standard output is not a terminal.
  package var textWidth: Int?
  /// Why writing to standard output failed, in one line; nil if it did not fail or only because its
  /// reader has exited.
  package var outputFailure: () -> String? = { nil }
  /// Whether a signal interrupted the wait for a slow reader of standard output.
  package var wasInterrupted: () -> Bool = { false }

  /// Path of this executable, to start child processes; nil if all work must be done in this
  /// process, as in tests.
  package var executable: String?

  /// Asks the user and returns the answer, or nil at the end of input; nil if no terminal is
  /// attached.
  package var ask: ((String) -> String?)?

  /// The value of an environment variable, which tells the shard of a batch engine.
  package var environment: (String) -> String? = { _ in nil }

  /// Whether goldens may be recorded: not in CI, where no person reviews them.
  package var mayRecord = true

  /// Creates a console from its parts.
  package init(
    output: @escaping (String) -> Bool, error: @escaping (String) -> Void, isStyled: Bool,
    showsProgress: Bool, width: Int
  ) {
    self.output = output
    self.error = error
    self.isStyled = isStyled
    self.showsProgress = showsProgress
    self.width = width
  }

  /// Prints text without control characters, so that names in it cannot move the cursor or reorder
  /// text.
  func say(_ text: String) {
    _ = output(MessageText.screen(text, keeping: isStyled ? TerminalRenderer.styles : []))
  }

  /// Writes one line per run that was not judged to standard error, where no report shows them.
  func report(_ notJudged: [NotJudgedRun]) {
    for run in notJudged {
      let words = "\(run.file): not judged: \(run.reason); next: \(run.next)"
      error("simbench: \(MessageText.message(words))\n")
    }
  }

  /// A console that prints nothing, for concurrent jobs, whose lines would be mixed.
  ///
  /// - Parameter executable: Path of this executable.
  static func silent(executable: String?) -> Console {
    var console = Console(
      output: { _ in true }, error: { _ in }, isStyled: false, showsProgress: false, width: 80)
    console.executable = executable
    return console
  }

  /// The process's own standard streams.
  package static var standard: Console {
    let failure = OutputFailure()
    var console = Console(
      output: { failure.write($0) },
      error: { try? StandardStreams.write($0, to: .error) },
      isStyled: StandardStreams.wantsColor(.output),
      showsProgress: StandardStreams.isTerminal(.error),
      width: StandardStreams.columnCount(.output) ?? StandardStreams.columnCount(.error) ?? 80)
    console.textWidth = StandardStreams.columnCount(.output)
    console.outputFailure = { failure.message }
    console.wasInterrupted = { failure.isInterruption }
    if StandardStreams.isInputTerminal, StandardStreams.isTerminal(.error) {
      // Not to standard output, which may be redirected to a file.
      console.ask = { question in
        try? StandardStreams.write(question, to: .error)
        return readLine()
      }
    }
    console.executable = Environment.executablePath
    console.environment = { Environment.value($0) }
    console.mayRecord = !Environment.isCI
    return console
  }
}

extension FileLock {
  /// Locks the folders of files that are read, changed and written; if that takes long, reports on
  /// standard error which process holds the lock.
  ///
  /// - Parameter limitSeconds: Maximum wait in seconds.
  static func waited(
    for paths: [String], _ console: Console, limitSeconds: Double = 60
  ) throws -> FileLock {
    try FileLock(files: paths, limitSeconds: limitSeconds) { words in
      console.error("simbench: \(MessageText.oneLine(words))\n")
    }
  }
}

/// Writes to standard output and keeps the first failure that must be reported.
private final class OutputFailure {
  private(set) var message: String?
  private(set) var isInterruption = false

  func write(_ text: String) -> Bool {
    do throws(StreamError) {
      try StandardStreams.write(text, to: .output)
      return true
    } catch {
      switch error {
      // A reader such as `head` ends when it has seen enough, which is not a failure.
      case .closed: break
      case .interrupted: isInterruption = true
      default: message = message ?? error.message
      }
      return false
    }
  }
}
