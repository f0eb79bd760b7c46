import SimFormats

/// The conditions of a history's runs, per scenario: what is common and what differs.
struct HistoryConditions {
  /// The keys of each scenario's runs, in the order of their first run.
  private var keys: [String: [BaselineKey?]] = [:]
  private var runs: [String: [BaselineKey?: Int]] = [:]

  init(_ series: [HistorySeries]) {
    for one in series {
      if !(keys[one.scenario] ?? []).contains(one.key) {
        keys[one.scenario, default: []].append(one.key)
      }
      runs[one.scenario, default: [:]][one.key] = max(
        runs[one.scenario]?[one.key] ?? 0, one.samples.count)
    }
  }

  /// The differing conditions of a series within its scenario; nil if there are none.
  func words(for series: HistorySeries) -> String? {
    let keys = keys[series.scenario] ?? []
    return keys.count > 1 ? words(series.key, among: keys) : nil
  }

  /// One line per scenario whose runs are not all comparable.
  var notes: [String] {
    keys.keys.sorted().compactMap { scenario in
      let keys = keys[scenario] ?? []
      guard keys.count > 1 else { return nil }
      let parts = keys.map { key in
        let count = runs[scenario]?[key] ?? 0
        return "\(count) \(count == 1 ? "run" : "runs") with \(words(key, among: keys))"
      }
      return "\(MessageText.oneLine(scenario)): compared separately, since their work differs: "
        + parts.joined(separator: "; ")
    }
  }

  private func words(_ key: BaselineKey?, among keys: [BaselineKey?]) -> String {
    guard let key else { return "unknown seed, length and device" }
    let others = keys.compactMap { $0 }
    func differs(_ value: (BaselineKey) -> some Equatable) -> Bool {
      others.contains { value($0) != value(key) }
    }
    var parts: [String] = []
    if differs({ $0.seed }) { parts.append("seed \(key.seed)") }
    if let frames = key.frames, differs({ $0.frames }) {
      parts.append(CountWords.counted(frames, "frame"))
    }
    if let milliseconds = key.milliseconds, differs({ $0.milliseconds }) {
      parts.append("\(FigureText.text(Double(milliseconds) / 1000)) s")
    }
    if let device = key.device, differs({ $0.device }) {
      parts.append("device \(MessageText.oneLine(device))")
    }
    if let isMotionReduced = key.isMotionReduced, differs({ $0.isMotionReduced }) {
      parts.append("Reduce Motion \(isMotionReduced ? "on" : "off")")
    }
    if differs({ $0.scenarioDigest }) { parts.append("scenario \(key.scenarioDigest.prefix(8))") }
    if let version = key.sceneBehaviorVersion, differs({ $0.sceneBehaviorVersion }) {
      parts.append("scene behavior \(version)")
    }
    if let version = key.modelBehaviorVersion, differs({ $0.modelBehaviorVersion }) {
      parts.append("model behavior \(version)")
    }
    if differs({ $0.behaviorVersion }) { parts.append("behavior \(key.behaviorVersion)") }
    return parts.isEmpty ? "seed, length and device" : parts.joined(separator: ", ")
  }
}
