import SimWorld
import SimbenchKit
import TestTier
import Testing

/// Goal: the store does what StoreKit 2 does: every result, what arrives at launch and what while
/// the app runs, and what an app is not told.
///
/// Method: a small app notes what it is told in plans with scripted outcomes.
struct StoreServiceTests {
  private typealias Event = ShopModel.Event

  /// An event and its time in seconds.
  private enum Act {
    case own(Double, Event, UInt64 = 0, UInt64 = 0)
    case world(Double, WorldEvent.Code)
  }

  private static func run(
    _ acts: [Act], seed: UInt64 = 0, _ change: (inout StoreScript) -> Void = { _ in }
  ) -> WorldSimulation<ShopModel> {
    var plan = WorldPlan(seed: seed, parameters: ParameterValues([]))
    plan.add(.launch, at: 0)
    for act in acts {
      switch act {
      case .own(let seconds, let event, let first, let second):
        plan.add(event, first, second, at: UInt64(seconds * 1e9))
      case .world(let seconds, let code): plan.add(code, at: UInt64(seconds * 1e9))
      }
    }
    var simulation = WorldSimulation<ShopModel>(plan)
    var script = StoreScript()
    change(&script)
    simulation.model.store.script = script
    while let event = simulation.next { simulation.apply(event) }
    return simulation
  }

  private static let purchase: [Act] = [.own(1, .buy), .own(2, .sheet, 0, 1)]

  private static func owns(_ simulation: WorldSimulation<ShopModel>, _ product: UInt8 = 0) -> Bool {
    simulation.model.store.owns(product, in: simulation.world)
  }

  private static func purchases(_ run: WorldSimulation<ShopModel>) -> [StorePurchaseResult] {
    run.model.told.compactMap { if case .bought(let result) = $0.what { result } else { nil } }
  }

  private static func updates(_ run: WorldSimulation<ShopModel>) -> [StoreTransaction] {
    run.model.told.compactMap { if case .updated(let update?) = $0.what { update } else { nil } }
  }

  private static func entitlements(_ run: WorldSimulation<ShopModel>) -> [[StoreTransaction?]?] {
    run.model.told.compactMap {
      if case .entitled(let all, let isCompleted) = $0.what {
        isCompleted ? all : .some(nil)
      } else {
        nil
      }
    }
  }

  // MARK: - Purchases

  @Test func everyResult() throws {
    let sound = Self.run(Self.purchase)
    guard case .success(let transaction)? = Self.purchases(sound).first else {
      Issue.record("no success")
      return
    }
    #expect(transaction.isVerified && !transaction.isRevoked && transaction.product == 0)
    #expect(transaction.expirationDate == nil && Self.owns(sound))
    let forged = Self.run(Self.purchase) { $0.isUnverified = true }
    guard case .success(let unverified)? = Self.purchases(forged).first else {
      Issue.record("no unverified success")
      return
    }
    #expect(!unverified.isVerified && !Self.owns(forged))
    let canceled = Self.run([.own(1, .buy), .own(2, .sheet, 0, 0)])
    #expect(Self.purchases(canceled) == [.userCancelled] && !Self.owns(canceled))
    let failed = Self.run(Self.purchase) { $0.isFailing = true }
    #expect(Self.purchases(failed) == [.failed] && !Self.owns(failed))
    let offline = Self.run([.world(0.5, .offline)] + Self.purchase)
    #expect(Self.purchases(offline) == [.failed])
    let lost = Self.run([.own(1, .buy), .world(1.5, .offline), .own(2, .sheet, 0, 1)])
    #expect(Self.purchases(lost) == [.failed] && !Self.owns(lost))
    let signedOut = Self.run([.own(0.5, .account, 0, 0)] + Self.purchase)
    #expect(Self.purchases(signedOut) == [.failed])
  }

  @Test func ownedProductIsNotChargedAgain() {
    let run = Self.run(Self.purchase + [.own(20, .buy), .own(21, .sheet, 0, 1)])
    let results = Self.purchases(run)
    #expect(results.count == 2)
    guard case .success(let one)? = results.first, case .success(let two)? = results.last else {
      Issue.record("not bought")
      return
    }
    #expect(one.id == two.id)
    // A second purchase while a sheet is shown fails.
    let busy = Self.run([.own(1, .buy), .own(1.5, .buy), .own(4, .sheet, 0, 0)])
    #expect(Self.purchases(busy) == [.failed, .userCancelled])
  }

  @Test func sheetWithoutAnswerEndsWithTheProcess() {
    let run = Self.run([
      .own(1, .buy), .world(2, .kill), .world(3, .launch), .own(4, .sheet, 0, 1),
    ])
    #expect(run.model.told.isEmpty && !Self.owns(run))
  }

  @Test(arguments: [WorldEvent.Code.kill, .reboot, .powerLoss])
  func chargeSurvivesTheProcess(code: WorldEvent.Code) {
    let run = Self.run(Self.purchase + [.world(2.001, code), .world(40, .launch)])
    #expect(Self.purchases(run).isEmpty && Self.owns(run))
    #expect(Self.updates(run).count == 1)
  }

  // MARK: - Updates

  /// Unfinished transactions arrive at every launch, finished ones do not.
  @Test func unfinishedTransactionsArriveAtLaunch() {
    let launches: [Act] = [
      .world(20, .kill), .world(21, .launch), .world(40, .kill), .world(41, .launch),
    ]
    #expect(Self.updates(Self.run(Self.purchase + launches)).count == 2)
    #expect(Self.updates(Self.run(Self.purchase + launches, seed: 1)).isEmpty)
    let doubled = Self.run(Self.purchase + launches) { $0.isDoubled = true }
    #expect(Self.updates(doubled).count == 4)
    let finished = Self.run(Self.purchase + [.own(30, .finish, 1)] + launches)
    #expect(Self.updates(finished).count == 1)
  }

  @Test func approvalArrivesWhileRunningOrAtLaunch() {
    let asks = Self.purchase
    let running = Self.run(asks + [.own(60, .family, 0, 1)], seed: 1) { $0.isAsked = true }
    #expect(Self.purchases(running) == [.pending] && Self.owns(running))
    #expect(Self.updates(running).map { $0.isVerified } == [true])
    let dead = Self.run(
      asks + [.world(50, .kill), .own(60, .family, 0, 1), .world(90, .launch)], seed: 1
    ) { $0.isAsked = true }
    #expect(Self.owns(dead) && Self.updates(dead).count == 1)
    let missed = Self.run(asks + [.own(60, .family, 0, 1), .world(80, .kill), .world(81, .launch)])
    {
      $0.isAsked = true
      $0.isMissed = true
    }
    #expect(
      Self.updates(missed).count == 1 && missed.model.told.last.map { $0.seconds > 81 } == true)
    let declined = Self.run(asks + [.own(60, .family, 0, 0), .own(70, .family, 0, 1)]) {
      $0.isAsked = true
    }
    #expect(!Self.owns(declined) && Self.updates(declined).isEmpty)
  }

  /// A request lapses after 24 hours; another purchase joins the one that is pending.
  @Test func requestsMergeAndLapse() {
    let again: [Act] = [.own(100, .buy), .own(101, .sheet, 0, 1)]
    let merged = Self.run(
      Self.purchase + again + [.own(200, .family, 0, 1), .own(201, .family, 0, 1)]
    ) { $0.isAsked = true }
    #expect(Self.purchases(merged) == [.pending, .pending] && Self.updates(merged).count == 1)
    for (seconds, isInTime) in [(86_401.999, true), (86_402, false)] {
      let run = Self.run(Self.purchase + [.own(seconds, .family, 0, 1)]) { $0.isAsked = true }
      #expect(Self.owns(run) == isInTime)
    }
  }

  @Test func refundIsToldToARunningAppOnly() {
    let running = Self.run(Self.purchase + [.own(60, .refund)], seed: 1)
    #expect(Self.updates(running).map { $0.isRevoked } == [true] && !Self.owns(running))
    let dead = Self.run(
      Self.purchase + [.world(50, .kill), .own(60, .refund), .world(70, .launch)], seed: 1)
    #expect(Self.updates(dead).isEmpty && !Self.owns(dead))
    let missed = Self.run(Self.purchase + [.own(60, .refund)], seed: 1) { $0.isMissed = true }
    #expect(Self.updates(missed).isEmpty)
    // Without a network the update waits for it.
    let offline = Self.run(
      Self.purchase + [.world(50, .offline), .own(60, .refund), .world(90, .online)], seed: 1)
    #expect(Self.updates(offline).count == 1)
    #expect(offline.model.told.last.map { $0.seconds > 90 } == true)
  }

  // MARK: - Reads

  @Test func readsShowWhatIsOwned() {
    let run = Self.run(
      Self.purchase + [.own(60, .read), .own(70, .refund), .own(80, .read), .world(90, .offline)]
        + [.own(91, .read)], seed: 1)
    let reads = Self.entitlements(run)
    #expect(reads.count == 3 && reads[0]?[0]?.isVerified == true)
    #expect(reads[1] == [nil, nil] && reads[2] == nil)
    let latest = run.model.told.compactMap {
      if case .latest(let transaction, true) = $0.what { transaction } else { nil }
    }
    #expect(latest.map { $0.isRevoked } == [false, true])
  }

  /// For 30 s after launch entitlements are empty or lack a refund; a sync ends it.
  @Test func readsAreUnsettledAfterLaunch() {
    let refunded: [Act] =
      Self.purchase + [
        .own(40, .read), .world(50, .kill), .own(60, .refund), .world(70, .launch),
        .own(99.999, .read), .own(105, .read),
      ]
    let stale = Self.entitlements(Self.run(refunded, seed: 1) { $0.isStale = true })
    #expect(stale.map { $0?[0]?.isRevoked } == [false, false, nil])
    let owned: [Act] =
      Self.purchase + [
        .world(50, .kill), .world(70, .launch), .own(99.999, .read), .own(100, .read),
      ]
    let empty = Self.entitlements(Self.run(owned, seed: 1) { $0.isEmpty = true })
    #expect(empty.map { $0?[0] != nil } == [false, true])
    let synced = Self.run(
      Self.purchase + [
        .world(50, .kill), .world(70, .launch), .own(72, .sync), .own(75, .read),
      ], seed: 1
    ) { $0.isEmpty = true }
    #expect(Self.entitlements(synced).map { $0?[0] != nil } == [true])
  }

  @Test func syncThrowsOffline() {
    let run = Self.run([.own(1, .sync), .world(5, .offline), .own(6, .sync)])
    #expect(run.model.told.map { $0.what } == [.synced(true), .synced(false)])
    let failing = Self.run([.own(1, .sync)]) { $0.isSyncFailing = true }
    #expect(failing.model.told.map { $0.what } == [.synced(false)])
  }

  @Test func signedOutAccountOwnsNothing() {
    let run = Self.run(
      Self.purchase + [.own(40, .account, 0, 0), .own(41, .read), .own(50, .account, 0, 1)]
        + [.own(51, .read)])
    #expect(Self.entitlements(run).map { $0?[0] != nil } == [false, true])
  }

  @Test func slowStoreTakesSeconds() {
    let run = Self.run(Self.purchase) { $0.isSlow = true }
    #expect(run.model.told.count == 1 && run.model.told[0].seconds > 8)
  }

  // MARK: - Subscriptions

  private static let subscription: [Act] = [.own(1, .buy, 1), .own(2, .sheet, 1, 1)]
  private static var periodSeconds: Double { Double(ShopModel.period) / 1e9 }

  /// Renewals arrive while the app runs, each with its own transaction, and end when turned off.
  @Test func subscriptionsRenew() {
    let run = Self.run(
      Self.subscription + [.own(1300, .renewal, 1, 0), .own(3000, .read)], seed: 1)
    let updates = Self.updates(run)
    #expect(updates.map { $0.id } == [2, 3] && !Self.owns(run, 1))
    for update in updates {
      #expect(update.expirationDate == update.purchaseDate + Int64(ShopModel.period))
      #expect(update.gracePeriodExpirationDate == nil)
    }
    #expect(Self.entitlements(run) == [[nil, nil]])
    // Of renewals while the app was dead, all unfinished ones arrive at launch.
    let dead = Self.run(
      Self.subscription + [.world(30, .kill), .world(1500, .launch)], seed: 1)
    #expect(Self.updates(dead).map { $0.id }.sorted() == [2, 3] && Self.owns(dead, 1))
  }

  /// A failed renewal keeps access for the grace period, then loses it until it succeeds.
  @Test func failedRenewalHasGrace() throws {
    var seen: Set<String> = []
    for identity in 0..<24 {
      let padding = (0..<identity).map { Act.own(0.5 + 0.001 * Double($0), .renewal, 0, 1) }
      let run = Self.run(padding + Self.subscription + [.own(605, .read)]) {
        $0.isBillingFailing = true
      }
      let first = try #require(run.model.store.transaction(1, in: run.world))
      let expiration = try #require(first.expirationDate)
      #expect(first.gracePeriodExpirationDate == expiration + 120 * 1_000_000_000)
      #expect(Self.entitlements(run).first??[1] != nil)
      let second = run.model.store.transaction(2, in: run.world)
      seen.insert(second == nil ? "lost or later" : "renewed")
    }
    #expect(seen.count == 2)
  }

  @Test func refundedSubscriptionDoesNotRenew() {
    let run = Self.run(Self.subscription + [.own(100, .refund, 1), .own(2000, .read)], seed: 1)
    #expect(Self.updates(run).map { $0.id } == [1] && !Self.owns(run, 1))
  }
}
