import SimbenchKit

/// The glass of a phone or tablet, as iOS reports its contacts to an app.
///
/// A phone follows five contacts: a sixth cancels all of them, and none is reported until the glass
/// is empty. A tablet follows ten; a gesture of the system may cancel four or five. An app that is
/// no longer active loses all contacts.
package struct TouchGlass: Equatable, Sendable, StateFields {
  /// The number of fingers and palms that a run can tell apart.
  package static var fingerCount: Int { 12 }
  /// The number of contacts that a phone follows.
  package static var phoneLimit: UInt32 { 5 }
  /// The number of contacts that a tablet follows.
  package static var tabletLimit: UInt32 { 10 }

  /// The changes that the app receives in this step, in order.
  package private(set) var changes: [GateContact] = []
  /// Whether nothing is reported until the glass is empty.
  package private(set) var isBlind = false
  /// The contact of every finger on the glass; 0 for none.
  private var ids: [UInt32]
  /// The place of every finger, as events give it.
  private var places: [UInt32]
  /// The fingers that the app knows of, one bit each.
  private var known: UInt32 = 0
  private var lastID: UInt32 = 0
  /// The number of the current or last gesture of the system.
  private var gesture: UInt32 = 0
  private var isTablet: Bool

  /// Creates a glass without contacts.
  package init(isTablet: Bool) {
    self.isTablet = isTablet
    ids = Array(repeating: 0, count: Self.fingerCount)
    places = ids
  }

  /// The number of contacts on the glass.
  package var count: UInt32 {
    var count: UInt32 = 0
    for id in ids where id != 0 { count += 1 }
    return count
  }

  /// The number of contacts that the app knows of.
  package var knownCount: UInt32 { UInt32(known.nonzeroBitCount) }

  /// A position as a number: tenths of points, x in hundred thousands.
  package static func place(_ position: Vector2) -> UInt64 {
    let x = UInt64(max(0, min(4000, position.x)) * 10 + 0.5)
    return x * 100_000 + UInt64(max(0, min(4000, position.y)) * 10 + 0.5)
  }

  /// The position of a number.
  package static func position(_ place: UInt64) -> Vector2 {
    Vector2(
      Float(UInt32(truncatingIfNeeded: place / 100_000 % 100_000)) / 10,
      Float(UInt32(truncatingIfNeeded: place % 100_000)) / 10)
  }

  /// Applies an event: a touch, a gesture of the system, or a change of the process.
  package mutating func apply(_ event: WorldEvent, in world: inout World) {
    if !changes.isEmpty { changes.removeAll(keepingCapacity: true) }
    switch event.common {
    case .inactive, .background, .suspend, .kill, .reboot, .powerLoss: leave()
    default: break
    }
    guard let own = event.own(GateEvent.self) else { return }
    switch own {
    case .finger: land(event, .finger, radius: 8, in: &world)
    case .palm: land(event, .finger, radius: 26, in: &world)
    case .pencil: land(event, .pencil, radius: 2, in: &world)
    case .move: move(event)
    case .lift: lift(event)
    case .gesture:
      if event.first == UInt64(gesture), knownCount == 4 || knownCount == 5 { cancelAll() }
    default: break
    }
  }

  /// The finger of an event; nil if there is no such finger.
  private func finger(_ event: WorldEvent) -> Int? {
    event.first < UInt64(Self.fingerCount) ? Int(event.first) : nil
  }

  private mutating func land(
    _ event: WorldEvent, _ kind: TouchKind, radius: Float, in world: inout World
  ) {
    guard let finger = finger(event), ids[finger] == 0 else { return }
    let before = count
    guard before < (isTablet ? Self.tabletLimit : UInt32(Self.fingerCount)) else { return }
    lastID &+= 1
    ids[finger] = lastID
    places[finger] = UInt32(truncatingIfNeeded: event.second)
    if !isTablet, before >= Self.phoneLimit, !isBlind {
      cancelAll()
      isBlind = true
    }
    guard !isBlind else { return }
    known |= 1 &<< UInt32(finger)
    changes.append(
      GateContact(
        .began, id: lastID, at: Self.position(UInt64(places[finger])), kind: kind, radius: radius))
    if isTablet, knownCount == 4 { recognize(event.identity, in: &world) }
  }

  /// Whether the system recognizes a gesture in four contacts, and when.
  private mutating func recognize(_ identity: UInt64, in world: inout World) {
    var stream = world.draw("touch.gesture", identity)
    guard stream.chance(1, in: 2) else { return }
    gesture &+= 1
    world.startTimer(
      after: UInt64(stream.range(0.1, 0.3) * 1e9), GateEvent.gesture, UInt64(gesture))
  }

  private mutating func move(_ event: WorldEvent) {
    guard let finger = finger(event), ids[finger] != 0 else { return }
    places[finger] = UInt32(truncatingIfNeeded: event.second)
    if known & 1 &<< UInt32(finger) != 0 { report(.moved, finger) }
  }

  private mutating func lift(_ event: WorldEvent) {
    guard let finger = finger(event), ids[finger] != 0 else { return }
    if known & 1 &<< UInt32(finger) != 0 { report(.ended, finger) }
    known &= ~(1 &<< UInt32(finger))
    ids[finger] = 0
    if count == 0 { isBlind = false }
  }

  private mutating func report(_ phase: TouchPhase, _ finger: Int) {
    changes.append(
      GateContact(phase, id: ids[finger], at: Self.position(UInt64(places[finger]))))
  }

  private mutating func cancelAll() {
    for finger in 0..<Self.fingerCount where known & 1 &<< UInt32(finger) != 0 {
      report(.cancelled, finger)
    }
    known = 0
  }

  /// The app is no longer active and loses all contacts.
  private mutating func leave() {
    cancelAll()
    for finger in 0..<Self.fingerCount where ids[finger] != 0 { ids[finger] = 0 }
    isBlind = false
  }

  /// Visits every field except the changes, which follow from the step.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&isBlind, "isBlind")
    visitor.field(&ids, "ids")
    visitor.field(&places, "places")
    visitor.field(&known, "known")
    visitor.field(&lastID, "lastID")
    visitor.field(&gesture, "gesture")
    if visitor.derived("changes") { changes.removeAll() }
    visitor.derived("isTablet")
  }
}
