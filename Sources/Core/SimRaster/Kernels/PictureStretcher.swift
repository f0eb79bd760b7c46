/// Stretches opaque pictures outside of any display list, as the painter of stretched images does:
/// for stages that work on whole pictures.
///
/// Mixes the four nearest pixels; storage is taken by `init`.
package struct PictureStretcher: Sendable {
  private var room = [UInt16](repeating: 0, count: StretchedRows.roomCount)
  // Whole rectangles are painted, so no cell of it is ever looked at.
  private let damage = DamageMap(maximumSide: 1)

  /// Makes a stretcher.
  package init() {}

  /// Fills a picture with what of another one, stretched over `area`, falls into it.
  ///
  /// Beyond the centers of the source's edge pixels these go on outwards; what `area` does not
  /// cover stays as it was.
  ///
  /// - Parameters:
  ///   - source: opaque pixels, row after row, at least `sourceWidth * sourceHeight`.
  ///   - sourceWidth: columns of the source.
  ///   - sourceHeight: rows of the source.
  ///   - area: where the source lies, in pixels of the target.
  ///   - target: pixels, row after row, at least `width * height`.
  ///   - width: columns of the target.
  ///   - height: rows of the target.
  package mutating func stretch(
    _ source: [UInt32], _ sourceWidth: Int32, _ sourceHeight: Int32, over area: Rectangle,
    into target: inout [UInt32], _ width: Int32, _ height: Int32
  ) {
    precondition(source.count >= Int(sourceWidth) * Int(sourceHeight), "source pixels")
    precondition(target.count >= Int(width) * Int(height), "target pixels")
    let geometry = SIMD8<Float>(area.x, area.y, area.width, area.height, 0, 0, 0, 0)
    guard let sampler = PictureSampler(geometry, width: sourceWidth, height: sourceHeight) else {
      return
    }
    let canvas = PixelRectangle(minX: 0, minY: 0, maxX: width, maxY: height)
    let place = PaintArea(
      rectangles: DamagedRectangles(allOf: canvas),
      layout: PixelLayout(stride: Int(width), originX: 0, originY: 0), tile: canvas)
    var (work, noColors) = (RasterWork(), [UInt32]())
    var pixels = target.mutableSpan
    paintPicture(
      sampler, source.span, .sourceOver, PictureFinish(opacity: 255, isReplacing: true), place,
      damage, &room, &noColors, &pixels, &work)
  }
}
