import SimbenchKit
import Testing

/// Goal: a test of your own package can write down a run, plant a bug and ask whether its
/// properties hold, with what is public.
///
/// Method: the echo model runs plans written in any order; its events arrive in order of time.
@Suite struct OwnPlanTests {
  private static func plan() -> WorldPlan {
    WorldPlan(seed: 1, parameters: EchoModel.descriptor.defaultParameters)
  }

  @Test func eventsArriveInOrderOfTime() {
    var plan = Self.plan()
    plan.add(EchoModel.Event.press, 3, at: 3 * Nanoseconds.second)
    plan.add(EchoModel.Event.press, 1, at: Nanoseconds.second)
    plan.add(EchoModel.Event.decide, 1, 0, at: 2 * Nanoseconds.second)
    plan.add(EchoModel.Event.press, 2, at: Nanoseconds.second)
    plan.add(.launch, at: 0)
    plan.add(.offline, at: 2 * Nanoseconds.second)
    var simulation = WorldSimulation<EchoModel>(plan)
    var checker = PropertyChecker(EchoModel.self)
    var times: [UInt64] = []
    var steps: UInt64 = 0
    while let event = simulation.next {
      simulation.apply(event)
      simulation.judge(by: &checker)
      times.append(simulation.world.clock.now)
      steps += 1
    }
    #expect(times == times.sorted() && steps > 10)
    let presses = simulation.model.told.filter { $0[0] == 64 }
    #expect(presses.map { $0[3] } == [1, 2, 3])
    // A request sent while offline fails; the two sent before are answered or lost.
    #expect(simulation.model.told.contains { $0[0] == 67 && $0[3] == 3 })
    #expect(simulation.isSettled && checker.violation == nil)
  }

  @Test func samePlanIsTheSameRun() {
    var plan = Self.plan()
    plan.add(.launch, at: 0)
    for index in 1...9 as ClosedRange<UInt64> {
      plan.add(EchoModel.Event.press, index, at: index * Nanoseconds.second)
    }
    var (one, two) = (EchoModel.run(plan), EchoModel.run(plan))
    #expect(StateDifference.between(&one, &two, limit: 1).isEmpty)
  }

  @Test func eventThatOnlyTheAppCausesIsRefused() async {
    await #expect(processExitsWith: .failure) {
      var plan = OwnPlanTests.plan()
      plan.add(EchoModel.Event.alarm, at: 0)
    }
    await #expect(processExitsWith: .failure) {
      var plan = OwnPlanTests.plan()
      plan.add(.disk, at: 0)
    }
  }
}
