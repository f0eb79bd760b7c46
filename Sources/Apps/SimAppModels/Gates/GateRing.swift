import SimbenchKit

/// The ring around the held contact of BabySafe's gate: a track and one arc per 7.5 degrees.
enum GateRing {
  /// The radius of the ring's center line in points.
  static var radius: Float { 28 }
  /// The width in points.
  static var width: Float { 3 }
  /// The alpha of the track.
  static var trackAlpha: UInt8 { 26 }
  /// The alpha of the arcs.
  static var arcAlpha: UInt8 { 64 }
  /// The number of arcs of a full ring.
  static var arcCount: UInt32 { 48 }

  /// The end of an arc as an offset from the center, clockwise from the top.
  private static func offset(_ arc: UInt32) -> Vector2 {
    let (sine, cosine) = Math.sinCos(Float(arc) * (6.2831855 / Float(arcCount)))
    return Vector2(radius * sine, -radius * cosine)
  }

  /// Draws a ring with some arcs about a point.
  static func draw(_ arcs: UInt32, center: Vector2, into list: inout DisplayList) {
    list.ring(
      center: center, radius: radius, width: width,
      color: StraightColor(red: 255, green: 255, blue: 255, alpha: trackAlpha))
    guard arcs > 0 else { return }
    // As one group of maxima, arcs do not add up where they meet.
    list.beginGroup(opacity: arcAlpha)
    var start = center + offset(0)
    for arc in 1...arcs {
      let end = center + offset(arc)
      list.capsule(
        from: start, to: end, radius: width / 2,
        color: StraightColor(red: 255, green: 255, blue: 255, alpha: 255), blend: .maximum,
        isContinuation: arc > 1)
      start = end
    }
    list.endGroup()
  }
}
