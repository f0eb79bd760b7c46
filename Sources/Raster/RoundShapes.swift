/// A disc with an edge one pixel wide: `min(r + 1/2 - d, 1, 2r)`.
///
/// The last term keeps a disc thinner than a pixel as faint as the area it covers.
struct DiscShape: CoverageShape {
  static var isInnerSolid: Bool { true }

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
  func extent(y: Float) -> RowExtent { rows.row(y) }

  var hasInner: Bool { rows.hasInner }

  @inline(__always)
  func inner(y: Float) -> RowExtent { rows.inner(y) }
}

/// A disc that fades out: smoothstep of `(o² - d²) / (o² - i²)` from `i = r (1 - softness)` out to
/// `o = r`, but over one pixel at least.
struct SoftDiscShape: CoverageShape {
  static var isInnerSolid: Bool { true }

  private let centerX: Float
  private let centerY: Float
  private let outerSquared: Float
  private let scale: Float
  let strength: Float
  private let rows: DiscExtent

  /// Reads center, radius and softness, which must be above 0; nil when the radius is not.
  init?(_ geometry: SIMD8<Float>) {
    let radius = geometry[2]
    let softness = geometry[3] < 1 ? geometry[3] : 1
    guard radius > 0 else { return nil }
    centerX = geometry[0]
    centerY = geometry[1]
    var outer = radius
    var inner = radius * (1 - softness)
    if outer - inner < 1 {
      let middle = (outer + inner) * 0.5
      outer = middle + 0.5
      inner = middle > 0.5 ? middle - 0.5 : 0
    }
    outerSquared = outer * outer
    scale = 1 / (outer * outer - inner * inner)
    strength = radius < 0.5 ? radius * 2 : 1
    rows = DiscExtent(centerX: centerX, centerY: centerY, outer: outer, inner: inner)
  }

  @inline(__always)
  func coverage(x: Lanes, y: Float) -> Lanes {
    let (dx, dy) = (x - centerX, y - centerY)
    return smoothstep(clampedToUnit(((outerSquared - dy * dy) - dx * dx) * scale))
  }

  @inline(__always)
  func extent(y: Float) -> RowExtent { rows.row(y) }

  var hasInner: Bool { rows.hasInner }

  @inline(__always)
  func inner(y: Float) -> RowExtent { rows.inner(y) }
}

/// Light: `(1 - d²/r²)²`.
struct GlowShape: CoverageShape {
  static var isInnerSolid: Bool { true }

  private let centerX: Float
  private let centerY: Float
  private let radiusSquared: Float
  private let scale: Float
  private let rows: DiscExtent

  /// Reads center and radius; nil when the radius is not positive.
  init?(_ geometry: SIMD8<Float>) {
    let radius = geometry[2]
    guard radius > 0 else { return nil }
    centerX = geometry[0]
    centerY = geometry[1]
    radiusSquared = radius * radius
    scale = 1 / radiusSquared
    rows = DiscExtent(centerX: centerX, centerY: centerY, outer: radius, inner: 0)
  }

  @inline(__always)
  func coverage(x: Lanes, y: Float) -> Lanes {
    let (dx, dy) = (x - centerX, y - centerY)
    let light = greater(((radiusSquared - dy * dy) - dx * dx) * scale, Lanes(repeating: 0))
    return light * light
  }

  @inline(__always)
  func extent(y: Float) -> RowExtent { rows.row(y) }

  var hasInner: Bool { rows.hasInner }

  @inline(__always)
  func inner(y: Float) -> RowExtent { rows.inner(y) }
}

/// A circle's outline with edges one pixel wide: `min(w/2 + 1/2 - |d - r|, 1, w)`.
struct RingShape: CoverageShape {
  static var isInnerSolid: Bool { false }

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
    let offset = (dx * dx + dy * dy).squareRoot() - radius
    let distance = greater(offset, 0 - offset)
    return lesser(greater(reach - distance, Lanes(repeating: 0)), peak)
  }

  @inline(__always)
  func extent(y: Float) -> RowExtent { rows.row(y) }

  var hasInner: Bool { rows.hasInner }

  @inline(__always)
  func inner(y: Float) -> RowExtent { rows.inner(y) }
}

/// A circle's outline that fades on both sides: smoothstep of
/// `(softness + 1/2 + w/2 - |d - r|) / (softness + 1)`.
struct SoftRingShape: CoverageShape {
  static var isInnerSolid: Bool { false }

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

  @inline(__always)
  func coverage(x: Lanes, y: Float) -> Lanes {
    let (dx, dy) = (x - centerX, y - centerY)
    let offset = (dx * dx + dy * dy).squareRoot() - radius
    let distance = greater(offset, 0 - offset)
    return smoothstep(clampedToUnit((reach - distance) * scale)) * peak
  }

  @inline(__always)
  func extent(y: Float) -> RowExtent { rows.row(y) }

  var hasInner: Bool { rows.hasInner }

  @inline(__always)
  func inner(y: Float) -> RowExtent { rows.inner(y) }
}
