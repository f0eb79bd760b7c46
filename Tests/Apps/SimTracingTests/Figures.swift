import SimMath
import SimTracing

/// Lines to trace and to trace them with, in millimeters.
enum Figures {
  /// A horizontal line of 100 mm between two places on it, at a height.
  static func line(from start: Float = 0, to end: Float = 100, y: Float = 0) -> [Vector2] {
    [Vector2(start, y), Vector2(end, y)]
  }

  /// A part of a circle in 64 chords; degrees, from the right towards y.
  static func arc(
    center: Vector2 = .zero, radius: Float = 30, from: Float = 0, to: Float = 360
  ) -> [Vector2] {
    (0...64).map { step in
      let degrees = from + (to - from) * Float(step) / 64
      // A closed circle ends exactly where it started.
      let angle = Math.sinCos((degrees == 360 ? 0 : degrees) * 0.017453292)
      return center + Vector2(angle.cosine, angle.sine) * radius
    }
  }

  /// Two bowls of 15 mm, 240° each.
  static var ess: [Vector2] {
    let top = arc(center: Vector2(0, -15), radius: 15, from: -150, to: 90)
    let bottom = arc(center: Vector2(0, 15), radius: 15, from: -90, to: 150)
    return top + bottom.dropFirst()
  }

  /// Up and down 20 mm to both sides of the line.
  static var zigzag: [Vector2] {
    (0...50).map { Vector2(Float(2 * $0), $0 % 2 == 0 ? -20 : 20) }
  }

  /// A meter at one point a millimeter after a stroke of ink.
  static func meter(_ path: [Vector2], _ ink: [Vector2], tolerance: Float = 6) -> TraceMeter {
    var meter = TraceMeter(
      TracePath(strokes: [path], spacing: 0.5), tolerancePoints: tolerance,
      pointsPerMillimeter: 1)
    for (index, point) in ink.enumerated() { meter.add(point, isFirst: index == 0) }
    return meter
  }
}
