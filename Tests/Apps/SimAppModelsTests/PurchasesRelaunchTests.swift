import SimAppModels
import SimMath
import SimRuntime
import SimWorld
import TestTier
import Testing

/// Goal: whenever the process ends during a purchase, what is bought is kept and what is refunded
/// is given up.
///
/// Method: every stage × every outcome × updates once or twice × with or without network at
/// relaunch × every way to end the process × three times until relaunch.
struct PurchasesRelaunchTests {
  private typealias Act = PurchasesTests.Act

  private enum Stage: CaseIterable {
    case tap, sheet, charged, delivered, cached, finished
  }

  private enum Outcome: CaseIterable {
    case verified, unverified, canceled, failed, approved, declined, undecided, refunded

    var script: StoreScript {
      var script = StoreScript()
      script.isUnverified = self == .unverified
      script.isFailing = self == .failed
      script.isAsked = self == .approved || self == .declined || self == .undecided
      return script
    }

    /// The events of a purchase with this outcome.
    var acts: [PurchasesTests.Act] {
      let acts = PurchasesTests.menu + [.own(2, .buy), .own(4, .sheet, self == .canceled ? 0 : 1)]
      return switch self {
      case .approved: acts + [.own(20, .family, 1)]
      case .declined: acts + [.own(20, .family, 0)]
      default: acts
      }
    }
  }

  /// The time in seconds at which the process ends, a nanosecond after a stage.
  private static func seconds(_ stage: Stage, _ outcome: Outcome) -> Double {
    let run = PurchasesRun(PurchasesTests.plan(outcome.acts), script: outcome.script)
    let simulation = run.simulation
    let end = run.times(.unlocks).first ?? run.times(.shows).first ?? 6
    let charged = simulation.model.store.transaction(1, in: simulation.world).map {
      let start = simulation.world.clock.wall - Int64(simulation.world.clock.now)
      return Double($0.purchaseDate - start) / 1e9
    }
    let later = 1e-9
    return switch stage {
    case .tap: 2 + later
    case .sheet: 4 + later
    case .charged: (charged ?? 4) + later
    // Delivery starts a read, and writing the cache takes milliseconds more.
    case .delivered: (run.times(.reads).last { $0 <= end } ?? end) + later
    // The file has its new name, which is not durable yet.
    case .cached: end - later
    case .finished: end + later
    }
  }

  @Test func everyRelaunch() {
    let codes: [WorldEvent.Code] = Tier.isDebug ? [.kill] : [.kill, .reboot, .powerLoss]
    let pauses: [Double] = Tier.isDebug ? [5] : [0.001, 0.3, 5]
    var (count, owned, kept) = (0, 0, 0)
    for stage in Stage.allCases {
      for outcome in Outcome.allCases {
        let time = Self.seconds(stage, outcome)
        for code in codes {
          for pause in pauses {
            for variant in 0..<4 {
              count += 1
              guard let run = Self.run(outcome, time, code, pause, variant) else {
                Issue.record("\(stage), \(outcome), \(code), \(pause) s, variant \(variant)")
                return
              }
              owned += run.isOwned ? 1 : 0
              kept += run.isUnlocked ? 1 : 0
            }
          }
        }
      }
    }
    #expect(count == 6 * 8 * 4 * codes.count * pauses.count)
    #expect(owned == kept && owned > count / 8)
  }

  /// A run in which the process ends; nil if a property does not hold.
  private static func run(
    _ outcome: Outcome, _ time: Double, _ code: WorldEvent.Code, _ pause: Double, _ variant: Int
  ) -> PurchasesRun? {
    var script = outcome.script
    script.isDoubled = variant & 1 == 1
    let relaunch = time + pause
    var acts = outcome.acts + [.world(time, code), .world(relaunch, .launch)]
    if outcome == .refunded { acts.append(.own(time + pause / 2, .refund)) }
    if variant & 2 == 2 {
      acts += [.world(time, .offline), .world(relaunch + 45, .online)]
    }
    let run = PurchasesRun(
      PurchasesTests.plan(acts, quiet: relaunch + 100), script: script, keepsEffects: false)
    guard run.broken == nil, run.isUnlocked == run.isOwned else { return nil }
    let transaction = run.simulation.model.store.transaction(1, in: run.simulation.world)
    // Granted and refunded transactions are finished, unverified ones are not.
    guard let transaction else { return run }
    let isRight = transaction.isFinished == transaction.isVerified
    return isRight || outcome == .refunded ? run : nil
  }
}
