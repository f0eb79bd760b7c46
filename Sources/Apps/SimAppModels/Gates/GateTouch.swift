import SimbenchKit

/// A contact's change as a gate sees it.
package struct GateContact: Equatable, Sendable {
  /// The contact's number, never used again.
  package var id: UInt32
  /// What happens to it.
  package var phase: TouchPhase
  /// The kind of object.
  package var kind: TouchKind
  /// The position in points.
  package var position: Vector2
  /// The radius in points.
  package var radius: Float

  /// The least radius of a palm in points.
  package static var palmRadius: Float { 20 }

  /// Creates a change, by default of a finger.
  package init(
    _ phase: TouchPhase, id: UInt32, at position: Vector2, kind: TouchKind = .finger,
    radius: Float = 8
  ) {
    self.id = id
    self.phase = phase
    self.kind = kind
    self.position = position
    self.radius = radius
  }

  /// Whether it is a palm.
  package var isPalm: Bool { radius >= Self.palmRadius }
}

/// A corner of the canvas, as the device is held.
package enum GateCorner: UInt8, Sendable {
  /// Top right: BabySafe's.
  case topRight
  /// Top left: one of Scribbly's.
  case topLeft
  /// Bottom right: the other one of Scribbly's.
  case bottomRight
}

/// The canvas with its squares in the corners.
package struct GateCanvas: Equatable, Sendable, StateFields {
  /// The size in points, as the device is held.
  package var size: Vector2

  /// Creates a canvas.
  package init(_ width: Float, _ height: Float) { size = Vector2(width, height) }

  /// The side of the squares in points: 110 if the shorter side is at least 600 points, else 80.
  package var side: Float { min(size.x, size.y) >= 600 ? 110 : 80 }

  /// Whether a point is in the square of a corner, grown inward by some points.
  package func contains(_ point: Vector2, in corner: GateCorner, grown: Float = 0) -> Bool {
    let reach = side + grown
    return switch corner {
    case .topRight: point.x >= size.x - reach && point.y <= reach
    case .topLeft: point.x <= reach && point.y <= reach
    case .bottomRight: point.x >= size.x - reach && point.y >= size.y - reach
    }
  }

  /// The center of the square of a corner.
  package func center(of corner: GateCorner) -> Vector2 {
    Vector2(
      corner == .topLeft ? side / 2 : size.x - side / 2,
      corner == .bottomRight ? size.y - side / 2 : side / 2)
  }

  /// Turns the canvas on its side.
  package mutating func turn() { size = Vector2(size.y, size.x) }

  /// Visits the size.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&size, "size")
  }
}

/// A contact that is held in a corner.
package struct HeldContact: Equatable, Sendable, StateFields {
  /// The contact's number.
  package var id: UInt32 = 0
  /// The corner.
  package var corner = GateCorner.topRight
  /// Where it landed, in points.
  package var start = Vector2.zero
  /// When it landed, in nanoseconds.
  package var time: UInt64 = 0

  /// The points by which a corner's square grows for a held contact.
  package static var growth: Float { 8 }
  /// The greatest distance from the start in points.
  package static var drift: Float { 20 }

  /// A contact that has just landed in a corner.
  init(_ contact: GateContact, in corner: GateCorner, at time: UInt64) {
    (id, self.corner, start, self.time) = (contact.id, corner, contact.position, time)
  }

  /// No contact.
  init() {}

  /// Whether the contact may be at a position.
  package func isInPlace(_ position: Vector2, on canvas: GateCanvas) -> Bool {
    canvas.contains(position, in: corner, grown: Self.growth)
      && (position - start).lengthSquared <= Self.drift * Self.drift
  }

  /// Visits every field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&id, "id")
    visitor.field(&corner, "corner")
    visitor.field(&start, "start")
    visitor.field(&time, "time")
  }
}
