import SimMath
import SimRuntime

/// A store of purchases and subscriptions, with the results and failures of StoreKit 2.
///
/// A model stores the service as a field next to the app's memory, lists `.store` among the
/// services of its descriptor, and forwards every event at the start of `apply`:
///
///     mutating func apply(_ event: WorldEvent, in world: inout World) {
///       store.apply(event, in: &world)
///       …
///     }
///
/// Requests return at once; the response arrives as an event of the model, from which a method of
/// the service reads the result. Server and system keep their state while the app is not running.
/// The decisions of others are events of the model (`user` or `decision`), which it forwards:
/// `answerSheet`, `answerRequest`, `refund`, `setAutoRenew` and `setSignedIn`.
public struct StoreService: Sendable, StateFields {
  /// The maximum number of products.
  static var productLimit: Int { 16 }
  /// The maximum number of transactions; the oldest without access are dropped first.
  static var capacity: Int { 32 }
  /// The time after launch during which entitlements may be stale or empty: 30 s.
  package static var unsettledNanoseconds: UInt64 { 30 * Nanoseconds.second }
  /// The time after which a request for approval lapses: 24 hours.
  package static var approvalNanoseconds: UInt64 { Nanoseconds.day }

  let products: [StoreProduct]
  var records = Array(repeating: StoreRecord(), count: capacity)
  var count: UInt32 = 0
  private var nextID: UInt32 = 1
  var approvals: [StoreApproval]
  var renewsAutomatically: [Bool]
  var sheet = StoreSheet()
  /// The code of the event that delivers updates; 0 for none.
  var listener: UInt16 = 0
  /// Whether an update of a transaction is due once the network is available.
  var owesUpdates = false
  /// The server's clock at the start of the run, in nanoseconds of UTC.
  private var serverStart = Int64.min
  var launchedAt: UInt64 = 0
  private var launchIdentity: UInt64 = 0
  /// The time of the last contact with the server, which stale entitlements show.
  var contactedAt: UInt64 = 0
  /// Whether syncing has ended the staleness after launch.
  var isSettled = false
  /// Whether the account that owns the purchases is signed in.
  public private(set) var isSignedIn = true
  /// Scripted outcomes, for tests; nil to draw them.
  package var script: StoreScript?

  /// Creates a store in which nothing was bought.
  ///
  /// - Parameter products: 1 to 16 products.
  public init(products: [StoreProduct]) {
    precondition(
      !products.isEmpty && products.count <= Self.productLimit, "a store has 1 to 16 products")
    self.products = products
    approvals = Array(repeating: StoreApproval(), count: products.count)
    renewsAutomatically = Array(repeating: true, count: products.count)
  }

  // MARK: - Events

  /// Follows the process, the network and the time; to be called with every event, first.
  public mutating func apply(_ event: WorldEvent, in world: inout World) {
    if serverStart == .min {
      serverStart = world.clock.wall &- Int64(truncatingIfNeeded: world.clock.now)
    }
    switch event.common {
    case .launch:
      (listener, sheet, isSettled) = (0, StoreSheet(), false)
      (launchedAt, launchIdentity) = (world.clock.now, event.identity)
    case .kill, .reboot, .powerLoss: (listener, sheet) = (0, StoreSheet())
    default: break
    }
    while let place = dueRenewal(world.clock.now) { renew(place, in: &world) }
    if owesUpdates, world.isOnline, listener != 0 { deliverOwedUpdates(in: &world) }
  }

  // MARK: - Requests of the app

  /// Listens for transaction updates, as an app does at launch; until the process ends.
  ///
  /// Unfinished transactions are delivered at once. While the app runs, approvals, renewals and
  /// refunds follow; `update(of:)` reads the transaction. Refunds from before launch are not
  /// delivered.
  public mutating func updates(_ event: some EventKey, in world: inout World) {
    precondition(serverStart != .min, "forward every event to the store")
    listener = event.code
    for place in 0..<Int(count) {
      records[place].owesUpdate = false
      if !records[place].isFinished { announce(place, isLaunch: true, in: &world) }
      scheduleRenewal(records[place], in: &world)
    }
  }

  /// Buys a product: shows the sheet, unless the product is owned or the request fails.
  ///
  /// - Parameters:
  ///   - identity: distinguishes the purchase from all others.
  ///   - response: the event from which `purchaseResult(of:)` reads the result.
  public mutating func purchase(
    _ product: UInt8, identity: UInt64, response: some EventKey, in world: inout World
  ) {
    precondition(Int(product) < products.count, "a product that the store does not have")
    let request = StoreSheet(
      isShown: true, product: product, identity: identity, response: response.code)
    guard world.isOnline, isSignedIn, !sheet.isShown else {
      return respond(request, .failed, in: &world)
    }
    if let place = chargedPlace(product, at: world.clock.now) {
      return respond(request, owned: place, in: &world)
    }
    sheet = request
  }

  /// Reads the current entitlements.
  ///
  /// - Parameters:
  ///   - identity: distinguishes the request from all others.
  ///   - response: the event from which `entitlement(_:in:)` reads a product's entitlement, if
  ///     `isCompleted(_:)`; offline the request fails.
  public mutating func currentEntitlements(
    identity: UInt64, response: some EventKey, in world: inout World
  ) {
    let view = view(in: &world)
    var owned: UInt64 = 0
    for product in products.indices
    where view != 0 && entitled(UInt8(product), at: view &- 1) != nil {
      owned |= 1 &<< UInt64(product)
    }
    let delay = latency("store.entitlements", identity, in: &world)
    world.respond(after: delay, response, owned, view, identity: identity)
  }

  /// Reads the latest transaction of a product, revoked or not.
  ///
  /// - Parameters:
  ///   - identity: distinguishes the request from all others.
  ///   - response: the event from which `latest(of:)` reads the transaction, if `isCompleted(_:)`;
  ///     offline the request fails.
  public mutating func latest(
    for product: UInt8, identity: UInt64, response: some EventKey, in world: inout World
  ) {
    precondition(Int(product) < products.count, "a product that the store does not have")
    let view = view(in: &world)
    let place = view == 0 ? nil : latestPlace(product, at: view &- 1)
    let delay = latency("store.latest", identity, in: &world)
    world.respond(
      after: delay, response, place.map { UInt64(records[$0].id) } ?? 0, view, identity: identity)
  }

  /// Synchronizes with the store and ends the staleness of entitlements after launch.
  ///
  /// - Parameters:
  ///   - identity: distinguishes the request from all others.
  ///   - response: the event; unless `isCompleted(_:)`, syncing threw `userCancelled`, as it does
  ///     offline.
  public mutating func sync(identity: UInt64, response: some EventKey, in world: inout World) {
    var stream = world.draw("store.sync", identity)
    let isFailing = stream.chance(1, in: 3)
    let delay = latency("store.syncs", identity, in: &world)
    let isDone =
      world.isOnline
      && !happens(isFailing, .syncFails, script?.isSyncFailing, in: &world)
    if isDone { (isSettled, contactedAt) = (true, world.clock.now) }
    world.respond(after: delay, response, 0, isDone ? world.clock.now &+ 1 : 0, identity: identity)
  }

  /// Finishes a transaction, which is not delivered again at launch.
  public mutating func finish(_ id: UInt32) {
    if let place = place(of: id) { records[place].isFinished = true }
  }

  // MARK: - Responses

  /// Whether the request of a response to `currentEntitlements`, `latest` or `sync` succeeded.
  public func isCompleted(_ event: WorldEvent) -> Bool { event.second != 0 }

  /// The result of a purchase.
  public func purchaseResult(of event: WorldEvent) -> StorePurchaseResult {
    switch Outcome(rawValue: UInt8(truncatingIfNeeded: event.first)) {
    case .success:
      place(of: UInt32(truncatingIfNeeded: event.second))
        .map { .success(seen(records[$0], at: event.time)) } ?? .failed
    case .userCancelled: .userCancelled
    case .pending: .pending
    case .failed, nil: .failed
    }
  }

  /// The transaction of an update, in its state on arrival; nil if a renewal did not occur.
  public func update(of event: WorldEvent) -> StoreTransaction? {
    if event.first != 0 {
      return place(of: UInt32(truncatingIfNeeded: event.first))
        .map { seen(records[$0], at: event.time) }
    }
    let product = UInt8(truncatingIfNeeded: event.second)
    guard let place = latestPlace(product, at: event.time), !records[place].isFinished else {
      return nil
    }
    return seen(records[place], at: event.time)
  }

  /// The latest transaction of a response to `latest`; nil if there is none or the request failed.
  public func latest(of event: WorldEvent) -> StoreTransaction? {
    guard event.second != 0, let place = place(of: UInt32(truncatingIfNeeded: event.first)) else {
      return nil
    }
    return seen(records[place], at: event.second &- 1)
  }

  /// The transaction that entitles to a product, of a response to `currentEntitlements`; nil if
  /// there is none or the request failed.
  public func entitlement(_ product: UInt8, in event: WorldEvent) -> StoreTransaction? {
    guard event.second != 0, product < 64, event.first & 1 &<< UInt64(product) != 0,
      let place = entitled(product, at: event.second &- 1)
    else { return nil }
    return seen(records[place], at: event.second &- 1)
  }

  // MARK: - Truth

  /// Whether the signed-in account owns a product now, for oracles; an app cannot know.
  public func owns(_ product: UInt8, in world: borrowing World) -> Bool {
    isSignedIn && goodPlace(product, at: world.clock.now) != nil
  }

  /// A transaction in its state at the server, for oracles; nil if there is none of this number.
  public func transaction(_ id: UInt32, in world: borrowing World) -> StoreTransaction? {
    place(of: id).map { seen(records[$0], at: world.clock.now) }
  }

  /// Whether the sheet of a purchase is shown.
  public var isSheetShown: Bool { sheet.isShown }

  /// Whether a purchase of a product waits for approval.
  public func isAwaitingApproval(_ product: UInt8, in world: borrowing World) -> Bool {
    guard Int(product) < products.count else { return false }
    let approval = approvals[Int(product)]
    return approval.isPending
      && world.clock.now &- approval.askedAt < Self.approvalNanoseconds
  }

  // MARK: - Decisions of others

  /// Signs the account that owns the purchases in or out; while signed out nothing is owned.
  public mutating func setSignedIn(_ isSignedIn: Bool) { self.isSignedIn = isSignedIn }

  /// Turns automatic renewal of a subscription on or off, from the next renewal on.
  public mutating func setAutoRenew(_ product: UInt8, _ isOn: Bool) {
    if Int(product) < products.count { renewsAutomatically[Int(product)] = isOn }
  }

  // MARK: - Helpers

  /// Appends a transaction.
  mutating func append(_ record: StoreRecord) -> Int {
    if count == UInt32(Self.capacity) { dropOne(at: record.purchasedAt) }
    let place = Int(count)
    records[place] = record
    records[place].id = nextID
    nextID &+= 1
    count += 1
    return place
  }

  private mutating func dropOne(at time: UInt64) {
    var dropped = 0
    while dropped < Int(count) - 1, records[dropped].isGood(at: time) { dropped += 1 }
    for place in dropped..<Int(count) - 1 { records[place] = records[place + 1] }
    count -= 1
  }

  /// Whether a failure occurs: as scripted, or if drawn and its kind is enabled.
  func happens(
    _ isDrawn: Bool, _ fault: WorldFault, _ scripted: Bool?, in world: inout World
  ) -> Bool {
    if let scripted { return scripted }
    return isDrawn && world.strikes(fault)
  }

  /// The time, plus 1, whose state a read shows; 0 if the read fails.
  private mutating func view(in world: inout World) -> UInt64 {
    guard world.isOnline else { return 0 }
    guard isSignedIn else { return .max }
    var stream = world.draw("store.launch", launchIdentity)
    let (isStale, isEmpty) = (stream.chance(1, in: 2), stream.chance(1, in: 2))
    let now = world.clock.now
    guard !isSettled, now &- launchedAt < Self.unsettledNanoseconds else {
      contactedAt = now
      return now &+ 1
    }
    if happens(isEmpty, .emptyEntitlements, script?.isEmpty, in: &world) { return .max }
    if happens(isStale, .staleEntitlements, script?.isStale, in: &world) {
      return contactedAt &+ 1
    }
    contactedAt = now
    return now &+ 1
  }

  /// What an app sees of a transaction by a time.
  private func seen(_ record: StoreRecord, at time: UInt64) -> StoreTransaction {
    StoreTransaction(
      id: record.id, product: record.product, isVerified: record.isVerified,
      isRevoked: record.revokedAt <= time, isFinished: record.isFinished,
      purchaseDate: date(record.purchasedAt),
      expirationDate: record.expiresAt == .max ? nil : date(record.expiresAt),
      gracePeriodExpirationDate: record.endsAt == record.expiresAt ? nil : date(record.endsAt),
      signedDate: date(time))
  }

  private func date(_ time: UInt64) -> Int64 {
    serverStart &+ Int64(truncatingIfNeeded: time)
  }

  // MARK: - State

  /// Visits every field; products and script are part of the plan.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  public mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.derived("products")
    visitor.field(&count, in: 0...UInt32(Self.capacity), "count")
    let used = Int(count)
    visitor.each(&records, "records") { visitor, record, index in
      visitor.when(index < used) { record.visitState(&$0) }
    }
    visitor.field(&nextID, "nextID")
    visitor.field(&approvals, "approvals")
    visitor.each(&renewsAutomatically, "renewsAutomatically") { visitor, isOn, _ in
      visitor.field(&isOn, "isOn")
    }
    visitor.field(&sheet, "sheet")
    visitor.field(&listener, "listener")
    visitor.field(&owesUpdates, "owesUpdates")
    visitor.field(&serverStart, "serverStart")
    visitor.field(&launchedAt, "launchedAt")
    visitor.field(&launchIdentity, "launchIdentity")
    visitor.field(&contactedAt, "contactedAt")
    visitor.field(&isSettled, "isSettled")
    visitor.field(&isSignedIn, "isSignedIn")
    visitor.derived("script")
  }
}
