import SimMath

/// The glass: which contacts the sensor detects and the device tracks.
extension InputSynthesizer {
  /// Changes the size of the canvas in points.
  ///
  /// A contact outside the new canvas ends, because the sensor no longer detects it; its pending
  /// samples move to the same relative position on the new canvas.
  ///
  /// - Precondition: both are positive and finite.
  package mutating func resize(width: Float, height: Float) {
    precondition(width > 0 && height > 0, "a canvas has a positive size")
    precondition(width.isFinite && height.isFinite, "a canvas has a finite size")
    let old = canvas
    canvas = Vector2(width, height)
    for index in 0..<Int(contactCount) where !isSeenOnCanvas(contact: index) {
      contacts[index].hasLeft = true
      contacts[index].measured = moved(contacts[index].measured, from: old)
      contacts[index].arrived.position = moved(contacts[index].arrived.position, from: old)
      for sample in 0..<Int(contacts[index].count) {
        let slot = queueIndex(contacts[index], sample)
        queues[slot].position = moved(queues[slot].position, from: old)
      }
    }
  }

  /// Whether a point is on the canvas, including its edges.
  func isOnCanvas(_ point: Vector2) -> Bool {
    point.x >= 0 && point.y >= 0 && point.x <= canvas.x && point.y <= canvas.y
  }

  private func moved(_ point: Vector2, from old: Vector2) -> Vector2 {
    // Divided first: a fraction of at most 1 stays within the canvas despite rounding.
    Vector2(point.x / old.x * canvas.x, point.y / old.y * canvas.y)
  }

  /// Whether a contact's last measured position, its last reported position and all pending samples
  /// are on the canvas.
  private func isSeenOnCanvas(contact index: Int) -> Bool {
    let contact = contacts[index]
    guard isOnCanvas(contact.measured) else { return false }
    if contact.hasBegun && !isOnCanvas(contact.arrived.position) { return false }
    for sample in 0..<Int(contact.count)
    where !isOnCanvas(queues[queueIndex(contact, sample)].position) {
      return false
    }
    return true
  }

  /// The position and pressure of a contact.
  func position(
    of plan: ContactPlan, atNanoseconds time: UInt64
  ) -> (position: Vector2, pressure: Float) {
    guard plan.trackContact == .max else { return track.position(of: plan, atNanoseconds: time) }
    return (plan.position(atNanoseconds: time), plan.pressure(atNanoseconds: time))
  }

  /// Whether the device can track one more finger.
  ///
  /// If not, it cancels all tracked fingers and ignores every finger on the glass until it lifts.
  mutating func follows(_ plan: ContactPlan, atNanoseconds time: UInt64) -> Bool {
    forgetIgnored(upTo: time)
    var fingers = ignoredCount
    for index in 0..<Int(contactCount) where isDownFinger(contacts[index], at: time) {
      fingers += 1
    }
    guard fingers >= touchContacts else { return true }
    for index in 0..<Int(contactCount) where isDownFinger(contacts[index], at: time) {
      ignore(until: contacts[index].plan.endNanoseconds)
      contacts[index].plan.endNanoseconds = time
      contacts[index].plan.isCancelled = true
      tally.cancelledContacts += 1
    }
    ignore(until: plan.endNanoseconds)
    tally.ignoredContacts += 1
    return false
  }

  private func isDownFinger(_ contact: LiveContact, at time: UInt64) -> Bool {
    contact.plan.kind == .finger && !contact.isOver && !contact.hasLeft
      && contact.plan.endNanoseconds > time
  }

  /// Ignores a finger on the glass until it lifts.
  ///
  /// If there are more ignored fingers than slots, those that lift last are kept: while any other
  /// is down, all of these are too, and they alone reach the limit of every device.
  private mutating func ignore(until time: UInt64) {
    guard Int(ignoredCount) == ignoredUntil.count else {
      ignoredUntil[Int(ignoredCount)] = time
      ignoredCount += 1
      return
    }
    var first = 0
    for index in 1..<Int(ignoredCount) where ignoredUntil[index] < ignoredUntil[first] {
      first = index
    }
    ignoredUntil[first] = max(ignoredUntil[first], time)
  }

  private mutating func forgetIgnored(upTo time: UInt64) {
    var kept = 0
    for index in 0..<Int(ignoredCount) where ignoredUntil[index] > time {
      ignoredUntil[kept] = ignoredUntil[index]
      kept += 1
    }
    ignoredCount = UInt32(kept)
  }
}
