import SimMath
import SimRaster

/// Coverage of each shape at one point, straight from the formulas.
enum ReferenceShapes {
  /// Coverage, 0 to 1, at any point in pixels.
  typealias Coverage = (_ x: Float, _ y: Float) -> Float

  /// A shape's coverage; nil when its numbers draw nothing.
  static func coverage(of item: Item, scale: Float) -> Coverage? {
    let (x, y, radius) = (item.start.x * scale, item.start.y * scale, item.radius * scale)
    let width = item.width * scale
    switch item.kind {
    case .disc:
      guard drawable(x, y, radius), radius > 0 else { return nil }
      return disc(x, y, radius)
    case .softDisc:
      guard drawable(x, y, radius, item.softness), radius > 0 else { return nil }
      return item.softness > 0
        ? softDisc(x, y, radius, min(item.softness, 1)) : disc(x, y, radius)
    case .ring:
      let softness = item.softness * scale
      guard drawable(x, y, radius, width, softness), radius >= 0, width > 0 else { return nil }
      return ring(x, y, radius, width, softness)
    case .capsule:
      let (endX, endY) = (item.end.x * scale, item.end.y * scale)
      guard drawable(x, y, endX, endY, radius), radius > 0 else { return nil }
      return capsule(x, y, endX - x, endY - y, radius)
    case .border:
      let area = PointRectangle(
        x: item.area.x * scale, y: item.area.y * scale, width: item.area.width * scale,
        height: item.area.height * scale)
      let softness = item.softness * scale
      guard drawable(area.x, area.y, area.width, area.height), drawable(radius, width, softness),
        area.width > 0, area.height > 0, width > 0
      else { return nil }
      return border(area, corner: radius, width: width, softness: max(softness, 0))
    default: return nil
    }
  }

  /// The weight of the color of a glow, or of a soft disc whose edge is wide enough for heights of
  /// 16 bits, at any point in pixels; nil for all others.
  static func falloff(of item: Item, scale: Float) -> ((_ x: Float, _ y: Float) -> Weight)? {
    let (x, y, radius) = (item.start.x * scale, item.start.y * scale, item.radius * scale)
    let isGlow = item.kind == .glow
    guard isGlow || (item.kind == .softDisc && item.softness > 0),
      drawable(x, y, radius), isGlow || drawable(item.softness), radius > 0
    else { return nil }
    let (inner, outer) = isGlow ? (0, radius) : edges(radius, min(item.softness, 1))
    let square = outer * outer
    let span = square - inner * inner
    // Heights up to 2 to this power before they are limited to 1.
    let shift = inner > 0 ? (0...5).first { square <= span * Float(1 << $0) } ?? 5 : 0
    guard shift < 5 else { return nil }
    let unit = 1 / span * Float(32_768 >> shift)
    let full = Float(item.color.alpha) * 256 / 255 * strength(of: item, scale: scale)

    func rounded(_ value: Float) -> Int {
      Int(min(max(value, 0), 32_767).rounded(.toNearestOrEven))
    }
    func highProduct(_ first: Int, _ second: Int) -> Int { (first * second) / 65_536 }
    func weight(_ height: Int) -> Weight {
      let square = highProduct(2 * height, 2 * height)
      if isGlow {
        let steps = Int((full * 128).rounded(.toNearestOrEven))
        return Weight(steps: highProduct(square, steps), bits: 7)
      }
      let steps = Int(min(full * 256, 65_535).rounded(.toNearestOrEven))
      return Weight(
        steps: highProduct(highProduct(square, 49_152 - height), steps), bits: 6)
    }
    return { px, py in
      let (dx, dy) = (px - x, py - y)
      let height = rounded((square - dy * dy) * unit) - rounded(dx * dx * unit)
      return weight(min(max(height, 0), 32_767 >> shift) << shift)
    }
  }

  /// What full coverage amounts to: soft discs thinner than a pixel are faint as a whole.
  static func strength(of item: Item, scale: Float) -> Float {
    item.kind == .softDisc && item.softness > 0 ? min(1, item.radius * scale * 2) : 1
  }

  /// Edges in pixels; a pixel that one of them touches is inside.
  struct Box {
    var minX: Float
    var minY: Float
    var maxX: Float
    var maxY: Float
    /// Whether a pixel is inside, too, if another of its block of four by four is.
    var isInFours = false

    func contains(_ x: Int, _ y: Int, width: Int, height: Int) -> Bool {
      var (columns, rows) = (x...x, y...y)
      if isInFours {
        columns = x / 4 * 4...min(x / 4 * 4 + 3, width - 1)
        rows = y / 4 * 4...min(y / 4 * 4 + 3, height - 1)
      }
      func touches(_ place: Int, _ from: Float, _ to: Float) -> Bool {
        Float(place + 1) > from && Float(place + 1) <= to + 1
      }
      return columns.contains { touches($0, minX, maxX) }
        && rows.contains { touches($0, minY, maxY) }
    }
  }

  /// One pixel more than the shape, where its numbers are too large to tell pixels apart, or it is
  /// the continuation of a segment; else nil.
  ///
  /// What formulas yield far outside of such a shape is rounding and not painted.
  static func box(of item: Item, scale: Float) -> Box? {
    guard
      item.isContinuation
        || item.numbers.contains(where: { (item[keyPath: $0] * scale).magnitude > 1_048_576 })
    else { return nil }
    let (x, y, radius) = (item.start.x * scale, item.start.y * scale, item.radius * scale)
    if item.kind == .border {
      let (left, top) = (item.area.x * scale, item.area.y * scale)
      return Box(
        minX: left - 1, minY: top - 1, maxX: left + item.area.width * scale + 1,
        maxY: top + item.area.height * scale + 1)
    }
    var (reach, endX, endY) = (radius + 1, x, y)
    if item.kind == .capsule { (endX, endY) = (item.end.x * scale, item.end.y * scale) }
    if item.kind == .ring {
      reach = radius + ((item.width * 0.5 + max(item.softness, 0)) * scale + 1)
    }
    var (startX, startY) = (reach, reach)
    if item.isContinuation {
      // The line across the start takes the place of the cap there.
      let length = squared(endX - x, endY - y).squareRoot()
      guard length > 0 else { return Box(minX: 0, minY: 0, maxX: -1, maxY: -1) }
      startX = (endY - y).magnitude / length * reach
      startY = (endX - x).magnitude / length * reach
    }
    return Box(
      minX: min(x - startX, endX - reach), minY: min(y - startY, endY - reach),
      maxX: max(x + startX, endX + reach), maxY: max(y + startY, endY + reach),
      isInFours: item.isContinuation)
  }

  /// A value limited to 0...1; what is not a number becomes 0.
  static func unit(_ value: Float) -> Float { value > 0 ? (value < 1 ? value : 1) : 0 }

  private static func drawable(_ numbers: Float...) -> Bool {
    ReferenceRasterizer.areDrawable(numbers)
  }

  private static func smooth(_ t: Float) -> Float { t * t * (3 - t * 2) }

  private static func squared(_ x: Float, _ y: Float) -> Float { x * x + y * y }

  private static func edge(_ value: Float, peak: Float) -> Float { min(max(value, 0), peak) }

  private static func disc(_ x: Float, _ y: Float, _ radius: Float) -> Coverage {
    { edge(radius + 0.5 - squared($0 - x, $1 - y).squareRoot(), peak: min(1, radius * 2)) }
  }

  private static func softDisc(
    _ x: Float, _ y: Float, _ radius: Float, _ softness: Float
  ) -> Coverage {
    let (inner, outer) = edges(radius, softness)
    let square = outer * outer
    let perSquare = 1 / (square - inner * inner)
    return { px, py in
      let (dx, dy) = (px - x, py - y)
      return smooth(unit(((square - dy * dy) - dx * dx) * perSquare))
    }
  }

  /// Where a soft disc's edge begins and ends: at least a pixel apart.
  private static func edges(
    _ radius: Float, _ softness: Float
  ) -> (inner: Float, outer: Float) {
    let inner = radius * (1 - softness)
    guard radius - inner < 1 else { return (inner, radius) }
    let middle = (radius + inner) * 0.5
    return (max(0, middle - 0.5), middle + 0.5)
  }

  private static func ring(
    _ x: Float, _ y: Float, _ radius: Float, _ width: Float, _ softness: Float
  ) -> Coverage {
    let peak = min(1, width)
    return { px, py in
      let off = (squared(px - x, py - y).squareRoot() - radius).magnitude
      guard softness > 0 else { return edge(width * 0.5 + 0.5 - off, peak: peak) }
      return smooth(unit((width * 0.5 + softness + 0.5 - off) * (1 / (softness + 1)))) * peak
    }
  }

  private static func capsule(
    _ x: Float, _ y: Float, _ alongX: Float, _ alongY: Float, _ radius: Float
  ) -> Coverage {
    var length = squared(alongX, alongY).squareRoot()
    var (unitX, unitY): (Float, Float) = (1, 0)
    if length > 0.001 && length < .infinity {
      let perLength = 1 / length
      (unitX, unitY) = (alongX * perLength, alongY * perLength)
    } else {
      length = 0
    }
    return { px, py in
      let (dx, dy) = (px - x, py - y)
      let along = dx * unitX + dy * unitY
      let nearest = min(max(along, 0), length)
      let distance = squared(along - nearest, dx * unitY - dy * unitX).squareRoot()
      return edge(radius + 0.5 - distance, peak: min(1, radius * 2))
    }
  }

  private static func border(
    _ area: PointRectangle, corner: Float, width: Float, softness: Float
  ) -> Coverage {
    let corner = min(max(0, corner), min(area.width, area.height) * 0.5)
    return { px, py in
      let sideX = (px - (area.x + area.width * 0.5)).magnitude - (area.width * 0.5 - corner)
      let sideY = (py - (area.y + area.height * 0.5)).magnitude - (area.height * 0.5 - corner)
      let outside = squared(max(sideX, 0), max(sideY, 0)).squareRoot()
      let depth = corner - (outside + min(max(sideX, sideY), 0))
      let rest = unit((width + softness + 0.5 - depth) * (1 / (softness + 1)))
      let inner = softness > 0 ? smooth(rest) : rest
      return max(0, unit(depth + 0.5) + inner - 1)
    }
  }
}
