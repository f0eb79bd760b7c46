import SimMath

/// A coverage mask in one color.
///
/// Geometry: center x, y, scale (mask pixels to surface pixels); mask in `resource`.
enum Sprite: Primitive {
  static var name: StaticString { "sprite" }

  static func paint(_ command: DrawCommand, _ target: inout PaintTarget, _ pixels: inout Pixels) {
    guard Int(command.resource) < target.sprites.count else { return }
    let mask = target.sprites[Int(command.resource)]
    guard
      let sampler = SpriteSampler(command.geometry, width: mask.width, height: mask.height),
      let color = SolidSource(command.color, opacity: command.opacity)
    else { return }
    let levels = mask.coverage.span
    switch command.blend {
    case .sourceOver:
      paintSprite(sampler, levels, SourceOverRule.self, color, &target, &pixels)
    case .add: paintSprite(sampler, levels, AddRule.self, color, &target, &pixels)
    case .screen: paintSprite(sampler, levels, ScreenRule.self, color, &target, &pixels)
    case .maximum: paintSprite(sampler, levels, MaximumRule.self, color, &target, &pixels)
    }
  }
}

extension DisplayList {
  /// Paints a registered mask around `center` in one color; `size` surface pixels per mask pixel.
  public mutating func sprite(
    _ sprite: SpriteHandle, center: Vector2, size: Float = 1, color: StraightColor,
    blend: DisplayList.BlendMode = .sourceOver
  ) {
    let place = place(of: sprite)
    let mask = sprites[place]
    let (cx, cy) = (center.x * scale, center.y * scale)
    // Coverage extends half a mask pixel beyond the mask's edge, one pixel from the outermost
    // centers.
    let halfWidth = (Float(mask.width) * 0.5 + 0.5) * size + 1
    let halfHeight = (Float(mask.height) * 0.5 + 0.5) * size + 1
    append(
      .sprite, color: color, blend: blend, resource: UInt16(place),
      bounds: pixelBounds(
        minX: cx - halfWidth, minY: cy - halfHeight, maxX: cx + halfWidth,
        maxY: cy + halfHeight),
      geometry: SIMD8(cx, cy, size, 0, 0, 0, 0, 0))
  }
}

/// A coverage mask around a point; computes the coverage of canvas pixels.
///
/// Bilinear between the centers of mask pixels, with positions rounded to 1/256 mask pixel; 0
/// outside.
struct SpriteSampler {
  private let centerX: Float
  private let centerY: Float
  private let step: Float
  private let halfWidth: Float
  private let halfHeight: Float
  private let width: Int
  private let height: Int

  /// Reads center and scale; nil if the scale is not positive.
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

  /// The position of a canvas row or column in the mask, in steps of 1/256 from the center of the
  /// first mask pixel; `Int.min` if it is more than a mask pixel outside.
  @inline(__always)
  private func fixed(_ center: Float, _ origin: Float, _ half: Float) -> Int {
    let position = (center - origin) * step + half - 0.5
    guard position > -1 && position < half * 2 else { return Int.min }
    return Int(position * 256 + 1024.5) &- 1024
  }

  /// The mask position of a canvas row; `Int.min` if outside.
  @inline(__always)
  func rowPosition(_ row: Int32) -> Int { fixed(Float(row) + 0.5, centerY, halfHeight) }

  /// Coverage, 0 to 255, of a canvas column in the row at a `rowPosition`.
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
