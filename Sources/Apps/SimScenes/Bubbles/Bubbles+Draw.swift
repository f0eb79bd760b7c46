import SimbenchKit

/// Drawing of the bubbles.
extension Bubbles {
  /// Registers the colors of the water and the layer for the backdrop.
  public mutating func prepare(_ list: inout DisplayList) {
    resources.water = list.addGradient([
      (offset: 0, color: StraightColor(hex: 0x4A7086)),
      (offset: 0.35, color: StraightColor(hex: 0x365A75)),
      (offset: 0.72, color: StraightColor(hex: 0x234260)),
      (offset: 1, color: StraightColor(hex: 0x182F4A)),
    ])
    resources.light = list.addGradient([
      (offset: 0, color: StraightColor(hex: 0xA9C8CC, alpha: 60)),
      (offset: 0.3, color: StraightColor(hex: 0x9CC0CA, alpha: 32)),
      (offset: 0.65, color: StraightColor(hex: 0x90B6C4, alpha: 8)),
      (offset: 1, color: StraightColor(hex: 0x90B6C4, alpha: 0)),
    ])
    resources.vignette = list.addGradient([
      (offset: 0, color: StraightColor(hex: 0x0D1B30, alpha: 0)),
      (offset: 0.55, color: StraightColor(hex: 0x0D1B30, alpha: 0)),
      (offset: 1, color: StraightColor(hex: 0x0D1B30, alpha: 96)),
    ])
    resources.backdrop = list.addLayer(capacity: 8)
  }

  /// Draws the static backdrop: the water and the light in it.
  public func drawRetained(into list: inout DisplayList) {
    list.beginLayer(resources.backdrop)
    let all = PointRectangle(x: 0, y: 0, width: width, height: height)
    let reach = Vector2(width, height).length
    list.linearGradient(
      resources.water, in: all, from: Vector2(width * 0.5, 0), to: Vector2(width * 0.5, height))
    list.radialGradient(
      resources.light, in: all, center: Vector2(width * 0.28, -height * 0.04),
      radius: reach * 0.72)
    list.radialGradient(
      resources.vignette, in: all, center: Vector2(width * 0.5, height * 0.42),
      radius: reach * 0.64)
    list.endLayer()
  }

  /// Draws the backdrop and every visible bubble, far ones first.
  public func draw(into list: inout DisplayList) {
    list.layer(resources.backdrop)
    list.beginGroup(opacity: Tuning.flockOpacity)
    let seen = adaptive.seen
    for slot in paintOrder {
      let index = Int(slot)
      guard seen.contains(index) else { continue }
      let presence = seen.presence(of: index)
      switch flock.stage[index] {
      case Stage.floating: drawBubble(index, presence: presence, into: &list)
      case Stage.popping: drawPop(index, shown: presence, into: &list)
      default: break
      }
    }
    list.endGroup()
  }

  /// Draws a bubble: a faint body, a soft rim, the light through it, and two highlights.
  ///
  /// - Parameters:
  ///   - growth: The factor on the radius.
  ///   - presence: The visibility, 0 to 1.
  private func drawBubble(
    _ index: Int, growth: Float = 1, presence: Float, into list: inout DisplayList
  ) {
    let center = Vector2(flock.x[index], flock.y[index])
    let radius = radius(index) * growth
    let span = Tuning.maximumRadiusPoints - Tuning.minimumRadiusPoints
    let nearness = (flock.size[index] - Tuning.minimumRadiusPoints) / span
    let strength = presence * (0.62 + 0.38 * nearness)
    let tint = tint(index)
    func at(_ x: Float, _ y: Float) -> Vector2 { center + Vector2(x, y) * radius }
    func faded(_ color: StraightColor, _ alpha: Float) -> StraightColor {
      color.withAlpha(UInt8(min(255, max(0, alpha * strength))))
    }
    let white = StraightColor(hex: 0xE2F0F0)
    list.softDisc(center: center, radius: radius, softness: 0.16, color: faded(tint, 76))
    list.ring(
      center: center, radius: radius * 0.83, width: radius * 0.1, softness: radius * 0.12,
      color: faded(tint, 120))
    list.ring(
      center: center, radius: radius * 0.955, width: radius * 0.012, softness: radius * 0.04 + 0.5,
      color: faded(white, 220))
    list.glow(center: at(0.3, 0.36), radius: radius * 0.58, color: faded(tint, 120))
    list.glow(center: at(-0.36, -0.42), radius: radius * 0.42, color: faded(white, 200))
    list.softDisc(
      center: at(-0.4, -0.46), radius: radius * 0.13, softness: 1, color: faded(white, 255))
  }

  /// Draws a popped bubble: it fades, a ring widens, and a few droplets fly.
  ///
  /// - Parameter shown: The visibility before the pop, 0 to 1.
  private func drawPop(_ index: Int, shown: Float, into list: inout DisplayList) {
    let time = min(1, flock.stageSeconds[index] / Tuning.popSeconds)
    let left = 1 - time
    let grown = (1 - left * left * left) * Tuning.popGrowth * drive
    let presence = max(0, 1 - time * 2.4)
    if presence > 0 {
      drawBubble(
        index, growth: 1 + grown * 0.5, presence: presence * presence * shown, into: &list)
    }
    let center = Vector2(flock.x[index], flock.y[index])
    let radius = radius(index)
    // The ring grows out of the rim, so its brightness also starts at 0.
    let shine = min(1, time * 6) * left * left * shown
    let white = StraightColor(hex: 0xE2F0F0)
    list.ring(
      center: center, radius: radius * (0.95 + grown), width: radius * 0.03,
      softness: radius * (0.05 + 0.2 * time) + 0.5, color: white.withAlpha(UInt8(120 * shine)))
    for droplet in 0..<Tuning.dropletCount {
      let turn = flock.dropletTurn[index] + Float(droplet) / Float(Tuning.dropletCount)
      let (sine, cosine) = Math.sinCos(6.2831855 * turn)
      // Every second droplet flies less far, and all sink slightly.
      let reach = radius * (0.9 + grown * (droplet & 1 == 0 ? 1.7 : 1.05))
      let sunk = radius * 0.3 * time * time * drive
      list.softDisc(
        center: center + Vector2(cosine * reach, sine * reach + sunk),
        radius: (radius * 0.05 + 1.2) * (0.5 + 0.5 * left), softness: 0.9,
        color: white.withAlpha(UInt8(200 * shine)))
    }
  }

  /// A bubble's tint, between a pale sea green and a pale lilac.
  private func tint(_ index: Int) -> StraightColor {
    func mix(_ from: Float, _ to: Float) -> UInt8 { UInt8(from + (to - from) * flock.tint[index]) }
    return StraightColor(red: mix(178, 214), green: mix(228, 208), blue: mix(222, 236))
  }
}
