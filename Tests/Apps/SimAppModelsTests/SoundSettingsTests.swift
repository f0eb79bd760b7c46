import SimAppModels
import SimMath
import SimRuntime
import SimWorld
import TestTier
import Testing

/// Goal: the sound settings model passes every run that is drawn for it, and each planted bug fails
/// one by the property that it concerns.
@Suite struct SoundSettingsTests {
  private static let seeds: Range<UInt64> = Tier.isDebug ? 0..<20 : 0..<2000

  @Test func soundModelPasses() {
    let goals = SelfieModel.described.properties.filter { $0.kind == .sometimes }
    var reached = Set<String>()
    for seed in Self.seeds {
      let run = SelfieRun(SelfieRun.drawn(seed, seconds: Tier.isDebug ? 120 : 600))
      reached.formUnion(run.reached)
      guard let broken = run.broken else { continue }
      Issue.record("seed \(seed): \(broken)")
      return
    }
    if Tier.isDebug { return }
    for goal in goals { #expect(reached.contains("\(goal.name)")) }
  }

  @Test(
    arguments: [
      (.hdrAutoLeaks, 116, "effective"), (.fallbackWritten, 33, "stored-kept"),
      (.leadingEdge, 77, "slider-write"), (.wallClockStamps, 0, "silent"),
      (.alwaysWriteBack, 1, "silent"), (.lossInCountdown, 33, "begun-kept"),
      (.flushForgotten, 1019, "written-at-once"), (.mergedAccounts, 0, "account-taken"),
      (.quotaHidden, 5, "quota-shown"), (.syncWaits, 9, "sync-limit"),
      (.lastSyncAtStart, 33, "last-sync"), (.savedInPlace, 13, "file-whole"),
      (.initialSyncIgnored, 8, "identical"), (.fallbackSaved, 22, "stored-kept"),
    ] as [(SelfieBug, UInt64, String)])
  func plantedBugsAreFound(bug: SelfieBug, seed: UInt64, property: String) {
    #expect(SelfieRun(SelfieRun.drawn(seed, bug)).broken == property)
    #expect(SelfieRun(SelfieRun.drawn(seed)).broken == nil)
  }

  /// A state that is put into another run goes on as the first would have.
  @Test func restoredRunsGoOnAlike() throws {
    for seed in UInt64(0)..<(Tier.isDebug ? 1 : 10) {
      let plan = SelfieRun.drawn(seed, seconds: Tier.isDebug ? 60 : 300)
      var simulation = WorldSimulation<SelfieModel>(plan)
      var step = 0
      while let event = simulation.next {
        simulation.apply(event)
        step += 1
        if Tier.isDebug, step % 7 != 0 { continue }
        var (snapshot, backup) = (Snapshot(), Snapshot())
        snapshot.save(&simulation)
        var other = WorldSimulation<SelfieModel>(plan)
        try snapshot.restore(&other, savedTo: &backup)
        #expect(other.next == simulation.next)
        #expect(StateDifference.between(&other, &simulation, limit: 3).isEmpty)
        guard step % 50 == 0, let next = other.next else { continue }
        other.apply(next)
        var copy = simulation
        copy.apply(next)
        #expect(StateDifference.between(&other, &copy, limit: 3).isEmpty)
      }
      #expect(step > 50)
    }
  }
}
