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

  /// The canvas columns from one on that lie between the same two columns of the picture, at most
  /// 32 of them.
  @inline(__always)
  fileprivate func run(from first: Int32, to end: Int32) -> PictureRun {
    var run = PictureRun(left: 0, count: 0, shares: SIMD32(repeating: 0))
    for column in first..<min(end, first + 32) {
      let u = (Float(column) + 0.5 - x) * stepX - 0.5
      let fixed = Int(min(max(u, 0), limitX) * 256 + 0.5)
      if run.count == 0 { run.left = fixed >> 8 }
      guard fixed >> 8 == run.left else { break }
      run.shares[run.count] = Float(fixed & 255)
      run.count += 1
    }
    return run
  }

  /// What a canvas row shows between two columns of an opaque picture.
  @inline(__always)
  fileprivate func ramp(from left: Int, _ row: Int32, _ source: Span<UInt32>) -> OpaqueRamp {
    let v = (Float(row) + 0.5 - y) * stepY - 0.5
    let fixed = Int(min(max(v, 0), limitY) * 256 + 0.5)
    let top = (fixed >> 8) * width
    let bottom = min((fixed >> 8) + 1, lastRow) * width
    let right = min(left + 1, lastColumn)
    let pixels = Words(
      source[top + left], source[top + right], source[bottom + left], source[bottom + right])
    return OpaqueRamp(pixels, below: Float(fixed & 255))
  }
}

/// Neighboring canvas columns between the same two columns of a picture.
private struct PictureRun {
  /// The picture's column to the left.
  var left: Int
  /// How many canvas columns.
  var count: Int
  /// The weight of the picture's column to the right at each, 0 to 255.
  var shares: SIMD32<Float>
}

/// The colors of one canvas row between two columns of an opaque picture.
///
/// Whole numbers below 2²⁴, and such numbers over 2¹⁶, are exact in single precision, and so are
/// the sums here, so that every color has the bits of `PictureSampler.color`.
private struct OpaqueRamp {
  private let red: (start: Lanes, step: Lanes)
  private let green: (start: Lanes, step: Lanes)
  private let blue: (start: Lanes, step: Lanes)

  /// Mixes two rows of two pixels down to one row.
  @inline(__always)
  init(_ pixels: Words, below: Float) {
    let weights = Lanes(256 - below, 256 - below, below, below) * 0x1p-16
    @inline(__always)
    func mixed(_ shift: UInt32) -> (start: Lanes, step: Lanes) {
      let weighted = Lanes((pixels &>> shift) & 0xFF) * weights
      let both = weighted.lowHalf + weighted.highHalf
      // Half a level less 2⁻¹⁶: `color` says why.
      return (
        Lanes(repeating: both[0] * 256 + 0x7FFF * 0x1p-16), Lanes(repeating: both[1] - both[0])
      )
    }
    red = mixed(0)
    green = mixed(8)
    blue = mixed(16)
  }

  /// The colors where the right column has the given weights, 0 to 255.
  ///
  /// A level is a sum s of 1/65,536ths, plus a half to round to nearest, cut off to an integer.
  /// From 256 on a significand ends at 2⁻¹⁵, so that adding 256 to s + 0x7FFF, ties to even, gives
  /// s + 0x8000 without its last bit, or two less where that does not cross an integer.
  @inline(__always)
  func colors(_ shares: Lanes) -> Words {
    @inline(__always)
    func bits(_ channel: (start: Lanes, step: Lanes)) -> Words {
      let level = (channel.start + channel.step * shares) + 256
      return Words(
        level[0].bitPattern, level[1].bitPattern, level[2].bitPattern, level[3].bitPattern)
    }
    return ((bits(red) &>> 15) & 0xFF) | ((bits(green) &>> 7) & 0xFF00)
      | ((bits(blue) &<< 1) & 0xFF_0000) | 0xFF00_0000
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
  // A band of few rows stays in the first-level cache while its columns are painted.
  var bandStart = rectangle.minY
  while bandStart < rectangle.maxY {
    let bandEnd = min(bandStart + 16, rectangle.maxY)
    var column = rectangle.minX
    while column < rectangle.maxX {
      let run = sampler.run(from: column, to: rectangle.maxX)
      let room = Int(rectangle.maxX - column)
      for row in bandStart..<bandEnd {
        let ramp = sampler.ramp(from: run.left, row, source)
        replace(run, ramp, layout.index(column, row), room, &pixels)
      }
      column += Int32(run.count)
    }
    bandStart = bandEnd
  }
}

/// Stores one row's colors, four at a time; what goes beyond the run is painted over by the next.
@inline(__always)
private func replace(
  _ run: PictureRun, _ ramp: OpaqueRamp, _ start: Int, _ room: Int,
  _ pixels: inout MutableSpan<UInt32>
) {
  @inline(__always)
  func put(_ shares: Lanes, _ offset: Int) {
    let colors = ramp.colors(shares)
    if room &- offset >= 4 {
      pixels.setFour(colors, at: start &+ offset)
    } else {
      pixels.setFew(room &- offset, colors, at: start &+ offset)
    }
  }
  let (first, second) = (run.shares.lowHalf, run.shares.highHalf)
  put(first.lowHalf.lowHalf, 0)
  guard run.count > 4 else { return }
  put(first.lowHalf.highHalf, 4)
  guard run.count > 8 else { return }
  put(first.highHalf.lowHalf, 8)
  guard run.count > 12 else { return }
  put(first.highHalf.highHalf, 12)
  guard run.count > 16 else { return }
  put(second.lowHalf.lowHalf, 16)
  guard run.count > 20 else { return }
  put(second.lowHalf.highHalf, 20)
  guard run.count > 24 else { return }
  put(second.highHalf.lowHalf, 24)
  guard run.count > 28 else { return }
  put(second.highHalf.highHalf, 28)
}
