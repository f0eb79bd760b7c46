import SimbenchKit

/// Drawing of the particles.
extension MagneticParticles {
  /// Registers the gradients of the backdrop and its layer.
  public mutating func prepare(_ list: inout DisplayList) {
    resources.depth = list.addGradient([
      (offset: 0, color: StraightColor(hex: 0x070D22)),
      (offset: 0.5, color: StraightColor(hex: 0x0B1636)),
      (offset: 1, color: StraightColor(hex: 0x081A32)),
    ])
    resources.haze = list.addGradient([
      (offset: 0, color: StraightColor(hex: 0x3A4A92, alpha: 120)),
      (offset: 0.55, color: StraightColor(hex: 0x2C4A86, alpha: 44)),
      (offset: 1, color: StraightColor(hex: 0x24508A, alpha: 0)),
    ])
    resources.vignette = list.addGradient([
      (offset: 0, color: StraightColor(hex: 0x050A1C, alpha: 0)),
      (offset: 0.55, color: StraightColor(hex: 0x050A1C, alpha: 0)),
      (offset: 1, color: StraightColor(hex: 0x050A1C, alpha: 150)),
    ])
    resources.backdrop = list.addLayer(capacity: 8)
  }

  /// Draws the deep blue backdrop.
  public func drawRetained(into list: inout DisplayList) {
    list.beginLayer(resources.backdrop)
    let (width, height) = (physics.width, physics.height)
    let all = PointRectangle(x: 0, y: 0, width: width, height: height)
    list.linearGradient(resources.depth, in: all, from: .zero, to: Vector2(0, height))
    let reach = Vector2(width, height).length
    list.radialGradient(
      resources.haze, in: all, center: Vector2(width * 0.66, height * 0.34),
      radius: reach * 0.5)
    list.radialGradient(
      resources.haze, in: all, center: Vector2(width * 0.24, height * 0.78),
      radius: reach * 0.36, opacity: 130)
    list.radialGradient(
      resources.vignette, in: all, center: Vector2(width * 0.5, height * 0.5),
      radius: reach * 0.54)
    list.endLayer()
  }

  /// Draws the backdrop and, as one group, the light around each finger and every visible particle.
  public func draw(into list: inout DisplayList) {
    list.layer(resources.backdrop)
    list.beginGroup(opacity: Tuning.swarmOpacity)
    for attractor in physics.attractors where attractor.strength > 0 {
      let share = attractor.strength / Tuning.fingerStrength
      list.glow(
        center: Vector2(attractor.x, attractor.y), radius: 118,
        color: StraightColor(hex: 0x6E86D8, alpha: UInt8(104 * share)))
    }
    let seen = adaptive.seen
    for index in light.indices where seen.contains(index) {
      drawParticle(index, presence: seen.presence(of: index), into: &list)
    }
    list.endGroup()
  }

  private func drawParticle(_ index: Int, presence: Float, into list: inout DisplayList) {
    let center = Vector2(physics.x[index], physics.y[index])
    let shine = light[index]
    let phase = breath + breathOffset[index]
    let breathing = 1 + Tuning.breathShare * drive * Math.parabolicWave(phase)
    let size = radius[index]
    let color = Self.color(hue[index], light: shine)
    list.glow(
      center: center, radius: size * (3.4 + 1.2 * shine) + 2,
      color: color.withAlpha(UInt8((84 + 46 * shine) * breathing * presence)))
    list.softDisc(
      center: center, radius: size * (1 + 0.2 * shine), softness: 0.7,
      color: color.withAlpha(UInt8((176 + 32 * shine) * breathing * presence)))
  }

  /// From teal to lavender, paler with more light.
  private static func color(_ hue: Float, light: Float) -> StraightColor {
    func channel(_ teal: Float, _ lavender: Float) -> UInt8 {
      let base = teal + (lavender - teal) * hue
      return UInt8(base + (236 - base) * 0.16 * light)
    }
    return StraightColor(
      red: channel(58, 158), green: channel(196, 132), blue: channel(204, 240))
  }
}
