import SimbenchKit
import SimWorld
import TestTier
import Testing

/// A model that asks whenever it is told to, and notes the answers.
private struct LockModel: WorldModel {
  enum Event: UInt8, EventKey {
    case ask, invalidate, renew, person, answer

    var descriptor: EventDescriptor {
      switch self {
      case .ask: .decision("ask", "The app asks by policy %1.", [ArgumentDescriptor("policy")])
      case .invalidate: .decision("invalidate", "The app invalidates the context.")
      case .renew: .decision("renew", "The app makes a context.")
      case .person:
        .decision("person", "The person's action: %1.", [AuthenticationAction.argument])
      case .answer:
        .response(
          "answer", "The answer to %1 is %2.",
          [ArgumentDescriptor("request"), AuthenticationError.result])
      }
    }
  }

  enum Effect: UInt8, EffectKey {
    case answered

    var descriptor: EffectDescriptor { EffectDescriptor("answered", "has an answer") }
  }

  enum Property: UInt8, PropertyKey {
    case answered

    var descriptor: PropertyDescriptor { .sometimes("answered", "An answer comes.") }
  }

  typealias Fault = NoFault

  static var descriptor: ModelDescriptor {
    ModelDescriptor(name: "lock", summary: "Asks who is there.", services: [.authentication])
  }

  var service = AuthenticationService()
  /// The answers: when, to which request, and the raw value of the result.
  var answers: [[UInt64]] = []

  init(_ context: ModelContext) {}

  mutating func apply(_ event: WorldEvent, in world: inout World) {
    service.apply(event, in: &world)
    switch event.own(Event.self) {
    case .ask:
      let policy = AuthenticationPolicy(rawValue: UInt8(event.first))
      service.evaluate(
        policy ?? .deviceOwnerAuthentication, Event.answer, request: event.identity,
        identity: event.identity, in: &world)
    case .invalidate: service.invalidate(in: &world)
    case .renew: service.makeContext(in: &world)
    case .person: service.act(event, in: &world)
    case .answer: answers.append([event.time, event.first, event.second])
    case nil: break
    }
  }

  mutating func loseMemory() {}

  mutating func judge(_ world: borrowing World, by judge: inout PropertyChecker) {
    judge.sometimes(Property.answered, !answers.isEmpty)
  }

  func isSettled(_ world: borrowing World) -> Bool { true }

  static func act(_ history: inout WorkloadGenerator, _ context: ModelContext) {
    while history.hasTime {
      history.wait(about: 5 * Nanoseconds.second)
      history.add(Event.ask, UInt64(history.stream.below(2)))
      for _ in 0..<history.stream.below(4) {
        history.wait(about: Nanoseconds.second)
        history.add(Event.person, UInt64(history.stream.below(6)))
      }
      guard history.stream.chance(1, in: 8) else { continue }
      history.add(history.stream.chance(1, in: 2) ? Event.invalidate : .renew)
    }
  }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&service, "service")
    // The answers only grow, and are looked at by tests alone.
    visitor.derived("answers")
  }
}

/// Goal: every result that LocalAuthentication can give arrives for its reason, and for no other.
@Suite struct AuthenticationServiceTests {
  private typealias Event = LockModel.Event

  /// A plan in which the app is launched at once and asks, after a second, by a policy.
  private static func plan(
    _ policy: AuthenticationPolicy = .deviceOwnerAuthenticationWithBiometrics, seed: UInt64 = 1
  ) -> WorldPlan {
    var plan = WorldPlan(seed: seed, parameters: LockModel.descriptor.defaultParameters)
    plan.add(.launch, at: 0)
    plan.add(Event.ask, UInt64(policy.rawValue), at: Nanoseconds.second)
    return plan
  }

  private static func run(_ plan: WorldPlan) -> WorldSimulation<LockModel> {
    var simulation = WorldSimulation<LockModel>(plan)
    while let event = simulation.next { simulation.apply(event) }
    return simulation
  }

  private static func add(
    _ actions: [AuthenticationAction], to plan: inout WorldPlan, at seconds: Double = 2
  ) {
    for (index, action) in actions.enumerated() {
      plan.add(
        Event.person, UInt64(action.rawValue),
        at: UInt64(seconds * 1e9) + UInt64(index) * Nanoseconds.second / 10)
    }
  }

  private static func results(
    _ actions: [AuthenticationAction], _ policy: AuthenticationPolicy
  ) -> [UInt64] {
    var plan = plan(policy)
    add(actions, to: &plan)
    return run(plan).model.answers.map { $0[2] }
  }

  @Test func codesAreThoseOfLocalAuthentication() {
    let codes = AuthenticationError.allCases.map { $0.code }
    #expect(codes == [-1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -1004])
    guard case .choice(let names) = AuthenticationError.result.kind,
      case .choice(let actions) = AuthenticationAction.argument.kind
    else {
      Issue.record("no choices")
      return
    }
    #expect(names.count == codes.count + 1 && actions.count == AuthenticationAction.allCases.count)
  }

  @Test func thePersonDecides() {
    let biometry = AuthenticationPolicy.deviceOwnerAuthenticationWithBiometrics
    let owner = AuthenticationPolicy.deviceOwnerAuthentication
    #expect(Self.results([.match], biometry) == [0])
    #expect(Self.results([.mismatch, .mismatch, .match, .match], biometry) == [0])
    #expect(Self.results([.mismatch, .mismatch, .mismatch], biometry) == [1])
    #expect(Self.results([.cancel, .match], biometry) == [2])
    #expect(Self.results([.fallback, .passcode], biometry) == [3])
    // No sheet for a passcode, and nobody who acts.
    #expect(Self.results([.passcode, .wrongPasscode], biometry) == [])
    #expect(Self.results([], biometry) == [])
    #expect(Self.results([.fallback, .match, .wrongPasscode, .passcode], owner) == [0])
    #expect(Self.results([.mismatch, .mismatch, .mismatch, .passcode], owner) == [0])
    #expect(
      Self.results([.fallback, .wrongPasscode, .wrongPasscode, .wrongPasscode], owner) == [1])
    #expect(Self.results([.fallback, .cancel], owner) == [2])
  }

  /// Five failed attempts lock biometry for every later request, until the passcode is entered.
  @Test func fiveFailuresLockBiometry() {
    var plan = Self.plan()
    Self.add([.mismatch, .mismatch, .mismatch], to: &plan)
    plan.add(Event.ask, 0, at: 10 * Nanoseconds.second)
    Self.add([.mismatch, .mismatch], to: &plan, at: 11)
    plan.add(Event.ask, 0, at: 20 * Nanoseconds.second)
    Self.add([.match], to: &plan, at: 21)
    #expect(Self.run(plan).model.answers.map { $0[2] } == [1, 8, 8])
    #expect(Self.run(plan).model.service.isLockedOut)
    plan.add(Event.ask, 1, at: 30 * Nanoseconds.second)
    Self.add([.match, .passcode], to: &plan, at: 31)
    plan.add(Event.ask, 0, at: 40 * Nanoseconds.second)
    Self.add([.match], to: &plan, at: 41)
    #expect(Self.run(plan).model.answers.map { $0[2] } == [1, 8, 8, 0, 0])
  }

  @Test func theAppCancels() {
    var plan = Self.plan()
    plan.add(Event.invalidate, at: 2 * Nanoseconds.second)
    plan.add(Event.ask, 0, at: 3 * Nanoseconds.second)
    plan.add(Event.renew, at: 4 * Nanoseconds.second)
    plan.add(Event.ask, 0, at: 5 * Nanoseconds.second)
    plan.add(Event.ask, 0, at: 6 * Nanoseconds.second)
    Self.add([.match], to: &plan, at: 7)
    let answers = Self.run(plan).model.answers
    #expect(answers.map { $0[2] } == [9, 10, 9, 0])
  }

  /// In the background an authentication ends, and none begins; a dead app hears of nothing.
  @Test func theProcessMatters() {
    var plan = Self.plan()
    plan.add(.inactive, at: 2 * Nanoseconds.second)
    plan.add(.background, at: 3 * Nanoseconds.second)
    Self.add([.match], to: &plan, at: 3.5)
    #expect(Self.run(plan).model.answers.map { $0[2] } == [4])
    var dead = Self.plan()
    dead.add(.kill, at: 2 * Nanoseconds.second)
    dead.add(.launch, at: 3 * Nanoseconds.second)
    Self.add([.match], to: &dead, at: 4)
    #expect(Self.run(dead).model.answers.isEmpty)
    var hidden = Self.plan()
    hidden.add(.background, at: 2 * Nanoseconds.second)
    hidden.add(Event.ask, 1, at: 3 * Nanoseconds.second)
    #expect(Self.run(hidden).model.answers.map { $0[2] } == [4, 11])
  }

  /// Every kind of fault is met and brings the results that it should, over seeds.
  @Test(arguments: AuthenticationServiceTests.faults)
  func faultsBringTheirResults(fault: WorldFault) {
    var found = Set<UInt64>()
    var (extra, missing) = (0, 0)
    for seed in UInt64(0)..<60 {
      var plan = Self.plan(seed: seed)
      if fault == .lateAuthentication { plan.add(.background, at: 1_500_000_000) }
      Self.add([.match], to: &plan)
      plan.add(.fault, UInt64(fault.rawValue), at: 0)
      let answers = Self.run(plan).model.answers
      if answers.isEmpty { missing += 1 }
      if answers.count > 1 { extra += 1 }
      for answer in answers { found.insert(answer[2]) }
    }
    let expected: [WorldFault: Set<UInt64>] = [
      .noBiometry: [0, 6, 7], .biometryLockout: [0, 8], .systemCancel: [0, 4],
      .lateAuthentication: [0, 4], .doubleAuthentication: [0], .hangingAuthentication: [0],
      .noPasscode: [0, 5],
    ]
    #expect(found == expected[fault])
    #expect((extra > 0) == (fault == .doubleAuthentication))
    #expect((missing > 0) == (fault == .hangingAuthentication))
  }

  private static var faults: [WorldFault] {
    WorldFault.allCases.filter { $0.service == .authentication }
  }

  /// Without faults no system cancels, nothing hangs, and no two answers go to one request.
  @Test func drawnRunsAreOrderlyWithoutFaults() {
    for seed in UInt64(0)..<(Tier.isDebug ? 10 : 1000) {
      var faults = FaultChoice()
      faults.allowed = 0
      let plan = WorldPlan.drawn(
        LockModel.self, seed: seed, parameters: ParameterValues([]),
        activeNanoseconds: 300 * Nanoseconds.second, faults: faults)
      let answers = Self.run(plan).model.answers
      #expect(Set(answers.map { $0[1] }).count == answers.count && answers.count > 20)
      #expect(Set(answers.map { $0[2] }).isDisjoint(with: [4, 5, 6, 7, 11]))
    }
  }

  /// Leaving out a request and what the person does about it leaves all other answers alone.
  @Test func leavingOutOneRequestShiftsNoOther() {
    var plan = WorldPlan(seed: 3, parameters: LockModel.descriptor.defaultParameters)
    plan.add(.launch, at: 0)
    // A lockout lasts, so that later answers depend on it.
    for fault in Self.faults where fault != .biometryLockout {
      plan.add(.fault, UInt64(fault.rawValue), at: 0)
    }
    for index in UInt64(0)..<40 {
      plan.add(Event.ask, 0, at: (10 + 20 * index) * Nanoseconds.second)
      plan.add(Event.person, 0, at: (12 + 20 * index) * Nanoseconds.second)
      plan.add(Event.ask, 1, at: (15 + 20 * index) * Nanoseconds.second)
      plan.add(Event.person, 0, at: (17 + 20 * index) * Nanoseconds.second)
      // The passcode, where biometry is locked.
      plan.add(Event.person, 2, at: (18 + 20 * index) * Nanoseconds.second)
    }
    let all = Self.run(plan).model.answers
    #expect(Set(all.map { $0[2] }).count >= 3 && all.count > 60)
    let asks = plan.actions.indices.filter { plan.actions[$0].code == 64 }
    for index in asks where plan.actions[index].first == 0 {
      var smaller = plan
      let left = smaller.actions.remove(at: index).identity
      smaller.actions.remove(at: index)
      #expect(Self.run(smaller).model.answers == all.filter { $0[1] != left })
    }
  }

  /// A state that is restored into another run goes on as the first does.
  @Test func restoredServicesGoOnAlike() throws {
    for seed in UInt64(0)..<2 {
      let plan = WorldPlan.drawn(
        LockModel.self, seed: seed, parameters: ParameterValues([]),
        activeNanoseconds: 60 * Nanoseconds.second, faults: FaultChoice())
      var simulation = WorldSimulation<LockModel>(plan)
      while let event = simulation.next {
        simulation.apply(event)
        var (snapshot, backup) = (Snapshot(), Snapshot())
        snapshot.save(&simulation)
        var other = WorldSimulation<LockModel>(plan)
        try snapshot.restore(&other, savedTo: &backup)
        #expect(StateDifference.between(&other, &simulation, limit: 3).isEmpty)
      }
    }
  }
}
