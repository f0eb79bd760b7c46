import SimAppModels
import SimInput
import SimMath
import SimRuntime
import SimWorld
import Testing

/// Runs of the gate model, drawn or written down.
struct GateRun {
  private(set) var simulation: WorldSimulation<GateModel>
  private(set) var judge = PropertyChecker(GateRun.properties)
  private static let properties = GateModel.described.properties
  /// What was seen: when, in nanoseconds, and what.
  private(set) var seen: [(time: UInt64, what: GateEffect, first: UInt64)] = []
  private(set) var stepCount = 0
  /// The count of wrong answers that each launch has read.
  private(set) var launchCounts: [UInt32] = []
  /// When operations on the disk ended.
  private(set) var diskTimes: [UInt64] = []
  private var isOverflowing = false

  /// Runs a plan to its end or to the first property that does not hold.
  init(_ plan: WorldPlan) {
    simulation = WorldSimulation<GateModel>(plan)
    while let event = simulation.next, judge.failure == nil {
      simulation.apply(event)
      judge.step += 1
      simulation.judge(by: &judge)
      stepCount += 1
      if event.common == .disk { diskTimes.append(simulation.world.clock.now) }
      if event.common == .launch {
        launchCounts.append(simulation.model.app.purchase.math.wrongCount)
      }
      for effect in simulation.world.effects {
        guard let what = effect.own(GateEffect.self) else { continue }
        seen.append((simulation.world.clock.now, what, effect.first))
      }
    }
    isOverflowing = simulation.check() != nil
  }

  /// The property that does not hold; nil when all do.
  var broken: String? {
    if let failure = judge.failure {
      return "\(Self.properties[failure.property].name)"
    }
    if isOverflowing { return "event-queue" }
    return simulation.isSettled ? nil : "settles"
  }

  /// The coverage goals that were reached.
  var reached: Set<String> {
    var names = Set<String>()
    for (property, tally) in zip(Self.properties, judge.tallies)
    where property.kind == .sometimes && tally.held > 0 {
      names.insert("\(property.name)")
    }
    return names
  }

  /// When something was seen, in seconds.
  func times(_ what: GateEffect) -> [Double] {
    seen.filter { $0.what == what }.map { Double($0.time) / 1e9 }
  }

  // MARK: - Plans

  /// A plan drawn from a seed: 600 s of users and faults.
  static func drawn(
    _ seed: UInt64, _ kind: GateKind, isTablet: Bool = false, _ bug: GateBug? = nil
  ) -> WorldPlan {
    var plan = WorldPlan.drawn(
      GateModel.self, seed: seed,
      parameters: ParameterValues([Float(kind.rawValue), isTablet ? 1 : 0]),
      activeNanoseconds: 600 * Nanoseconds.second, faults: FaultChoice())
    plan.plantedBug = bug?.rawValue ?? 0
    return plan
  }

  /// A plan without events in which the app is launched at once.
  static func plan(_ kind: GateKind = .babySafe, isTablet: Bool = false) -> WorldPlan {
    var plan = WorldPlan(
      seed: 1, parameters: ParameterValues([Float(kind.rawValue), isTablet ? 1 : 0]))
    plan.add(.launch, at: 0)
    return plan
  }
}

extension WorldPlan {
  /// Adds an event of the gate model.
  mutating func add(
    _ seconds: Double, _ event: GateEvent, _ first: UInt64 = 0, at x: Float = 0, _ y: Float = 0
  ) {
    add(
      event, first, x + y > 0 ? TouchGlass.place(Vector2(x, y)) : 0,
      at: UInt64((seconds * 1e9).rounded()))
  }

  /// Adds an action of the person at the device.
  mutating func add(_ seconds: Double, _ action: AuthenticationAction) {
    add(seconds, GateEvent.person, UInt64(action.rawValue))
  }
}
