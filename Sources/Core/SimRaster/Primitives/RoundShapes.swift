/// A disc with an edge one pixel wide: `min(r + 1/2 - d, 1, 2r)`.
///
/// The last term keeps a disc thinner than a pixel as faint as the area it covers.
struct DiscShape: CoverageShape {
  private let centerX: Float
  private let centerY: Float
  private let reach: Float
  private let peak: Lanes
  private let rows: DiscExtent

  /// Reads center and radius; nil when the radius is not positive.
  init?(_ geometry: SIMD8<Float>) {
    let radius = geometry[2]
    guard radius > 0 else { return nil }
    centerX = geometry[0]
    centerY = geometry[1]
    reach = radius + 0.5
    peak = Lanes(repeating: radius < 0.5 ? radius * 2 : 1)
    rows = DiscExtent(
      centerX: centerX, centerY: centerY, outer: reach, inner: radius - 0.5)
  }

  @inline(__always)
  func coverage(x: Lanes, y: Float) -> Lanes {
    let (dx, dy) = (x - centerX, y - centerY)
    let distance = (dx * dx + dy * dy).squareRoot()
    return lesser(greater(reach - distance, Lanes(repeating: 0)), peak)
  }

  @inline(__always)
  func extents(y: Lanes) -> StripExtents { rows.rows(y) }

  var hasInner: Bool { rows.hasInner }

  @inline(__always)
  func inners(y: Lanes) -> StripExtents { rows.inners(y) }
}

/// The numbers of a disc that fades out from radius `inner` to `outer`, over one pixel at least.
struct SoftDisc {
  let centerX: Float
  let centerY: Float
  let inner: Float
  let outer: Float
  /// Full coverage amounts to this: below 1 for discs thinner than a pixel.
  let strength: Float

  /// Reads center, radius and softness, which must be above 0; nil when the radius is not.
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

/// A soft disc whose edge is thin beside its radius: smoothstep of `(o² - d²) / (o² - i²)`.
struct ThinEdgeDiscShape: CoverageShape {
  private let centerX: Float
  private let centerY: Float
  private let outerSquared: Float
  private let scale: Float
  let strength: Float
  private let rows: DiscExtent

  init(_ disc: SoftDisc) {
    centerX = disc.centerX
    centerY = disc.centerY
    outerSquared = disc.outer * disc.outer
    scale = 1 / (outerSquared - disc.inner * disc.inner)
    strength = disc.strength
    rows = DiscExtent(
      centerX: centerX, centerY: centerY, outer: disc.outer, inner: disc.inner)
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

/// A circle's outline with edges one pixel wide: `min(w/2 + 1/2 - |d - r|, 1, w)`.
struct RingShape: CoverageShape {
  private let centerX: Float
  private let centerY: Float
  private let radius: Float
  private let reach: Float
  private let peak: Lanes
  private let rows: DiscExtent

  /// Reads center, radius and width; nil when the radius is negative or the width not positive.
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
    return lesser(greater(reach - distance, Lanes(repeating: 0)), peak)
  }

  @inline(__always)
  func extents(y: Lanes) -> StripExtents { rows.rows(y) }

  var hasInner: Bool { rows.hasInner }

  @inline(__always)
  func inners(y: Lanes) -> StripExtents { rows.inners(y) }

  func innerCoverage(y: Float) -> Float { 0 }
}

/// A circle's outline that fades on both sides: smoothstep of
/// `(softness + 1/2 + w/2 - |d - r|) / (softness + 1)`.
struct SoftRingShape: CoverageShape {
  private let centerX: Float
  private let centerY: Float
  private let radius: Float
  private let reach: Float
  private let scale: Float
  private let peak: Float
  private let rows: DiscExtent

  /// Reads center, radius, width and softness, which must be above 0; nil when the radius is
  /// negative or the width not positive.
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
