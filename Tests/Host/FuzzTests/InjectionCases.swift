import SimFormats
import SimReport
import SimRuntime

/// Names and texts that a file or a path may hold, put into every output.
enum InjectionCases {
  private static let pieces = [
    "a", "<blink>", "</title>", "<script>alert(1)</script>", "\"", "'", "&amp;", "&", "]]>", "-->",
    "\u{1B}[2J", "\u{0}", "\u{7}", "\u{9B}31m", "\r", "\n", "\t", "\u{202E}", "\u{2066}",
    "\u{200F}",
    "\u{2028}", "|", "`", "```", "*", "_", "[x](javascript:1)", "![i](u)", "::error::", "%0A", "%",
    ",", ":", "\\", "\u{FFFE}", "é", "🙂", "\u{FEFF}", "onerror=", "${{ secrets.X }}", "\u{85}",
    "=cmd|' /C'!A0", "</svg>", "<!--", "<![CDATA[", " ", "\u{301}",
  ]

  static func text(_ numbers: inout FuzzNumbers) -> String {
    if numbers.once(in: 30) { return String(repeating: numbers.pick(pieces), count: 3000) }
    return (0...numbers.below(6)).map { _ in numbers.pick(pieces) }.joined()
  }

  /// Eight texts, and which output they go into.
  static func input(_ seed: UInt64) -> FuzzInput {
    var numbers = FuzzNumbers(seed: seed)
    let target = numbers.pick(InjectionCheck.targets)
    return FuzzInput([target] + (0..<8).map { _ in text(&numbers) })
  }
}

/// What has to hold for outputs that show foreign text: they stay what they are, and nothing in
/// them steers a terminal, a browser or a build's log.
enum InjectionCheck {
  static let targets = [
    "text", "junit", "markdown", "html", "sarif", "bmf", "benchmark-json", "openmetrics",
    "annotations", "json", "history-svg", "history-text", "gate-html", "gate-markdown",
    "gate-junit", "gate-text", "golden-page", "golden-text", "error", "flash", "tune", "tune-plot",
  ]

  static func check(_ input: FuzzInput) throws(FuzzFinding) {
    guard let target = input.arguments.first else { return }
    let texts = Texts(Array(input.arguments.dropFirst()))
    switch target {
    case "json":
      try OutputRules.checkJSON(JSONWriter.text(of: SceneResult.shape.object(texts.result)), target)
    case "history-svg": try OutputRules.checkXML(HistoryReport.svg([texts.series]), target)
    case "history-text": try TextRules.checkLines(HistoryReport.text([texts.series]), target)
    case "gate-html": try OutputRules.checkPage(GateReport.html([texts.gate]), target)
    case "gate-markdown": try TextRules.checkLines(GateReport.markdown([texts.gate]), target)
    case "gate-junit": try OutputRules.checkXML(GateReport.junit([texts.gate]), target)
    case "gate-text":
      try TextRules.checkLines(GateReport.text([texts.gate], isStyled: false), target)
    case "golden-page":
      var page = GoldenPage()
      page.add(GoldenPage.Section(entry: texts.golden, flashes: [], pictures: []))
      try OutputRules.checkPage(page.html, target)
    case "golden-text":
      let report = GoldenReport([texts.golden], orphans: [texts[1]], folder: texts[2])
      try TextRules.checkLines(report.text, target)
      try OutputRules.checkJSON(JSONWriter.text(of: GoldenReport.output.object(report)), target)
    case "error":
      let error = FormatError(
        file: texts[0], path: texts[1],
        problem: .unknown(.key, name: texts[2], suggestion: texts[3], allowed: [texts[4]]))
      try TextRules.checkLines(error.message, target)
    case "flash":
      let bytes = Array(FormatSamples.flash.utf8)
      guard let table = try? FlashTable(parsing: bytes, file: "x.csv") else { return }
      let replay = FlashReplay(table, framesPerSecond: 60)
      try TextRules.checkLines(FlashReport.text(replay, file: texts[0]), target)
    case "tune", "tune-plot":
      try ToolTexts(texts.all).check(target)
    default: try OutputRules.check([texts.result], of: [target])
    }
  }

  /// Hostile texts in every place of the models that may hold foreign text.
  private struct Texts {
    private let texts: [String]

    init(_ texts: [String]) { self.texts = texts }

    var all: [String] { texts }

    subscript(index: Int) -> String { texts.isEmpty ? "" : texts[index % texts.count] }

    var result: SceneResult {
      var result = FormatSamples.result
      result.scenarioFile = self[0]
      result.device.title = self[1]
      result.picture = self[2]
      result.populations[0].name = self[3]
      result.series?.populations[0] = self[3]
      for index in result.load.indices {
        result.load[index].population = self[3]
        result.load[index].status = .failed
      }
      for index in result.budgets.indices {
        result.budgets[index].budget.id = self[4]
        result.budgets[index].budget.measure =
          Measure.all(populations: [self[3]], drawsInk: false)[0]
        result.budgets[index].status = index == 0 ? .failed : .notMeasured
        result.budgets[index].note = self[5]
      }
      result.fault = FaultSummary(
        kind: self[4], frame: 3, phase: self[5], field: self[6], entity: 1, message: self[7])
      result.environment.version = self[6]
      result.environment.toolchain = self[7]
      result.allocations.source = self[0]
      return result
    }

    var series: HistorySeries {
      HistorySeries(
        scenario: self[0], metric: self[1], machine: self[2],
        samples: (0..<9).map {
          HistorySeries.Sample(date: self[3], commit: self[4], value: $0 > 4 ? 2 : 1)
        }, changes: [HistorySeries.Change(index: 5, before: 1, after: 2, chance: 0.01)])
    }

    var gate: GateOutcome {
      var outcome = GateOutcome(
        scenario: self[0], seed: 1, frames: 600, reference: self[1], runVerdict: self[7])
      let old = ExactMetric(path: "digest.\(self[2])", value: .string(self[3]))
      let new = ExactMetric(path: "digest.\(self[2])", value: .string(self[4]))
      outcome.exact = ExactComparison(reference: [old], measured: [new], needsAll: true)
      outcome.missing = .metrics([ExactMetric(path: self[6], value: .string(self[5]))])
      outcome.scenarioFile = self[2]
      outcome.notes = [self[5]]
      outcome.divergence = self[7]
      outcome.firstAllocation = self[0]
      return outcome
    }

    var golden: GoldenReport.Entry {
      GoldenReport.Entry(
        name: self[0], state: .differs, frameCount: 6, framesPerSecond: 60, differingFrames: 2,
        firstFrame: 1, rejectedFrames: 1, reason: self[1], tolerance: self[2], notes: [self[3]],
        pictures: [], pending: self[4])
    }
  }
}
