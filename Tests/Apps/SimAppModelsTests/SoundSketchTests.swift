import SimAppModels
import SimMath
import SimRuntime
import SimWorld
import TestTier
import Testing

/// Goal: the sound model passes every history that is drawn for it.
struct SoundSketchTests {
  private static func plan(_ seed: UInt64, _ bug: SketchBug?) -> WorldPlan {
    var plan = WorldPlan.drawn(
      SketchModel.self, seed: seed, parameters: ParameterValues([3, 0, 0]),
      activeNanoseconds: 600 * Nanoseconds.second, faults: FaultChoice())
    plan.plantedBug = bug?.rawValue ?? 0
    return plan
  }

  /// A model without a second try breaks no promise: what it lacks is success.
  @Test func withoutASecondTryFewerWork() {
    var shares: [Double] = []
    for bug in [nil, SketchBug.noRetry] {
      var faults = FaultChoice()
      faults.isCertain = true
      faults.allowed = 0b111 | 0x3F << 24
      var plan = WorldPlan.drawn(
        SketchModel.self, seed: 1, parameters: ParameterValues([1, 1, 1]),
        activeNanoseconds: 86_400 * Nanoseconds.second, faults: faults)
      plan.plantedBug = bug?.rawValue ?? 0
      let share = SketchRun(plan).simulation.model.share(at: 0)
      #expect(share.whole > 600)
      shares.append(Double(share.part) / Double(share.whole))
    }
    #expect(shares[0] > 0.95 && shares[1] < 0.95)
  }

  private static let seeds: Range<UInt64> = Tier.isDebug ? 0..<20 : 0..<2000

  @Test func theSoundModelPasses() {
    for seed in Self.seeds {
      guard let broken = SketchRun(Self.plan(seed, nil)).broken else { continue }
      Issue.record("seed \(seed): \(broken)")
      return
    }
  }
}
