import DeterministicMath
import Raster

/// How the dusk looks.
extension CalmStatic {
  /// Registers the colors and the layer that keeps the sky.
  public mutating func prepare(_ list: inout DisplayList) {
    resources.sky = list.addGradient([
      (offset: 0, color: StraightColor(hex: 0x4B5273)),
      (offset: 0.4, color: StraightColor(hex: 0x6F7090)),
      (offset: 0.75, color: StraightColor(hex: 0x9A8CA3)),
      (offset: 1, color: StraightColor(hex: 0xB9A3AC)),
    ])
    resources.pool = list.addGradient(Self.light(0xF0D3C2, alpha: 118))
    resources.shade = list.addGradient(Self.light(0x343C62, alpha: 96))
    resources.glow = list.addGradient(Self.light(0xFFE9D6, alpha: 60))
    resources.backdrop = list.addLayer(capacity: 4)
  }

  /// Light that falls off as `(1 - d²)²`, in straight pieces.
  private static func light(
    _ hex: UInt32, alpha: Float
  ) -> [(offset: Float, color: StraightColor)] {
    var stops: [(offset: Float, color: StraightColor)] = []
    for step in 0..<8 {
      let offset = Float(step) / 7
      let share = (1 - offset * offset) * (1 - offset * offset)
      stops.append((offset, StraightColor(hex: hex, alpha: UInt8(alpha * share + 0.5))))
    }
    return stops
  }

  /// Paints the sky, which never moves.
  public func drawRetained(into list: inout DisplayList) {
    list.beginLayer(resources.backdrop)
    list.linearGradient(
      resources.sky, in: Rectangle(x: 0, y: 0, width: width, height: height),
      from: Vector2(0, 0), to: Vector2(0, height))
    list.endLayer()
  }

  /// Paints the sky, both pools and every glow.
  public func draw(into list: inout DisplayList) {
    list.layer(resources.backdrop)
    let long = max(width, height)
    light(
      resources.shade, at: Vector2(width * 0.2 - lean.x * 0.5, height * 0.16 - lean.y * 0.5),
      radius: long * 0.5, opacity: 255, &list)
    light(
      resources.pool, at: Vector2(width * 0.64 + lean.x, height * 0.7 + lean.y),
      radius: long * 0.46, opacity: 255, &list)
    for slot in glows.level.indices where glows.level[slot] > 0 {
      let opacity = UInt8(min(max(glows.level[slot], 0), 1) * 255)
      guard opacity > 0 else { continue }
      light(
        resources.glow, at: Vector2(glows.x[slot], glows.y[slot]),
        radius: Tuning.glowRadiusPoints, opacity: opacity, &list)
    }
  }

  private func light(
    _ gradient: UInt16, at center: Vector2, radius: Float, opacity: UInt8,
    _ list: inout DisplayList
  ) {
    list.radialGradient(
      gradient,
      in: Rectangle(
        x: center.x - radius, y: center.y - radius, width: radius * 2, height: radius * 2),
      center: center, radius: radius, opacity: opacity)
  }
}
