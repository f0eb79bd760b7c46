/// A retained layer; reads no geometry; layer in `resource`.
enum Layer: Primitive {
  static var name: StaticString { "layer" }

  static func paint(_ command: DrawCommand, _ target: inout PaintTarget, _ pixels: inout Pixels) {
    guard Int(command.resource) < target.resources.layers.count else { return }
    let layer = target.resources.layers[Int(command.resource)]
    let finish = PictureFinish(
      opacity: UInt32(command.opacity),
      isReplacing: layer.isOpaque && command.opacity == 255 && command.blend == .sourceOver,
      isPeriodic: layer.isPeriodic && layer.layout.stride >= 2 * Int(PixelPeriod.length))
    paintStored(layer.pixels.span, layer.layout, command.blend, finish, &target, &pixels)
  }
}

extension DisplayList {
  /// Composites a retained layer over the frame, either all of it or only the rectangle of whole
  /// pixels around `area`; the cost is proportional to that area.
  public mutating func layer(
    _ layer: LayerHandle, in area: PointRectangle? = nil, opacity: UInt8 = 255,
    blend: DisplayList.BlendMode = .sourceOver
  ) {
    var bounds = wholeCanvas
    if let area {
      let (x, y) = (area.x * scale, area.y * scale)
      bounds = pixelBounds(
        minX: x, minY: y, maxX: x + area.width * scale, maxY: y + area.height * scale)
    }
    append(
      .layer, opacity: opacity, blend: blend, resource: UInt16(place(of: layer)), bounds: bounds)
  }
}
