import SimMath

/// A disc that fades towards its edge.
///
/// Geometry: center x, y, radius, softness 0 to 1.
enum SoftDisc: Primitive {
  static var name: StaticString { "soft-disc" }

  /// The outer and inner limit of coverage, as distances from the center.
  @inline(__always)
  static func radii(_ geometry: SIMD8<Float>) -> RoundReach.Radii {
    // An edge thinner than a pixel is widened to one pixel.
    let radius = geometry[2]
    return (radius * min(geometry[3], 1) >= 1 ? radius : radius + 0.5, -1)
  }

  static func paint(_ command: DrawCommand, _ target: inout PaintTarget, _ pixels: inout Pixels) {
    guard let color = SolidSource(command.color, opacity: command.opacity) else { return }
    let (geometry, blend) = (command.geometry, command.blend)
    guard geometry[3] > 0 else {
      return paintShape(DiscShape(geometry), blend, color, &target, &pixels)
    }
    guard let disc = SoftDiscRadii(geometry) else { return }
    guard let light = Falloff(disc) else {
      return paintShape(ThinEdgeDiscShape(disc), blend, color, &target, &pixels)
    }
    if light.hasCore {
      paintFalloff(light, CoreProfile.self, blend, color, &target, &pixels)
    } else {
      paintFalloff(light, SmoothProfile.self, blend, color, &target, &pixels)
    }
  }
}

extension DisplayList {
  /// Paints a disc whose coverage falls smoothly to 0 over the outer `softness` fraction of its
  /// radius: 0 is a hard disc, 1 fades from the center.
  public mutating func softDisc(
    center: Vector2, radius: Float, softness: Float, color: StraightColor,
    blend: DisplayList.BlendMode = .sourceOver
  ) {
    appendRound(.softDisc, center, radius, color, blend, SIMD2(softness, 0))
  }
}

/// The radii of a disc that fades out from radius `inner` to `outer`, over at least one pixel.
struct SoftDiscRadii {
  let centerX: Float
  let centerY: Float
  let inner: Float
  let outer: Float
  /// The factor of full coverage: below 1 for discs thinner than a pixel.
  let strength: Float

  /// Reads center, radius and softness, which must be positive; nil if the radius is not positive.
  init?(_ geometry: SIMD8<Float>) {
    let radius = geometry[2]
    let softness = geometry[3] < 1 ? geometry[3] : 1
    guard radius > 0 else { return nil }
    centerX = geometry[0]
    centerY = geometry[1]
    let nearest = radius * (1 - softness)
    if radius - nearest < 1 {
      let middle = (radius + nearest) * 0.5
      outer = middle + 0.5
      inner = middle > 0.5 ? middle - 0.5 : 0
    } else {
      outer = radius
      inner = nearest
    }
    strength = radius < 0.5 ? radius * 2 : 1
  }
}

/// A soft disc whose edge is thin relative to its radius: smoothstep of `(o² - d²) / (o² - i²)`.
struct ThinEdgeDiscShape: CoverageShape {
  private let centerX: Float
  private let centerY: Float
  private let outerSquared: Float
  private let scale: Float
  let strength: Float
  private let rows: DiscExtent

  init(_ disc: SoftDiscRadii) {
    centerX = disc.centerX
    centerY = disc.centerY
    outerSquared = disc.outer * disc.outer
    scale = 1 / (outerSquared - disc.inner * disc.inner)
    strength = disc.strength
    rows = DiscExtent(centerX: centerX, centerY: centerY, outer: disc.outer, inner: disc.inner)
  }

  @inline(__always)
  func coverage(x: Lanes, y: Float) -> Lanes {
    let (dx, dy) = (x - centerX, y - centerY)
    return smoothstep(clampedToUnit(((outerSquared - dy * dy) - dx * dx) * scale))
  }

  @inline(__always)
  func extents(y: Lanes) -> StripExtents { rows.rows(y) }

  var hasInner: Bool { rows.hasInner }

  @inline(__always)
  func inners(y: Lanes) -> StripExtents { rows.inners(y) }
}
