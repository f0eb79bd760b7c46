import SimMath

/// A line segment with round caps.
///
/// Geometry: x0, y0, x1, y1, radius.
enum Capsule: Primitive {
  static var name: StaticString { "capsule" }

  static func paint(_ command: DrawCommand, _ target: inout PaintTarget, _ pixels: inout Pixels) {
    guard let color = SolidSource(command.color, opacity: command.opacity) else { return }
    let (shape, blend) = (CapsuleShape(command.geometry), command.blend)
    guard let shape, let strips = shape.strips, blend == .sourceOver || blend == .maximum else {
      return paintShape(shape, blend, color, &target, &pixels)
    }
    if blend == .sourceOver {
      paintCapsule(shape, strips, SourceOverRule.self, color, &target, &pixels)
    } else {
      paintCapsule(shape, strips, MaximumRule.self, color, &target, &pixels)
    }
  }
}

extension DisplayList {
  /// Paints a line segment with round caps; its width is twice `radius`, in points.
  ///
  /// - Parameter isContinuation: Whether the segment starts at the end of an already painted
  ///   segment of the same width and color. The part behind its start, which the earlier cap
  ///   covers, is then mostly left out. If both use `maximum`, the pixels are identical.
  public mutating func capsule(
    from start: Vector2, to end: Vector2, radius: Float, color: StraightColor,
    blend: DisplayList.BlendMode = .sourceOver, isContinuation: Bool = false
  ) {
    let (x0, y0, x1, y1) = (start.x * scale, start.y * scale, end.x * scale, end.y * scale)
    let reach = radius * scale + 1
    var (startX, startY) = (reach, reach)
    if isContinuation {
      // The extent of the perpendicular at the segment's start. A point would consist of caps only.
      let (alongX, alongY) = (x1 - x0, y1 - y0)
      let length = (alongX * alongX + alongY * alongY).squareRoot()
      guard length > 0 else { return }
      (startX, startY) = (abs(alongY) / length * reach, abs(alongX) / length * reach)
    }
    var bounds = pixelBounds(
      minX: min(x0 - startX, x1 - reach), minY: min(y0 - startY, y1 - reach),
      maxX: max(x0 + startX, x1 + reach), maxY: max(y0 + startY, y1 + reach))
    // Capsules are painted in strips of four lines, which are never painted in part.
    if isContinuation { bounds = bounds.inFours(width: pixelWidth, height: pixelHeight) }
    append(
      .capsule, color: color, blend: blend, bounds: bounds,
      geometry: SIMD8(x0, y0, x1, y1, radius * scale, 0, 0, 0))
  }
}

/// A segment with round caps and an edge one pixel wide: `min(r + 1/2 - d, 1, 2r)`, where d is the
/// distance to the segment.
struct CapsuleShape: CoverageShape {
  // Values that every step reads are repeated in all elements.
  private let startX: Lanes
  private let startY: Lanes
  // The segment's direction as a unit vector, and its length; (1, 0) and 0 for a point.
  private let directionX: Lanes
  private let directionY: Lanes
  private let length: Lanes
  private let peak: Lanes
  private let reach: Float
  private let alongX: Float
  private let isCut: Bool
  private let inverseAlongY: Float
  private let rows: CapsuleExtent
  /// Whether the segment is closer to vertical than to horizontal.
  let isSteep: Bool
  /// The extent on rows if the segment is steep, otherwise on columns; nil for a point.
  let strips: CapsuleExtent?

  /// Reads both ends and the radius; nil if the radius is not positive.
  init?(_ geometry: SIMD8<Float>) {
    let radius = geometry[4]
    guard radius > 0 else { return nil }
    startX = Lanes(repeating: geometry[0])
    startY = Lanes(repeating: geometry[1])
    let (alongX, alongY) = (geometry[2] - geometry[0], geometry[3] - geometry[1])
    self.alongX = alongX
    let length = (alongX * alongX + alongY * alongY).squareRoot()
    // Ends less than 1/1000 pixel apart, or too far apart to be finite, count as one point.
    let inverseLength = length > 0.001 ? 1 / length : 0
    let isPoint = inverseLength == 0
    self.length = Lanes(repeating: isPoint ? 0 : length)
    directionX = Lanes(repeating: isPoint ? 1 : alongX * inverseLength)
    directionY = Lanes(repeating: isPoint ? 0 : alongY * inverseLength)
    reach = radius + 0.5
    peak = Lanes(repeating: radius < 0.5 ? radius * 2 : 1)
    let largest = max(
      max(geometry[0].magnitude, geometry[1].magnitude),
      max(geometry[2].magnitude, geometry[3].magnitude))
    isCut = max(largest, radius) < 32_768
    inverseAlongY = alongY.magnitude > 1 ? 1 / alongY : 0
    // Coordinates are then exact to 2⁻¹⁰, and a side to 32 times that.
    let isExact = max(largest, radius) < 8192
    rows = CapsuleExtent(
      across: (geometry[1], alongY), along: (geometry[0], alongX), inverseLength,
      hasSides: isExact && alongY.magnitude > 1 && alongX.magnitude < 32 * alongY.magnitude)
    isSteep = alongY.magnitude > alongX.magnitude
    guard isExact && max(alongX.magnitude, alongY.magnitude) > 1 else {
      strips = nil
      return
    }
    strips =
      isSteep
      ? rows
      : CapsuleExtent(
        across: (geometry[0], alongX), along: (geometry[1], alongY), inverseLength,
        hasSides: true)
  }

  @inline(__always)
  func coverage(x: Lanes, y: Float) -> Lanes { coverage(x: x, y: Lanes(repeating: y)) }

  /// Coverage at four arbitrary centers.
  @inline(__always)
  func coverage(x: Lanes, y: Lanes) -> Lanes {
    let (dx, dy) = (x - startX, y - startY)
    let along = dx * directionX + dy * directionY
    let beyond = along - minimum(maximum(along, Lanes(repeating: 0)), length)
    let beside = dx * directionY - dy * directionX
    return coverage(distance: (beyond * beyond + beside * beside).squareRoot())
  }

  /// Coverage at four centers between the perpendiculars at the segment's ends.
  ///
  /// Equal to `coverage`: there is no distance beyond an end, and the square root of a square is
  /// exact.
  @inline(__always)
  func coverageBeside(x: Lanes, y: Lanes) -> Lanes {
    let (dx, dy) = (x - startX, y - startY)
    return coverage(distance: magnitudes(dx * directionY - dy * directionX))
  }

  @inline(__always)
  private func coverage(distance: Lanes) -> Lanes {
    minimum(maximum(reach - distance, Lanes(repeating: 0)), peak)
  }

  @inline(__always)
  func extents(y: Lanes) -> StripExtents {
    guard isCut else { return .everything }
    guard rows.hasSides else { return wideExtents(y) }
    let (low, high) = rows.range(of: y, within: reach + 0.125)
    let columns = StripExtents(first: firstCenter(beyond: low), last: firstCenter(beyond: high))
    return columns.without(low .> high)
  }

  var hasInner: Bool { isCut && reach > 5 && reach < 8192 }

  /// The distance from the segment beyond which pixels of strips have no coverage.
  ///
  /// The range of strips is exact to 2⁻⁸.
  var outer: Float { reach + 0.03125 }
  /// The distance from the segment within which coverage is full; 0 or negative for thin ones.
  var inner: Float { reach - 1.03125 }

  @inline(__always)
  func inners(y: Lanes) -> StripExtents {
    let (low, high) = rows.range(of: y, within: reach - 1.125)
    let columns = StripExtents(first: firstCenter(beyond: low), last: firstCenter(beyond: high))
    return columns.without(high - low .<= 8)
  }

  /// The columns of each row near the part of the segment whose height is within reach, widened by
  /// the reach.
  ///
  /// Includes a margin of 1/16 pixel and 1/1000 of the length for rounding.
  @inline(never)
  private func wideExtents(_ y: Lanes) -> StripExtents {
    var (low, high) = (Lanes(repeating: 0), Lanes(repeating: 1))
    let slack = reach + 0.0625
    if inverseAlongY != 0 {
      let one = (y - slack - startY) * inverseAlongY
      let two = (y + slack - startY) * inverseAlongY
      low = maximum(minimum(one, two) - 0.001, low)
      high = minimum(maximum(one, two) + 0.001, high)
    }
    let (one, two) = (startX + low * alongX, startX + high * alongX)
    let columns = StripExtents(
      first: floored(minimum(one, two) - slack - 0.5),
      last: floored(maximum(one, two) + slack - 0.5) &+ 1)
    return columns.without(low .> high)
  }
}
