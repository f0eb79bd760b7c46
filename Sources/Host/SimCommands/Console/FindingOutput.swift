import SimFormats
import SimHarness
import SimPlatform
import SimReport

/// The outputs of a command's findings: JSON, text, and other formats.
struct FindingOutput {
  /// Whether only the requested JSON may be printed.
  let isQuiet: Bool
  /// Maximum size of a Markdown summary, in bytes.
  let markdownLimit: Int
  /// The requested JSON and other formats.
  private let outputs: [RequestedOutput]
  /// Whether annotations follow the text.
  private let annotates: Bool
  private let console: Console

  /// Reads the options `--json` and `--quiet`.
  init(_ parsed: ParsedCommand, _ console: Console) {
    isQuiet = parsed.flag("quiet")
    outputs = RequestedOutput.all(of: ["json"], in: parsed)
    markdownLimit = MarkdownReport.defaultByteCount
    annotates = false
    self.console = console
  }

  /// Reads the options `--json`, `--quiet`, those that name a file for another format, and
  /// `--annotations` if the command has it.
  init(
    _ parsed: ParsedCommand, _ console: Console, also names: [String]
  ) throws {
    isQuiet = parsed.flag("quiet")
    outputs = RequestedOutput.all(of: ["json"] + names, in: parsed)
    markdownLimit = try MarkdownReport.limit(parsed)
    annotates = parsed.takes("annotations") && parsed.flag("annotations")
    self.console = console
    var printed = outputs.filter { $0.isPrinted }.map { $0.option }
    if !printed.isEmpty, annotates { printed.append("annotations") }
    try Self.checkOneIsPrinted(printed)
  }

  /// Throws if two outputs, given by their options, go to standard output.
  static func checkOneIsPrinted(_ printed: [String]) throws {
    guard printed.count < 2 else {
      throw CommandError.badInput(
        "--\(printed[0]) and --\(printed[1]): only one of them can go to standard output; "
          + "give a file for the other")
    }
  }

  /// Whether another format was requested.
  func wants(_ format: String) -> Bool { outputs.contains { $0.format == format } }

  /// Whether standard output contains only the JSON or another format.
  var isPrinted: Bool { outputs.contains { $0.isPrinted } }

  /// Whether text is printed.
  var says: Bool { !isQuiet && !isPrinted }

  /// Throws if an output cannot be written, or would replace another output or an input.
  ///
  /// - Parameters:
  ///   - others: Other files that will be written.
  ///   - updates: Files that are read and replaced.
  ///   - inputs: Files that will be read, in addition to those already read.
  func checkNames(
    _ others: [String?] = [], updates: [String] = [], inputs: [String] = []
  ) throws {
    let own = outputs.filter { !$0.isPrinted }.flatMap { $0.paths }
    try OutputNames.check(
      others.compactMap { $0 } + own, updates: updates, inputs: inputs)
  }

  /// Commits the files of a transaction, including those about findings, and prints.
  func write(
    _ value: JSONOutput, _ findings: FindingDocument, with transaction: FileTransaction
  ) throws {
    try write(value, findings.text, with: transaction, findings: findings.findings) { format in
      findings.text(of: format, markdownLimit: markdownLimit)
    }
  }

  /// Commits the files of a transaction, including the JSON, and prints.
  ///
  /// - Parameters:
  ///   - findings: The findings for SARIF and annotations.
  ///   - format: Creates the text of one of the other formats.
  func write(
    _ value: JSONOutput, _ text: String, with transaction: FileTransaction,
    findings: @autoclosure () -> [Finding] = [], format: (String) -> String = { _ in "" }
  ) throws {
    var printed: String?
    let tree = SourceTree(console)
    for output in outputs {
      let made =
        switch output.format {
        case "json": JSONWriter.text(of: value)
        case "sarif": tree.sarif(findings(), version: EnvironmentSummary.toolVersion)
        default: format(output.format)
        }
      if output.isPrinted {
        printed = made
      } else {
        try output.stage(made, in: transaction, console)
      }
    }
    guard !Interrupt.isRequested else { throw CommandError.interrupted }
    try transaction.commit()
    // After the commit, so that nothing is printed if the files cannot be written.
    if let printed {
      _ = console.output(printed)
    } else if says, !text.isEmpty {
      console.say(text)
    }
    if annotates { _ = console.output(tree.annotations(findings())) }
  }
}
