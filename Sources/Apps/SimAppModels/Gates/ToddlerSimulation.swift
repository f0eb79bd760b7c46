import SimbenchKit

/// What a toddler reached at BabySafe's gate.
package struct ToddlerCounts: Equatable, Sendable {
  /// The durations of a hold that are counted, in seconds.
  package static var holdSeconds: [UInt64] { [3, 4, 5, 6, 8] }

  /// The minutes simulated.
  package var minutes: UInt64 = 0
  /// The contacts that landed on the canvas.
  package var contacts: UInt64 = 0
  /// Prompts by duration of a hold.
  package var prompts: [UInt64] = [0, 0, 0, 0, 0]
  /// Prompts by duration of a hold if drift and second contacts canceled none.
  package var unruled: [UInt64] = [0, 0, 0, 0, 0]
  /// Prompts after 6 s that a face opened, one in 50.
  package var faceOpenings: UInt64 = 0
  /// Prompts after 6 s that a passcode opened, one in 10,000.
  package var passcodeOpenings: UInt64 = 0

  /// No counts.
  package init() {}

  /// The prompts for the product's hold of 6 s, which all open without a passcode.
  package var promptsOfSixSeconds: UInt64 { prompts[3] }

  /// Adds the counts of other minutes.
  package mutating func add(_ other: ToddlerCounts) {
    minutes += other.minutes
    contacts += other.contacts
    for index in prompts.indices {
      prompts[index] += other.prompts[index]
      unruled[index] += other.unruled[index]
    }
    faceOpenings += other.faceOpenings
    passcodeOpenings += other.passcodeOpenings
  }
}

/// A toddler at BabySafe's gate, by contacts alone: no frames are drawn.
///
/// One pass counts prompts for all durations of a hold, since the gate is never asked to end one.
package struct ToddlerSimulation: Sendable {
  /// A contact on the glass.
  private struct Active {
    var id: UInt32
    /// When it lifts or is canceled.
    var end: UInt64
    /// When it has drifted out of place; `.max` for never.
    var leave: UInt64
    /// Where it is then.
    var outside: Vector2
    /// Whether the app knows of it.
    var isKnown: Bool
  }

  /// The counts so far.
  package private(set) var counts = ToddlerCounts()
  private let canvas: GateCanvas
  private let isTablet: Bool
  private var contacts: ToddlerContacts
  private var gate = BabySafeGate()
  private var stream: RandomStream
  private var active: [Active] = []
  private var isBlind = false
  private var lastID: UInt32 = 0
  /// When the system recognizes a gesture; `.max` for never.
  private var gestureTime = UInt64.max
  /// The changes that the app receives; empty unless they are kept.
  private var changes: [ToddlerChange] = []
  private var keepsChanges = false

  /// Creates a simulation that has not begun.
  package init(_ hands: ToddlerHands, isTablet: Bool, seed: UInt64) {
    canvas = GateModel.canvas(isTablet: isTablet)
    self.isTablet = isTablet
    contacts = ToddlerContacts(hands, on: canvas, seed: seed)
    stream = RandomStream(seed: seed, name: "toddler.system")
    active.reserveCapacity(16)
  }

  /// Simulates some minutes from the start.
  ///
  /// - Complexity: O(contacts)
  package static func run(
    _ hands: ToddlerHands, isTablet: Bool, minutes: UInt64, seed: UInt64
  ) -> ToddlerCounts {
    var simulation = ToddlerSimulation(hands, isTablet: isTablet, seed: seed)
    simulation.run(minutes)
    return simulation.counts
  }

  /// The changes of contacts that an app receives in some minutes from the start, in order.
  ///
  /// - Complexity: O(contacts)
  package static func changes(
    _ hands: ToddlerHands, isTablet: Bool, minutes: UInt64, seed: UInt64
  ) -> [ToddlerChange] {
    var simulation = ToddlerSimulation(hands, isTablet: isTablet, seed: seed)
    simulation.keepsChanges = true
    simulation.run(minutes)
    return simulation.changes
  }

  private mutating func run(_ minutes: UInt64) {
    let end = minutes * Nanoseconds.minute
    while true {
      let contact = contacts.next()
      advance(to: min(contact.begin, end))
      guard contact.begin < end else { break }
      land(contact)
    }
    counts.minutes = minutes
  }

  // MARK: - The glass

  /// Lets everything happen that is due before a time.
  private mutating func advance(to time: UInt64) {
    while true {
      var (due, index) = (gestureTime, -1)
      for place in active.indices where min(active[place].end, active[place].leave) < due {
        (due, index) = (min(active[place].end, active[place].leave), place)
      }
      guard due <= time else { return }
      if index < 0 {
        gestureTime = .max
        let known = knownCount
        if known == 4 || known == 5 { cancelAll(at: due) }
      } else if active[index].leave < active[index].end {
        active[index].leave = .max
        if active[index].isKnown { tell(.moved, index, at: due) }
      } else {
        if active[index].isKnown { tell(.ended, index, at: due) }
        active.remove(at: index)
        if active.isEmpty { isBlind = false }
      }
    }
  }

  private var knownCount: UInt32 {
    var count: UInt32 = 0
    for contact in active where contact.isKnown { count += 1 }
    return count
  }

  private mutating func cancelAll(at time: UInt64) {
    for index in active.indices where active[index].isKnown {
      tell(.cancelled, index, at: time)
      active[index].isKnown = false
    }
  }

  private mutating func tell(_ phase: TouchPhase, _ index: Int, at time: UInt64) {
    apply(
      GateContact(phase, id: active[index].id, at: active[index].outside), at: time)
  }

  private mutating func land(_ contact: ToddlerContact) {
    let (x, y) = (contact.start.x, contact.start.y)
    guard x >= 0, y >= 0, x < canvas.size.x, y < canvas.size.y,
      active.count < (isTablet ? 10 : 16)
    else { return }
    counts.contacts += 1
    if !isTablet, !isBlind, active.count >= Int(TouchGlass.phoneLimit) {
      cancelAll(at: contact.begin)
      isBlind = true
    }
    lastID &+= 1
    var landed = Active(
      id: lastID, end: contact.end, leave: .max, outside: contact.start, isKnown: !isBlind)
    let change = GateContact(.began, id: lastID, at: contact.start, radius: contact.radius)
    if canvas.contains(contact.start, in: .topRight), !change.isPalm {
      follow(contact, &landed)
      if landed.isKnown { countUnruled(contact.end &- contact.begin) }
    }
    active.append(landed)
    guard landed.isKnown else { return }
    apply(change, at: contact.begin)
    if isTablet, knownCount == 4, stream.chance(1, in: 2) {
      gestureTime = contact.begin &+ UInt64(stream.range(0.1, 0.3) * 1e9)
    }
  }

  /// Finds when a contact that landed in the square has drifted out of place, or off the canvas.
  private func follow(_ contact: ToddlerContact, _ landed: inout Active) {
    let (start, drift) = (contact.start, contact.drift)
    let length = drift.length
    guard length > 0 else { return }
    let reach = canvas.side + HeldContact.growth
    var share = HeldContact.drift / length
    if drift.x < 0 { share = min(share, (start.x - (canvas.size.x - reach)) / -drift.x) }
    if drift.y > 0 { share = min(share, (reach - start.y) / drift.y) }
    let life = Double(contact.end &- contact.begin)
    if share < 1 {
      landed.leave = contact.begin &+ UInt64(life * Double(share))
      landed.outside = start + drift * (share + 0.05 / length)
    }
    var edge: Float = 1
    if drift.x > 0 { edge = min(edge, (canvas.size.x - start.x) / drift.x) }
    if drift.y < 0 { edge = min(edge, start.y / -drift.y) }
    if edge < 1 { landed.end = contact.begin &+ UInt64(life * Double(edge)) }
  }

  // MARK: - The gate

  private mutating func apply(_ change: GateContact, at time: UInt64) {
    if keepsChanges { changes.append(ToddlerChange(contact: change, time: time)) }
    let (wasHeld, since) = (gate.state == .holding, gate.held.time)
    gate.touch(change, at: time, on: canvas, isActive: true)
    guard wasHeld, gate.state != .holding else { return }
    let held = time &- since
    for (index, seconds) in ToddlerCounts.holdSeconds.enumerated()
    where held > seconds * Nanoseconds.second {
      counts.prompts[index] += 1
    }
    guard held > BabySafeGate.hold else { return }
    if stream.chance(1, in: 50) { counts.faceOpenings += 1 }
    if stream.chance(1, in: 10_000) { counts.passcodeOpenings += 1 }
  }

  private mutating func countUnruled(_ held: UInt64) {
    for (index, seconds) in ToddlerCounts.holdSeconds.enumerated()
    where held > seconds * Nanoseconds.second {
      counts.unruled[index] += 1
    }
  }

  // MARK: - Parents

  /// The number of parents, of some, whose first try prompts: they aim with a standard deviation of
  /// 12 points, hold for longer than 6 s and drift at most 6 points.
  package static func parents(_ tries: UInt64, isTablet: Bool, seed: UInt64) -> UInt64 {
    let canvas = GateModel.canvas(isTablet: isTablet)
    let center = canvas.center(of: .topRight)
    var stream = RandomStream(seed: seed, name: "toddler.parents")
    var prompts: UInt64 = 0
    for _ in 0..<tries {
      var gate = BabySafeGate()
      let start = Vector2(center.x + 12 * stream.normal(), center.y + 12 * stream.normal())
      let (sine, cosine) = Math.sinCos(stream.range(0, 6.2831855))
      let length = stream.range(0, 6)
      let end = Vector2(start.x + cosine * length, start.y + sine * length)
      gate.touch(GateContact(.began, id: 1, at: start), at: 0, on: canvas, isActive: true)
      gate.touch(
        GateContact(.moved, id: 1, at: end), at: BabySafeGate.hold, on: canvas, isActive: true)
      if gate.holdEnds(gate.holdNumber) { prompts += 1 }
    }
    return prompts
  }
}
