import SimMath
import SimWorld
import SimbenchKit
import TestTier
import Testing

/// Goal: runs drawn for a store meet all its faults, restore exactly, and keep their draws when an
/// event is left out.
struct StoreRunTests {
  private static let seeds: Range<UInt64> = Tier.isDebug ? 0..<12 : 0..<600

  private static func plan(_ seed: UInt64, isCertain: Bool = false) -> WorldPlan {
    var faults = FaultChoice()
    faults.isCertain = isCertain
    return WorldPlan.drawn(
      ShopModel.self, seed: seed, parameters: ParameterValues([]),
      activeNanoseconds: 600 * Nanoseconds.second, faults: faults)
  }

  private static let kinds: [WorldFault] = WorldFault.allCases.filter {
    (40..<50).contains($0.rawValue)
  }

  @Test func everyKindOfFaultOccurs() {
    var counts = [UInt32](repeating: 0, count: 64)
    for seed in Self.seeds {
      var simulation = WorldSimulation<ShopModel>(Self.plan(seed, isCertain: true))
      while let event = simulation.next { simulation.apply(event) }
      #expect(simulation.check() == nil)
      for kind in Self.kinds {
        counts[Int(kind.rawValue)] += simulation.world.strikes[Int(kind.rawValue)]
      }
    }
    for kind in Self.kinds { #expect(counts[Int(kind.rawValue)] > 0, "\(kind)") }
  }

  @Test func modelsWithoutAStoreMeetNone() {
    #expect(ShopModel.descriptor.worldFaults.filter { Self.kinds.contains($0) } == Self.kinds)
    #expect(EchoModel.descriptor.worldFaults.allSatisfy { !Self.kinds.contains($0) })
  }

  @Test func restoredStoresGoOnAlike() throws {
    for seed in Self.seeds.prefix(12) {
      let plan = Self.plan(seed, isCertain: seed % 2 == 0)
      var simulation = WorldSimulation<ShopModel>(plan)
      var step = 0
      while let event = simulation.next {
        simulation.apply(event)
        step += 1
        guard step % (Tier.isDebug ? 17 : 1) == 0 else { continue }
        var (snapshot, backup) = (Snapshot(), Snapshot())
        snapshot.save(&simulation)
        var other = WorldSimulation<ShopModel>(plan)
        try snapshot.restore(&other, savedTo: &backup)
        #expect(other.next == simulation.next)
        #expect(StateDifference.between(&other, &simulation, limit: 3).isEmpty)
      }
      #expect(step > 40)
    }
  }

  /// Leaving out a read leaves the outcome of every purchase as it was.
  @Test func leavingOutAReadShiftsNoPurchase() {
    let plan = Self.plan(5, isCertain: true)
    func purchases(_ plan: WorldPlan) -> [ShopModel.Told] {
      var simulation = WorldSimulation<ShopModel>(plan)
      while let event = simulation.next { simulation.apply(event) }
      return simulation.model.told.map { $0.what }.filter {
        if case .bought = $0 { true } else { false }
      }
    }
    let all = purchases(plan)
    #expect(all.count > 3)
    let read = WorldEvent.Code.firstOwn + UInt16(ShopModel.Event.read.rawValue)
    let reads = plan.actions.indices.filter { plan.actions[$0].code == read }
    #expect(!reads.isEmpty)
    for index in reads {
      var smaller = plan
      smaller.actions.remove(at: index)
      #expect(purchases(smaller) == all)
    }
  }
}
