import SimPlatform
import SimReport

/// An output that an option requests.
struct RequestedOutput {
  /// The option's name.
  let option: String
  /// The file, `-` for standard output, or the folder of a page in several files.
  let path: String
  /// Whether it goes to standard output.
  let isPrinted: Bool

  /// The outputs of the given options; a command with an HTML page can also write it as a folder.
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

  /// The files that it writes, without a page's image files, which are known only when the page is
  /// made.
  var paths: [String] {
    option == Self.folder ? PageFolder.names.map { "\(path)/\($0)" } : [path]
  }

  /// Adds the output to a transaction.
  ///
  /// The file of `GITHUB_STEP_SUMMARY` is shared by all commands of a step, so the summary is
  /// appended.
  func stage(
    _ text: String, in transaction: FileTransaction, _ console: Console
  ) throws {
    switch option {
    case Self.folder:
      for file in PageFolder.files(of: text) {
        try transaction.stage(file.bytes, at: "\(path)/\(file.name)")
      }
    case "markdown" where isStepSummary(console):
      // An empty line ends any Markdown block before it.
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
  /// The maximum number of bytes given on the command line.
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
