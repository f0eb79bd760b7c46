import SimFormats
import SimPlatform
import SimReport

/// Where a command's words go; tests replace it.
package struct Console {
  /// Writes to standard output; false when its reader is gone.
  package var output: (String) -> Bool
  /// Writes to standard error.
  package var error: (String) -> Void
  /// Whether standard output is a terminal that shows color.
  package var isStyled: Bool
  /// Whether standard error is a terminal, so that progress may be shown.
  package var showsProgress: Bool
  /// Columns of the terminal.
  package var width: Int
  /// Columns by which text for people is wrapped; nil where it goes to no terminal.
  package var textWidth: Int?
  /// Why standard output took no more, in one line; nil as long as it does, and when the only
  /// reason is that its reader is gone.
  package var outputFailure: () -> String? = { nil }
  /// Whether a signal ended the wait for a slow reader of standard output.
  package var wasInterrupted: () -> Bool = { false }

  /// The program that this process runs, for processes of its own that do a part of the work; nil
  /// where all work has to be done in this one, as in tests.
  package var executable: String?

  /// Asks a person and returns the answer, nil at the end of input; nil where nobody can answer.
  package var ask: ((String) -> String?)?

  /// The value of an environment variable, where a batch engine says something.
  package var environment: (String) -> String? = { _ in nil }

  /// Whether goldens may be recorded: not in CI, where no person looks at them.
  package var mayRecord = true

  /// Makes a console of given parts.
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

  /// Prints text for people; whatever names in it hold, it moves no cursor and reorders nothing.
  func say(_ text: String) {
    _ = output(MessageText.screen(text, keeping: isStyled ? TerminalRenderer.styles : []))
  }

  /// Writes a line per run that was not judged to standard error, where no report shows them.
  func report(_ notJudged: [NotJudgedRun]) {
    for run in notJudged {
      let words = "\(run.file): not judged: \(run.reason); next: \(run.next)"
      error("simbench: \(MessageText.message(words))\n")
    }
  }

  /// A console that prints nothing, for jobs that run at once: their lines would mix.
  ///
  /// - Parameter executable: the program that this process runs.
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
  /// Waits for the folders of files that are read, changed and written, and says on standard error
  /// for whom when that takes long.
  ///
  /// - Parameter limitSeconds: how long to wait at most.
  static func waited(
    for paths: [String], _ console: Console, limitSeconds: Double = 60
  ) throws -> FileLock {
    try FileLock(files: paths, limitSeconds: limitSeconds) { words in
      console.error("simbench: \(MessageText.oneLine(words))\n")
    }
  }
}

/// Writes to standard output and remembers the first failure that has to be reported.
private final class OutputFailure {
  private(set) var message: String?
  private(set) var isInterruption = false

  func write(_ text: String) -> Bool {
    do throws(StreamError) {
      try StandardStreams.write(text, to: .output)
      return true
    } catch {
      switch error {
      case .closed: break
      case .interrupted: isInterruption = true
      default: message = message ?? error.message
      }
      return false
    }
  }
}
