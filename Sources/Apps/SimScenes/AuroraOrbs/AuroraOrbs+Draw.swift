import SimbenchKit

/// Drawing of the sky.
extension AuroraOrbs {
  /// Registers the picture of the light.
  public mutating func prepare(_ list: inout DisplayList) {
    picture = small.register(StraightColor(hex: 0x101B38), in: &list)
  }

  /// The picture of the light for the current canvas.
  private var small: SmallPicture {
    SmallPicture(
      cellPoints: Tuning.cellPoints, maximumCellCount: Tuning.maximumCellCount, width: width,
      height: height)
  }

  /// Adds up the light cell by cell and draws it.
  public func draw(into list: inout DisplayList) {
    small.draw(picture, into: &list) { x, y in color(atX: x, y: y) }
  }

  /// The light at a position, with channels from 0 to 255.
  package func color(atX x: Float, y: Float) -> SIMD4<Float> {
    let down = (y / height).clamped(0, 1)
    let top = SIMD4<Float>(10, 17, 40, 255)
    let bottom = SIMD4<Float>(26, 46, 74, 255)
    var light = top + (bottom - top) * down
    let curtain = curtain(atX: x, y: y)
    let shares = orbLight(atX: x, y: y)
    let nudged = nudged(atX: x, y: y)
    // A separate veil, brightest in the upper half.
    let belt = max(0, 1 - (down - 0.36) * (down - 0.36) * 5)
    let veil = curtain * curtain * belt * 60 * nudged
    light += SIMD4<Float>(0.34, 0.92, 0.80, 0) * veil
    light += shares * ((0.5 + 0.6 * curtain) * nudged)
    // Compressed, so that the light of any number of orbs stays below the maximum.
    return light / (1 + light * (1 / 400))
  }

  /// Curtains, 0 to 1: noise distorted by noise, elongated vertically.
  private func curtain(atX x: Float, y: Float) -> Float {
    let wide = noise.value(
      x / 210 + 40, y / 430 + 60, cell: noiseCell, fraction: noiseFraction)
    let fine = noise.value(
      x / 92 + wide * 1.1 + 80, y / 330 + 20, cell: noiseCell &+ 77, fraction: noiseFraction)
    return (0.5 + 0.42 * wide + 0.24 * fine).smoothStep
  }

  /// The light of all orbs at a position.
  private func orbLight(atX x: Float, y: Float) -> SIMD4<Float> {
    var sum = SIMD4<Float>(repeating: 0)
    let side = (width + height) * 0.5
    for index in orbs.x.indices {
      let radius = orbs.size[index] * side
      let (dx, dy) = (x - orbs.x[index], y - orbs.y[index])
      let near = 1 - (dx * dx + dy * dy) / (radius * radius)
      guard near > 0 else { continue }
      sum += Self.tint(index) * (near * near * near * orbs.light[index])
    }
    return sum
  }

  private static func tint(_ index: Int) -> SIMD4<Float> {
    switch index & 3 {
    case 0: SIMD4<Float>(44, 196, 168, 0)
    case 1: SIMD4<Float>(92, 104, 214, 0)
    case 2: SIMD4<Float>(52, 150, 214, 0)
    default: SIMD4<Float>(136, 88, 190, 0)
    }
  }

  /// The factor of hollows on the light: lower at their centers, higher on their rims.
  private func nudged(atX x: Float, y: Float) -> Float {
    let reach = Tuning.hollowReachPoints
    var factor: Float = 1
    for slot in hollows.level.indices where hollows.level[slot] > 0 {
      let (dx, dy) = (x - hollows.x[slot], y - hollows.y[slot])
      let share = (dx * dx + dy * dy) / (reach * reach)
      guard share < 1 else { continue }
      let shape = (1 - share) * (1 - share) * (4 * share - 1)
      factor *= 1 + hollows.level[slot] * Tuning.hollowDepth * shape
    }
    return factor
  }
}
