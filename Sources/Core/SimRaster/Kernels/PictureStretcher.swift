/// Stretches opaque pictures outside of any display list, as the painter of stretched images does:
/// for stages that work on whole pictures.
///
/// Mixes the four nearest pixels; storage is taken by `init`.
package struct PictureStretcher: Sendable {
  // Whole rectangles are painted, so no cell of the damage is ever read.
  private var target = PaintTarget(
    area: PaintArea(
      rectangles: DamagedRectangles(allOf: .empty),
      layout: PixelLayout(stride: 0, originX: 0, originY: 0), tile: .empty),
    damage: DamageMap(maximumSide: 1),
    scratch: PaintScratch(
      numbers: [UInt16](repeating: 0, count: StretchedRows.scratchCount)))

  /// Makes a stretcher.
  package init() {}

  /// Fills a picture with what of another one, stretched over `area`, falls into it.
  ///
  /// Beyond the centers of the source's edge pixels these go on outwards; what `area` does not
  /// cover stays as it was.
  ///
  /// - Parameters:
  ///   - source: opaque pixels, row after row, all of `sourceSize`.
  ///   - sourceSize: columns and rows of the source.
  ///   - area: where the source lies, in pixels of the picture.
  ///   - picture: pixels, row after row, all of `size`.
  ///   - size: columns and rows of the picture.
  package mutating func stretch(
    _ source: [UInt32], _ sourceSize: (width: Int32, height: Int32), over area: Rectangle,
    into picture: inout [UInt32], _ size: (width: Int32, height: Int32)
  ) {
    let (width, height) = size
    precondition(source.count >= Int(sourceSize.width) * Int(sourceSize.height), "source pixels")
    precondition(picture.count >= Int(width) * Int(height), "picture's pixels")
    let geometry = SIMD8<Float>(area.x, area.y, area.width, area.height, 0, 0, 0, 0)
    guard let sampler = PictureSampler(geometry, width: sourceSize.width, height: sourceSize.height)
    else {
      return
    }
    let canvas = PixelRectangle(minX: 0, minY: 0, maxX: width, maxY: height)
    target.area = PaintArea(
      rectangles: DamagedRectangles(allOf: canvas),
      layout: PixelLayout(stride: Int(width), originX: 0, originY: 0), tile: canvas)
    var pixels = picture.mutableSpan
    paintPicture(
      sampler, source.span, .sourceOver, PictureFinish(opacity: 255, isReplacing: true),
      &target, &pixels)
  }
}
