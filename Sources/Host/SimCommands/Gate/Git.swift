import SimPlatform

/// Why git gave no answer.
struct GitError: Error {
  /// What it said, its advice included, on one line.
  let message: String
}

/// Asks git about a checkout.
enum Git {
  /// The first line that git prints; empty if it prints nothing.
  ///
  /// - Parameter folder: where git runs; nil for the current folder.
  /// - Throws: `GitError` if git fails or is missing, `interrupted` after a signal.
  @discardableResult
  static func line(_ arguments: [String], in folder: String? = nil) throws -> String {
    let result: ProcessResult
    do {
      result = try ProcessRunner.interruptible("git", arguments, in: folder)
    } catch let error as ProcessError {
      throw GitError(message: error.message)
    }
    guard result.exitCode == 0 else {
      // Advice stands in further lines.
      let words = result.errorText.split(whereSeparator: { $0.isWhitespace })
      let reason = words.isEmpty ? "exit code \(result.exitCode)" : words.joined(separator: " ")
      throw GitError(message: "git \(arguments[0]): \(reason)")
    }
    return result.outputText.split(separator: "\n").first.map { String($0) } ?? ""
  }

  /// Twelve digits of the commit that is checked out.
  ///
  /// - Throws: `GitError` if there is none, or git refuses to say.
  static func commit(in folder: String? = nil) throws -> String {
    // Unlike rev-parse, log says what is wrong where there is no commit yet.
    try line(["log", "-1", "--no-show-signature", "--abbrev=12", "--format=%h"], in: folder)
  }
}

extension ProcessRunner {
  /// Runs a program to its end, unless a signal stops it or this process.
  ///
  /// - Throws: `ProcessError`, or `CommandError.interrupted`.
  static func interruptible(
    _ program: String, _ arguments: [String], in folder: String?
  ) throws -> ProcessResult {
    let result: ProcessResult
    do {
      result = try run(program, arguments, workingDirectory: folder)
    } catch {
      throw Interrupt.isRequested ? CommandError.interrupted : error as any Error
    }
    guard !Interrupt.isRequested, result.exitCode != 130 else { throw CommandError.interrupted }
    return result
  }
}
