import SimAppModels
import SimInput
import SimMath
import SimRuntime
import SimWorld
import Testing

/// Histories of the sketch model that tests write down.
struct SketchRun {
  private(set) var simulation: WorldSimulation<SketchModel>
  private(set) var judge = PropertyChecker(SketchModel.described.properties)
  /// What was seen: when, in nanoseconds, and what.
  private(set) var seen: [(time: UInt64, what: SketchEffect, first: UInt64)] = []
  /// Whether each launch has read that Pro is unlocked.
  private(set) var launchedPro: [Bool] = []

  /// Runs a history to its end.
  ///
  /// - Parameters:
  ///   - script: what the service answers to both tries; drawn where it is empty.
  ///   - store: what the store does; drawn if nil.
  init(_ plan: WorldPlan, script: [AnswerBody?] = [], store: StoreScript? = nil) {
    simulation = WorldSimulation<SketchModel>(plan)
    simulation.model.app.script = script
    simulation.model.store.script = store
    while let event = simulation.next {
      simulation.apply(event)
      simulation.judge(by: &judge)
      if event.common == .launch { launchedPro.append(simulation.model.app.pro.isUnlocked) }
      for effect in simulation.world.effects {
        guard let what = effect.own(SketchEffect.self) else { continue }
        seen.append((simulation.world.clock.now, what, effect.first))
      }
      if judge.failure != nil { break }
    }
  }

  /// The property that does not hold; nil when all do.
  var broken: String? {
    if let failure = judge.failure {
      return "\(SketchModel.described.properties[failure.property].name)"
    }
    return simulation.isSettled ? nil : "settles"
  }

  /// When something was seen, in seconds.
  func times(_ what: SketchEffect) -> [Double] {
    seen.filter { $0.what == what }.map { Double($0.time) / 1e9 }
  }

  // MARK: - Plans

  /// An action of the model's.
  static func act(
    _ seconds: Double, _ event: SketchEvent, _ first: UInt64 = 0, identity: UInt64 = 0
  ) -> WorldAction {
    WorldAction(
      time: UInt64((seconds * 1e9).rounded()), code: 64 + UInt16(event.rawValue),
      order: event.descriptor.order, first: first, identity: identity)
  }

  /// An action of the world's.
  static func act(_ seconds: Double, _ code: WorldEvent.Code, _ first: UInt64 = 0) -> WorldAction {
    WorldAction(
      time: UInt64((seconds * 1e9).rounded()), code: code.rawValue, order: .lifecycle,
      first: first)
  }

  /// The app is started, and a sketch drawn and given a style, in a tenth of a second.
  static var ready: [WorldAction] {
    [
      act(0, .launch), act(0.01, .draw, 1), act(0.02, .done), act(0.03, .pick, 2),
    ]
  }

  /// A plan of actions.
  static func plan(
    _ actions: [WorldAction], seed: UInt64 = 1, isPro: Bool = false, scale: Float = 1
  ) -> WorldPlan {
    var plan = WorldPlan(seed: seed, parameters: ParameterValues([scale, isPro ? 1 : 0, 0]))
    plan.actions = actions
    return plan
  }
}
