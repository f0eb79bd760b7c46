/// Stretches opaque pictures without a display list, for stages that process whole pictures.
///
/// Bilinear, with the painter of stretched images; `init` allocates its storage.
package struct PictureStretcher: Sendable {
  // Only whole rectangles are painted, so the damage map is never read.
  private var target = PaintTarget(
    area: PaintArea(
      rectangles: DamagedRectangles(allOf: .empty),
      layout: PixelLayout(stride: 0, originX: 0, originY: 0), tile: .empty),
    damage: DamageMap(maximumSide: 1),
    scratch: PaintScratch(
      numbers: [UInt16](repeating: 0, count: StretchedRows.scratchCount)))

  /// Makes a stretcher.
  package init() {}

  /// Stretches a source picture over `area` of a target picture.
  ///
  /// Edge pixels extend outward beyond their centers; pixels outside `area` are unchanged.
  ///
  /// - Parameters:
  ///   - source: Opaque pixels, row after row.
  ///   - sourceSize: Columns and rows of the source.
  ///   - area: The source's place in the target, in pixels.
  ///   - picture: The target's pixels, row after row.
  ///   - size: Columns and rows of the target.
  package mutating func stretch(
    _ source: [UInt32], _ sourceSize: (width: Int32, height: Int32), over area: PointRectangle,
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
