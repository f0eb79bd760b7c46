/// How light falls off, from 0 at the rim to 1 at the core, in fixed point.
///
/// Heights come as differences in steps of 2⁻¹⁵, or of 2ᵏ⁻¹⁵ for a core of height 1 within a disc.
protocol FalloffProfile {
  /// Products in a weight of 1/256 are 2 to this power.
  static var productBits: UInt16 { get }
  /// Steps of `fullWeight` in a weight of 1.
  static var weightSteps: Float { get }
  /// Weights at eight heights, in steps of 2⁻⁸ over 2 to the power of `productBits`.
  static func products(_ heights: Channels, _ core: FalloffCore, full: Channels) -> Channels
  /// `h √w` for heights `h` in steps of 2⁻¹⁵ and full weights `w`, up to which products round to no
  /// weight.
  static var unseenProduct: Float { get }
}

extension FalloffProfile {
  /// A height up to which there is no weight, given the weight of full coverage or a larger one.
  @inline(__always)
  static func unseenHeight(_ core: FalloffCore, full: Float) -> UInt16 {
    // At least half a step is left for rounding.
    let height = min(unseenProduct / full.squareRoot(), 32_767) - 1
    return roundedToNearest(max(height, 0)) &>> core.shift
  }
}

/// `t² (3 - 2t)` of a disc that is soft all through.
enum SmoothProfile: FalloffProfile {
  static var productBits: UInt16 { 6 }
  static var weightSteps: Float { 256 }
  // Products are at most 3 h² w / 2³² and no weight below 2⁵.
  static var unseenProduct: Float { 214_036 }

  @inline(__always)
  static func products(_ heights: Channels, _ core: FalloffCore, full: Channels) -> Channels {
    let twice = heights &+ heights
    let level = highProduct(highProduct(twice, twice), Channels(repeating: 49_152) &- heights)
    return highProduct(level, full)
  }
}

/// `t² (3 - 2t)` around a core.
enum CoreProfile: FalloffProfile {
  static var productBits: UInt16 { 6 }
  static var weightSteps: Float { 256 }
  static var unseenProduct: Float { SmoothProfile.unseenProduct }

  @inline(__always)
  static func products(_ heights: Channels, _ core: FalloffCore, full: Channels) -> Channels {
    let limited = minimum(heights, core.height)
    return SmoothProfile.products(limited &* core.step, core, full: full)
  }
}

/// `t²`.
enum SquareProfile: FalloffProfile {
  static var productBits: UInt16 { 7 }
  static var weightSteps: Float { 128 }
  // Products are at most 4 h² w / 2³² and no weight below 2⁶.
  static var unseenProduct: Float { 262_144 }

  @inline(__always)
  static func products(_ heights: Channels, _ core: FalloffCore, full: Channels) -> Channels {
    let twice = heights &+ heights
    return highProduct(highProduct(twice, twice), full)
  }
}

/// The greatest height, eight times, and the factor that brings heights to steps of 2⁻¹⁵.
struct FalloffCore {
  /// `⌊32767 / 2ᵏ⌋`.
  let height: Channels
  /// 2ᵏ.
  let step: Channels
  /// k.
  let shift: UInt16

  init(shift: UInt16) {
    self.shift = shift
    height = Channels(repeating: 32_767 >> shift)
    step = Channels(repeating: 1 << shift)
  }
}

/// Heights `t = (o² - d²) / (o² - i²)`, limited to 0...1, between radii `i` and `o`.
///
/// With `u = 2¹⁵⁻ᵏ / (o² - i²)` and k the smallest for which no height exceeds 2ᵏ, the height in
/// steps of 2⁻¹⁵ is `min(max(a - b, 0), ⌊32767 / 2ᵏ⌋) · 2ᵏ`, where `a = (o² - dy²) u` and
/// `b = dx² u` are limited to 0...32767 and rounded to nearest.
struct Falloff {
  /// The largest k: beyond, an edge is too thin for 16 bits.
  private static let largestShift: UInt16 = 4

  private let centerX: Float
  private let centerY: Float
  private let outerSquared: Float
  private let unit: Float
  /// What a disc within holds.
  let core: FalloffCore
  /// Whether heights are limited by the core.
  let hasCore: Bool
  /// Full coverage amounts to this: below 1 for discs thinner than a pixel.
  let strength: Float
  private let outer: Float
  private let inner: Float

  /// Light out to a radius; nil when it is not positive.
  init?(glow geometry: SIMD8<Float>) {
    let radius = geometry[2]
    guard radius > 0 else { return nil }
    self.init(
      centerX: geometry[0], centerY: geometry[1], inner: 0, outer: radius, strength: 1)
  }

  /// A soft disc; nil when its edge is too thin.
  init?(_ disc: SoftDiscRadii) {
    self.init(
      centerX: disc.centerX, centerY: disc.centerY, inner: disc.inner, outer: disc.outer,
      strength: disc.strength)
  }

  private init?(centerX: Float, centerY: Float, inner: Float, outer: Float, strength: Float) {
    self.centerX = centerX
    self.centerY = centerY
    self.strength = strength
    outerSquared = outer * outer
    let span = outerSquared - inner * inner
    var shift: UInt16 = 0
    if inner > 0 {
      while shift <= Self.largestShift, outerSquared > span * Float(1 << shift) { shift += 1 }
    }
    guard shift <= Self.largestShift else { return nil }
    core = FalloffCore(shift: shift)
    hasCore = inner > 0
    unit = 1 / span * Float(32_768 >> shift)
    self.outer = outer
    self.inner = inner
  }

  /// The rows' columns that have coverage, and those of full coverage.
  var extent: DiscExtent {
    // Two of the coarsest steps are less than 1/512.
    let flat = inner * inner - (outerSquared - inner * inner) / 512
    return DiscExtent(
      centerX: centerX, centerY: centerY, outer: outer, inner: flat > 0 ? flat.squareRoot() : 0)
  }

  /// The shares `b` of four columns in the low halves of the words, given their centers.
  @inline(__always)
  func columnShares(x: Lanes) -> Channels {
    let dx = x - centerX
    return channels(integersInLowBits(dx * dx * unit, upTo: 32_767))
  }

  /// The shares `a` of four rows in the low halves of the words, given their centers.
  @inline(__always)
  func rowShares(y: Lanes) -> Channels {
    let dy = y - centerY
    let shares = maximum((outerSquared - dy * dy) * unit, Lanes(repeating: 0))
    return channels(integersInLowBits(shares, upTo: 32_767))
  }

  /// The largest share of any row: columns of no smaller one have no coverage.
  var peak: UInt16 { roundedToNearest(min(outerSquared * unit, 32_767)) }

  /// The index of the column that holds the center, counted from one on the canvas.
  @inline(__always)
  func centerColumn(from origin: Int32) -> Int {
    Int(floored(min(max(centerX, -65_536), 65_536))) &- Int(origin)
  }

  /// Whether rows are painted whole: cutting narrow ones would cost more than it spares.
  var isNarrow: Bool { outerSquared <= 1024 }
}
