import SimMath
import SimRuntime
import Testing

/// A counter of coins in a jar: the smallest thing that can be simulated, with a bug on request.
struct CoinJar: Simulated {
  struct Plan: Sendable {
    var capacity: UInt32 = 5
    var hasBug = false
  }

  enum Event: Sendable {
    case put(UInt32)
    case take
    case shake
  }

  private let capacity: UInt32
  private let hasBug: Bool
  private(set) var coins: UInt32 = 0
  private(set) var history: [Float] = [0, 0, 0]

  init(_ plan: Plan) {
    capacity = plan.capacity
    hasBug = plan.hasBug
  }

  mutating func apply(_ event: borrowing Event) {
    switch event {
    case .put(let count): coins = hasBug ? coins + count : min(capacity, coins + count)
    case .take: coins -= coins > 0 ? 1 : 0
    case .shake: history[2] = hasBug ? .infinity : 1
    }
  }

  func check() -> InvariantViolation? {
    coins > capacity ? InvariantViolation("coins-fit", value: UInt64(coins)) : nil
  }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.constant(capacity, "capacity")
    visitor.constant(hasBug, "hasBug")
    visitor.field(&coins, "coins")
    visitor.field(&history, "history")
  }
}

/// Goal: the engine runs anything that lists its state, and knows nothing of scenes and pixels.
struct SimulationTests {
  /// Runs events one by one, as a caller would.
  private static func outcome(
    _ run: inout Simulation<CoinJar>, _ events: some Sequence<CoinJar.Event>
  ) -> (event: UInt64, fault: SimulationFault)? {
    run.run(events)
  }

  private let events: [CoinJar.Event] = [.put(3), .take, .put(2), .put(2), .take]

  @Test func soundModelRunsToItsEnd() {
    var run = Simulation<CoinJar>(CoinJar.Plan())
    #expect(Self.outcome(&run, events) == nil)
    #expect(run.eventCount == 5 && run.model.coins == 4)
    var again = Simulation<CoinJar>(CoinJar.Plan())
    #expect(Self.outcome(&again, events) == nil)
    #expect(again.digest().finalize() == run.digest().finalize())
    #expect(Self.outcome(&again, [.take]) == nil)
    #expect(again.digest().finalize() != run.digest().finalize())
  }

  @Test func brokenPromiseIsFoundAtItsEvent() throws {
    var run = Simulation<CoinJar>(CoinJar.Plan(hasBug: true))
    let found = try #require(Self.outcome(&run, events))
    #expect(found.event == 3)
    #expect(found.fault == .broken(InvariantViolation("coins-fit", value: 6)))
  }

  @Test func numberThatIsNotFiniteIsFoundWithoutTheModelsHelp() throws {
    var run = Simulation<CoinJar>(CoinJar.Plan(hasBug: true))
    let found = try #require(Self.outcome(&run, [.take, .shake]))
    #expect(found.event == 1)
    #expect(found.fault == .nonFinite(StatePlace(["history"], element: 2)))
  }

  @Test func restoredRunGoesOnAsItDid() throws {
    for split in 0...events.count {
      var run = Simulation<CoinJar>(CoinJar.Plan())
      #expect(Self.outcome(&run, events.prefix(split)) == nil)
      var snapshot = Snapshot()
      run.save(to: &snapshot)
      #expect(Self.outcome(&run, events.dropFirst(split)) == nil)
      let end = run.digest().finalize()
      var other = Simulation<CoinJar>(CoinJar.Plan())
      #expect(Self.outcome(&other, [.put(1), .shake]) == nil)
      try other.restore(snapshot)
      #expect(other.eventCount == UInt64(split))
      #expect(Self.outcome(&other, events.dropFirst(split)) == nil)
      #expect(other.digest().finalize() == end && other.eventCount == 5)
    }
  }

  @Test func snapshotOfAnotherPlanIsRefusedAndChangesNothing() throws {
    var small = Simulation<CoinJar>(CoinJar.Plan(capacity: 2))
    #expect(Self.outcome(&small, [.put(2)]) == nil)
    var snapshot = Snapshot()
    small.save(to: &snapshot)
    var large = Simulation<CoinJar>(CoinJar.Plan())
    #expect(Self.outcome(&large, events) == nil)
    let before = large.digest().finalize()
    #expect(throws: SnapshotError.doesNotFit(StatePlace(["capacity"]))) {
      try large.restore(snapshot)
    }
    #expect(large.digest().finalize() == before && large.eventCount == 5)
  }
}
