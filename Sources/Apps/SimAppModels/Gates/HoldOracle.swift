import SimbenchKit

/// An independent judgment of what is held: it counts what landed since the glass was empty, and
/// remembers whether anything spoiled the hold since.
package struct HoldOracle: Equatable, Sendable, StateFields {
  /// A contact that landed as the first or second on an empty glass.
  struct Landing: Equatable, Sendable, StateFields {
    var id: UInt32 = 0
    var time: UInt64 = 0
    var place = Vector2.zero
    /// Whether it is on the left of the canvas.
    var isLeft = false

    mutating func visitState(_ visitor: inout some StateVisitor) {
      visitor.field(&id, "id")
      visitor.field(&time, "time")
      visitor.field(&place, "place")
      visitor.field(&isLeft, "isLeft")
    }
  }

  /// Why a hold was spoiled in a step.
  package enum Reason: UInt8 {
    /// It was not.
    case none
    /// A second contact landed.
    case second
    /// A contact moved too far.
    case moved
    /// No frame was drawn.
    case gap
    /// The canvas changed.
    case turned
    /// A palm landed.
    case palm
    /// A contact lifted, or the app was no longer active.
    case gone
  }

  private var onGlass: UInt32 = 0
  private var landings: UInt32 = 0
  private var isSpoiled = false
  private var first = Landing()
  private var second = Landing()
  private(set) var reason = Reason.none
  let kind: GateKind

  /// Creates an oracle of BabySafe's or Scribbly's gate.
  package init(_ kind: GateKind) { self.kind = kind }

  /// When the hold began; nil while there is none.
  package var since: UInt64? {
    guard !isSpoiled, onGlass > 0, onGlass == landings else { return nil }
    switch kind {
    case .babySafe: return landings == 1 ? first.time : nil
    case .scribbly: return landings == 2 ? second.time : nil
    case .math: return nil
    }
  }

  /// Whether contacts are on the glass that the app knows of.
  var isTouched: Bool { onGlass > 0 }

  /// Begins a step.
  package mutating func beginStep() { reason = .none }

  /// A hold ends for a reason, and none begins before the glass was empty.
  package mutating func spoil(_ reason: Reason) {
    if since != nil { self.reason = reason }
    isSpoiled = true
  }

  /// The glass is empty, since the app has lost all contacts.
  package mutating func clear() {
    (onGlass, landings, isSpoiled) = (0, 0, false)
  }

  /// Applies a contact's change.
  ///
  /// - Parameter isReady: whether a hold may begin: the app is active and the gate not in use.
  package mutating func apply(
    _ contact: GateContact, at now: UInt64, on canvas: GateCanvas, isReady: Bool
  ) {
    switch contact.phase {
    case .began: land(contact, now, canvas, isReady)
    case .moved, .stationary:
      if contact.id == first.id { follow(contact.position, first, canvas) }
      if landings >= 2, contact.id == second.id { follow(contact.position, second, canvas) }
    case .ended, .cancelled:
      spoil(.gone)
      onGlass -= onGlass > 0 ? 1 : 0
    }
  }

  private mutating func land(
    _ contact: GateContact, _ now: UInt64, _ canvas: GateCanvas, _ isReady: Bool
  ) {
    if onGlass == 0 { (landings, isSpoiled, second.id) = (0, false, 0) }
    if since != nil { spoil(contact.radius >= 20 ? .palm : .second) }
    onGlass += 1
    landings += 1
    let side: Float = canvas.size.x < 600 || canvas.size.y < 600 ? 80 : 110
    let (x, y) = (contact.position.x, contact.position.y)
    let (right, bottom) = (canvas.size.x - x, canvas.size.y - y)
    let isLeft = x <= side && y <= side
    let isInSquare =
      kind == .babySafe ? right <= side && y <= side : isLeft || (right <= side && bottom <= side)
    let landing = Landing(id: contact.id, time: now, place: contact.position, isLeft: isLeft)
    if !isReady || contact.radius >= 20 || !isInSquare { isSpoiled = true }
    switch landings {
    case 1: first = landing
    case 2:
      second = landing
      if kind == .babySafe || isLeft == first.isLeft || now - first.time > 1_000_000_000 {
        isSpoiled = true
      }
    default: isSpoiled = true
    }
  }

  private mutating func follow(
    _ position: Vector2, _ landing: Landing, _ canvas: GateCanvas
  ) {
    let reach: Float = canvas.size.x < 600 || canvas.size.y < 600 ? 88 : 118
    let (x, y) = (position.x - landing.place.x, position.y - landing.place.y)
    let isFar = x * x + y * y > 400
    let across = landing.isLeft ? position.x : canvas.size.x - position.x
    let isAtTop = kind == .babySafe || landing.isLeft
    let down = isAtTop ? position.y : canvas.size.y - position.y
    if isFar || across > reach || down > reach { spoil(.moved) }
  }

  /// Visits what later steps depend on.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&onGlass, "onGlass")
    visitor.field(&landings, "landings")
    visitor.field(&isSpoiled, "isSpoiled")
    visitor.field(&first, "first")
    visitor.field(&second, "second")
    visitor.derived("reason")
    visitor.derived("kind")
  }
}
