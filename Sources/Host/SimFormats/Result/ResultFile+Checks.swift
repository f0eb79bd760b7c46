import SimImageAnalysis

extension ResultFile {
  static func load(_ node: JSONNode) throws(FormatError) -> [LoadSummary] {
    var loads: [LoadSummary] = []
    for element in try node.array(count: 0...10_000) {
      var reader = try element.object()
      let names = [CheckStatus.passed, .failed, .notMeasured].map { $0.rawValue }
      let status = try reader.required("status").string(oneOf: names)
      var load = LoadSummary(
        population: try reader.required("population").string(),
        claimed: try reader.required("claimed").uint32(),
        longestRun: try reader.required("longestRun").uint32(),
        requiredRun: try reader.required("requiredRun").uint32(),
        status: CheckStatus(rawValue: status) ?? .notMeasured)
      load.line = try count32(reader.optional("line"))
      loads.append(load)
    }
    return loads
  }

  static func budgets(
    _ node: JSONNode, _ measures: [Measure]
  ) throws(FormatError) -> [BudgetSummary] {
    var budgets: [BudgetSummary] = []
    for element in try node.array(count: 0...10_000) {
      budgets.append(try budget(element, measures))
    }
    return budgets
  }

  private static func budget(
    _ node: JSONNode, _ measures: [Measure]
  ) throws(FormatError) -> BudgetSummary {
    var reader = try node.object()
    let path = try reader.required("name").string(oneOf: measures.map { $0.path })
    guard let measure = measures.first(where: { $0.path == path }) else {
      preconditionFailure("the path was checked against the list")
    }
    let bound = try reader.required("bound").string(oneOf: Budget.Bound.allCases.map(\.rawValue))
    var budget = Budget(
      id: try reader.required("id").string(), measure: measure,
      bound: Budget.Bound(rawValue: bound) ?? .atMost,
      limit: try number(reader.required("limit")))
    budget.line = try count32(reader.optional("line"))
    let passed = try optional(reader.required("passed")) { (node) throws(FormatError) in
      try node.bool()
    }
    return BudgetSummary(
      budget: budget, measured: try numberOrNone(reader.required("measured")),
      status: passed.map { $0 ? .passed : .failed } ?? .notMeasured,
      note: try text(reader.required("note")))
  }

  static func calmness(_ node: JSONNode) throws(FormatError) -> Calmness? {
    try optional(node) { (node) throws(FormatError) in
      var reader = try node.object()
      var calmness = Calmness(comparedFrames: try reader.required("comparedFrames").uint64())
      var luminance = try reader.required("luminanceChange").object()
      calmness.meanLuminanceChange = try float(luminance.required("mean"))
      calmness.worstLuminanceChange = try float(luminance.required("worst"))
      var local = try reader.required("localChange").object()
      calmness.worstLocalChange = try float(local.required("worst"))
      var area = try reader.required("movingArea").object()
      calmness.meanMovingArea = try float(area.required("mean"))
      calmness.worstMovingArea = try float(area.required("worst"))
      var patches = try reader.required("patches").object()
      calmness.followedPatches = try patches.required("followed").uint64()
      calmness.lostPatches = try patches.required("lost").uint64()
      calmness.movingPatches = try patches.required("moving").uint64()
      calmness.speed = try spread(reader.required("speed"))
      calmness.jerk = try spread(reader.required("jerk"))
      return calmness
    }
  }

  private static func spread(_ node: JSONNode) throws(FormatError) -> QuantileSpread? {
    try optional(node) { (node) throws(FormatError) in
      var reader = try node.object()
      return QuantileSpread(
        p50: try float(reader.required("p50")), p95: try float(reader.required("p95")),
        maximum: try float(reader.required("max")))
    }
  }

  static func strokeLatency(_ node: JSONNode) throws(FormatError) -> StrokeLatencySummary? {
    try optional(node) { (node) throws(FormatError) in
      var reader = try node.object()
      var whatIf = try reader.required("whatIf").object()
      let prediction = try whatIf.required("prediction")
      var predictionReader = try prediction.object()
      return StrokeLatencySummary(
        samples: try reader.required("samples").uint64(), spread: try times(node),
        sightings: try sightings(reader.required("ink")),
        pipelineDepth: try reader.required("pipelineDepth").uint32(),
        refreshRate: try reader.required("refreshRate").uint32(),
        allowance: try numberOrNone(reader.optional("allowance")),
        missedFrames: try reader.required("missedFrames").uint64(),
        lag: try spread(reader.required("lagPoints")),
        withDepthOne: try times(whatIf.required("depth1")),
        atHertz120: try times(whatIf.required("hertz120")),
        withPrediction: try times(prediction),
        predictionError: try spread(predictionReader.required("errorPoints")))
    }
  }

  private static func times(
    _ node: JSONNode
  ) throws(FormatError) -> StrokeLatencySummary.Spread {
    var reader = try node.object()
    return StrokeLatencySummary.Spread(
      p50: try numberOrNone(reader.required("p50")), p95: try numberOrNone(reader.required("p95")),
      maximum: try numberOrNone(reader.required("max")),
      overLimit: try reader.required("overLimit").uint64())
  }

  private static func sightings(
    _ node: JSONNode
  ) throws(FormatError) -> StrokeLatencySummary.Sightings? {
    try optional(node) { (node) throws(FormatError) in
      var reader = try node.object()
      return StrokeLatencySummary.Sightings(
        inFrame: try reader.required("inFrame").uint64(),
        alreadyInked: try reader.required("alreadyInked").uint64(),
        later: try reader.required("later").uint64(), never: try reader.required("never").uint64())
    }
  }
}
