import SimMath

/// Encodings and bounds shared by several primitives.
extension DisplayList {
  /// Appends a primitive around a center, bounded by the radii of its kind.
  mutating func appendRound(
    _ kind: DrawCommand.Kind, _ center: Vector2, _ radius: Float, _ color: StraightColor,
    _ blend: DisplayList.BlendMode, _ lengths: SIMD2<Float> = .zero
  ) {
    let geometry = SIMD8(
      center.x * scale, center.y * scale, radius * scale, lengths.x, lengths.y, 0, 0, 0)
    guard let reach = RoundReach(kind, geometry) else { return }
    append(
      kind, color: color, blend: blend, bounds: pixels(withCentersIn: reach.box), geometry: geometry
    )
  }

  /// The pixels whose centers lie in a rectangle in points; used for gradients, which have hard
  /// edges.
  func wholePixels(of area: PointRectangle) -> PixelRectangle {
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

  /// The pixels whose centers lie in a box of left, top, right and bottom edges in pixels, clipped
  /// to the canvas; empty if an edge is NaN.
  func pixels(withCentersIn box: Lanes) -> PixelRectangle {
    guard box[0] <= box[2], box[1] <= box[3] else { return .empty }
    return clipped(box + 0.5)
  }

  /// The pixels that a box in pixels touches, clipped to the canvas; empty if an edge is NaN.
  package func pixelBounds(minX: Float, minY: Float, maxX: Float, maxY: Float) -> PixelRectangle {
    guard minX <= maxX, minY <= maxY else {
      return PixelRectangle(minX: 0, minY: 0, maxX: 0, maxY: 0)
    }
    return clipped(Lanes(minX, minY, maxX + 1, maxY + 1))
  }

  /// The edges of a rectangle, rounded down and limited to the canvas.
  @inline(__always)
  private func clipped(_ edges: Lanes) -> PixelRectangle {
    let limits = Lanes(Float(pixelWidth), Float(pixelHeight), Float(pixelWidth), Float(pixelHeight))
    let whole = truncated(minimum(maximum(edges, Lanes(repeating: 0)), limits))
    return PixelRectangle(minX: whole[0], minY: whole[1], maxX: whole[2], maxY: whole[3])
  }
}
