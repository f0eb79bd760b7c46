import SimFormats

extension TuneReport {
  /// The caps as a table for spreadsheets: one row per scenario, device class and frame rate.
  package static func csv(_ results: [CapResult], levels: [CapLevels] = []) -> String {
    let columns = [
      "scenario", "device", "renderer", "frameRate", "population", "outcome", "cap", "nominalCap",
      "optimisticCap", "productCap", "bound", "headroom", "cpuNanoseconds",
      "gpuNanoseconds",
      "costs", "minimumLevel", "startLevel", "maximumLevel", "levelQuantum",
    ]
    let rows = results.map { result in row(result, levels) }
    return ([columns] + rows).map { $0.map(field).joined(separator: ",") + "\n" }.joined()
  }

  private static func row(_ result: CapResult, _ levels: [CapLevels]) -> [String] {
    let point = result.point(at: result.cap) ?? result.points.first
    let level = levels.first {
      $0.scenario == result.scenario && $0.device == result.device.name
        && $0.frameRate == result.frameRate
    }
    let hasCount = result.quantum > 0
    func count(_ cap: UInt32?) -> String { hasCount ? cap.map { "\($0)" } ?? "" : "" }
    func whole(_ time: Double) -> String { "\(UInt64(min(max(time.rounded(), 0), 1e18)))" }
    let cap: UInt32? = if case .found(let found) = result.outcome { found } else { nil }
    return [
      result.scenario, result.device.name, result.renderer, "\(result.frameRate)",
      result.population, result.found.word, count(cap), count(result.nominalCap),
      count(result.optimisticCap), count(result.productCap), result.bound?.rawValue ?? "",
      result.headroom.map { "\(FigureText.rounded($0, decimals: 4))" } ?? "",
      point.map { whole($0.pessimistic.processor) } ?? "",
      point.map { whole($0.pessimistic.graphics) } ?? "",
      result.provenance ?? "none", count(level?.minimum), count(level?.start),
      count(level?.maximum), count(level?.quantum),
    ]
  }

  /// A field in quotation marks where it needs them (RFC 4180).
  private static func field(_ text: String) -> String {
    let text = MessageText.oneLine(text)
    guard text.contains(where: { ",\"".contains($0) }) else { return text }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }
}
