/// How stored pixels reach the surface.
struct PictureFinish {
  /// 0 to 255.
  var opacity: UInt32
  /// Whether the pixels are known to replace what lies below.
  var isReplacing: Bool
}

/// Paints stored pixels one to one: layers, groups and unscaled images.
///
/// `sourceLayout` says where the canvas' pixels lie in `source`.
func paintPixels<Rule: CompositingRule>(
  _ source: Span<UInt32>, _ sourceLayout: PixelLayout, _ rule: Rule.Type,
  _ finish: PictureFinish, _ area: PaintArea, _ damage: borrowing DamageMap,
  _ pixels: inout MutableSpan<UInt32>, _ work: inout RasterWork
) {
  let layout = area.layout
  let opacity = Words(repeating: finish.opacity)
  var rectangles = area.rectangles
  while let rectangle = rectangles.next(in: damage) {
    let width = Int(rectangle.maxX - rectangle.minX)
    for row in rectangle.minY..<rectangle.maxY {
      var from = sourceLayout.index(rectangle.minX, row)
      var to = layout.index(rectangle.minX, row)
      var rest = width
      if finish.isReplacing {
        pixels.copy(width, from: from, of: source, to: to)
        continue
      }
      while rest >= 4 {
        let colors = SplitPixels(source.four(at: from)).scaled(by: opacity)
        let mixed = Rule.mixed(colors, over: SplitPixels(pixels.four(at: to)))
        pixels.setFour(mixed.packed, at: to)
        from &+= 4
        to &+= 4
        rest &-= 4
      }
      guard rest > 0 else { continue }
      let colors = SplitPixels(source.few(rest, at: from)).scaled(by: opacity)
      let mixed = Rule.mixed(colors, over: SplitPixels(pixels.few(rest, at: to)))
      pixels.setFew(rest, mixed.packed, at: to)
    }
    let area = UInt32(truncatingIfNeeded: width * Int(rectangle.maxY - rectangle.minY))
    if finish.isReplacing {
      work.pixelsFilled &+= area
    } else {
      work.pixelsBlended &+= area
    }
  }
}

/// A picture stretched over a rectangle: which canvas pixels it covers and what they show.
///
/// Bilinear between pixel centers, weights in steps of 1/256, the edge pixels going on outwards.
/// A canvas pixel is covered when its center is inside the rectangle.
struct PictureSampler {
  /// The pixels whose centers lie inside the rectangle.
  let covered: PixelRectangle
  /// True when picture and canvas pixels coincide.
  let isOneToOne: Bool

  private let x: Float
  private let y: Float
  private let stepX: Float
  private let stepY: Float
  private let limitX: Float
  private let limitY: Float
  private let width: Int
  private let lastColumn: Int
  private let lastRow: Int

  /// Reads the rectangle; nil when it has no area.
  init?(_ geometry: SIMD8<Float>, width: Int32, height: Int32) {
    guard geometry[2] > 0, geometry[3] > 0 else { return nil }
    x = geometry[0]
    y = geometry[1]
    stepX = Float(width) / geometry[2]
    stepY = Float(height) / geometry[3]
    limitX = Float(width - 1)
    limitY = Float(height - 1)
    self.width = Int(width)
    lastColumn = Int(width) - 1
    lastRow = Int(height) - 1
    covered = PixelRectangle(
      minX: Self.firstCenter(from: x), minY: Self.firstCenter(from: y),
      maxX: Self.firstCenter(from: x + geometry[2]),
      maxY: Self.firstCenter(from: y + geometry[3]))
    isOneToOne =
      stepX == 1 && stepY == 1 && x.magnitude < 65_536 && y.magnitude < 65_536
      && Float(Int32(x)) == x && Float(Int32(y)) == y
  }

  /// The first pixel, from 0 on, whose center is not before `edge`.
  private static func firstCenter(from edge: Float) -> Int32 {
    guard edge > 0.5 else { return 0 }
    guard edge < 20_000 else { return 20_000 }
    var pixel = Int32(edge - 0.5)
    while Float(pixel) + 0.5 < edge { pixel += 1 }
    return pixel
  }

  /// The premultiplied color at a canvas pixel.
  @inline(__always)
  func color(_ column: Int32, _ row: Int32, _ source: Span<UInt32>) -> UInt32 {
    let u = (Float(column) + 0.5 - x) * stepX - 0.5
    let v = (Float(row) + 0.5 - y) * stepY - 0.5
    let fixedX = Int(min(max(u, 0), limitX) * 256 + 0.5)
    let fixedY = Int(min(max(v, 0), limitY) * 256 + 0.5)
    let (left, top) = (fixedX >> 8, fixedY >> 8)
    let right = min(left + 1, lastColumn)
    let bottom = min(top + 1, lastRow)
    let (shareX, shareY) = (UInt64(fixedX & 255), UInt64(fixedY & 255))
    let a = source[top * width + left]
    let b = source[top * width + right]
    let c = source[bottom * width + left]
    let d = source[bottom * width + right]
    let (wa, wb) = ((256 - shareX) * (256 - shareY), shareX * (256 - shareY))
    let (wc, wd) = ((256 - shareX) * shareY, shareX * shareY)
    // Two channels per word, 32 bits apart: each weighted sum needs 24.
    func sum(_ shift: UInt32) -> UInt64 {
      func spread(_ packed: UInt32) -> UInt64 {
        let pair = UInt64((packed >> shift) & 0x00FF_00FF)
        return (pair & 0xFF) | (pair & 0xFF_0000) << 16
      }
      let weighted = spread(a) * wa + spread(b) * wb + spread(c) * wc + spread(d) * wd
      return (weighted + 0x8000_0000_8000) >> 16 & 0xFF_0000_00FF
    }
    let (redBlue, greenAlpha) = (sum(0), sum(8))
    let low = UInt32(truncatingIfNeeded: redBlue | redBlue >> 16) & 0x00FF_00FF
    let high = UInt32(truncatingIfNeeded: greenAlpha | greenAlpha >> 16) & 0x00FF_00FF
    return low | high << 8
  }

  /// What neighboring pixels of one row share: the rows of the picture between which it lies, and
  /// the two columns last read, already mixed down to one row.
  struct Row {
    fileprivate var top: Int
    fileprivate var bottom: Int
    fileprivate var share: UInt64
    fileprivate var column = -1
    fileprivate var leftRedBlue: UInt64 = 0
    fileprivate var leftGreenAlpha: UInt64 = 0
    fileprivate var rightRedBlue: UInt64 = 0
    fileprivate var rightGreenAlpha: UInt64 = 0
  }

  /// Prepares for the canvas pixels of a row.
  @inline(__always)
  func row(_ row: Int32) -> Row {
    let v = (Float(row) + 0.5 - y) * stepY - 0.5
    let fixedY = Int(min(max(v, 0), limitY) * 256 + 0.5)
    let top = fixedY >> 8
    return Row(
      top: top * width, bottom: min(top + 1, lastRow) * width, share: UInt64(fixedY & 255))
  }

  /// The premultiplied color at a canvas pixel of a row, the same bits as without `Row`: sums of
  /// whole numbers may be taken in any order.
  @inline(__always)
  func color(_ column: Int32, _ row: inout Row, _ source: Span<UInt32>) -> UInt32 {
    let u = (Float(column) + 0.5 - x) * stepX - 0.5
    let fixedX = Int(min(max(u, 0), limitX) * 256 + 0.5)
    let left = fixedX >> 8
    if left != row.column {
      let right = min(left + 1, lastColumn)
      row.column = left
      let (a, b) = (source[row.top + left], source[row.top + right])
      let (c, d) = (source[row.bottom + left], source[row.bottom + right])
      let below = row.share
      row.leftRedBlue = Self.spread(a) * (256 - below) + Self.spread(c) * below
      row.leftGreenAlpha = Self.spread(a >> 8) * (256 - below) + Self.spread(c >> 8) * below
      row.rightRedBlue = Self.spread(b) * (256 - below) + Self.spread(d) * below
      row.rightGreenAlpha = Self.spread(b >> 8) * (256 - below) + Self.spread(d >> 8) * below
    }
    let share = UInt64(fixedX & 255)
    let half: UInt64 = 0x8000_0000_8000
    let mask: UInt64 = 0xFF_0000_00FF
    let redBlue =
      (row.leftRedBlue &* (256 &- share) &+ row.rightRedBlue &* share &+ half) &>> 16 & mask
    let greenAlpha =
      (row.leftGreenAlpha &* (256 &- share) &+ row.rightGreenAlpha &* share &+ half) &>> 16 & mask
    let low = UInt32(truncatingIfNeeded: redBlue | redBlue &>> 16) & 0x00FF_00FF
    let high = UInt32(truncatingIfNeeded: greenAlpha | greenAlpha &>> 16) & 0x00FF_00FF
    return low | high &<< 8
  }

  /// Red and blue, or green and alpha, 32 bits apart.
  @inline(__always)
  private static func spread(_ packed: UInt32) -> UInt64 {
    UInt64(packed & 0xFF) | UInt64(packed & 0xFF_0000) &<< 16
  }
}

/// Paints a picture stretched over a rectangle.
func paintPicture<Rule: CompositingRule>(
  _ sampler: PictureSampler, _ source: Span<UInt32>, _ rule: Rule.Type, _ finish: PictureFinish,
  _ area: PaintArea, _ damage: borrowing DamageMap, _ pixels: inout MutableSpan<UInt32>,
  _ work: inout RasterWork
) {
  let layout = area.layout
  let opacity = Words(repeating: finish.opacity)
  var rectangles = area.rectangles
  while let whole = rectangles.next(in: damage) {
    let rectangle = whole.intersection(sampler.covered)
    guard !rectangle.isEmpty else { continue }
    let count = UInt32(
      truncatingIfNeeded: Int(rectangle.maxX - rectangle.minX)
        * Int(rectangle.maxY - rectangle.minY))
    if finish.isReplacing {
      replace(sampler, source, rectangle, layout, &pixels)
      work.pixelsFilled &+= count
      continue
    }
    for row in rectangle.minY..<rectangle.maxY {
      for column in rectangle.minX..<rectangle.maxX {
        let index = layout.index(column, row)
        let color = Words(sampler.color(column, row, source), 0, 0, 0)
        let mixed = Rule.mixed(
          SplitPixels(color).scaled(by: opacity), over: SplitPixels(pixels.few(1, at: index)))
        pixels[index] = mixed.packed[0]
      }
    }
    work.pixelsBlended &+= count
  }
}

/// Stores the colors of an opaque picture's part of the canvas.
private func replace(
  _ sampler: PictureSampler, _ source: Span<UInt32>, _ rectangle: PixelRectangle,
  _ layout: PixelLayout, _ pixels: inout MutableSpan<UInt32>
) {
  for row in rectangle.minY..<rectangle.maxY {
    var blend = sampler.row(row)
    var index = layout.index(rectangle.minX, row)
    for column in rectangle.minX..<rectangle.maxX {
      pixels[index] = sampler.color(column, &blend, source)
      index &+= 1
    }
  }
}
