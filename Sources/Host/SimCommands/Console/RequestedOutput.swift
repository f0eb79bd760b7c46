import SimPlatform
import SimReport

/// An output that an option asks for.
struct RequestedOutput {
  /// The option's name.
  let option: String
  /// The file, `-` for standard output, or the folder of a page in several files.
  let path: String
  /// Whether it goes to standard output.
  let isPrinted: Bool

  /// Those of some options that were given; whatever has a page has it as a folder, too.
  static func all(of options: [String], in parsed: ParsedCommand) -> [RequestedOutput] {
    (options + (options.contains("html") ? [folder] : [])).compactMap { option in
      parsed.string(option).map { path in
        RequestedOutput(
          option: option, path: path, isPrinted: path == "-" && parsed.isPrintable(option))
      }
    }
  }

  private static let folder = "html-folder"

  /// The name of its format.
  var format: String { option == Self.folder ? "html" : option }

  /// The files that it writes; those of a page's pictures are known only with the page.
  var paths: [String] {
    option == Self.folder ? PageFolder.names.map { "\(path)/\($0)" } : [path]
  }

  /// Stages what was made of it.
  ///
  /// The summary of a step, which `GITHUB_STEP_SUMMARY` names, belongs to all commands of the step,
  /// so it keeps what it has.
  func stage(
    _ text: String, in transaction: FileTransaction, _ console: Console
  ) throws {
    switch option {
    case Self.folder:
      for file in PageFolder.files(of: text) {
        try transaction.stage(file.bytes, at: "\(path)/\(file.name)")
      }
    case "markdown" where isStepSummary(console):
      // An empty line ends whatever block comes before.
      try transaction.stage("\n\n" + text, at: path, existing: .appended)
    default: try transaction.stage(text, at: path)
    }
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
