import SimPlatform
import SimReport

/// An output that an option asks for.
struct RequestedOutput {
  /// The option's name, which is that of the format.
  let option: String
  /// The file, or `-` for standard output.
  let path: String
  /// Whether it goes to standard output.
  let isPrinted: Bool

  /// Those of some options that were given.
  static func all(of options: [String], in parsed: ParsedCommand) -> [RequestedOutput] {
    options.compactMap { option in
      parsed.string(option).map { path in
        RequestedOutput(
          option: option, path: path, isPrinted: path == "-" && parsed.isPrintable(option))
      }
    }
  }

  /// Stages what was made of it.
  ///
  /// The summary of a step, which `GITHUB_STEP_SUMMARY` names, belongs to all commands of the step,
  /// so it keeps what it has.
  func stage(
    _ text: String, in transaction: FileTransaction, _ console: Console
  ) throws {
    guard option == "markdown", isStepSummary(console) else {
      try transaction.stage(text, at: path)
      return
    }
    // An empty line ends whatever block comes before.
    try transaction.stage("\n\n" + text, at: path, existing: .appended)
  }

  private func isStepSummary(_ console: Console) -> Bool {
    guard let summary = console.environment("GITHUB_STEP_SUMMARY") else { return false }
    return FileIdentity(summary).map { $0 == FileIdentity(path) } ?? false
  }
}

extension MarkdownReport {
  /// The maximum count of bytes that a command line allows.
  static func limit(_ parsed: ParsedCommand) throws -> Int {
    guard parsed.takes("markdown-limit"),
      let limit = try parsed.unsigned("markdown-limit", in: byteCounts)
    else { return defaultByteCount }
    guard parsed.isGiven("markdown") else {
      throw CommandError.badInput("--markdown-limit needs --markdown: it limits its size")
    }
    return Int(limit)
  }
}
