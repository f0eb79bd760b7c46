import SimAppModels
import SimMath
import SimRuntime
import SimWorld

/// Runs of the settings model that tests write down or draw.
struct SelfieRun {
  private(set) var simulation: WorldSimulation<SelfieModel>
  private(set) var judge = PropertyChecker(SelfieModel.described.properties)
  /// What was seen: when, in nanoseconds, and what.
  private(set) var seen: [(time: UInt64, what: SelfieEffect, first: UInt64)] = []

  /// Runs a plan to its end, or to the first violation.
  init(_ plan: WorldPlan) {
    simulation = WorldSimulation<SelfieModel>(plan)
    while judge.failure == nil, let event = simulation.next {
      simulation.apply(event)
      simulation.judge(by: &judge)
      for effect in simulation.world.effects {
        guard let what = effect.own(SelfieEffect.self) else { continue }
        seen.append((simulation.world.clock.now, what, effect.first))
      }
    }
  }

  /// The property that does not hold; nil if all do.
  var broken: String? {
    if let failure = judge.failure {
      return "\(SelfieModel.described.properties[failure.property].name)"
    }
    if simulation.world.overflow > 0 { return "event-queue" }
    return simulation.isSettled ? nil : "settles"
  }

  /// The names of the coverage goals that were reached.
  var reached: Set<String> {
    var names = Set<String>()
    for (property, tally) in zip(SelfieModel.described.properties, judge.tallies)
    where property.kind == .sometimes && tally.held > 0 {
      names.insert("\(property.name)")
    }
    return names
  }

  /// When something was seen, in milliseconds.
  func times(_ what: SelfieEffect) -> [UInt64] {
    seen.filter { $0.what == what }.map { $0.time / Nanoseconds.millisecond }
  }

  /// The stored settings of the app.
  var stored: SelfieSettings { simulation.model.app.device.record.settings }

  /// A plan with what is drawn for a seed.
  static func drawn(
    _ seed: UInt64, _ bug: SelfieBug? = nil, seconds: UInt64 = 600
  ) -> WorldPlan {
    var plan = WorldPlan.drawn(
      SelfieModel.self, seed: seed, parameters: SelfieModel.descriptor.defaultParameters,
      activeNanoseconds: seconds * Nanoseconds.second, faults: FaultChoice())
    plan.plantedBug = bug?.rawValue ?? 0
    return plan
  }

  /// A plan without faults that begins with a launch, Pro as said, and 10 s without events.
  static func plan(hasPro: Bool, _ write: (inout WorldPlan) -> Void) -> WorldPlan {
    var parameters = SelfieModel.descriptor.defaultParameters
    parameters[SelfieModel.Parameter.pro] = hasPro ? 1 : 0
    var plan = WorldPlan(seed: 1, parameters: parameters)
    plan.add(.launch, at: 0)
    write(&plan)
    return plan
  }
}

extension WorldPlan {
  /// Adds an edit, at a time in milliseconds after the first 10 s.
  mutating func set(_ field: SelfieField, _ value: UInt32, at milliseconds: UInt64) {
    add(
      SelfieEvent.set, UInt64(field.rawValue), UInt64(value),
      at: (10_000 + milliseconds) * Nanoseconds.millisecond)
  }

  /// Adds another event of the model, at a time in milliseconds after the first 10 s.
  mutating func happen(
    _ event: SelfieEvent, _ first: UInt64 = 0, _ second: UInt64 = 0, at milliseconds: UInt64
  ) {
    add(event, first, second, at: (10_000 + milliseconds) * Nanoseconds.millisecond)
  }
}
