import SimMath

/// A circular outline.
///
/// Geometry: center x, y, radius of the center line, width, softness in pixels.
enum Ring: Primitive {
  static var name: StaticString { "ring" }

  /// The outer and inner limit of coverage, as distances from the center.
  @inline(__always)
  static func radii(_ geometry: SIMD8<Float>) -> RoundReach.Radii {
    let half = geometry[3] * 0.5 + max(geometry[4], 0) + 0.5
    return (geometry[2] + half, geometry[2] - half)
  }

  static func paint(_ command: DrawCommand, _ target: inout PaintTarget, _ pixels: inout Pixels) {
    guard let color = SolidSource(command.color, opacity: command.opacity) else { return }
    if command.geometry[4] > 0 {
      paintShape(SoftRingShape(command.geometry), command.blend, color, &target, &pixels)
    } else {
      paintShape(RingShape(command.geometry), command.blend, color, &target, &pixels)
    }
  }
}

extension DisplayList {
  /// Paints a circular outline of `width` points, centered on `radius`, that fades over `softness`
  /// points beyond both edges.
  public mutating func ring(
    center: Vector2, radius: Float, width: Float, softness: Float = 0, color: StraightColor,
    blend: DisplayList.BlendMode = .sourceOver
  ) {
    appendRound(.ring, center, radius, color, blend, SIMD2(width, softness) * scale)
  }
}

/// A circular outline with edges one pixel wide: `min(w/2 + 1/2 - |d - r|, 1, w)`.
struct RingShape: CoverageShape {
  private let centerX: Float
  private let centerY: Float
  private let radius: Float
  private let reach: Float
  private let peak: Lanes
  private let rows: DiscExtent

  /// Reads center, radius and width; nil if the radius is negative or the width is not positive.
  init?(_ geometry: SIMD8<Float>) {
    let width = geometry[3]
    guard geometry[2] >= 0, width > 0 else { return nil }
    centerX = geometry[0]
    centerY = geometry[1]
    radius = geometry[2]
    reach = width * 0.5 + 0.5
    peak = Lanes(repeating: width < 1 ? width : 1)
    rows = DiscExtent(
      centerX: centerX, centerY: centerY, outer: radius + reach, inner: radius - reach)
  }

  @inline(__always)
  func coverage(x: Lanes, y: Float) -> Lanes {
    let (dx, dy) = (x - centerX, y - centerY)
    let distance = magnitudes((dx * dx + dy * dy).squareRoot() - radius)
    return minimum(maximum(reach - distance, Lanes(repeating: 0)), peak)
  }

  @inline(__always)
  func extents(y: Lanes) -> StripExtents { rows.rows(y) }

  var hasInner: Bool { rows.hasInner }

  @inline(__always)
  func inners(y: Lanes) -> StripExtents { rows.inners(y) }

  func innerCoverage(y: Float) -> Float { 0 }
}

/// A circular outline that fades on both sides: smoothstep of
/// `(softness + 1/2 + w/2 - |d - r|) / (softness + 1)`.
struct SoftRingShape: CoverageShape {
  private let centerX: Float
  private let centerY: Float
  private let radius: Float
  private let reach: Float
  private let scale: Float
  private let peak: Float
  private let rows: DiscExtent

  /// Reads center, radius, width and softness, which must be positive; nil if the radius is
  /// negative or the width is not positive.
  init?(_ geometry: SIMD8<Float>) {
    let (width, softness) = (geometry[3], geometry[4])
    guard geometry[2] >= 0, width > 0 else { return nil }
    centerX = geometry[0]
    centerY = geometry[1]
    radius = geometry[2]
    reach = width * 0.5 + softness + 0.5
    scale = 1 / (softness + 1)
    peak = width < 1 ? width : 1
    rows = DiscExtent(
      centerX: centerX, centerY: centerY, outer: radius + reach, inner: radius - reach)
  }

  static var hasWideEdges: Bool { true }

  @inline(__always)
  func coverage(x: Lanes, y: Float) -> Lanes {
    let (dx, dy) = (x - centerX, y - centerY)
    let distance = magnitudes((dx * dx + dy * dy).squareRoot() - radius)
    return smoothstep(clampedToUnit((reach - distance) * scale)) * peak
  }

  @inline(__always)
  func extents(y: Lanes) -> StripExtents { rows.rows(y) }

  var hasInner: Bool { rows.hasInner }

  @inline(__always)
  func inners(y: Lanes) -> StripExtents { rows.inners(y) }

  func innerCoverage(y: Float) -> Float { 0 }
}
