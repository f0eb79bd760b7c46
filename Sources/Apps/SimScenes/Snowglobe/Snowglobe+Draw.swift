import SimbenchKit

/// Drawing of the globe.
extension Snowglobe {
  /// Registers the colors of the sky and the layer for the backdrop.
  public mutating func prepare(_ list: inout DisplayList) {
    resources.sky = list.addGradient((0..<4).map { stop(SnowglobeBackdrop.sky($0)) })
    resources.vignette = list.addGradient((0..<3).map { stop(SnowglobeBackdrop.vignette($0)) })
    resources.backdrop = list.addLayer(capacity: 64)
    tint.update(globe)
  }

  private func stop(_ stop: BackdropStop) -> (offset: Float, color: StraightColor) {
    (offset: stop.offset, color: stop.color)
  }

  /// Draws the static backdrop: sky, moonlight, hills, glass and the room behind it.
  public func drawRetained(into list: inout DisplayList) {
    list.beginLayer(resources.backdrop)
    SnowglobeBackdrop(globe).forEachShape { draw($0, into: &list) }
    list.endLayer()
  }

  private func draw(_ shape: BackdropShape, into list: inout DisplayList) {
    let all = PointRectangle(x: 0, y: 0, width: globe.canvasWidth, height: globe.canvasHeight)
    switch shape {
    case .sky(let from, let to):
      list.linearGradient(
        resources.sky, in: all, from: Vector2(globe.center.x, from),
        to: Vector2(globe.center.x, to))
    case .vignette(let center, let radius):
      list.radialGradient(resources.vignette, in: all, center: center, radius: radius)
    case .glow(let center, let radius, let color):
      list.glow(center: center, radius: radius, color: color)
    case .disc(let center, let radius, let softness, let color):
      list.softDisc(center: center, radius: radius, softness: softness, color: color)
    case .capsule(let from, let to, let radius, let color):
      list.capsule(from: from, to: to, radius: radius, color: color)
    case .border(let border, let color, let blend):
      list.roundedBorder(
        border.area, cornerRadius: border.cornerRadius, width: border.width,
        softness: border.softness, color: color, blend: blend)
    }
  }

  /// Draws the backdrop and all flakes, far ones first, each in one color blended with the backdrop
  /// behind it.
  public func draw(into list: inout DisplayList) {
    list.layer(resources.backdrop)
    let seen = adaptive.seen
    let span = Tuning.maximumRadiusPoints - Tuning.minimumRadiusPoints
    for slot in paintOrder {
      let index = Int(slot)
      let radius = flakes.radius[index]
      let nearness = (radius - Tuning.minimumRadiusPoints) / span
      let (x, y) = (flakes.x[index], flakes.y[index])
      let color = tint.color(x: x, y: y)
      let alpha =
        (190 + 65 * nearness) * (Float(color.alpha) / 255) * seen.presence(of: index)
      guard alpha >= 1 else { continue }
      list.softDisc(
        center: Vector2(x, y), radius: radius, softness: 0.75 - 0.25 * nearness,
        color: color.withAlpha(UInt8(alpha)))
    }
  }
}
