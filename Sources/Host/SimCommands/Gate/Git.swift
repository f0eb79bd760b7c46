import SimPlatform

/// An error of git.
struct GitError: Error {
  /// Its message, including advice, on one line.
  let message: String
}

/// Queries a checkout with git.
enum Git {
  /// The first line that git prints; empty if it prints nothing.
  ///
  /// - Parameter folder: The folder in which git runs; nil for the current one.
  /// - Throws: `GitError` if git fails or is missing, `interrupted` after a signal.
  @discardableResult
  static func line(_ arguments: [String], in folder: String? = nil) throws -> String {
    let result: ProcessResult
    do {
      result = try ProcessRunner.interruptible("git", arguments, in: folder)
    } catch let error as ProcessError where !error.isMachineFault {
      throw GitError(message: error.message)
    }
    guard result.exitCode == 0 else {
      // The lines after the first one are advice.
      let words = result.errorText.split(whereSeparator: { $0.isWhitespace })
      let reason = words.isEmpty ? "exit code \(result.exitCode)" : words.joined(separator: " ")
      throw GitError(message: "git \(arguments[0]): \(reason)")
    }
    return result.outputText.split(separator: "\n").first.map { String($0) } ?? ""
  }

  /// The first twelve digits of the checked-out commit.
  ///
  /// - Throws: `GitError` if there is no commit or git fails.
  static func commit(in folder: String? = nil) throws -> String {
    // Unlike rev-parse, log has a clear error message if there is no commit yet.
    try line(["log", "-1", "--no-show-signature", "--abbrev=12", "--format=%h"], in: folder)
  }
}

extension ProcessRunner {
  /// Runs a program until it exits or a signal stops it or this process.
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
