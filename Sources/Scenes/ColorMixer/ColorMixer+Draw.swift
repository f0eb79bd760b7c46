import DeterministicMath
import Raster

/// How the mixer looks.
extension ColorMixer {
  /// Registers the colors of the ground and the layer that keeps it.
  public mutating func prepare(_ list: inout DisplayList) {
    resources.ground = list.addGradient([
      (offset: 0, color: StraightColor(hex: 0x3B4468)),
      (offset: 0.5, color: StraightColor(hex: 0x4A4B70)),
      (offset: 1, color: StraightColor(hex: 0x574D70)),
    ])
    resources.light = list.addGradient([
      (offset: 0, color: StraightColor(hex: 0x8E86AE, alpha: 110)),
      (offset: 0.5, color: StraightColor(hex: 0x7C78A2, alpha: 48)),
      (offset: 1, color: StraightColor(hex: 0x6A6A94, alpha: 0)),
    ])
    resources.backdrop = list.addLayer(capacity: 4)
  }

  /// Paints what never moves: the ground.
  public func drawRetained(into list: inout DisplayList) {
    list.beginLayer(resources.backdrop)
    let all = Rectangle(x: 0, y: 0, width: width, height: height)
    list.linearGradient(
      resources.ground, in: all, from: Vector2(width * 0.35, 0), to: Vector2(width * 0.65, height))
    list.radialGradient(
      resources.light, in: all, center: Vector2(width * 0.5, height * 0.45),
      radius: Vector2(width, height).length * 0.55)
    list.endLayer()
  }

  /// Paints the ground, the blobs' glow, the blobs, and the mixture where they overlap.
  public func draw(into list: inout DisplayList) {
    list.layer(resources.backdrop)
    for index in blobs.indices {
      list.softDisc(
        center: blobs[index].center, radius: radius(index) * 1.22, softness: 1,
        color: blobs[index].color.straight(alpha: 84))
    }
    for index in blobs.indices {
      list.softDisc(
        center: blobs[index].center, radius: radius(index), softness: 0.62,
        color: blobs[index].color.straight(alpha: 232))
    }
    if blobs.count == 2 { drawMixture(into: &list) }
    for index in blobs.indices {
      let radius = radius(index)
      var light = blobs[index].color
      light.lightness += 0.16
      list.softDisc(
        center: blobs[index].center + Vector2(-0.26, -0.32) * radius, radius: radius * 0.62,
        softness: 1, color: light.straight(alpha: 84))
    }
  }

  /// Fills the lens in which both blobs lie with soft discs of the mixed color.
  ///
  /// The discs stand in a row across the line between the centers, each as large as fits into both
  /// blobs there, so that they fade with the overlap and end inside it.
  private func drawMixture(into list: inout DisplayList) {
    let edges = (radius(0) * Tuning.lensEdgeShare, radius(1) * Tuning.lensEdgeShare)
    let arm = blobs[1].center - blobs[0].center
    let distance = arm.length
    let depth = edges.0 + edges.1 - distance
    guard depth > 0 else { return }
    let color = OklabColor.mixture(blobs[0].color, blobs[1].color)
    // The place deepest in both blobs, and how far the lens reaches to both sides of it.
    let along = distance > 1e-3 ? arm * (1 / distance) : Vector2(1, 0)
    let middle = min(max((edges.0 - edges.1 + distance) * 0.5, 0), distance)
    let center = blobs[0].center + along * middle
    let beyond = distance - middle
    let halfSquared = min(
      edges.0 * edges.0 - middle * middle, edges.1 * edges.1 - beyond * beyond)
    let half = max(0, halfSquared).squareRoot()
    // Blobs that nearly coincide have no direction: then all discs are one.
    let spread = half * distance / (distance + 0.35 * edges.0)
    let last = Float(Tuning.lensDiscCount - 1) * 0.5
    for number in 0..<Tuning.lensDiscCount {
      let offset = (Float(number) - last) / (last + 0.5) * spread
      let place = center + Vector2(-along.y, along.x) * offset
      let first = edges.0 - (place - blobs[0].center).length
      let second = edges.1 - (place - blobs[1].center).length
      let fitting = min(first, second)
      guard fitting > 0 else { continue }
      // A thin overlap is faint, so that it neither begins nor ends at once.
      let share = min(1, fitting / (0.25 * edges.0))
      list.softDisc(
        center: place, radius: fitting * 1.04, softness: 1,
        color: color.straight(alpha: UInt8(255 * Tuning.lensAlpha * share)))
    }
  }
}
