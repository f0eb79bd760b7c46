import SimMath
import SimRuntime

extension StoreService {
  /// The outcome of a purchase, as its response carries it.
  enum Outcome: UInt8 {
    case success, userCancelled, pending, failed
  }

  // MARK: - Decisions of others

  /// Answers the sheet of a purchase; without a sheet nothing happens.
  ///
  /// A confirmed purchase is charged within seconds, even if the process ends before.
  public mutating func answerSheet(isConfirmed: Bool, in world: inout World) {
    guard sheet.isShown else { return }
    let request = sheet
    sheet = StoreSheet()
    guard isConfirmed else { return respond(request, .userCancelled, in: &world) }
    var stream = world.draw("store.purchase", request.identity)
    let (isFailing, isAsked) = (stream.chance(1, in: 5), stream.chance(1, in: 3))
    guard world.isOnline, isSignedIn else { return respond(request, .failed, in: &world) }
    if let place = chargedPlace(request.product, at: world.clock.now) {
      return respond(request, owned: place, in: &world)
    }
    if isAwaitingApproval(request.product, in: world) {
      return respond(request, .pending, in: &world)
    }
    if happens(isFailing, .purchaseFails, script?.isFailing, in: &world) {
      return respond(request, .failed, in: &world)
    }
    if happens(isAsked, .askToBuy, script?.isAsked, in: &world) {
      approvals[Int(request.product)] = StoreApproval(
        isPending: true, askedAt: world.clock.now, identity: request.identity)
      return respond(request, .pending, in: &world)
    }
    let delay = latency("store.charge", request.identity, in: &world)
    let charged = charge(
      request.product, request.identity, at: world.clock.now &+ delay, in: &world)
    respond(request, .success, records[charged].id, after: delay, in: &world)
  }

  /// Answers the pending request for approval of a purchase; without one nothing happens.
  ///
  /// Approval charges the product and delivers an update, at the next launch if the app is not
  /// running.
  public mutating func answerRequest(
    _ product: UInt8, isApproved: Bool, in world: inout World
  ) {
    guard isAwaitingApproval(product, in: world) else { return }
    let approval = approvals[Int(product)]
    approvals[Int(product)] = StoreApproval()
    guard isApproved, chargedPlace(product, at: world.clock.now) == nil else { return }
    let place = charge(product, approval.identity, at: world.clock.now, in: &world)
    announce(place, in: &world)
  }

  /// Refunds a product that is owned; otherwise nothing happens.
  ///
  /// A running app receives an update, an app that is not running does not.
  public mutating func refund(_ product: UInt8, in world: inout World) {
    guard let place = goodPlace(product, at: world.clock.now) else { return }
    records[place].revokedAt = world.clock.now
    announce(place, in: &world)
  }

  // MARK: - Transactions

  /// Adds a finished purchase from before the run.
  package mutating func begin(owning product: UInt8) {
    precondition(Int(product) < products.count, "a product that the store does not have")
    _ = append(StoreRecord(product: product, isFinished: true))
  }

  /// Adds the transaction of a purchase.
  private mutating func charge(
    _ product: UInt8, _ identity: UInt64, at time: UInt64, in world: inout World
  ) -> Int {
    var stream = world.draw("store.signature", identity)
    let isForged = stream.chance(1, in: 4)
    var record = StoreRecord(product: product, identity: identity, purchasedAt: time)
    record.isVerified = !happens(
      isForged, .unverifiedTransaction, script?.isUnverified, in: &world)
    if record.isVerified { contactedAt = time }
    return add(record, in: &world)
  }

  private mutating func add(_ record: StoreRecord, in world: inout World) -> Int {
    var record = record
    let product = products[Int(record.product)]
    if product.period > 0 { setPeriod(&record, of: product, in: &world) }
    let place = append(record)
    scheduleRenewal(records[place], in: &world)
    return place
  }

  /// Sets the end of a subscription period and the time of the next renewal.
  ///
  /// A failed renewal is tried again after up to 1.5 periods; every fourth never succeeds.
  private func setPeriod(
    _ record: inout StoreRecord, of product: StoreProduct, in world: inout World
  ) {
    let end = record.purchasedAt &+ product.period
    (record.expiresAt, record.endsAt, record.renewsAt) = (end, end, end)
    var stream = world.draw("store.renewal", Self.key(record))
    let (isFailing, isLost) = (stream.chance(1, in: 2), stream.chance(1, in: 4))
    let delay = UInt64(Double(product.period) * 1.5 * stream.uniformDouble())
    if happens(isFailing, .billingRetry, script?.isBillingFailing, in: &world) {
      record.endsAt = end &+ product.gracePeriod
      record.renewsAt = isLost ? .max : end &+ delay
    }
  }

  /// The transaction whose renewal is due first; nil if none is due.
  func dueRenewal(_ now: UInt64) -> Int? {
    var found: Int?
    for place in 0..<Int(count) where records[place].renewsAt <= now {
      if let first = found, records[first].renewsAt <= records[place].renewsAt { continue }
      found = place
    }
    return found
  }

  /// Renews a subscription, unless it was refunded or renewal is turned off.
  mutating func renew(_ place: Int, in world: inout World) {
    let old = records[place]
    records[place].renewsAt = .max
    guard old.revokedAt == .max, old.isVerified, renewsAutomatically[Int(old.product)] else {
      return
    }
    _ = add(
      StoreRecord(
        product: old.product, renewal: old.renewal &+ 1, identity: old.identity,
        purchasedAt: old.renewsAt), in: &world)
  }

  // MARK: - Updates

  /// Delivers an update of a transaction to a running app, later if there is no network.
  mutating func announce(_ place: Int, isLaunch: Bool = false, in world: inout World) {
    guard world.process != .dead, listener != 0, isSignedIn else { return }
    let record = records[place]
    records[place].owesUpdate = !world.isOnline
    guard world.isOnline else {
      owesUpdates = true
      return
    }
    let isRevoked = record.revokedAt != .max
    var stream = world.draw("store.update", Self.key(record) ^ (isRevoked ? 1 &<< 63 : 0))
    let (isMissed, isDoubled) = (stream.chance(1, in: 4), stream.chance(1, in: 3))
    if !isLaunch, happens(isMissed, .missedUpdate, script?.isMissed, in: &world) { return }
    let wait = record.purchasedAt > world.clock.now ? record.purchasedAt &- world.clock.now : 0
    let delay = wait &+ Nanoseconds.millisecond &* UInt64(50 &+ stream.below(950))
    deliver(UInt64(record.id), record, after: delay, in: &world)
    if happens(isDoubled, .duplicateUpdate, script?.isDoubled, in: &world) {
      deliver(UInt64(record.id), record, after: delay &* 3, in: &world)
    }
  }

  /// Delivers the updates for which there was no network.
  mutating func deliverOwedUpdates(in world: inout World) {
    owesUpdates = false
    for place in 0..<Int(count) where records[place].owesUpdate { announce(place, in: &world) }
  }

  /// Schedules the update of the next renewal, which may not occur.
  func scheduleRenewal(_ record: StoreRecord, in world: inout World) {
    guard record.renewsAt != .max, record.renewsAt >= world.clock.now, listener != 0,
      world.process != .dead
    else { return }
    deliver(0, record, after: record.renewsAt &- world.clock.now, in: &world)
  }

  private func deliver(
    _ id: UInt64, _ record: StoreRecord, after delay: UInt64, in world: inout World
  ) {
    world.deliver(
      listener, id, UInt64(record.product), after: delay, identity: Self.key(record))
  }

  /// The identity of a transaction.
  private static func key(_ record: StoreRecord) -> UInt64 {
    NameHash.mix(record.identity) &+ UInt64(record.renewal)
  }

  // MARK: - Responses

  /// Responds to a purchase after a latency of its own.
  func respond(
    _ request: StoreSheet, _ outcome: Outcome, _ id: UInt32 = 0, after delay: UInt64 = 0,
    in world: inout World
  ) {
    let own = latency("store.result", request.identity, in: &world)
    world.deliver(
      request.response, UInt64(outcome.rawValue), UInt64(id), after: delay &+ own,
      identity: request.identity)
  }

  /// Responds to the purchase of an owned product with its transaction, without another charge.
  func respond(_ request: StoreSheet, owned place: Int, in world: inout World) {
    let record = records[place]
    let now = world.clock.now
    let delay = record.purchasedAt > now ? record.purchasedAt &- now : 0
    respond(request, .success, record.id, after: delay, in: &world)
  }

  /// The latency of a response: 0.1 to 1 s, or 3 to 15 s if the store is slow.
  func latency(_ purpose: StaticString, _ identity: UInt64, in world: inout World) -> UInt64 {
    var stream = world.draw(purpose, identity)
    let isSlow = stream.chance(1, in: 4)
    let share = stream.uniformDouble()
    let (least, span): (Double, Double) =
      happens(isSlow, .slowStore, script?.isSlow, in: &world) ? (3e9, 12e9) : (1e8, 9e8)
    return UInt64(least + span * share)
  }

  // MARK: - Lookup

  /// The transaction of a number.
  func place(of id: UInt32) -> Int? {
    for place in 0..<Int(count) where records[place].id == id && id != 0 { return place }
    return nil
  }

  /// The latest transaction of a product by a time.
  func latestPlace(_ product: UInt8, at time: UInt64) -> Int? {
    guard time != .max &- 1 else { return nil }
    var found: Int?
    for place in 0..<Int(count)
    where records[place].product == product && records[place].purchasedAt <= time {
      if let first = found, records[first].purchasedAt > records[place].purchasedAt { continue }
      found = place
    }
    return found
  }

  /// The transaction that gives access to a product at a time.
  func goodPlace(_ product: UInt8, at time: UInt64) -> Int? {
    for place in 0..<Int(count)
    where records[place].product == product && records[place].isGood(at: time) {
      return place
    }
    return nil
  }

  /// The transaction that gives access to a product now, or will once it is charged.
  func chargedPlace(_ product: UInt8, at time: UInt64) -> Int? {
    for place in 0..<Int(count)
    where records[place].product == product
      && records[place].isGood(at: max(time, records[place].purchasedAt))
    {
      return place
    }
    return nil
  }

  /// The transaction that entitles to a product by a time: a good one, or else an unverified one.
  func entitled(_ product: UInt8, at time: UInt64) -> Int? {
    guard time != .max &- 1 else { return nil }
    if let place = goodPlace(product, at: time) { return place }
    guard let place = latestPlace(product, at: time), !records[place].isVerified,
      time < records[place].revokedAt, time < records[place].endsAt
    else { return nil }
    return place
  }
}

extension World {
  /// Delivers a response of a service by the code of its event.
  fileprivate mutating func deliver(
    _ code: UInt16, _ first: UInt64, _ second: UInt64, after delay: UInt64, identity: UInt64
  ) {
    queue.insert(
      WorldEvent(
        time: clock.now &+ delay, order: .response, channel: .service, code: code, first: first,
        second: second, identity: identity))
  }
}
