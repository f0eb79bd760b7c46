import DeterministicMath
import Raster

/// How the globe looks.
extension Snowglobe {
  /// Registers the colors of the sky and the layer that keeps the backdrop.
  public mutating func prepare(_ list: inout DisplayList) {
    resources.sky = list.addGradient([
      (offset: 0, color: StraightColor(hex: 0x10182C)),
      (offset: 0.45, color: StraightColor(hex: 0x24335A)),
      (offset: 0.78, color: StraightColor(hex: 0x4D6289)),
      (offset: 1, color: StraightColor(hex: 0x6C81A4)),
    ])
    resources.vignette = list.addGradient([
      (offset: 0, color: StraightColor(hex: 0x0A0F1E, alpha: 0)),
      (offset: 0.62, color: StraightColor(hex: 0x0A0F1E, alpha: 0)),
      (offset: 1, color: StraightColor(hex: 0x0A0F1E, alpha: 110)),
    ])
    resources.backdrop = list.addLayer(capacity: 64)
  }

  /// Paints what never moves: sky, moonlight, hills, glass and the room behind it.
  public func drawRetained(into list: inout DisplayList) {
    list.beginLayer(resources.backdrop)
    let all = Rectangle(x: 0, y: 0, width: globe.canvasWidth, height: globe.canvasHeight)
    let center = globe.center
    list.linearGradient(
      resources.sky, in: all, from: Vector2(center.x, globe.minY),
      to: Vector2(center.x, globe.groundTop + 20))
    drawHills(into: &list)
    let reach = Vector2(globe.canvasWidth, globe.canvasHeight).length * 0.5
    list.radialGradient(
      resources.vignette, in: all, center: center, radius: reach * 1.05)
    drawGlass(into: &list)
    list.endLayer()
  }

  private func drawHills(into list: inout DisplayList) {
    let end = globe.endRadius
    let center = globe.center
    let moon = Vector2(center.x + end * 0.34, globe.minY + (globe.maxY - globe.minY) * 0.24)
    list.glow(center: moon, radius: end * 1.5, color: StraightColor(hex: 0xD9D6E0, alpha: 46))
    list.glow(center: moon, radius: end * 0.42, color: StraightColor(hex: 0xE6E2DC, alpha: 60))
    list.softDisc(
      center: moon, radius: end * 0.155, softness: 0.25,
      color: StraightColor(hex: 0xF1EBDA, alpha: 205))
    let top = globe.groundTop
    hill(at: -0.75, top: top - end * 0.36, radius: 1.25, hex: 0x3D5178, into: &list)
    hill(at: 0.85, top: top - end * 0.26, radius: 1.1, hex: 0x485C83, into: &list)
    hill(at: 0.15, top: top - end * 0.14, radius: 1.7, hex: 0x566B91, into: &list)
    drawTrees(into: &list)
    let ground = globe.groundRadius
    list.disc(
      center: Vector2(center.x, top + ground), radius: ground,
      color: StraightColor(hex: 0x8FA3C0))
    list.softDisc(
      center: Vector2(center.x, top + ground), radius: ground, softness: 0.06,
      color: StraightColor(hex: 0xA6B8D2, alpha: 220))
  }

  private func hill(
    at share: Float, top: Float, radius: Float, hex: UInt32, into list: inout DisplayList
  ) {
    let size = globe.endRadius * radius
    list.disc(
      center: Vector2(globe.center.x + globe.endRadius * share, top + size), radius: size,
      color: StraightColor(hex: hex))
  }

  /// Round trees of two soft shapes each, paler the farther away.
  private func drawTrees(into list: inout DisplayList) {
    let end = globe.endRadius
    let trees: [(Float, Float, Float, UInt32)] = [
      (-0.66, 0.060, 0.10, 0x34486A), (-0.50, 0.085, 0.16, 0x2A3C5C),
      (-0.36, 0.055, 0.09, 0x384C6E), (0.52, 0.075, 0.14, 0x2C3F60),
      (0.66, 0.050, 0.09, 0x394D6F),
    ]
    for (share, size, height, hex) in trees {
      let x = globe.center.x + end * share
      let foot = globe.groundY(atX: x) + 3
      let color = StraightColor(hex: hex)
      let crown = foot - end * height
      list.capsule(
        from: Vector2(x, foot), to: Vector2(x, crown), radius: end * 0.008, color: color)
      list.capsule(
        from: Vector2(x, crown), to: Vector2(x, crown - end * size * 0.9), radius: end * size,
        color: color)
      list.capsule(
        from: Vector2(x - end * size * 0.3, crown - end * size * 0.5),
        to: Vector2(x - end * size * 0.3, crown - end * size * 1.0), radius: end * size * 0.45,
        color: StraightColor(hex: 0xA9BBD6, alpha: 40))
    }
  }

  private func drawGlass(into list: inout DisplayList) {
    let end = globe.endRadius
    let inner = Rectangle(
      x: globe.minX, y: globe.minY, width: globe.maxX - globe.minX,
      height: globe.maxY - globe.minY)
    let shine = Vector2(globe.minX + end * 0.42, globe.minY + end * 0.52)
    list.glow(
      center: shine, radius: end * 0.62, color: StraightColor(hex: 0xC9D8F0, alpha: 26))
    // Shade that gathers towards the glass, then light along its very edge.
    list.roundedBorder(
      inner, cornerRadius: end, width: 0, softness: end * 0.42,
      color: StraightColor(hex: 0x070C1A, alpha: 96))
    list.roundedBorder(
      inner, cornerRadius: end, width: 1.2, softness: end * 0.05,
      color: StraightColor(hex: 0xAFC3E4, alpha: 84), blend: .screen)
    // The room around the globe: a border as wide as the corners of any canvas need.
    let room = end * 0.75
    let outer = Rectangle(
      x: inner.x - room, y: inner.y - room, width: inner.width + room * 2,
      height: inner.height + room * 2)
    list.roundedBorder(
      outer, cornerRadius: end + room, width: room, color: StraightColor(hex: 0x161D31))
  }

  /// Paints the backdrop and all flakes as one veil of snow, far ones first.
  public func draw(into list: inout DisplayList) {
    list.layer(resources.backdrop)
    let span = Tuning.maximumRadiusPoints - Tuning.minimumRadiusPoints
    list.beginGroup(opacity: Tuning.snowOpacity)
    for slot in paintOrder {
      let index = Int(slot)
      let radius = flakes.radius[index]
      let nearness = (radius - Tuning.minimumRadiusPoints) / span
      var alpha = UInt8(190 + 65 * nearness)
      if let presence = adaptive?.presence(of: index) {
        alpha = UInt8(Float(alpha) * presence)
        if alpha == 0 { continue }
      }
      list.softDisc(
        center: Vector2(flakes.x[index], flakes.y[index]), radius: radius,
        softness: 0.75 - 0.25 * nearness,
        color: StraightColor(red: 200, green: 213, blue: 231, alpha: alpha))
    }
    list.endGroup()
  }
}
