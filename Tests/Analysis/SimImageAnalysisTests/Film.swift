import SimMath
import SimImageAnalysis
import SimRaster
import TestTier

/// Frames made from formulas, shown to a meter one after the other.
struct Film: ~Copyable {
  static let framesPerSecond: UInt32 = 60

  var surface: Surface
  var meter: CalmnessMeter
  let scale: Float

  init(
    widthPoints: Int32 = 128, heightPoints: Int32 = 96, scale: Int32 = 1,
    framesPerSecond: UInt32 = Film.framesPerSecond
  ) {
    self.scale = Float(scale)
    surface = Surface(width: widthPoints * scale, height: heightPoints * scale)
    meter = CalmnessMeter(
      maximumPixelCount: surface.width * surface.height,
      maximumSide: max(surface.width, surface.height), minimumScale: Float(scale),
      framesPerSecond: framesPerSecond)
  }

  /// Frames of a test: fewer where the compiler has not optimized.
  static let frameCount = Tier.isDebug ? 30 : 120

  /// Shows frames whose gray value, 0 to 255, is a function of the place in points and of the
  /// time in seconds, which is 0 in the middle.
  static func measure(
    frames: Int = Film.frameCount, scale: Int32 = 1,
    _ gray: (_ x: Float, _ y: Float, _ time: Float) -> Float
  ) -> Calmness {
    var film = Film(scale: scale)
    for frame in 0..<frames {
      let time = (Float(frame) - Float(frames / 2)) / Float(framesPerSecond)
      film.show { gray($0, $1, time) }
    }
    return film.result()
  }

  /// Shows a frame whose gray value, 0 to 255, is a function of the place in points.
  mutating func show(_ gray: (Float, Float) -> Float) {
    for y in 0..<surface.height {
      for x in 0..<surface.width {
        let value = gray((Float(x) + 0.5) / scale, (Float(y) + 0.5) / scale)
        let byte = UInt32(min(max(value, 0), 255) + 0.5)
        surface[x, y] = 0xFF00_0000 | byte << 16 | byte << 8 | byte
      }
    }
    meter.observe(surface, scale: scale)
  }

  /// What the meter has seen.
  func result() -> Calmness { meter.result ?? Calmness(comparedFrames: 0) }
}

/// A disc with an edge as wide as a point.
func disc(_ x: Float, _ y: Float, radius: Float, at center: (x: Float, y: Float)) -> Float {
  let (dx, dy) = (x - center.x, y - center.y)
  let distance = (dx * dx + dy * dy).squareRoot()
  return min(max(radius - distance + 0.5, 0), 1)
}

/// Light that falls off as a bell.
func bell(_ x: Float, _ y: Float, radius: Float, at center: (x: Float, y: Float)) -> Float {
  let (dx, dy) = (x - center.x, y - center.y)
  return Math.exp(-(dx * dx + dy * dy) / (radius * radius))
}
