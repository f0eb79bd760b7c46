/// A coverage mask around a point: what coverage each canvas pixel gets.
///
/// Bilinear between mask pixel centers, positions rounded to 1/256 of a mask pixel; nothing
/// outside.
struct SpriteSampler {
  private let centerX: Float
  private let centerY: Float
  private let step: Float
  private let halfWidth: Float
  private let halfHeight: Float
  private let width: Int
  private let height: Int

  /// Reads center and scale; nil when the scale is not positive.
  init?(_ geometry: SIMD8<Float>, width: Int32, height: Int32) {
    guard geometry[2] > 0 else { return nil }
    centerX = geometry[0]
    centerY = geometry[1]
    step = 1 / geometry[2]
    halfWidth = Float(width) * 0.5
    halfHeight = Float(height) * 0.5
    self.width = Int(width)
    self.height = Int(height)
  }

  /// Where a canvas row or column falls in the mask, in steps of 1/256 from the first pixel's
  /// center; `Int.min` when it is more than a mask pixel outside.
  @inline(__always)
  private func fixed(_ center: Float, _ origin: Float, _ half: Float) -> Int {
    let position = (center - origin) * step + half - 0.5
    guard position > -1 && position < half * 2 else { return Int.min }
    return Int(position * 256 + 1024.5) &- 1024
  }

  /// The mask row position of a canvas row; `Int.min` when outside.
  @inline(__always)
  func rowPosition(_ row: Int32) -> Int { fixed(Float(row) + 0.5, centerY, halfHeight) }

  /// Coverage, 0 to 255, of a canvas column in the row of a `rowPosition`.
  @inline(__always)
  func level(_ column: Int32, _ rowPosition: Int, _ mask: Span<UInt8>) -> UInt32 {
    let position = fixed(Float(column) + 0.5, centerX, halfWidth)
    guard position != Int.min else { return 0 }
    let (left, top) = (position >> 8, rowPosition >> 8)
    let (shareX, shareY) = (UInt32(position & 255), UInt32(rowPosition & 255))
    let upper = sample(left, top, mask) * (256 - shareX) + sample(left + 1, top, mask) * shareX
    let lower =
      sample(left, top + 1, mask) * (256 - shareX) + sample(left + 1, top + 1, mask) * shareX
    return (upper * (256 - shareY) + lower * shareY + 32_768) >> 16
  }

  @inline(__always)
  private func sample(_ column: Int, _ row: Int, _ mask: Span<UInt8>) -> UInt32 {
    guard column >= 0, column < width, row >= 0, row < height else { return 0 }
    return UInt32(mask[row * width + column])
  }
}

/// Paints a coverage mask in one color.
func paintSprite<Rule: CompositingRule>(
  _ sampler: SpriteSampler, _ mask: Span<UInt8>, _ rule: Rule.Type, _ source: SolidSource,
  _ target: inout PaintTarget, _ pixels: inout MutableSpan<UInt32>
) {
  let layout = target.area.layout
  let perLevel = source.fullWeight / 255
  var rectangles = target.area.rectangles
  while let rectangle = rectangles.next(in: target.damage) {
    for row in rectangle.minY..<rectangle.maxY {
      let rowPosition = sampler.rowPosition(row)
      guard rowPosition != Int.min else { continue }
      target.work.pixelsBlended &+= UInt32(rectangle.maxX - rectangle.minX)
      var column = rectangle.minX
      var index = layout.index(column, row)
      while column < rectangle.maxX {
        let rest = Int(rectangle.maxX - column)
        var products = Lanes(repeating: 0)
        for lane in 0..<min(4, rest) {
          products[lane] = Float(sampler.level(column + Int32(lane), rowPosition, mask))
        }
        let weights = SolidSource.weights(products * perLevel)
        if rest >= 4 {
          let mixed = Rule.mixed(source.color, weights: weights, over: pixels.four(at: index))
          pixels.setFour(mixed, at: index)
        } else {
          let mixed = Rule.mixed(source.color, weights: weights, over: pixels.few(rest, at: index))
          pixels.setFew(rest, mixed, at: index)
        }
        column += 4
        index += 4
      }
    }
  }
}
