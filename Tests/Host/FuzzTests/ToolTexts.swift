import SimFormats
import SimReport
import SimRuntime

/// Foreign text in what the tool says of device classes.
///
/// Names of scenes, scenarios, inputs and units are the tool's own or were checked, and `selftest`
/// shows nothing else.
struct ToolTexts {
  private let texts: [String]

  init(_ texts: [String]) {
    self.texts = texts
  }

  private subscript(index: Int) -> String { texts.isEmpty ? "" : texts[index % texts.count] }

  /// Holds one of the outputs to its format.
  func check(_ target: String) throws(FuzzFinding) {
    switch target {
    case "tune-plot": try OutputRules.checkXML(TunePlot.svg(caps) ?? "", target)
    default:
      try TextRules.checkLines(TuneReport.text(.init(caps, question)), target)
      try TextRules.checkLines(TuneReport.swift(caps), target)
      try OutputRules.checkJSON(
        JSONWriter.text(of: TuneReport.output.object(.init(caps, question))), target)
    }
  }

  private var question: TuneReport.Question {
    TuneReport.Question(
      frameCount: 60, headroom: 0.1, sustainedSeconds: 600, inputs: ["rest"])
  }

  private var caps: [CapResult] {
    var device = FormatSamples.result.device
    device.title = self[1]
    device.costs = DeviceCosts(speed: 1, source: self[2], uncertainty: 0.5)
    let outcomes: [CapResult.Outcome] = [
      .found(20), .impossible("too dear"), .skipped("a pencil"),
    ]
    return outcomes.map { outcome in
      var cap = CapResult(
        scenario: "tiny", device: device, outcome: outcome, budgetNanoseconds: 15e6)
      cap.population = "flakes"
      (cap.productCap, cap.quantum, cap.worstInput) = (40, 10, "rest")
      cap.points = [
        CapResult.Point(count: 10, nanoseconds: 1e6), CapResult.Point(count: 20, nanoseconds: 2e6),
      ]
      return cap
    }
  }
}
