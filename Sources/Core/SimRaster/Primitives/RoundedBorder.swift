import SimMath

/// The outline of a rounded rectangle, with an optional soft inner edge.
///
/// Geometry: x, y, width, height, corner radius, border width, inner softness in pixels.
enum RoundedBorder: Primitive {
  static var name: StaticString { "rounded-border" }

  static func paint(_ command: DrawCommand, _ target: inout PaintTarget, _ pixels: inout Pixels) {
    guard let color = SolidSource(command.color, opacity: command.opacity) else { return }
    paintShape(RoundedBorderShape(command.geometry), command.blend, color, &target, &pixels)
  }
}

extension DisplayList {
  /// Paints the outline of a rounded rectangle: a band of `width` points inside its edge that fades
  /// inward over `softness` points.
  public mutating func roundedBorder(
    _ area: PointRectangle, cornerRadius: Float, width: Float, softness: Float = 0,
    color: StraightColor, blend: DisplayList.BlendMode = .sourceOver
  ) {
    let (x, y) = (area.x * scale, area.y * scale)
    let (w, h) = (area.width * scale, area.height * scale)
    append(
      .roundedBorder, color: color, blend: blend,
      bounds: pixelBounds(minX: x - 1, minY: y - 1, maxX: x + w + 1, maxY: y + h + 1),
      geometry: SIMD8(x, y, w, h, cornerRadius * scale, width * scale, softness * scale, 0))
  }
}

/// The band along the inside of a rounded rectangle's edge.
///
/// With `s` the depth below the edge (the negative signed distance to a rounded rectangle, by Inigo
/// Quilez), coverage is the outer ramp `s + 1/2` plus the inner ramp, minus 1. The inner ramp is
/// `width + 1/2 - s`, or a smoothstep over `softness + 1` pixels.
struct RoundedBorderShape: CoverageShape {
  private let centerX: Float
  private let centerY: Float
  private let straightX: Float
  private let straightY: Float
  private let cornerRadius: Float
  private let innerReach: Float
  private let innerScale: Float
  private let isSoft: Bool
  private let holeX: Float
  private let holeY: Float
  private let isCut: Bool

  /// Reads rectangle, corner radius, width and softness; nil if there is nothing to draw.
  init?(_ geometry: SIMD8<Float>) {
    let (width, height, band) = (geometry[2], geometry[3], geometry[5])
    guard width > 0, height > 0, band > 0 else { return nil }
    let softness = geometry[6] > 0 ? geometry[6] : 0
    centerX = geometry[0] + width * 0.5
    centerY = geometry[1] + height * 0.5
    let largestCorner = (width < height ? width : height) * 0.5
    let corner = geometry[4] > 0 ? geometry[4] : 0
    cornerRadius = corner < largestCorner ? corner : largestCorner
    straightX = width * 0.5 - cornerRadius
    straightY = height * 0.5 - cornerRadius
    innerReach = band + softness + 0.5
    innerScale = 1 / (softness + 1)
    isSoft = softness > 0
    // If both insets are at least T + 0.3 (c - T), the depth is at least T, even in corners.
    let depth = innerReach + 0.5
    let inset = cornerRadius > depth ? depth + (cornerRadius - depth) * 0.3 : depth
    holeX = width * 0.5 - inset
    holeY = height * 0.5 - inset
    isCut =
      max(max(geometry[0].magnitude, geometry[1].magnitude), max(width, height)) < 32_768
  }

  @inline(__always)
  func coverage(x: Lanes, y: Float) -> Lanes {
    let zero = Lanes(repeating: 0)
    let dx = x - centerX
    let dy = y - centerY
    let sideX = magnitudes(dx) - straightX
    let sideY = Lanes(repeating: (dy < 0 ? 0 - dy : dy) - straightY)
    let (outX, outY) = (maximum(sideX, zero), maximum(sideY, zero))
    let outside = (outX * outX + outY * outY).squareRoot()
    let inside = minimum(maximum(sideX, sideY), zero)
    let depth = cornerRadius - (outside + inside)
    let outer = clampedToUnit(depth + 0.5)
    let rest = clampedToUnit((innerReach - depth) * innerScale)
    let inner = isSoft ? smoothstep(rest) : rest
    return maximum(outer + inner - 1, zero)
  }

  @inline(__always)
  func extents(y: Lanes) -> StripExtents { .everything }

  var hasInner: Bool { isCut && (holeX > 8 || straightX > 8) }

  /// The hole, or the columns whose coverage depends only on the row: clear of the corners and
  /// closer to the top or bottom edge than to the sides.
  @inline(__always)
  func inners(y: Lanes) -> StripExtents {
    let dy = y - centerY
    let away = magnitudes(dy)
    let beside = (straightX - 1) + minimum(away - straightY, Lanes(repeating: 0))
    let half = holeX > 8 ? beside.replacing(with: holeX, where: away .< holeY) : beside
    let columns = StripExtents(
      first: floored(centerX - half) &+ 1, last: floored(centerX + half) &- 1)
    return columns.without(half .<= 8)
  }

  func innerCoverage(y: Float) -> Float {
    isHollow(y: y) ? 0 : coverage(x: Lanes(repeating: centerX), y: y)[0]
  }

  /// The straight part of both sides.
  func isSteady(y: Float) -> Bool { isHollow(y: y) && (y - centerY).magnitude <= straightY }

  @inline(__always)
  private func isHollow(y: Float) -> Bool { holeX > 8 && (y - centerY).magnitude < holeY }
}
