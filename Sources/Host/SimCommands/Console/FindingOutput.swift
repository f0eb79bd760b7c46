import SimFormats
import SimHarness
import SimPlatform
import SimReport

/// Where a command leaves what it found: JSON for programs, text for people, and other formats that
/// it may have.
struct FindingOutput {
  /// Whether nothing may be printed but the JSON that was asked for.
  let isQuiet: Bool
  /// The maximum count of bytes of a summary in Markdown.
  let markdownLimit: Int
  /// The JSON and further formats that were asked for.
  private let outputs: [RequestedOutput]
  /// Whether annotations follow the text.
  private let annotates: Bool
  private let console: Console

  /// Takes the options `--json` and `--quiet`.
  init(_ parsed: ParsedCommand, _ console: Console) {
    isQuiet = parsed.flag("quiet")
    outputs = RequestedOutput.all(of: ["json"], in: parsed)
    markdownLimit = MarkdownReport.defaultByteCount
    annotates = false
    self.console = console
  }

  /// Takes the options `--json` and `--quiet`, further ones that name a file for a format, and
  /// `--annotations` where there is one.
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

  /// Fails when two outputs, named by their options, go to standard output.
  static func checkOneIsPrinted(_ printed: [String]) throws {
    guard printed.count < 2 else {
      throw CommandError.badInput(
        "--\(printed[0]) and --\(printed[1]): only one of them can be printed; name a file for "
          + "the other")
    }
  }

  /// Whether a further format was asked for.
  func wants(_ format: String) -> Bool { outputs.contains { $0.format == format } }

  /// Whether standard output carries the JSON, or another format, and nothing else.
  var isPrinted: Bool { outputs.contains { $0.isPrinted } }

  /// Whether text for people is printed.
  var says: Bool { !isQuiet && !isPrinted }

  /// Fails when an output could not be written, or would replace another one or an input.
  ///
  /// - Parameters:
  ///   - others: further files that will be written.
  ///   - updates: files that are read and brought up to date.
  ///   - inputs: files that will be read; those that were read are known.
  func checkNames(
    _ others: [String?] = [], updates: [String] = [], inputs: [String] = []
  ) throws {
    let own = outputs.filter { !$0.isPrinted }.flatMap { $0.paths }
    try OutputNames.check(
      others.compactMap { $0 } + own, updates: updates, inputs: inputs)
  }

  /// Commits the files of a transaction, the JSON among them, and prints.
  ///
  /// - Parameters:
  ///   - findings: What SARIF and annotations say.
  ///   - format: Makes the text of one of the other formats.
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
    if let printed {
      _ = console.output(printed)
    } else if says, !text.isEmpty {
      console.say(text)
    }
    if annotates { _ = console.output(tree.annotations(findings())) }
  }
}
