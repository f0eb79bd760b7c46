import Raster

/// Coverage of each shape at one point, straight from the formulas.
enum ReferenceShapes {
  static func unit(_ value: Float) -> Float { value > 0 ? (value < 1 ? value : 1) : 0 }

  static func smooth(_ t: Float) -> Float { t * t * (3 - t * 2) }

  /// Coverage, 0 to 1.
  static func coverage(
    _ kind: DrawCommand.Kind, _ g: SIMD8<Float>, _ x: Float, _ y: Float
  ) -> Float {
    switch kind {
    case .disc: return disc(g, x, y)
    case .softDisc: return g[3] > 0 ? softDisc(g, x, y) : disc(g, x, y)
    case .glow:
      guard g[2] > 0 else { return 0 }
      let light = unit(1 - squared(x - g[0], y - g[1]) * (1 / (g[2] * g[2])))
      return light * light
    case .ring: return ring(g, x, y)
    case .capsule: return capsule(g, x, y)
    case .roundedBorder: return border(g, x, y)
    default: return 0
    }
  }

  private static func squared(_ x: Float, _ y: Float) -> Float { x * x + y * y }

  private static func edge(_ value: Float, peak: Float) -> Float {
    Swift.min(Swift.max(value, 0), peak)
  }

  private static func disc(_ g: SIMD8<Float>, _ x: Float, _ y: Float) -> Float {
    guard g[2] > 0 else { return 0 }
    let distance = squared(x - g[0], y - g[1]).squareRoot()
    return edge(g[2] + 0.5 - distance, peak: Swift.min(1, g[2] * 2))
  }

  private static func softDisc(_ g: SIMD8<Float>, _ x: Float, _ y: Float) -> Float {
    guard g[2] > 0 else { return 0 }
    var (inner, outer) = (g[2] * (1 - Swift.min(g[3], 1)), g[2])
    if outer - inner < 1 {
      let middle = (outer + inner) * 0.5
      outer = middle + 0.5
      inner = Swift.max(0, middle - 0.5)
    }
    let band = outer * outer - inner * inner
    let t = unit((outer * outer - squared(x - g[0], y - g[1])) * (1 / band))
    return smooth(t) * Swift.min(1, g[2] * 2)
  }

  private static func ring(_ g: SIMD8<Float>, _ x: Float, _ y: Float) -> Float {
    guard g[2] >= 0, g[3] > 0 else { return 0 }
    let off = (squared(x - g[0], y - g[1]).squareRoot() - g[2]).magnitude
    let peak = Swift.min(1, g[3])
    guard g[4] > 0 else { return edge(g[3] * 0.5 + 0.5 - off, peak: peak) }
    return smooth(unit((g[3] * 0.5 + g[4] + 0.5 - off) * (1 / (g[4] + 1)))) * peak
  }

  private static func capsule(_ g: SIMD8<Float>, _ x: Float, _ y: Float) -> Float {
    guard g[4] > 0 else { return 0 }
    let (ax, ay) = (g[2] - g[0], g[3] - g[1])
    let (dx, dy) = (x - g[0], y - g[1])
    let length = squared(ax, ay)
    let t = unit((dx * ax + dy * ay) * (length > 0.000_001 ? 1 / length : 0))
    let distance = squared(dx - t * ax, dy - t * ay).squareRoot()
    return edge(g[4] + 0.5 - distance, peak: Swift.min(1, g[4] * 2))
  }

  private static func border(_ g: SIMD8<Float>, _ x: Float, _ y: Float) -> Float {
    guard g[2] > 0, g[3] > 0, g[5] > 0 else { return 0 }
    let softness = Swift.max(0, g[6])
    let corner = Swift.min(Swift.max(0, g[4]), Swift.min(g[2], g[3]) * 0.5)
    let sideX = (x - (g[0] + g[2] * 0.5)).magnitude - (g[2] * 0.5 - corner)
    let sideY = (y - (g[1] + g[3] * 0.5)).magnitude - (g[3] * 0.5 - corner)
    let outside = squared(Swift.max(sideX, 0), Swift.max(sideY, 0)).squareRoot()
    let depth = corner - (outside + Swift.min(Swift.max(sideX, sideY), 0))
    let rest = unit((g[5] + softness + 0.5 - depth) * (1 / (softness + 1)))
    let inner = softness > 0 ? smooth(rest) : rest
    return Swift.max(0, unit(depth + 0.5) + inner - 1)
  }
}
