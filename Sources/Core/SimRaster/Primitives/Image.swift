import SimMath

/// A stored picture scaled into a rectangle.
///
/// Geometry: x, y, width, height of the target; image in `resource`.
enum Image: Primitive {
  static var name: StaticString { "image" }

  static func paint(_ command: DrawCommand, _ target: inout PaintTarget, _ pixels: inout Pixels) {
    guard Int(command.resource) < target.images.count else { return }
    let image = target.images[Int(command.resource)]
    guard
      let sampler = PictureSampler(command.geometry, width: image.width, height: image.height)
    else { return }
    let finish = PictureFinish(
      opacity: UInt32(command.opacity),
      isReplacing: image.isOpaque && command.opacity == 255 && command.blend == .sourceOver)
    let source = image.pixels.span
    guard sampler.isOneToOne else {
      return paintPicture(sampler, source, command.blend, finish, &target, &pixels)
    }
    let layout = PixelLayout(
      stride: Int(image.width), originX: Int32(command.geometry[0]),
      originY: Int32(command.geometry[1]))
    target.area.limit(to: sampler.covered)
    paintStored(source, layout, command.blend, finish, &target, &pixels)
  }
}

extension DisplayList {
  /// Paints a registered picture scaled into a rectangle.
  public mutating func image(
    _ image: ImageHandle, in area: PointRectangle, opacity: UInt8 = 255,
    blend: DisplayList.BlendMode = .sourceOver
  ) {
    let (x, y) = (area.x * scale, area.y * scale)
    let (w, h) = (area.width * scale, area.height * scale)
    append(
      .image, opacity: opacity, blend: blend, resource: UInt16(place(of: image)),
      bounds: pixelBounds(minX: x, minY: y, maxX: x + w, maxY: y + h),
      geometry: SIMD8(x, y, w, h, 0, 0, 0, 0))
  }
}

/// A picture stretched over a rectangle: maps canvas pixels to positions in the picture.
///
/// A canvas pixel is covered if its center is inside the rectangle. Edge pixels of the picture
/// extend outward beyond their centers.
struct PictureSampler {
  /// The pixels whose centers lie inside the rectangle.
  let covered: PixelRectangle
  /// Whether picture pixels and canvas pixels coincide.
  let isOneToOne: Bool
  /// The number of columns of the picture.
  let width: Int
  /// The number of rows of the picture.
  let height: Int

  private let x: Float
  private let y: Float
  private let stepX: Float
  private let stepY: Float

  /// Reads the rectangle; nil if it has no area.
  init?(_ geometry: SIMD8<Float>, width: Int32, height: Int32) {
    guard geometry[2] > 0, geometry[3] > 0 else { return nil }
    x = geometry[0]
    y = geometry[1]
    stepX = Float(width) / geometry[2]
    stepY = Float(height) / geometry[3]
    self.width = Int(width)
    self.height = Int(height)
    covered = PixelRectangle(
      minX: Self.firstCenter(from: x), minY: Self.firstCenter(from: y),
      maxX: Self.firstCenter(from: x + geometry[2]),
      maxY: Self.firstCenter(from: y + geometry[3]))
    isOneToOne =
      stepX == 1 && stepY == 1 && x.magnitude < 65_536 && y.magnitude < 65_536
      && Float(Int32(x)) == x && Float(Int32(y)) == y
  }

  /// The first pixel, 0 or later, whose center is not before `edge`.
  private static func firstCenter(from edge: Float) -> Int32 {
    guard edge > 0.5 else { return 0 }
    guard edge < 20_000 else { return 20_000 }
    var pixel = Int32(edge - 0.5)
    while Float(pixel) + 0.5 < edge { pixel += 1 }
    return pixel
  }

  /// The picture row above the center of a canvas row, and the fraction of the distance to the next
  /// row, in units of 1/65,536.
  @inline(__always)
  func position(row: Int32) -> (upper: Int, share: UInt16) {
    let position = (Float(row) + 0.5 - y) * stepY - 0.5
    let fine = Int32(min(max(0, position), Float(height &- 1)) * 65_536)
    return (Int(fine >> 16), UInt16(truncatingIfNeeded: fine))
  }

  /// The picture columns to the left of four canvas columns, starting at `column`, and the
  /// fractions of the distance to the next column, in units of 1/65,536, each twice.
  ///
  /// The left one is never the picture's last column: there, the column before with a share of
  /// 65,535, which takes all of its right neighbor, gives the same color.
  @inline(__always)
  func positions(from column: Int32) -> (left: Words, shares: Channels) {
    let columns = Lanes(0.5, 1.5, 2.5, 3.5) + Float(column)
    let last = Lanes(repeating: Float(width &- 1))
    let position = minimum(maximum((columns - x) * stepX - 0.5, Lanes(repeating: 0)), last)
    let left = Self.wholePart(position)
    let share = Self.wholePart((position - left) * 65_536)
    let isLast = position .>= last
    let fine = roundedToNearest(share.replacing(with: 65_535, where: isLast))
    return (
      roundedToNearest(left.replacing(with: last - 1, where: isLast)), channels(fine | fine &<< 16)
    )
  }

  /// Each element, 0 to 65,536, truncated to an integer.
  @inline(__always)
  private static func wholePart(_ value: Lanes) -> Lanes {
    // From 2²³ up, all floats are integers: the sum is the nearest one, or the one above the value.
    let nearest = (value + 8_388_608) - 8_388_608
    return nearest.replacing(with: nearest - 1, where: nearest .> value)
  }
}
