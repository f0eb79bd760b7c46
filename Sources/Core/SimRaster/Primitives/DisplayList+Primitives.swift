import SimMath

/// The primitives a scene draws with, in points.
extension DisplayList {
  /// Paints the whole canvas in one color.
  public mutating func fill(_ color: StraightColor, blend: BlendMode = .sourceOver) {
    append(.fill, color: color, blend: blend, bounds: wholeCanvas)
  }

  /// Paints a rectangle with a gradient along a line; beyond its ends the end colors go on.
  public mutating func linearGradient(
    _ gradient: UInt16, in area: Rectangle, from start: Vector2, to end: Vector2,
    blend: BlendMode = .sourceOver, opacity: UInt8 = 255
  ) {
    append(
      .linearGradient, opacity: opacity, blend: blend, resource: gradient,
      bounds: wholePixels(of: area),
      geometry: SIMD8(
        start.x * scale, start.y * scale, end.x * scale, end.y * scale, 0, 0, 0, 0))
  }

  /// Paints a rectangle with a gradient around a point; beyond its radius the last color goes on.
  public mutating func radialGradient(
    _ gradient: UInt16, in area: Rectangle, center: Vector2, radius: Float,
    blend: BlendMode = .sourceOver, opacity: UInt8 = 255
  ) {
    append(
      .radialGradient, opacity: opacity, blend: blend, resource: gradient,
      bounds: wholePixels(of: area),
      geometry: SIMD8(center.x * scale, center.y * scale, radius * scale, 0, 0, 0, 0, 0))
  }

  /// Paints a disc with an anti-aliased edge.
  public mutating func disc(
    center: Vector2, radius: Float, color: StraightColor, blend: BlendMode = .sourceOver
  ) {
    round(.disc, center, radius, color, blend)
  }

  /// Paints a disc whose coverage falls smoothly to nothing over the outer `softness` share of
  /// its radius: 0 is a disc, 1 fades from the center on.
  public mutating func softDisc(
    center: Vector2, radius: Float, softness: Float, color: StraightColor,
    blend: BlendMode = .sourceOver
  ) {
    round(.softDisc, center, radius, color, blend, SIMD2(softness, 0))
  }

  /// Paints a circle's outline, `width` points wide around `radius`, fading over `softness` points
  /// beyond both edges.
  public mutating func ring(
    center: Vector2, radius: Float, width: Float, softness: Float = 0, color: StraightColor,
    blend: BlendMode = .sourceOver
  ) {
    round(.ring, center, radius, color, blend, SIMD2(width, softness) * scale)
  }

  /// Paints light that falls off as `(1 - d²/r²)²` to nothing at `radius`.
  public mutating func glow(
    center: Vector2, radius: Float, color: StraightColor, blend: BlendMode = .screen
  ) {
    round(.glow, center, radius, color, blend)
  }

  /// Paints a line segment `radius` points thick to each side, with round caps.
  ///
  /// - Parameter isContinuation: whether the segment starts where one painted before ends that is
  ///   as thick and of the same color. What lies behind its start is covered by that one's cap, and
  ///   most of it is left out. If both are mixed by their maximum, not a pixel differs.
  public mutating func capsule(
    from start: Vector2, to end: Vector2, radius: Float, color: StraightColor,
    blend: BlendMode = .sourceOver, isContinuation: Bool = false
  ) {
    let (x0, y0, x1, y1) = (start.x * scale, start.y * scale, end.x * scale, end.y * scale)
    let reach = radius * scale + 1
    var (startX, startY) = (reach, reach)
    if isContinuation {
      // Where the line across the segment's start ends. Of a point nothing but caps is left.
      let (alongX, alongY) = (x1 - x0, y1 - y0)
      let length = (alongX * alongX + alongY * alongY).squareRoot()
      guard length > 0 else { return }
      (startX, startY) = (abs(alongY) / length * reach, abs(alongX) / length * reach)
    }
    var bounds = pixelBounds(
      minX: min(x0 - startX, x1 - reach), minY: min(y0 - startY, y1 - reach),
      maxX: max(x0 + startX, x1 + reach), maxY: max(y0 + startY, y1 + reach))
    // Capsules are painted in strips of four lines, none of which is painted in part.
    if isContinuation { bounds = bounds.inFours(width: pixelWidth, height: pixelHeight) }
    append(
      .capsule, color: color, blend: blend, bounds: bounds,
      geometry: SIMD8(x0, y0, x1, y1, radius * scale, 0, 0, 0))
  }

  /// Paints the outline of a rounded rectangle, `width` points wide inwards from its edge, fading
  /// to the inside over `softness` points.
  public mutating func roundedBorder(
    _ area: Rectangle, cornerRadius: Float, width: Float, softness: Float = 0,
    color: StraightColor, blend: BlendMode = .sourceOver
  ) {
    let (x, y) = (area.x * scale, area.y * scale)
    let (w, h) = (area.width * scale, area.height * scale)
    append(
      .roundedBorder, color: color, blend: blend,
      bounds: pixelBounds(minX: x - 1, minY: y - 1, maxX: x + w + 1, maxY: y + h + 1),
      geometry: SIMD8(x, y, w, h, cornerRadius * scale, width * scale, softness * scale, 0))
  }

  /// Paints a registered mask around `center` in one color; `size` surface pixels per mask pixel.
  public mutating func sprite(
    _ sprite: UInt16, center: Vector2, size: Float = 1, color: StraightColor,
    blend: BlendMode = .sourceOver
  ) {
    let mask = sprites[Int(sprite)]
    let (cx, cy) = (center.x * scale, center.y * scale)
    // Between the outermost mask pixels' centers and nothing lies half a mask pixel more.
    let halfWidth = (Float(mask.width) * 0.5 + 0.5) * size + 1
    let halfHeight = (Float(mask.height) * 0.5 + 0.5) * size + 1
    append(
      .sprite, color: color, blend: blend, resource: sprite,
      bounds: pixelBounds(
        minX: cx - halfWidth, minY: cy - halfHeight, maxX: cx + halfWidth,
        maxY: cy + halfHeight),
      geometry: SIMD8(cx, cy, size, 0, 0, 0, 0, 0))
  }

  /// Paints a registered picture scaled into a rectangle.
  public mutating func image(
    _ image: UInt16, in area: Rectangle, opacity: UInt8 = 255, blend: BlendMode = .sourceOver
  ) {
    let (x, y) = (area.x * scale, area.y * scale)
    let (w, h) = (area.width * scale, area.height * scale)
    append(
      .image, opacity: opacity, blend: blend, resource: image,
      bounds: pixelBounds(minX: x, minY: y, maxX: x + w, maxY: y + h),
      geometry: SIMD8(x, y, w, h, 0, 0, 0, 0))
  }

  /// Composites a retained layer over what is painted so far, all of it or what lies in a
  /// rectangle of whole pixels around `area`: a fading layer then costs no more than it shows.
  public mutating func layer(
    _ layer: UInt16, in area: Rectangle? = nil, opacity: UInt8 = 255,
    blend: BlendMode = .sourceOver
  ) {
    var bounds = wholeCanvas
    if let area {
      let (x, y) = (area.x * scale, area.y * scale)
      bounds = pixelBounds(
        minX: x, minY: y, maxX: x + area.width * scale, maxY: y + area.height * scale)
    }
    append(.layer, opacity: opacity, blend: blend, resource: layer, bounds: bounds)
  }

  private mutating func round(
    _ kind: DrawCommand.Kind, _ center: Vector2, _ radius: Float, _ color: StraightColor,
    _ blend: BlendMode, _ lengths: SIMD2<Float> = .zero
  ) {
    let geometry = SIMD8(
      center.x * scale, center.y * scale, radius * scale, lengths.x, lengths.y, 0, 0, 0)
    guard let reach = RoundReach(kind, geometry) else { return }
    append(
      kind, color: color, blend: blend, bounds: pixels(withCentersIn: reach.box), geometry: geometry
    )
  }

  /// The pixels whose centers lie in a rectangle given in points: gradients have hard edges.
  private func wholePixels(of area: Rectangle) -> PixelRectangle {
    let (left, top) = (area.x * scale + 0.5, area.y * scale + 0.5)
    let right = (area.x + area.width) * scale + 0.5
    let bottom = (area.y + area.height) * scale + 0.5
    guard left <= right, top <= bottom else {
      return PixelRectangle(minX: 0, minY: 0, maxX: 0, maxY: 0)
    }
    func clip(_ value: Float, _ limit: Int32) -> Int32 {
      if value <= 0 { return 0 }
      if value >= Float(limit) { return limit }
      return Int32(value)
    }
    return PixelRectangle(
      minX: clip(left, pixelWidth), minY: clip(top, pixelHeight),
      maxX: clip(right, pixelWidth), maxY: clip(bottom, pixelHeight))
  }
}
