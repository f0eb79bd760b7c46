import SimMath

/// The glass: which contacts the sensor sees and the device follows.
extension InputSynthesizer {
  /// Changes the canvas's size in points.
  ///
  /// A contact that was seen off the new canvas ends, since the sensor sees it no more; what is
  /// still to be reported of it is moved to the same relative position of the new canvas.
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

  /// Whether a point is on the canvas, its edges included.
  func isOnCanvas(_ point: Vector2) -> Bool {
    point.x >= 0 && point.y >= 0 && point.x <= canvas.x && point.y <= canvas.y
  }

  private func moved(_ point: Vector2, from old: Vector2) -> Vector2 {
    // Divided first: a share of at most 1 stays within the canvas, however it is rounded.
    Vector2(point.x / old.x * canvas.x, point.y / old.y * canvas.y)
  }

  /// Whether the canvas has space for a contact where it was measured last, where the application
  /// knows it to be, and for all its samples between.
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

  /// Where a contact is, and how hard it presses.
  func position(
    of plan: ContactPlan, atNanoseconds time: UInt64
  ) -> (position: Vector2, pressure: Float) {
    guard plan.trackContact == .max else { return track.position(of: plan, atNanoseconds: time) }
    return (plan.position(atNanoseconds: time), plan.pressure(atNanoseconds: time))
  }

  /// Whether the device follows one more finger; if not, it follows none that is on the glass.
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

  /// Notes that a finger on the glass is not followed until it lifts.
  ///
  /// Of more contacts than slots, those that lift last are kept: while any of the others is
  /// down, so are all of these, and they alone are more than any device follows.
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
