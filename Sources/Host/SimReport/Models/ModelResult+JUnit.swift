import SimFormats

extension ModelResult {
  /// The properties of the run as a suite.
  ///
  /// A coverage goal that was not reached is skipped. The body of a failure lists the events. Every
  /// required rate is a case.
  func suite(named name: String) -> JUnitSuite {
    var cases = properties.map { JUnitSuite.Case(name: $0.name, outcome: outcome(of: $0)) }
    if let failure, !cases.contains(where: { $0.name == failure.property }) {
      cases.append(JUnitSuite.Case(name: failure.property, outcome: outcome(failure)))
    }
    cases += shares.filter { $0.minimum != nil }
      .map { JUnitSuite.Case(name: $0.name, outcome: outcome(of: $0)) }
    return JUnitSuite(
      name: name,
      properties: [
        ("model", model), ("seed", "\(seed)"), ("steps", "\(steps)"),
        ("digest.chain", Quantity.hexadecimal(chain)),
      ], cases: cases)
  }

  private func outcome(of property: Property) -> JUnitSuite.Outcome {
    if let failure, failure.property == property.name { return outcome(failure) }
    guard property.verdict == .inconclusive else { return .passed }
    return .skipped(message: property.isMark ? "not reached" : "not checked")
  }

  private func outcome(of share: Share) -> JUnitSuite.Outcome {
    let identity = identity(of: share.name)
    guard let finding = (findings + openFindings).first(where: { $0.identity == identity }) else {
      return .passed
    }
    guard finding.isFailure else { return .skipped(message: finding.words) }
    return .failed(type: "rate", message: finding.words, body: finding.words, isError: false)
  }

  private func outcome(_ failure: ExploreFailure) -> JUnitSuite.Outcome {
    .failed(
      type: "property", message: failure.summary,
      body: ModelReport.story(self).joined(separator: "\n"), isError: false)
  }
}
