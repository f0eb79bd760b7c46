/// Where a pixel lies along a gradient.
protocol GradientAxis {
  /// Whether the position depends on the row alone.
  var isConstantAlongRows: Bool { get }
  /// Positions at four centers of one row; below 0 and above 1 the end colors go on.
  func position(x: Lanes, y: Float) -> Lanes
}

/// Positions along a line: `((p - a) · (b - a)) / |b - a|²`; 1 everywhere when a and b coincide.
struct LinearAxis: GradientAxis {
  private let startX: Float
  private let startY: Float
  private let stepX: Float
  private let stepY: Float
  private let bias: Float

  /// Reads both ends.
  init(_ geometry: SIMD8<Float>) {
    startX = geometry[0]
    startY = geometry[1]
    let (alongX, alongY) = (geometry[2] - geometry[0], geometry[3] - geometry[1])
    let lengthSquared = alongX * alongX + alongY * alongY
    let isProper = lengthSquared > 0.000_001
    stepX = isProper ? alongX / lengthSquared : 0
    stepY = isProper ? alongY / lengthSquared : 0
    bias = isProper ? 0 : 1
  }

  var isConstantAlongRows: Bool { stepX == 0 }

  @inline(__always)
  func position(x: Lanes, y: Float) -> Lanes {
    (x - startX) * stepX + ((y - startY) * stepY + bias)
  }
}

/// Positions around a point: `d / r`; 1 everywhere when the radius is not positive.
struct RadialAxis: GradientAxis {
  private let centerX: Float
  private let centerY: Float
  private let step: Float
  private let bias: Float

  /// Reads center and radius.
  init(_ geometry: SIMD8<Float>) {
    centerX = geometry[0]
    centerY = geometry[1]
    let isProper = geometry[2] > 0.000_001
    step = isProper ? 1 / geometry[2] : 0
    bias = isProper ? 0 : 1
  }

  var isConstantAlongRows: Bool { step == 0 }

  @inline(__always)
  func position(x: Lanes, y: Float) -> Lanes {
    let (dx, dy) = (x - centerX, y - centerY)
    return (dx * dx + dy * dy).squareRoot() * step + bias
  }
}

/// How a gradient's colors reach the surface.
struct GradientFinish {
  /// Where the gradient's table starts.
  var tableStart: Int
  /// 0 to 255.
  var opacity: UInt32
  /// Whether the colors replace what lies below.
  var isReplacing: Bool
}

/// Paints a dithered gradient: the table's nearest entry plus the pixel's threshold, rounded down.
func paintGradient<Axis: GradientAxis, Rule: CompositingRule>(
  _ axis: Axis, _ rule: Rule.Type, _ finish: GradientFinish, _ tables: borrowing GradientTables,
  _ area: PaintArea, _ damage: borrowing DamageMap, _ pixels: inout MutableSpan<UInt32>,
  _ work: inout RasterWork
) {
  let layout = area.layout
  let entries = tables.entries.span
  let dither = tables.dither.span
  let opacity = Words(repeating: finish.opacity)
  var rectangles = area.rectangles
  while let rectangle = rectangles.next(in: damage) {
    let width = Int(rectangle.maxX - rectangle.minX)
    for row in rectangle.minY..<rectangle.maxY {
      let y = Float(row) + 0.5
      var x = Lanes(0.5, 1.5, 2.5, 3.5) + Float(rectangle.minX)
      var phase = Int(rectangle.minX & 7)
      let thresholds = Int(row & 7) * GradientTables.ditherStride
      var index = layout.index(rectangle.minX, row)
      var rest = width
      if axis.isConstantAlongRows && finish.isReplacing {
        let row = tableRow(axis.position(x: x, y: y), finish, entries)
        let one = row.dithered(dither.four(at: thresholds + phase))
        let two = row.dithered(dither.four(at: thresholds + (phase + 4) & 7))
        fillAlternating(one.packed, two.packed, count: rest, index, &pixels)
        continue
      }
      while rest >= 4 {
        let colors = tableRow(axis.position(x: x, y: y), finish, entries)
          .dithered(dither.four(at: thresholds &+ phase))
        if finish.isReplacing {
          pixels.setFour(colors.packed, at: index)
        } else {
          let source = colors.scaled(by: opacity)
          let mixed = Rule.mixed(source, over: SplitPixels(pixels.four(at: index)))
          pixels.setFour(mixed.packed, at: index)
        }
        x += 4
        phase ^= 4
        index &+= 4
        rest &-= 4
      }
      guard rest > 0 else { continue }
      // Opaque colors at full opacity replace what lies below under the rule itself.
      let source = tableRow(axis.position(x: x, y: y), finish, entries)
        .dithered(dither.four(at: thresholds &+ phase)).scaled(by: opacity)
      let mixed = Rule.mixed(source, over: SplitPixels(pixels.few(rest, at: index)))
      pixels.setFew(rest, mixed.packed, at: index)
    }
    let area = UInt32(truncatingIfNeeded: width * Int(rectangle.maxY - rectangle.minY))
    if finish.isReplacing {
      work.pixelsFilled &+= area
    } else {
      work.pixelsBlended &+= area
    }
  }
}

extension SplitPixels {
  /// Channels in steps of 1/256 brought to whole steps: each plus the pixel's threshold over 256.
  @inline(__always)
  fileprivate func dithered(_ thresholds: Words) -> SplitPixels {
    let offset = channels(thresholds)
    return SplitPixels(
      redBlue: (redBlue &+ offset) &>> 8, greenAlpha: (greenAlpha &+ offset) &>> 8)
  }
}

/// The table's entries nearest to four positions.
@inline(__always)
private func tableRow(
  _ position: Lanes, _ finish: GradientFinish, _ entries: Span<UInt64>
) -> SplitPixels {
  let steps = roundedToNearest(clampedToUnit(position) * Float(GradientTables.stepCount))
  let colors = entries.gathered(from: finish.tableStart, steps)
  return SplitPixels(redBlue: channels(colors.low), greenAlpha: channels(colors.high))
}

@inline(__always)
private func fillAlternating(
  _ one: Words, _ two: Words, count: Int, _ start: Int, _ pixels: inout MutableSpan<UInt32>
) {
  pixels.check(count, from: start)
  var index = start
  let end = start &+ count
  while index &+ 16 <= end {
    unsafe pixels.setUncheckedFour(one, at: index)
    unsafe pixels.setUncheckedFour(two, at: index &+ 4)
    unsafe pixels.setUncheckedFour(one, at: index &+ 8)
    unsafe pixels.setUncheckedFour(two, at: index &+ 12)
    index &+= 16
  }
  var (next, later) = (one, two)
  while index &+ 4 <= end {
    unsafe pixels.setUncheckedFour(next, at: index)
    swap(&next, &later)
    index &+= 4
  }
  if index < end { pixels.setFew(end &- index, next, at: index) }
}
