import SimFormats

extension SceneResult {
  /// The checks of the run as a suite; its properties have the instructions, its output has the
  /// functions that allocated.
  ///
  /// A case is named after the metric, without the limit, so that it keeps its history when a limit
  /// changes; message and body of a failure have the limit. The body names the scenario file.
  ///
  /// - Parameter name: The suite's name, different for each run.
  func suite(named name: String) -> JUnitSuite {
    let checks = Check.all(in: self)
    let names = checks.map { $0.caseName }
    return JUnitSuite(
      name: name, properties: suiteProperties,
      cases: checks.enumerated().map { place, check in
        // Two limits on one figure are two cases.
        let number = names[...place].count { $0 == names[place] }
        return JUnitSuite.Case(
          name: names[place] + (number > 1 ? " #\(number)" : ""), outcome: outcome(of: check))
      },
      output: assumedSentences + siteLines, nanoseconds: timing.wallNanoseconds)
  }

  private var suiteProperties: [(name: String, value: String)] {
    var properties: [(name: String, value: String)] = [
      ("scene", scene), ("seed", "\(seed)"), ("device", device.name), ("frames", "\(frames)"),
      ("digest.chain", Quantity.hexadecimal(digest.chain)), ("version", environment.version),
      ("build", environment.build),
    ]
    if let gateName { properties.insert(("gate", gateName), at: 1) }
    let summary = timing.instructions
    guard summary.isAskedFor else { return properties }
    properties.append(("instructions.method", summary.source.rawValue))
    if let note = summary.note {
      properties.append(("instructions.note", MessageText.oneLine(note)))
    }
    guard summary.source != .none else { return properties }
    properties.append(("instructions.frames", "\(summary.frames)"))
    properties += summary.counts.map { count in
      (
        "instructions.perFrame.\(count.name)", Quantity.trimmed(summary.perFrame(count), 1)
      )
    }
    return properties
  }

  private var siteLines: [String] {
    guard let sites = allocations.sites else { return [] }
    guard !sites.top.isEmpty else { return ["allocation sites: nothing allocated after warm-up"] }
    let lines = sites.top.map { site in
      let names = ([site.function] + site.callers).map { CountWords.shortened($0) }
      return (site.facts + [names.joined(separator: " ← ")]).joined(separator: ", ")
    }
    return ["allocation sites after warm-up:"] + lines + sites.restWords
  }

  private func outcome(of check: Check) -> JUnitSuite.Outcome {
    switch check.status {
    case .passed: return .passed
    case .notMeasured: return .skipped(message: check.outcome)
    case .failed:
      let isError = check.kind == .invariants
      return .failed(
        type: isError ? fault?.kind ?? "violation" : check.kindName, message: check.outcome,
        body: failureBody(check), isError: isError)
    }
  }

  private func failureBody(_ check: Check) -> String {
    let line = scenarioFile.map { file in
      [check.line.map { "\(file):\($0)" } ?? file]
    }
    let conditions = ([scenario] + conditions).joined(separator: ", ")
    return (["\(check.id): \(check.outcome)", conditions] + (line ?? [])).joined(separator: "\n")
  }
}

extension Check {
  /// The kind as a word.
  fileprivate var kindName: String {
    switch kind {
    case .invariants: "invariants"
    case .budget: "budget"
    case .load: "load"
    }
  }
}
