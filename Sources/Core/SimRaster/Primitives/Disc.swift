import SimMath

/// A disc with an anti-aliased edge.
///
/// Geometry: center x, y, radius.
enum Disc: Primitive {
  static var name: StaticString { "disc" }

  /// The outer and inner limit of coverage, as distances from the center.
  @inline(__always)
  static func radii(_ geometry: SIMD8<Float>) -> RoundReach.Radii {
    (geometry[2] + 0.5, -1)
  }

  static func paint(_ command: DrawCommand, _ target: inout PaintTarget, _ pixels: inout Pixels) {
    guard let color = SolidSource(command.color, opacity: command.opacity) else { return }
    paintShape(DiscShape(command.geometry), command.blend, color, &target, &pixels)
  }
}

extension DisplayList {
  /// Paints a disc with an anti-aliased edge.
  public mutating func disc(
    center: Vector2, radius: Float, color: StraightColor, blend: DisplayList.BlendMode = .sourceOver
  ) {
    appendRound(.disc, center, radius, color, blend)
  }
}

/// A disc with an edge one pixel wide: `min(r + 1/2 - d, 1, 2r)`, where d is the distance to the
/// center.
///
/// The last term limits a disc thinner than a pixel to about the area that it covers.
struct DiscShape: CoverageShape {
  private let centerX: Float
  private let centerY: Float
  private let reach: Float
  private let peak: Lanes
  private let rows: DiscExtent

  /// Reads center and radius; nil if the radius is not positive.
  init?(_ geometry: SIMD8<Float>) {
    let radius = geometry[2]
    guard radius > 0 else { return nil }
    centerX = geometry[0]
    centerY = geometry[1]
    reach = radius + 0.5
    peak = Lanes(repeating: radius < 0.5 ? radius * 2 : 1)
    rows = DiscExtent(centerX: centerX, centerY: centerY, outer: reach, inner: radius - 0.5)
  }

  @inline(__always)
  func coverage(x: Lanes, y: Float) -> Lanes {
    let (dx, dy) = (x - centerX, y - centerY)
    let distance = (dx * dx + dy * dy).squareRoot()
    return minimum(maximum(reach - distance, Lanes(repeating: 0)), peak)
  }

  @inline(__always)
  func extents(y: Lanes) -> StripExtents { rows.rows(y) }

  var hasInner: Bool { rows.hasInner }

  @inline(__always)
  func inners(y: Lanes) -> StripExtents { rows.inners(y) }
}
