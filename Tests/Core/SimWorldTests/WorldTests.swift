import SimInput
import SimMath
import SimRuntime
import SimWorld
import Testing

/// Goal: a world has one order of events, does to a process what a system does, and draws nothing
/// for one thing from what it draws for another.
struct WorldTests {
  private typealias Event = EchoModel.Event

  private static func codes(_ simulation: WorldSimulation<EchoModel>) -> [UInt64] {
    simulation.model.told.map { $0[0] }
  }

  private static let response: UInt64 = 66
  private static let failure: UInt64 = 67
  private static let alarm: UInt64 = 68
  private static let disk = UInt64(WorldEvent.Code.disk.rawValue)

  @Test func thePressIsAnsweredAndTimed() {
    let simulation = EchoModel.run(
      EchoModel.plan([EchoModel.action(0, .launch), EchoModel.action(1, .press, 7)]))
    let told = simulation.model.told
    #expect(Set(Self.codes(simulation)) == [1, 64, Self.disk, Self.response, Self.alarm])
    #expect(told.first { $0[0] == Self.alarm } == [Self.alarm, 4_000_000_000, 4_000_000_000, 7, 0])
    #expect(simulation.world.disk.read(5) == [7])
  }

  /// At one instant: lifecycle, answers, users, timers, whatever was listed or scheduled first.
  @Test func instantsHaveAnOrder() {
    let simulation = EchoModel.run(
      EchoModel.plan([
        EchoModel.action(0, .launch), EchoModel.action(1, .press, 1),
        EchoModel.action(4, .clockJump, 5), EchoModel.action(4, .decide),
        EchoModel.action(4, .press, 2),
      ]))
    let atFour = simulation.model.told.filter { $0[1] == 4_000_000_000 }.map { $0[0] }
    #expect(atFour == [UInt64(WorldEvent.Code.clockJump.rawValue), 65, 64, Self.alarm])
  }

  /// What is due to a process that stands still waits, with the time at which it arrived.
  @Test func suspendedProcessesAreToldLater() {
    let simulation = EchoModel.run(
      EchoModel.plan([
        EchoModel.action(0, .launch), EchoModel.action(1, .press, 1),
        EchoModel.action(1.001, .background), EchoModel.action(1.0011, .suspend),
        EchoModel.action(2, .press, 9), EchoModel.action(50, .active),
      ]))
    let late = simulation.model.told.filter { $0[1] == 50_000_000_000 }
    #expect(late.map { $0[0] } == [2, Self.disk, Self.response, Self.alarm])
    #expect(late[3][2] == 4_000_000_000)
    #expect(late[2][2] < 20_000_000_000)
    // Nobody can press what cannot be seen.
    #expect(!simulation.model.told.contains { $0[0] == 64 && $0[3] == 9 })
  }

  @Test(arguments: [WorldEvent.Code.kill, .reboot, .powerLoss])
  func deadProcessesAreToldNothing(code: WorldEvent.Code) {
    let simulation = EchoModel.run(
      EchoModel.plan([
        EchoModel.action(0, .launch), EchoModel.action(1, .press, 1),
        EchoModel.action(1.0001, code),
        EchoModel.action(20, .launch),
      ]))
    #expect(Self.codes(simulation) == [1, 64, UInt64(code.rawValue), 1])
    #expect(simulation.model.memory == 0)
    #expect(simulation.world.clock.boot == (code == .kill ? 1 : 2))
    #expect(
      simulation.world.clock.monotonic == (code == .kill ? 20 : 19) * 1_000_000_000
        - (code == .kill ? 0 : 100_000))
    // What was written is lost with the power at most.
    if code == .reboot || code == .kill { #expect(simulation.world.disk.read(5) == [1]) }
  }

  @Test func withoutNetworkRequestsFail() {
    let simulation = EchoModel.run(
      EchoModel.plan([
        EchoModel.action(0, .launch), EchoModel.action(0.5, .offline),
        EchoModel.action(1, .press, 1), EchoModel.action(2, .online),
      ]))
    #expect(Self.codes(simulation).contains(Self.failure))
    #expect(!Self.codes(simulation).contains(Self.response))
  }

  /// Answers that would come while there is no network do not come.
  @Test func answersNeedTheNetwork() {
    let simulation = EchoModel.run(
      EchoModel.plan([
        EchoModel.action(0, .launch), EchoModel.action(1, .press, 1),
        EchoModel.action(1.1, .offline), EchoModel.action(40, .online),
      ]))
    #expect(!Self.codes(simulation).contains(Self.response))
  }

  /// Leaving out a press leaves every other answer at its time, and every other step of the disk.
  @Test func leavingOutOneShiftsNoOther() throws {
    let plan = EchoModel.plan(
      3, kinds: [.lostRequest, .hangingRequest, .duplicateResponse, .diskError])
    let all = EchoModel.run(plan).model.told
    let presses = plan.actions.indices.filter { plan.actions[$0].code == 64 }
    #expect(presses.count > 30)
    for index in presses.prefix(30) {
      var smaller = plan
      let left = smaller.actions.remove(at: index)
      let told = EchoModel.run(smaller).model.told
      // Only what belongs to the press that was left out is gone; numbers tell presses apart.
      let others = all.filter { $0[3] != left.first || $0[0] == Self.disk }
      let found = told.filter { $0[3] != left.first || $0[0] == Self.disk }
      let disksOfAll = others.filter { $0[0] == Self.disk }
      #expect(found.filter { $0[0] != Self.disk } == others.filter { $0[0] != Self.disk })
      #expect(found.filter { $0[0] == Self.disk }.allSatisfy { disksOfAll.contains($0) })
    }
  }

  /// Kinds that are on strike, those that are off do not, and quiet turns all off.
  @Test(arguments: EchoModel.descriptor.worldFaults)
  func faultsStrikeWhenTheyAreOn(fault: WorldFault) {
    let place = Int(fault.rawValue)
    var struck: UInt32 = 0
    for seed in UInt64(0)..<40 {
      let simulation = EchoModel.run(EchoModel.plan(seed, kinds: [fault]))
      struck += simulation.world.strikes[place]
      for other in WorldFault.allCases where other != fault {
        // An app is put away by way of something that lies over it.
        if fault == .suspension, other == .interruption { continue }
        #expect(simulation.world.strikes[Int(other.rawValue)] == 0)
      }
      #expect(simulation.world.isQuiet && simulation.world.faults == FaultMask())
      #expect(simulation.world.process == .active)
    }
    #expect(struck > 10)
  }

  /// In half of all seeds a kind is on.
  @Test func swarmsLeaveOutHalf() {
    var on = [Int](repeating: 0, count: 64)
    for seed in UInt64(0)..<400 {
      let plan = WorldPlan.drawn(
        EchoModel.self, seed: seed, parameters: ParameterValues([]),
        activeNanoseconds: Nanoseconds.second, faults: FaultChoice())
      for action in plan.actions where action.code == WorldEvent.Code.fault.rawValue {
        on[Int(action.first)] += 1
      }
    }
    for fault in [
      WorldFault.lostRequest, .hangingRequest, .duplicateResponse, .diskError, .slowDisk,
    ] {
      #expect((150..<250).contains(on[Int(fault.rawValue)]))
    }
    #expect((150..<250).contains(on[24]))
  }

  /// A state that is put into another world goes on as the first would have.
  @Test func restoredWorldsGoOnAlike() throws {
    for seed in UInt64(0)..<20 {
      let plan = WorldPlan.drawn(
        EchoModel.self, seed: seed, parameters: ParameterValues([]),
        activeNanoseconds: 200 * Nanoseconds.second, faults: FaultChoice())
      var simulation = WorldSimulation<EchoModel>(plan)
      var step = 0
      while let event = simulation.next {
        simulation.apply(event)
        step += 1
        guard step % 13 == 0 else { continue }
        var (snapshot, backup) = (Snapshot(), Snapshot())
        snapshot.save(&simulation)
        var other = WorldSimulation<EchoModel>(plan)
        try snapshot.restore(&other, savedTo: &backup)
        #expect(other.next == simulation.next)
        #expect(StateDifference.between(&other, &simulation, limit: 3).isEmpty)
      }
      #expect(step > 60)
    }
  }

  /// The event of another world would take the place of one that is due.
  @Test func onlyTheNextEventIsApplied() async {
    await #expect(processExitsWith: .failure) {
      let actions = [EchoModel.action(0, .launch), EchoModel.action(1, .press, 1)]
      var simulation = WorldSimulation<EchoModel>(EchoModel.plan(actions))
      let first = simulation.next
      if let first { simulation.apply(first) }
      if let first { simulation.apply(first) }
    }
  }

  @Test func queuesThatAreFullAreFoundOut() {
    var actions = [EchoModel.action(0, .launch)]
    for index in 0..<UInt64(60) { actions.append(EchoModel.action(1, .press, index)) }
    var simulation = WorldSimulation<EchoModel>(EchoModel.plan(actions))
    var broken: InvariantViolation?
    while let event = simulation.next, broken == nil {
      simulation.apply(event)
      broken = simulation.check()
    }
    #expect(broken == InvariantViolation("event-queue", value: broken?.value ?? 0))
  }
}
