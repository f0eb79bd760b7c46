import SimFormats
import SimPlatform

/// Where a command leaves what it found: JSON for programs, text for people, and other formats that
/// it may have.
struct FindingOutput {
  /// Whether nothing may be printed but the JSON that was asked for.
  let isQuiet: Bool
  private let jsonPath: String?
  /// Further formats that were asked for, with their files.
  private let others: [(name: String, path: String)]
  /// Whether annotations follow the text.
  private let annotates: Bool
  private let console: Console

  /// Takes the options `--json` and `--quiet`.
  init(_ parsed: ParsedCommand, _ console: Console) {
    jsonPath = parsed.string("json")
    isQuiet = parsed.flag("quiet")
    others = []
    annotates = false
    self.console = console
  }

  /// Takes the options `--json` and `--quiet`, further ones that name a file for a format, and
  /// `--annotations` where there is one.
  init(
    _ parsed: ParsedCommand, _ console: Console, also names: [String]
  ) throws {
    jsonPath = parsed.string("json")
    isQuiet = parsed.flag("quiet")
    others = names.compactMap { name in parsed.string(name).map { (name, $0) } }
    annotates = parsed.takes("annotations") && parsed.flag("annotations")
    self.console = console
    var printed =
      (jsonPath == "-" ? ["json"] : []) + others.filter { $0.path == "-" }.map { $0.name }
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
  func wants(_ name: String) -> Bool { others.contains { $0.name == name } }

  /// Whether standard output carries the JSON, or another format, and nothing else.
  var isPrinted: Bool { jsonPath == "-" || others.contains { $0.path == "-" } }

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
    let own = [jsonPath].compactMap { $0 } + self.others.map { $0.path }
    try OutputNames.check(
      others.compactMap { $0 } + own.filter { $0 != "-" }, updates: updates, inputs: inputs)
  }

  /// Commits the files of a transaction, the JSON among them, and prints.
  ///
  /// - Parameters:
  ///   - format: Makes the text of one of the further formats.
  ///   - annotations: Makes the annotations, if they were asked for.
  func write(
    _ value: JSONOutput, _ text: String, with transaction: FileTransaction,
    format: (String) -> String = { _ in "" }, annotations: () -> String = { "" }
  ) throws {
    var printed: String?
    var outputs = others.map { (path: $0.path, text: format($0.name)) }
    if let jsonPath { outputs.append((jsonPath, JSONWriter.text(of: value))) }
    for output in outputs {
      guard output.path != "-" else {
        printed = output.text
        continue
      }
      try transaction.stage(output.text, at: output.path)
    }
    guard !Interrupt.isRequested else { throw CommandError.interrupted }
    try transaction.commit()
    if let printed {
      _ = console.output(printed)
    } else if says, !text.isEmpty {
      console.say(text)
    }
    if annotates { _ = console.output(annotations()) }
  }
}
