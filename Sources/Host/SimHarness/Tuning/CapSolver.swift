import SimFormats
import SimRuntime
import SimInput
import SimStatistics

/// Finds the highest count a device class can afford, from exact counts of work and its costs.
///
/// Nothing is timed: the same scenario and costs give the same caps everywhere.
package struct CapSolver {
  /// How to search.
  package struct Options {
    /// Share of the frame interval, when a frame is due on the device, that stays free.
    package var headroom = 0.1
    /// The renderer; nil for the one that the product draws the scene with.
    package var renderer: String?
    /// Is asked between frames whether to stop.
    package var isInterrupted: () -> Bool = { false }
    /// Is told of every run that was made.
    package var onRun: (() -> Void)?

    /// Makes the default options.
    package init() {}
  }

  /// An input that every count is tried with.
  package struct Input: Sendable {
    /// Its name.
    package var name: String
    /// The generators; nil for the scenario's own.
    package var generators: [InputGenerator]?
  }

  /// The stated set of inputs; the most expensive one decides.
  package static var inputs: [Input] {
    [
      Input(name: "as-written", generators: nil),
      Input(
        name: "shaken",
        generators: [InputGenerator(kind: .shake, eventsPerMinute: 60, strength: 2)]),
      Input(
        name: "mashed",
        generators: [
          InputGenerator(kind: .toddlerMash, eventsPerMinute: 120, strength: 2),
          InputGenerator(kind: .multiTap, eventsPerMinute: 120, strength: 2),
        ]),
      Input(name: "untouched", generators: []),
    ]
  }

  /// A run that has been made; classes whose plans are the same share it.
  private struct Run {
    var scene: String
    var plan: RunPlan
    var trial: WorkTrial
  }

  private let scenes: SceneRegistry
  private let options: Options
  private var runs: [Run] = []
  private var stagePixels: [(scene: String, canvas: SceneCanvas, pixels: UInt64)] = []

  /// Makes a solver that remembers what it has run, every frame's work included.
  package init(_ scenes: SceneRegistry, options: Options) {
    self.scenes = scenes
    self.options = options
  }

  /// The cap of a scenario on its device class.
  ///
  /// - Parameter seconds: Seconds of load after which the device is modeled.
  /// - Throws: `RunError.interrupted` when asked to stop.
  package mutating func solve(
    _ scenario: Scenario, afterSeconds seconds: Double = 0
  ) throws(RunError) -> CapResult {
    let entry = scenes.entry(of: scenario)
    let scene = entry.descriptor
    let interval = scenario.due.milliseconds * 1e6
    var result = CapResult(
      scenario: scenario.name, device: scenario.device, outcome: .skipped(""),
      budgetNanoseconds: interval * (1 - options.headroom))
    result.frameRate = scenario.plan.clock.framesPerSecond
    let parameter = scene.sizeParameter
    if let parameter {
      result.population = scene.parameters[parameter].name.description
      result.productCap = UInt32(scene.parameters[parameter].maximum)
      result.quantum = result.productCap >= 100 ? 10 : 1
    }
    let costs: FrameCosts
    do throws(FrameCosts.Impossible) {
      costs = try FrameCosts(scenario.device, scene, renderer: options.renderer)
    } catch {
      result.renderer = options.renderer ?? ""
      result.outcome = .impossible(error.reason)
      return result
    }
    result.renderer = costs.renderer
    result.isMeasured = costs.isMeasured
    result.isCalibrated = costs.isCalibrated
    if seconds == 0, takeMeasuredCap(scenario, &result) { return result }
    let search = Search(
      scenario: scenario, entry: entry, costs: costs, parameter: parameter, interval: interval,
      seconds: seconds)
    do throws(Stop) {
      try find(search, &result)
    } catch {
      switch error {
      case .interrupted: throw .interrupted
      case .nothingMeasured:
        result.outcome = .impossible("every frame was in the background")
      }
    }
    return result
  }

  /// Takes the cap that a ramp on a cool device found, when there is one.
  private func takeMeasuredCap(_ scenario: Scenario, _ result: inout CapResult) -> Bool {
    guard result.quantum > 0,
      let costs = scenario.device.renderer(named: result.renderer),
      let found = costs.measuredCaps.first(where: {
        $0.scene == scenario.scene && $0.frameRate == result.frameRate
      })
    else { return false }
    let top = result.productCap
    func cap(_ end: CostEnd) -> UInt32 {
      let count = min(max(found.count[end], 0), Double(top))
      return UInt32(count) / result.quantum * result.quantum
    }
    result.isMeasured = true
    result.worstInput = "a ramp on the device"
    (result.nominalCap, result.optimisticCap) = (cap(.nominal), cap(.optimistic))
    let count = cap(.pessimistic)
    result.outcome = count > 0 ? .found(count) : .impossible("a ramp on the device held none")
    result.bound = count == top ? .product : nil
    return true
  }

  private enum Stop: Error {
    case interrupted
    case nothingMeasured
  }

  /// What one search is about.
  private struct Search {
    var scenario: Scenario
    var entry: SceneRegistry.Entry
    var costs: FrameCosts
    var parameter: Int?
    var interval: Double
    var seconds: Double
  }

  /// The time that frames are judged by: the 99th percentile, by nearest rank.
  package static func decidingTime(_ times: [Double]) -> Double {
    Quantiles.nearestRank(0.99, ofSorted: times.sorted())
  }

  // MARK: - The search

  private mutating func find(_ search: Search, _ result: inout CapResult) throws(Stop) {
    let top = result.productCap
    var worst: CapResult.Point?
    for input in Self.inputs {
      let point = try point(search, top, input)
      let isWorse = worst.map {
        result.decidingNanoseconds(point.pessimistic)
          > result.decidingNanoseconds($0.pessimistic)
      }
      guard isWorse ?? true else { continue }
      (worst, result.worstInput) = (point, input.name)
    }
    guard let worst, let input = Self.inputs.first(where: { $0.name == result.worstInput }) else {
      return
    }
    result.points = [worst]
    guard let parameter = search.parameter else {
      judgeWithoutCount(worst, &result)
      return
    }
    let limits = search.entry.descriptor.parameters[parameter]
    let minimum = max(result.quantum, UInt32(limits.minimum))
    for share in 1...4 as ClosedRange<UInt32> {
      let count = max(minimum, top * share / 5 / result.quantum * result.quantum)
      try add(count, search, input, &result)
    }
    result.curve = CostCurve(
      result.points.map {
        (count: Double($0.count), nanoseconds: result.decidingNanoseconds($0.pessimistic))
      })
    guard let cap = try highest(.pessimistic, minimum, search, input, &result) else {
      result.outcome = .impossible(reason(result, minimum: minimum))
      result.nominalCap = try highest(.nominal, minimum, search, input, &result)
      result.optimisticCap = try highest(.optimistic, minimum, search, input, &result)
      return
    }
    result.outcome = .found(cap)
    // At better costs at least as many fit, so no count below is tried.
    result.nominalCap = try highest(.nominal, cap, search, input, &result)
    result.optimisticCap = try highest(.optimistic, cap, search, input, &result)
    guard cap + result.quantum <= top, let above = result.point(at: cap + result.quantum) else {
      result.bound = .product
      return
    }
    result.bound = result.bound(of: above.pessimistic)
  }

  /// The highest count that fits at one end, run at it and one quantum above; nil when not even the
  /// fewest fit.
  ///
  /// A curve through what was run only says where to begin.
  private mutating func highest(
    _ end: CostEnd, _ minimum: UInt32, _ search: Search, _ input: Input, _ result: inout CapResult
  ) throws(Stop) -> UInt32? {
    let top = result.productCap
    let curve = CostCurve(
      result.points.map {
        (count: Double($0.count), nanoseconds: result.decidingNanoseconds($0[end]))
      })
    var count = top
    if let knee = curve.count(reaching: result.budgetNanoseconds), knee < Double(top) {
      count = max(minimum, UInt32(max(0, knee)) / result.quantum * result.quantum)
    }
    try add(count, search, input, &result)
    while !fits(count, end, result), count > minimum {
      count -= result.quantum
      try add(count, search, input, &result)
    }
    guard fits(count, end, result) else { return nil }
    while count + result.quantum <= top {
      try add(count + result.quantum, search, input, &result)
      guard fits(count + result.quantum, end, result) else { break }
      count += result.quantum
    }
    return count
  }

  private func judgeWithoutCount(_ point: CapResult.Point, _ result: inout CapResult) {
    let time = result.decidingNanoseconds(point.pessimistic)
    result.bound = result.bound(of: point.pessimistic)
    result.nominalCap = fits(0, .nominal, result) ? 0 : nil
    result.optimisticCap = fits(0, .optimistic, result) ? 0 : nil
    if time <= result.budgetNanoseconds {
      result.outcome = .found(0)
      return
    }
    result.outcome = .impossible(
      "a frame takes up to \(percent(time, of: result)) % of what it may take, and there is "
        + "nothing to take away")
  }

  private func fits(_ count: UInt32, _ end: CostEnd, _ result: CapResult) -> Bool {
    result.nanoseconds(at: count, end).map { $0 <= result.budgetNanoseconds } ?? false
  }

  private func reason(_ result: CapResult, minimum: UInt32) -> String {
    let time = result.nanoseconds(at: minimum) ?? 0
    return "\(minimum) \(result.population) already take \(percent(time, of: result)) % of what "
      + "a frame may take"
  }

  private func percent(_ time: Double, of result: CapResult) -> String {
    let share = time / result.budgetNanoseconds
    let digits = FigureText.digits(telling: [share], from: 1) {
      FigureText.text($0, digits: $1, shift: 2)
    }
    return FigureText.text(share, digits: digits, shift: 2)
  }

  // MARK: - Runs

  private mutating func add(
    _ count: UInt32, _ search: Search, _ input: Input, _ result: inout CapResult
  ) throws(Stop) {
    guard result.point(at: count) == nil else { return }
    result.points.append(try point(search, count, input))
    result.points.sort { $0.count < $1.count }
  }

  /// The predicted times that decide over a run, of its frames after the first ones.
  private mutating func point(
    _ search: Search, _ count: UInt32, _ input: Input
  ) throws(Stop) -> CapResult.Point {
    let trial = try trial(search, count, input)
    // Without a frame every count would seem to fit.
    guard !trial.works.isEmpty else { throw .nothingMeasured }
    let pixels = Double(search.scenario.plan.maximumPixelCount)
    var frames: [FrameCosts.Frame] = []
    frames.reserveCapacity(trial.works.count)
    for work in trial.works[trial.measuredFrames] {
      frames.append(search.costs.times(work, canvasPixels: pixels))
    }
    func times(_ end: CostEnd) -> CapResult.Times {
      search.costs.deciding(
        frames, afterSeconds: search.seconds, intervalNanoseconds: search.interval, end)
    }
    return CapResult.Point(
      count: count, optimistic: times(.optimistic), nominal: times(.nominal),
      pessimistic: times(.pessimistic))
  }

  private mutating func trial(
    _ search: Search, _ count: UInt32, _ input: Input
  ) throws(Stop) -> WorkTrial {
    var plan = search.scenario.plan
    if let parameter = search.parameter { plan.parameters.values[parameter] = Float(count) }
    if let generators = input.generators {
      plan.generators = generators
      plan.motionTrack = nil
    }
    let scene = search.scenario.scene
    if let known = runs.first(where: { $0.scene == scene && $0.plan == plan }) {
      return known.trial
    }
    let stages = search.costs.hasStages ? try stageWork(search, plan) : 0
    guard var trial = search.entry.trial(plan, false, options.isInterrupted) else {
      throw .interrupted
    }
    options.onRun?()
    for index in trial.works.indices { trial.works[index].stagePixels = stages }
    runs.append(Run(scene: scene, plan: plan, trial: trial))
    return trial
  }

  /// Frames in which pixel stages are run to see what they do.
  private static var stageFrameCount: UInt32 { 4 }

  /// The pixels that a scene's stages work on in a frame, the most of a few frames.
  ///
  /// Stages work on whole pictures, so that every frame does much the same; to run them in all
  /// frames of all inputs would take minutes.
  private mutating func stageWork(_ search: Search, _ plan: RunPlan) throws(Stop) -> UInt64 {
    let scene = search.scenario.scene
    let known = stagePixels.first { $0.scene == scene && $0.canvas == plan.canvas }
    if let known { return known.pixels }
    var short = plan
    short.frameCount = min(plan.frameCount, Self.stageFrameCount)
    guard let trial = search.entry.trial(short, true, options.isInterrupted) else {
      throw .interrupted
    }
    options.onRun?()
    let pixels = trial.works.map(\.stagePixels).max() ?? 0
    stagePixels.append((scene, plan.canvas, pixels))
    return pixels
  }
}

extension SceneDescriptor {
  /// The parameter that says how many members the first population with a cap has.
  fileprivate var sizeParameter: Int? {
    parameters.indices.first { index in
      parameters[index].isWhole && parameters[index].choices.isEmpty
        && populations.contains {
          $0.cap > 0 && $0.name.description == parameters[index].name.description
        }
    }
  }
}
