import SimAppModels
import SimMath
import SimRuntime
import SimWorld
import TestTier
import Testing

/// Goal: ideas come in orders of ten, what the child likes first, none twice, and none right after
/// itself where an order ends.
struct PromptBagTests {
  private static func world(_ seed: UInt64) -> World {
    World(seed: seed, clock: WorldClock(wallSeconds: 0, zone: WorldZone(offsetSeconds: 0)))
  }

  /// Every choice of interests, over forty orders of a letter each.
  @Test func everyChoiceOfInterests() {
    for interests in UInt32(0)...Interest.all {
      let world = Self.world(UInt64(interests))
      var bag = PromptBag(3, interests: interests, in: world)
      var last: UInt32 = 99
      for _ in 0..<40 {
        let order = (0..<10).map { _ in bag.next(3, interests: interests, in: world) }
        #expect(Set(order) == Set(0..<10))
        #expect(order[0] != last)
        let liked = (0..<6).filter { interests & 1 << $0 != 0 }.map { UInt32($0) }
        #expect(Array(order.prefix(liked.count)) == liked)
        last = order[9]
      }
    }
  }

  /// New interests after any number of ideas: those that were heard stay, the others are sorted.
  @Test func newInterestsSortWhatWasNotHeard() {
    for count in 0...10 {
      for interests: UInt32 in [0, 1, 32, 42, 63] {
        let world = Self.world(UInt64(count))
        var bag = PromptBag(0, interests: 0, in: world)
        let heard = (0..<count).map { _ in bag.next(0, interests: 0, in: world) }
        bag.sort(interests)
        #expect(Array(bag.order.prefix(count)) == heard && Set(bag.order) == Set(0..<10))
        let rest = bag.order.dropFirst(count)
        let liked = rest.filter { $0 < 6 && interests & 1 << $0 != 0 }
        #expect(Array(rest.prefix(liked.count)) == liked.sorted())
      }
    }
  }

  @Test func packedOrdersComeBack() throws {
    var bag = PromptBag(1, interests: 5, in: Self.world(9))
    for _ in 0..<23 { _ = bag.next(1, interests: 5, in: Self.world(9)) }
    let read = PromptBag(
      low: UInt32(truncatingIfNeeded: bag.packed), high: UInt32(bag.packed >> 32),
      heardCount: bag.heardCount, turn: bag.turn)
    #expect(read == bag)
    #expect(PromptBag(low: 0, high: 0, heardCount: 0, turn: 0) == nil)
    #expect(
      PromptBag(
        low: UInt32(truncatingIfNeeded: bag.packed), high: UInt32(bag.packed >> 32),
        heardCount: 11, turn: 0) == nil)
  }
}

/// Goal: the sound voice model passes every history that is drawn for it.
struct SoundVoiceTests {
  private static let seeds: Range<UInt64> = Tier.isDebug ? 0..<20 : 0..<2000

  @Test func theSoundModelPasses() {
    let properties = VoiceModel.described.properties
    var reached = Set<String>()
    for seed in Self.seeds {
      let plan = WorldPlan.drawn(
        VoiceModel.self, seed: seed, parameters: ParameterValues([]),
        activeNanoseconds: 300 * Nanoseconds.second, faults: FaultChoice())
      var simulation = WorldSimulation<VoiceModel>(plan)
      var judge = PropertyChecker(properties)
      while let event = simulation.next, judge.failure == nil {
        simulation.apply(event)
        judge.step += 1
        simulation.judge(by: &judge)
      }
      for (property, tally) in zip(properties, judge.tallies) where tally.held > 0 {
        reached.insert("\(property.name)")
      }
      if let failure = judge.failure {
        Issue.record("seed \(seed): \(properties[failure.property].name)")
        return
      }
      #expect(simulation.isSettled)
    }
    #expect(reached.isSuperset(of: ["bag-turn", "sorted", "replaced", "silenced", "trace-quiet"]))
  }
}
