import SimFormats
import SimPlatform
import SimReport

/// The outputs of `run` and `report`, each to a file, or one to standard output.
struct ResultOutputs {
  /// The formats of results.
  private enum Kind: String, CaseIterable {
    case json
    case junit
    case markdown
    case html
    case sarif
    case bencher = "bmf"
    case benchmarkAction = "benchmark-json"
    case openMetrics = "openmetrics"
  }

  private let requests: [RequestedOutput]
  private let annotates: Bool
  private let markdownLimit: Int
  private let console: Console
  /// Whether the JSON contains per-frame series.
  private let keepsSeries: Bool

  /// Reads the options of a command.
  ///
  /// - Parameter others: Other options that can write to standard output, with their values.
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

  /// Whether standard output contains only one of the outputs.
  var isPrinted: Bool { requests.contains { $0.isPrinted } }

  /// Whether an HTML page is requested, which needs images.
  var wantsPage: Bool { requests.contains { $0.format == Kind.html.rawValue } }

  /// Whether an output uses the per-frame series.
  var wantsSeries: Bool { wantsPage || keepsSeries }

  /// Adds every file to a transaction.
  ///
  /// - Returns: The text to print after the files are written.
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

  /// Annotations for the end of the text on standard output; empty if they were not requested.
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
    case .sarif:
      SourceTree(console).sarif(
        Finding.all(in: results), version: results.environment?.version ?? "")
    case .bencher: BencherReport.text(results)
    case .benchmarkAction: BenchmarkActionReport.text(results)
    case .openMetrics: OpenMetricsReport.text(results)
    }
  }
}

extension ResultFile.Results {
  fileprivate var withoutSeries: Self {
    var results = self
    for index in results.runs.indices { results.runs[index].scene?.series = nil }
    return results
  }

  /// The worst exit code of all.
  var exitCode: ExitCode {
    ExitCode.worst(
      of: all.map { ExitCode($0.verdict) } + differentFirstFrames.map { $0.verdict.repeated })
  }
}
