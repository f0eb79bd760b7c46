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
    if finish.isReplacing {
      pixels.copy(
        Block(
          width: width, height: Int(rectangle.maxY - rectangle.minY),
          start: sourceLayout.index(rectangle.minX, rectangle.minY), stride: sourceLayout.stride),
        of: source, to: layout.index(rectangle.minX, rectangle.minY), stride: layout.stride)
      work.pixelsFilled &+=
        UInt32(truncatingIfNeeded: width * Int(rectangle.maxY - rectangle.minY))
      continue
    }
    for row in rectangle.minY..<rectangle.maxY {
      var from = sourceLayout.index(rectangle.minX, row)
      var to = layout.index(rectangle.minX, row)
      var rest = width
      while rest >= 4 {
        // Layers are mostly empty, and nothing changes nothing whatever the rule.
        let packed = source.four(at: from)
        if any(packed .!= Words(repeating: 0)) {
          let colors = SplitPixels(packed).scaled(by: opacity)
          let mixed = Rule.mixed(colors, over: SplitPixels(pixels.four(at: to)))
          pixels.setFour(mixed.packed, at: to)
        }
        from &+= 4
        to &+= 4
        rest &-= 4
      }
      guard rest > 0 else { continue }
      let colors = SplitPixels(source.few(rest, at: from)).scaled(by: opacity)
      let mixed = Rule.mixed(colors, over: SplitPixels(pixels.few(rest, at: to)))
      pixels.setFew(rest, mixed.packed, at: to)
    }
    work.pixelsBlended &+=
      UInt32(truncatingIfNeeded: width * Int(rectangle.maxY - rectangle.minY))
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

  /// A canvas column's place in the picture in steps of 1/256.
  @inline(__always)
  fileprivate func fineColumn(_ column: Int32) -> Int {
    Int(min(max((Float(column) + 0.5 - x) * stepX - 0.5, 0), limitX) * 256 + 0.5)
  }

  /// A canvas row's place in the picture in steps of 1/256.
  @inline(__always)
  fileprivate func fineRow(_ row: Int32) -> Int {
    Int(min(max((Float(row) + 0.5 - y) * stepY - 0.5, 0), limitY) * 256 + 0.5)
  }

  /// The end of the canvas columns from `first` on that lie between the same two columns of the
  /// picture, at most 32 of them.
  @inline(__always)
  fileprivate func runEnd(from first: Int32, before end: Int32) -> Int32 {
    let left = fineColumn(first) >> 8
    let limit = min(end, first + 32)
    // Almost right, which saves looking at every column.
    let guess = x + (Float(left) + 1.5) / stepX
    var column = guess < Float(limit) ? max(Int32(max(guess, 0)), first + 1) : limit
    while column > first + 1 && fineColumn(column - 1) >> 8 != left { column -= 1 }
    while column < limit && fineColumn(column) >> 8 == left { column += 1 }
    return column
  }

  /// The weights, 0 to 255, that column `left` + 1 of the picture has at four canvas columns; more
  /// at columns beyond it.
  @inline(__always)
  fileprivate func shares(_ first: Int32, from left: Int) -> Lanes {
    let columns = Lanes(0.5, 1.5, 2.5, 3.5) + Float(first)
    let u = (columns - x) * stepX - 0.5
    let fine = lesser(greater(u, Lanes(repeating: 0)), Lanes(repeating: limitX)) * 256 + 0.5
    // From 2²³ on there are only whole numbers: the nearest one, or the one before it.
    let nearest = (fine + 8_388_608) - 8_388_608
    let whole = nearest.replacing(with: nearest - 1, where: nearest .> fine)
    return whole - Float(left << 8)
  }

  /// The picture's four pixels below column `left` and row `top` and the next ones.
  ///
  /// Not inlined: a compiler that sees that all lanes are the same packs two channels into one
  /// register, and spends more on taking them apart again.
  @inline(never)
  fileprivate func patch(_ left: Int, _ top: Int, _ source: Span<UInt32>) -> OpaquePatch {
    let right = min(left + 1, lastColumn)
    let bottom = min(top + 1, lastRow)
    return OpaquePatch(
      source[top * width + left], source[top * width + right], source[bottom * width + left],
      source[bottom * width + right])
  }
}

/// The part of a stretched opaque picture between four neighboring pixels of it.
///
/// All numbers are multiples of 1/2 below 2²³, which single precision holds exactly, and so are
/// sums and products here: every color has the bits of `PictureSampler.color`.
private struct OpaquePatch {
  /// One channel between four pixels: what is stored per row and per column, in 1/32,768ths.
  struct Channel {
    private let start: Lanes
    private let startStep: Lanes
    private let slope: Lanes
    private let slopeStep: Lanes

    @inline(__always)
    init(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) {
      let (a, b) = (Float(a & 0xFF), Float(b & 0xFF))
      let (c, d) = (Float(c & 0xFF), Float(d & 0xFF))
      // Half a level less 1/65,536: `OpaqueRow.levels` says why.
      start = Lanes(repeating: a * 32_768 + 16_383.5)
      startStep = Lanes(repeating: (c - a) * 128)
      slope = Lanes(repeating: (b - a) * 128)
      slopeStep = Lanes(repeating: (d - c - b + a) * 0.5)
    }

    /// The channel along one row, the lower pixels having a weight of 0 to 255.
    @inline(__always)
    func row(_ below: Lanes) -> (start: Lanes, slope: Lanes) {
      (start + startStep * below, slope + slopeStep * below)
    }
  }

  private let red: Channel
  private let green: Channel
  private let blue: Channel

  /// Takes the upper left, upper right, lower left and lower right pixel.
  @inline(__always)
  init(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) {
    red = Channel(a, b, c, d)
    green = Channel(a >> 8, b >> 8, c >> 8, d >> 8)
    blue = Channel(a >> 16, b >> 16, c >> 16, d >> 16)
  }

  /// One canvas row of it.
  @inline(__always)
  func row(_ below: Lanes) -> OpaqueRow {
    OpaqueRow(red: red.row(below), green: green.row(below), blue: blue.row(below))
  }
}

/// One canvas row of a patch.
private struct OpaqueRow {
  let red: (start: Lanes, slope: Lanes)
  let green: (start: Lanes, slope: Lanes)
  let blue: (start: Lanes, slope: Lanes)

  /// The colors where the right pixels have the given weights, 0 to 255.
  @inline(__always)
  func colors(_ shares: Lanes) -> Words {
    ((levels(red, shares) &>> 15) & 0xFF) | ((levels(green, shares) &>> 7) & 0xFF00)
      | ((levels(blue, shares) &<< 1) & 0xFF_0000) | 0xFF00_0000
  }

  /// Levels in 1/32,768ths.
  ///
  /// A level is a sum s of 1/65,536ths, plus a half to round to nearest, cut off to an integer.
  /// Rounding (s + 0x7FFF) / 2 to an integer, ties to even, gives s + 0x8000 without its last bit,
  /// or two less where that changes no whole level.
  @inline(__always)
  private func levels(_ channel: (start: Lanes, slope: Lanes), _ shares: Lanes) -> Words {
    integersInLowBits(channel.start + channel.slope * shares)
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

/// Stores the colors of an opaque picture's part of the canvas, patch by patch.
private func replace(
  _ sampler: PictureSampler, _ source: Span<UInt32>, _ rectangle: PixelRectangle,
  _ layout: PixelLayout, _ pixels: inout MutableSpan<UInt32>
) {
  var top = rectangle.minY
  while top < rectangle.maxY {
    let upper = sampler.fineRow(top) >> 8
    var bottom = top + 1
    while bottom < rectangle.maxY && sampler.fineRow(bottom) >> 8 == upper { bottom += 1 }
    var left = rectangle.minX
    while left < rectangle.maxX {
      let right = sampler.runEnd(from: left, before: rectangle.maxX)
      let place = PixelRectangle(minX: left, minY: top, maxX: right, maxY: bottom)
      replace(sampler, source, upper, place, rectangle.maxX, layout, &pixels)
      left = right
    }
    top = bottom
  }
}

/// Stores one patch's colors four columns at a time; what goes beyond the patch is painted over by
/// the next.
@inline(__always)
private func replace(
  _ sampler: PictureSampler, _ source: Span<UInt32>, _ upper: Int, _ place: PixelRectangle,
  _ end: Int32, _ layout: PixelLayout, _ pixels: inout MutableSpan<UInt32>
) {
  let first = sampler.fineColumn(place.minX) >> 8
  let patch = sampler.patch(first, upper, source)
  let count = place.maxX - place.minX
  let room = Int(end - place.minX)
  func shares(_ offset: Int32) -> Lanes { sampler.shares(place.minX + offset, from: first) }
  let (a, b, c, d) = (shares(0), shares(4), shares(8), shares(12))
  let isWide = count > 16
  let (e, f) = isWide ? (shares(16), shares(20)) : (a, a)
  let (g, h) = isWide ? (shares(24), shares(28)) : (a, a)
  var next = sampler.fineRow(place.minY)
  for line in place.minY..<place.maxY {
    let row = patch.row(Lanes(repeating: Float(next & 255)))
    // One row ahead, since nothing else has to wait for it.
    next = sampler.fineRow(line + 1)
    let start = layout.index(place.minX, line)
    @inline(__always)
    func put(_ shares: Lanes, _ offset: Int) {
      let colors = row.colors(shares)
      if room &- offset >= 4 {
        pixels.setFour(colors, at: start &+ offset)
      } else {
        pixels.setFew(room &- offset, colors, at: start &+ offset)
      }
    }
    put(a, 0)
    guard count > 4 else { continue }
    put(b, 4)
    guard count > 8 else { continue }
    put(c, 8)
    guard count > 12 else { continue }
    put(d, 12)
    guard count > 16 else { continue }
    put(e, 16)
    guard count > 20 else { continue }
    put(f, 20)
    guard count > 24 else { continue }
    put(g, 24)
    guard count > 28 else { continue }
    put(h, 28)
  }
}
