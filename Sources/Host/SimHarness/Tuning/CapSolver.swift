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
    /// Seconds of work after which the device is looked at.
    package var sustainedSeconds = 0.0
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

  /// The stated set of inputs; the dearest decides.
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

  /// Makes a solver that remembers what it has run, every frame's work included.
  package init(_ scenes: SceneRegistry, options: Options) {
    self.scenes = scenes
    self.options = options
  }

  /// Why scenes with pixel stages have no prediction.
  static var stagesWithoutCost: String { "its pixel stages have no cost" }

  /// The cap of a scenario on its device class.
  ///
  /// - Throws: `RunError.interrupted` when asked to stop.
  package mutating func solve(_ scenario: Scenario) throws(RunError) -> CapResult {
    guard let entry = scenes.entry(named: scenario.scene) else {
      preconditionFailure("the scenario's scene was checked against the registry")
    }
    let scene = entry.descriptor
    let interval = scenario.due.milliseconds * 1e6
    var result = CapResult(
      scenario: scenario.name, device: scenario.device,
      outcome: .impossible("the device class has no cost table"),
      budgetNanoseconds: interval * (1 - options.headroom))
    guard let costs = scenario.device.costs else { return result }
    result.margin = costs.margin(afterSeconds: options.sustainedSeconds)
    // Their cost is in no table, and a frame without it would be too cheap.
    guard scene.stages.isEmpty else {
      result.outcome = .impossible(Self.stagesWithoutCost)
      return result
    }
    let table = costs.table.costs(ofScene: scene.name.description)
    let parameter = scene.sizeParameter
    if let parameter {
      result.population = scene.parameters[parameter].name.description
      result.productCap = UInt32(scene.parameters[parameter].maximum)
      result.quantum = result.productCap >= 100 ? 10 : 1
    }
    do throws(Stop) {
      try search(scenario, entry, table, parameter, &result)
    } catch {
      switch error {
      case .interrupted: throw .interrupted
      case .unknown(let units): result.outcome = .refused(units)
      case .nothingMeasured:
        result.outcome = .impossible("every frame was in the background")
      }
    }
    return result
  }

  private enum Stop: Error {
    case interrupted
    case unknown([String])
    case nothingMeasured
  }

  // MARK: - The search

  private mutating func search(
    _ scenario: Scenario, _ entry: SceneRegistry.Entry, _ table: CostTable, _ parameter: Int?,
    _ result: inout CapResult
  ) throws(Stop) {
    let top = result.productCap
    var worst = -1.0
    for input in Self.inputs {
      let time = try cost(scenario, entry, table, parameter, top, input)
      if time > worst { (worst, result.worstInput) = (time, input.name) }
    }
    guard let input = Self.inputs.first(where: { $0.name == result.worstInput }) else { return }
    result.points = [CapResult.Point(count: top, nanoseconds: worst)]
    guard let parameter else {
      judgeWithoutCount(worst, &result)
      return
    }
    let minimum = max(result.quantum, UInt32(entry.descriptor.parameters[parameter].minimum))
    for share in 1...4 as ClosedRange<UInt32> {
      let count = max(minimum, top * share / 5 / result.quantum * result.quantum)
      try add(count, scenario, entry, table, parameter, input, &result)
    }
    result.curve = CostCurve(
      result.points.map { (count: Double($0.count), nanoseconds: $0.nanoseconds) })
    var count = start(result, minimum: minimum)
    // Run at the answer and one quantum above; the curve only says where to begin.
    try add(count, scenario, entry, table, parameter, input, &result)
    while !fits(count, result), count > minimum {
      count -= result.quantum
      try add(count, scenario, entry, table, parameter, input, &result)
    }
    guard fits(count, result) else {
      result.outcome = .impossible(reason(result, minimum: minimum))
      return
    }
    while count + result.quantum <= top {
      try add(count + result.quantum, scenario, entry, table, parameter, input, &result)
      guard fits(count + result.quantum, result) else { break }
      count += result.quantum
    }
    result.outcome = .found(count)
  }

  private func judgeWithoutCount(_ time: Double, _ result: inout CapResult) {
    result.outcome =
      time <= result.limitNanoseconds
      ? .found(0) : .impossible("there is nothing to take away, and a frame is too long")
  }

  private func start(_ result: CapResult, minimum: UInt32) -> UInt32 {
    let top = result.productCap
    guard let knee = result.curve?.count(reaching: result.limitNanoseconds) else { return top }
    guard knee < Double(top) else { return top }
    return max(minimum, UInt32(max(0, knee)) / result.quantum * result.quantum)
  }

  private func fits(_ count: UInt32, _ result: CapResult) -> Bool {
    result.nanoseconds(at: count).map { $0 <= result.limitNanoseconds } ?? false
  }

  private func reason(_ result: CapResult, minimum: UInt32) -> String {
    let time = result.nanoseconds(at: minimum) ?? 0
    let share = time / result.limitNanoseconds
    let digits = FigureText.digits(telling: [share], from: 1) {
      FigureText.text($0, digits: $1, shift: 2)
    }
    let percent = FigureText.text(share, digits: digits, shift: 2)
    return "\(minimum) \(result.population) already take \(percent) % of what a frame may take"
  }

  // MARK: - Runs

  private mutating func add(
    _ count: UInt32, _ scenario: Scenario, _ entry: SceneRegistry.Entry, _ table: CostTable,
    _ parameter: Int, _ input: Input, _ result: inout CapResult
  ) throws(Stop) {
    guard result.nanoseconds(at: count) == nil else { return }
    let time = try cost(scenario, entry, table, parameter, count, input)
    result.points.append(CapResult.Point(count: count, nanoseconds: time))
    result.points.sort { $0.count < $1.count }
  }

  /// The predicted time that decides over a run, of its frames after the first ones.
  private mutating func cost(
    _ scenario: Scenario, _ entry: SceneRegistry.Entry, _ table: CostTable, _ parameter: Int?,
    _ count: UInt32, _ input: Input
  ) throws(Stop) -> Double {
    let trial = try trial(scenario, entry, parameter, count, input)
    // Without a frame every count would seem to fit.
    guard !trial.works.isEmpty else { throw .nothingMeasured }
    var times: [Double] = []
    for work in trial.works[trial.measuredFrames] {
      do throws(UnknownCosts) {
        times.append(try table.predict(work).total)
      } catch {
        throw .unknown(error.units)
      }
    }
    return Self.decidingTime(times)
  }

  /// The time that frames are judged by: the 99th percentile, by nearest rank.
  package static func decidingTime(_ times: [Double]) -> Double {
    Quantiles.nearestRank(0.99, ofSorted: times.sorted())
  }

  private mutating func trial(
    _ scenario: Scenario, _ entry: SceneRegistry.Entry, _ parameter: Int?, _ count: UInt32,
    _ input: Input
  ) throws(Stop) -> WorkTrial {
    var plan = scenario.plan
    if let parameter { plan.parameters.values[parameter] = Float(count) }
    if let generators = input.generators {
      plan.generators = generators
      plan.motionTrack = nil
    }
    let known = runs.first { $0.scene == scenario.scene && $0.plan == plan }
    if let known { return known.trial }
    guard let trial = entry.trial(plan, true, options.isInterrupted) else { throw .interrupted }
    options.onRun?()
    runs.append(Run(scene: scenario.scene, plan: plan, trial: trial))
    return trial
  }
}
