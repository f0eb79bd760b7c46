import SimFormats
import SimPlatform
import SimReport

/// The outputs that `run` and `report` make of results, each to a file or alone to standard output.
struct ResultOutputs {
  /// What can be made of results.
  private enum Kind: String, CaseIterable {
    case json
    case junit
    case markdown
    case html
    case sarif
  }

  private let requests: [RequestedOutput]
  private let annotates: Bool
  private let markdownLimit: Int
  private let console: Console
  /// Whether the JSON holds the series of frames.
  private let keepsSeries: Bool

  /// Reads the options of a command that has them.
  ///
  /// - Parameter others: Further options that may print on standard output, with their values.
  init(
    _ parsed: ParsedCommand, _ console: Console, others: [(name: String, path: String?)]
  ) throws {
    requests = RequestedOutput.all(of: Kind.allCases.map(\.rawValue), in: parsed)
    annotates = parsed.flag("annotations")
    keepsSeries = parsed.flag("series")
    markdownLimit = try MarkdownReport.limit(parsed)
    self.console = console
    var printed = requests.filter { $0.isPrinted }.map { $0.option }
    printed += others.filter { $0.path == "-" }.map { $0.name }
    if !printed.isEmpty, annotates { printed.append("annotations") }
    try FindingOutput.checkOneIsPrinted(printed)
  }

  /// The files to be written.
  var paths: [String] { requests.filter { !$0.isPrinted }.flatMap { $0.paths } }

  /// Whether standard output carries one of the outputs and nothing else.
  var isPrinted: Bool { requests.contains { $0.isPrinted } }

  /// Whether a page is asked for, so that pictures are wanted.
  var wantsPage: Bool { requests.contains { $0.format == Kind.html.rawValue } }

  /// Whether anything is made of the series of frames.
  var wantsSeries: Bool { wantsPage || keepsSeries }

  /// Stages every file.
  ///
  /// - Returns: What is to be printed once the files are in place.
  func stage(
    _ results: ResultFile.Results, showing pictures: HTMLReport.Pictures,
    against reference: HTMLReport.Reference? = nil, in transaction: FileTransaction
  ) throws -> String {
    var printed = ""
    for request in requests {
      guard let kind = Kind(rawValue: request.format) else { continue }
      let text = text(kind, results, pictures, reference)
      if request.isPrinted {
        printed += text
      } else {
        try request.stage(text, in: transaction, console)
      }
    }
    return printed
  }

  /// Annotations for the end of the text on standard output; empty when they were not asked for.
  func annotations(_ results: ResultFile.Results) -> String {
    annotates ? SourceTree(console).annotations(Finding.all(in: results)) : ""
  }

  private func text(
    _ kind: Kind, _ results: ResultFile.Results, _ pictures: HTMLReport.Pictures,
    _ reference: HTMLReport.Reference?
  ) -> String {
    switch kind {
    case .json:
      JSONWriter.text(of: ResultFile.value(keepsSeries ? results : results.withoutSeries))
    case .junit: JUnitReport.text(results)
    case .markdown: MarkdownReport.text(results, limit: markdownLimit)
    case .html: HTMLReport.text(results, showing: pictures, against: reference)
    case .sarif: SourceTree(console).sarif(Finding.all(in: results), version: results.version)
    }
  }
}

extension ResultFile.Results {
  /// The version of the tool that they come from.
  fileprivate var version: String {
    (runs.first?.environment ?? models.first?.environment)?.version ?? ""
  }

  fileprivate var withoutSeries: Self {
    var results = self
    for index in results.runs.indices { results.runs[index].series = nil }
    return results
  }

  /// The worst exit code of all.
  var exitCode: ExitCode {
    ExitCode.worst(
      of: runs.map { ExitCode($0.verdict) } + models.map { ExitCode($0.verdict) }
        + notJudged.map { _ in .notJudged })
  }
}
