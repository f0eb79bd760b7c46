/// The profile of a falloff, from 0 at the rim to 1 at the core, in fixed point.
///
/// Heights are differences in steps of 2⁻¹⁵, or of 2ᵏ⁻¹⁵ for a disc with a core of height 1.
protocol FalloffProfile {
  /// Log2 of the products per weight of 1/256.
  static var productBits: UInt16 { get }
  /// Steps of `fullWeight` per weight of 1.
  static var weightSteps: Float { get }
  /// Weights at eight heights, in steps of `2⁻⁸ / 2^productBits`.
  static func products(_ heights: Channels, _ core: FalloffCore, full: Channels) -> Channels
  /// Upper bound of `h √w`, for heights `h` in steps of 2⁻¹⁵ and full weights `w`, below which
  /// products round to a weight of 0.
  static var unseenProduct: Float { get }
}

extension FalloffProfile {
  /// A height up to which the weight is 0; `full` is the weight of full coverage or a larger one.
  @inline(__always)
  static func unseenHeight(_ core: FalloffCore, full: Float) -> UInt16 {
    // Subtracting 1 leaves a margin of at least half a step for rounding.
    let height = min(unseenProduct / full.squareRoot(), 32_767) - 1
    return roundedToNearest(max(height, 0)) &>> core.shift
  }
}

/// `t² (3 - 2t)` of a disc without a core.
enum SmoothProfile: FalloffProfile {
  static var productBits: UInt16 { 6 }
  static var weightSteps: Float { 256 }
  // Products are at most 3 h² w / 2³², and products below 2⁵ round to a weight of 0.
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
  // Products are at most 4 h² w / 2³², and products below 2⁶ round to a weight of 0.
  static var unseenProduct: Float { 262_144 }

  @inline(__always)
  static func products(_ heights: Channels, _ core: FalloffCore, full: Channels) -> Channels {
    let twice = heights &+ heights
    return highProduct(highProduct(twice, twice), full)
  }
}

/// The maximum height and the factor that converts heights to steps of 2⁻¹⁵.
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

/// Heights `t = (o² - d²) / (o² - i²)`, limited to 0...1, between the radii `i` and `o`.
///
/// With `u = 2¹⁵⁻ᵏ / (o² - i²)` and the smallest k for which no height exceeds 2ᵏ, the height in
/// steps of 2⁻¹⁵ is `min(max(a - b, 0), ⌊32767 / 2ᵏ⌋) · 2ᵏ`. Its terms, the row's share
/// `a = (o² - dy²) u` and the column's share `b = dx² u`, are limited to 0...32767 and rounded to
/// nearest.
struct Falloff {
  /// The largest k: for larger ones the edge is too thin for 16 bits.
  private static let largestShift: UInt16 = 4

  private let centerX: Float
  private let centerY: Float
  private let outerSquared: Float
  private let unit: Float
  /// The limit of heights in the core.
  let core: FalloffCore
  /// Whether the core limits heights.
  let hasCore: Bool
  /// The factor of full coverage: below 1 for discs thinner than a pixel.
  let strength: Float
  private let outer: Float
  private let inner: Float

  /// A glow of some radius; nil if the radius is not positive.
  init?(glow geometry: SIMD8<Float>) {
    let radius = geometry[2]
    guard radius > 0 else { return nil }
    self.init(
      centerX: geometry[0], centerY: geometry[1], inner: 0, outer: radius, strength: 1)
  }

  /// A soft disc; nil if its edge is too thin.
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

  /// The columns per row that have coverage, and those of full coverage.
  var extent: DiscExtent {
    // A margin of 1/512, more than two of the coarsest steps.
    let flat = inner * inner - (outerSquared - inner * inner) / 512
    return DiscExtent(
      centerX: centerX, centerY: centerY, outer: outer, inner: flat > 0 ? flat.squareRoot() : 0)
  }

  /// The shares `b` of four columns, from their centers, in the low halves of the words.
  @inline(__always)
  func columnShares(x: Lanes) -> Channels {
    let dx = x - centerX
    return channels(integersInLowBits(dx * dx * unit, upTo: 32_767))
  }

  /// The shares `a` of four rows, from their centers, in the low halves of the words.
  @inline(__always)
  func rowShares(y: Lanes) -> Channels {
    let dy = y - centerY
    let shares = maximum((outerSquared - dy * dy) * unit, Lanes(repeating: 0))
    return channels(integersInLowBits(shares, upTo: 32_767))
  }

  /// The largest share of any row; columns whose share is at least this have no coverage.
  var peak: UInt16 { roundedToNearest(min(outerSquared * unit, 32_767)) }

  /// The column that contains the center, relative to `origin`.
  @inline(__always)
  func centerColumn(from origin: Int32) -> Int {
    Int(floored(min(max(centerX, -65_536), 65_536))) &- Int(origin)
  }

  /// Whether rows are painted whole, since cutting narrow ones costs more than it saves.
  var isNarrow: Bool { outerSquared <= 1024 }
}
