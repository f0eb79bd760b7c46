import SimAppModels
import SimMath
import SimRuntime
import SimWorld
import TestTier
import Testing

/// Goal: purchases, restoring, the menu's texts and the scenes follow their rules, also at their
/// limits in time.
struct PurchasesTests {
  /// An event and its time in seconds.
  enum Act {
    case own(Double, PurchasesEvent, UInt64 = 0)
    case world(Double, WorldEvent.Code)
  }

  static func plan(_ acts: [Act], quiet: Double? = nil, bug: PurchasesBug? = nil) -> WorldPlan {
    var plan = WorldPlan(seed: 7, parameters: ParameterValues([]))
    plan.plantedBug = bug?.rawValue ?? 0
    plan.add(.launch, at: 0)
    for act in acts {
      switch act {
      case .own(let seconds, let event, let first):
        plan.add(event, first, at: UInt64((seconds * 1e9).rounded()))
      case .world(let seconds, let code): plan.add(code, at: UInt64((seconds * 1e9).rounded()))
      }
    }
    if let quiet { plan.add(.quiet, at: UInt64(quiet * 1e9)) }
    return plan
  }

  private static func run(
    _ acts: [Act], quiet: Double? = nil, _ change: (inout StoreScript) -> Void = { _ in }
  ) -> PurchasesRun {
    var script = StoreScript()
    change(&script)
    return PurchasesRun(plan(acts, quiet: quiet), script: script)
  }

  static let menu: [Act] = [.own(1, .gate, 1), .own(1.5, .menu)]
  static let purchase: [Act] = menu + [.own(2, .buy), .own(4, .sheet, 1)]

  // MARK: - Purchases and texts

  @Test func purchaseUnlocksAndIsFinished() {
    let run = Self.run(Self.purchase, quiet: 30)
    #expect(run.broken == nil && run.isUnlocked && run.isOwned && run.texts.isEmpty)
    #expect(run.times(.unlocks).count == 1 && run.times(.finishes) == run.times(.unlocks))
  }

  @Test func textsSayWhatHappened() {
    let canceled = Self.run(Self.menu + [.own(2, .buy), .own(4, .sheet, 0)])
    #expect(canceled.texts == [.canceled] && canceled.broken == nil)
    #expect(Self.run(Self.purchase) { $0.isFailing = true }.texts == [.failed])
    #expect(Self.run(Self.purchase) { $0.isUnverified = true }.texts == [.failed])
    #expect(Self.run(Self.purchase) { $0.isAsked = true }.texts == [.waiting])
    let nothing = Self.run(Self.menu + [.own(2, .restore)])
    #expect(nothing.texts == [.nothingFound] && nothing.broken == nil)
    let offline = Self.run([.world(0.5, .offline)] + Self.menu + [.own(2, .restore)])
    #expect(offline.texts == [.restoreFailed])
    #expect(
      Self.run(Self.menu + [.own(2, .restore)]) { $0.isSyncFailing = true }.texts == [
        .restoreFailed
      ])
    // Behind a closed gate nothing is said.
    let closed = Self.run(Self.menu + [.own(2, .buy), .own(3, .gate, 0), .own(4, .sheet, 0)])
    #expect(closed.texts.isEmpty && closed.times(.buys).count == 1)
  }

  @Test func onePurchaseAtATime() {
    let run = Self.run(Self.menu + [.own(2, .buy), .own(3, .buy), .own(3.5, .restore)])
    #expect(run.times(.buys) == [2] && run.times(.syncs).isEmpty && run.broken == nil)
    let again = Self.run(Self.purchase + [.own(20, .buy)])
    #expect(again.times(.buys) == [2])
  }

  @Test func childrenChangeNothing() {
    let taps: [PurchasesEvent] = [.touch, .menu, .buy, .restore, .pick, .sound]
    let run = Self.run(taps.enumerated().map { .own(1 + Double($0.offset), $0.element, 1) })
    #expect(run.broken == nil)
    let seen = run.effects.map { $0.what }
    #expect(seen.allSatisfy { [.opens, .settles, .reads].contains($0) })
  }

  /// A purchase that is approved later unlocks without a word.
  @Test func approvalUnlocksInBabyMode() {
    let run = Self.run(
      Self.purchase + [.own(10, .gate, 0), .own(60, .family, 1)], quiet: 90
    ) { $0.isAsked = true }
    #expect(run.broken == nil && run.isUnlocked && run.texts == [.waiting])
  }

  @Test func restoringFindsAPurchase() {
    let run = Self.run(
      Self.purchase + [.own(20, .account, 0), .world(60, .kill), .world(61, .launch)]
        + [.own(130, .account, 1), .own(131, .gate, 1), .own(132, .menu), .own(133, .restore)],
      quiet: 150)
    #expect(run.broken == nil && run.isUnlocked && run.texts.isEmpty)
    #expect(run.times(.locks).count == 1 && run.times(.unlocks).count == 2)
  }

  // MARK: - Losing

  /// Reads without the purchase at 31 and 40 s after launch keep it, at 31 and 41 s they lose it.
  @Test(arguments: [(40.0, false), (41.0, true)]) func twoAbsences(second: Double, isLost: Bool) {
    let launch = 100.0
    let run = Self.run(
      Self.purchase + [
        .world(90, .kill), .world(launch, .launch), .own(launch + 30.5, .account, 0),
        .world(launch + 30.9, .inactive), .world(launch + 31, .active),
        .world(launch + second - 0.1, .inactive), .world(launch + second, .active),
      ], quiet: 170)
    let reads = run.times(.reads).filter { $0 > launch + 30.95 }
    #expect(Array(reads.prefix(2)) == [launch + 31, launch + second])
    let locks = run.times(.locks)
    #expect(run.broken == nil && locks.count == 1)
    #expect(isLost == (locks[0] < launch + second + 3))
  }

  @Test func emptyReadsAfterLaunchKeepThePurchase() {
    let run = Self.run(
      Self.purchase + [.world(50, .kill), .world(60, .launch)], quiet: 120
    ) { $0.isEmpty = true }
    #expect(run.broken == nil && run.isUnlocked && run.times(.locks).isEmpty)
    #expect(run.times(.reads).filter { $0 > 60 }.count >= 3)
  }

  @Test func refundWhileDeadIsNoticedAtLaunch() {
    for isStale in [false, true] {
      let run = Self.run(
        Self.purchase + [.world(50, .kill), .own(60, .refund), .world(70, .launch)], quiet: 120
      ) { $0.isStale = isStale }
      #expect(run.broken == nil && !run.isUnlocked && !run.isOwned)
      let locks = run.times(.locks)
      #expect(locks.count == 1 && isStale == (locks[0] > 100))
    }
  }

  @Test func offlineTheCacheCounts() {
    let run = Self.run(
      Self.purchase + [.world(50, .kill), .world(55, .offline), .world(60, .launch)]
        + [.own(3600, .touch)])
    #expect(run.broken == nil && run.isUnlocked && run.times(.locks).isEmpty)
  }

  // MARK: - Scenes and settings

  /// A paid scene stays after a loss until the gate opens or the app is launched.
  @Test func lostSceneStaysUntilTheGateOpens() {
    let picked = Self.purchase + [.own(10, .pick, 4), .own(11, .gate, 0), .own(30, .refund)]
    let staying = Self.run(picked, quiet: 60)
    #expect(staying.broken == nil && !staying.isUnlocked)
    #expect(staying.simulation.model.app.scene == 4)
    for ends: [Act] in [
      [.own(60, .gate, 1)], [.world(60, .kill), .world(61, .launch)],
    ] {
      let run = Self.run(picked + ends, quiet: 100)
      #expect(run.broken == nil && run.simulation.model.app.scene == 0)
    }
  }

  @Test func lockedScenesCannotBePicked() {
    let run = Self.run(Self.menu + [.own(2, .pick, 3), .own(3, .pick, 7), .own(4, .pick, 0)])
    #expect(run.effects.filter { $0.what == .picks }.map { $0.first } == [0] && run.broken == nil)
  }

  @Test(arguments: [WorldEvent.Code.kill, .reboot, .powerLoss])
  func settingsSurvive(code: WorldEvent.Code) {
    let run = Self.run(
      Self.purchase + [.own(10, .pick, 5), .own(11, .sound, 1), .world(15, code)]
        + [.world(16, .launch)], quiet: 40)
    #expect(run.broken == nil && run.isUnlocked && run.simulation.model.app.scene == 5)
    #expect(run.simulation.model.app.file.wanted.isSoundOn)
    let first = Self.run([])
    #expect(!first.simulation.model.app.file.wanted.isSoundOn && !first.isUnlocked)
  }
}
