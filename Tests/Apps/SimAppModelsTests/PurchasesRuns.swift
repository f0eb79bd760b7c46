import SimAppModels
import SimMath
import SimRuntime
import SimWorld
import Testing

/// A run of the purchases model with its checker.
struct PurchasesRun {
  static let properties = PurchasesModel.described.properties

  private(set) var simulation: WorldSimulation<PurchasesModel>
  private(set) var judge = PropertyChecker(properties)
  /// The effects and their times in nanoseconds.
  private(set) var effects: [(time: UInt64, what: PurchasesEffect, first: UInt64)] = []
  private(set) var steps = 0
  private var hasOverflow = false

  /// Runs a plan to its end or the first violation.
  init(_ plan: WorldPlan, script: StoreScript? = nil, keepsEffects: Bool = true) {
    simulation = WorldSimulation<PurchasesModel>(plan)
    simulation.model.store.script = script
    defer { hasOverflow = simulation.check() != nil }
    while let event = simulation.next, judge.failure == nil {
      simulation.apply(event)
      simulation.judge(by: &judge)
      steps += 1
      guard keepsEffects else { continue }
      for effect in simulation.world.effects {
        guard let what = effect.own(PurchasesEffect.self) else { continue }
        effects.append((simulation.world.clock.now, what, effect.first))
      }
    }
  }

  /// The property that does not hold; nil if all do.
  var broken: String? {
    if let failure = judge.failure { return "\(Self.properties[failure.property].name)" }
    if hasOverflow { return "event-queue" }
    return simulation.isSettled ? nil : "settles"
  }

  /// Whether the scenes are unlocked.
  var isUnlocked: Bool { simulation.model.app.isUnlocked }

  /// Whether the purchase is owned.
  var isOwned: Bool { simulation.model.store.owns(0, in: simulation.world) }

  /// The times of an effect in seconds.
  func times(_ what: PurchasesEffect) -> [Double] {
    effects.filter { $0.what == what }.map { Double($0.time) / 1e9 }
  }

  /// The texts that were shown.
  var texts: [PurchasesText] {
    effects.filter { $0.what == .shows }.compactMap { PurchasesText(rawValue: UInt8($0.first)) }
  }

  /// A plan drawn from a seed.
  static func drawn(_ seed: UInt64, _ bug: PurchasesBug? = nil) -> WorldPlan {
    var plan = WorldPlan.drawn(
      PurchasesModel.self, seed: seed, parameters: ParameterValues([]),
      activeNanoseconds: 600 * Nanoseconds.second, faults: FaultChoice())
    plan.plantedBug = bug?.rawValue ?? 0
    return plan
  }
}
