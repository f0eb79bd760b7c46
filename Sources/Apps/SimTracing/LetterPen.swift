import SimbenchKit

/// Draws lines, arcs and cubics as polylines.
struct LetterPen {
  /// The strokes so far.
  private(set) var strokes: [[Vector2]] = []
  private let flatness: Float

  init(flatness: Float) {
    self.flatness = flatness
  }

  /// Lifts the pen and starts a stroke.
  mutating func move(to point: Vector2) {
    strokes.append([point])
  }

  mutating func line(to point: Vector2) {
    strokes[strokes.count - 1].append(point)
  }

  /// A stroke that is part of an ellipse.
  mutating func oval(
    center: Vector2, _ radiusX: Float, _ radiusY: Float, from: Float, by sweep: Float
  ) {
    move(to: Self.point(center, radiusX, radiusY, degrees: from))
    arc(center: center, radiusX, radiusY, from: from, by: sweep)
  }

  /// Continues along an ellipse from the current point, in degrees, clockwise from the right.
  mutating func arc(
    center: Vector2, _ radiusX: Float, _ radiusY: Float, from: Float, by sweep: Float
  ) {
    // A chord over the angle t deviates by r (1 - cos(t / 2)), at most r t² / 8, from its arc.
    let largest = (8 * flatness / max(radiusX, radiusY)).squareRoot()
    let count = max(1, (sweep.magnitude * Self.radians / largest).roundedUp)
    for step in 1...UInt32(count) {
      let degrees = from + sweep * (Float(step) / count)
      line(to: Self.point(center, radiusX, radiusY, degrees: degrees))
    }
  }

  /// Continues along a cubic Bézier curve.
  mutating func cubic(_ first: Vector2, _ second: Vector2, to end: Vector2) {
    let current = strokes[strokes.count - 1]
    let start = current[current.count - 1]
    // A chord over the parameter step h deviates by at most h² / 8 times the largest second
    // derivative, which is 6 times a second difference of the control points.
    let bend = max(
      (start - first * 2 + second).length, (first - second * 2 + end).length)
    let count = max(1, (6 * bend / (8 * flatness)).squareRoot().roundedUp)
    for step in 1...UInt32(count) {
      let t = Float(step) / count
      let u = 1 - t
      let near = start * (u * u * u) + first * (3 * u * u * t)
      let far = second * (3 * u * t * t) + end * (t * t * t)
      line(to: Float(step) == count ? end : near + far)
    }
  }

  private static var radians: Float { 0.017453292 }

  private static func point(
    _ center: Vector2, _ radiusX: Float, _ radiusY: Float, degrees: Float
  ) -> Vector2 {
    let angle = Math.sinCos(degrees * radians)
    return center + Vector2(radiusX * angle.cosine, radiusY * angle.sine)
  }
}
