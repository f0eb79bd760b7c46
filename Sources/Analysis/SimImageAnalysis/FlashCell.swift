/// The direction of a change, in luminance or toward saturated red.
enum FlashSense: UInt8, Sendable {
  /// No sufficient change yet.
  case none
  /// Brighter, or redder.
  case rise
  /// Darker, or less red.
  case fall
}

/// The minimum and maximum since the last transition; a large enough change from either is a
/// transition.
struct TurningValue: Sendable {
  private var low: UInt32
  private var high: UInt32
  private var sense = FlashSense.none

  init(_ value: UInt32) { (low, high) = (value, value) }

  /// Adds a value and returns whether it completes a transition from an adjacent peak or valley.
  ///
  /// - Parameters:
  ///   - threshold: The minimum change that counts.
  ///   - limit: The lower of the two values must be below this; evaluated only if it matters.
  ///   - isEnabled: If false, a change is remembered and counts later.
  @inline(__always)
  mutating func take(
    _ value: UInt32, threshold: UInt32, limit: @autoclosure () -> UInt32, isEnabled: Bool
  ) -> Bool {
    if sense != .rise, isEnabled, value >= low &+ threshold, low < limit() {
      (low, high, sense) = (value, value, .rise)
      return true
    }
    if sense != .fall, isEnabled, high >= value &+ threshold, value < limit() {
      (low, high, sense) = (value, value, .fall)
      return true
    }
    low = min(low, value)
    high = max(high, value)
    return false
  }
}

/// The chromaticity of a color in CIE 1976 u′v′.
package struct Chromaticity: Equatable, Sendable {
  /// u′ = 4 X ⁄ (X + 15 Y + 3 Z).
  package var u: Float
  /// v′ = 9 Y ⁄ (X + 15 Y + 3 Z).
  package var v: Float

  /// The chromaticity of the sRGB primary red, 0.4507 and 0.5229.
  static var primaryRed: Chromaticity { Chromaticity(u: 0.450704, v: 0.522897) }

  init(u: Float, v: Float) { (self.u, self.v) = (u, v) }

  /// The chromaticity of linear light; NaN for black.
  ///
  /// The matrix from linear sRGB to XYZ is from WCAG 2.2's definition of red flash.
  package init(red: Float, green: Float, blue: Float) {
    let x = 0.4124564 * red + 0.3575761 * green + 0.1804375 * blue
    let y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    let z = 0.0193339 * red + 0.1191920 * green + 0.9503041 * blue
    let scale = 1 / (x + 15 * y + 3 * z)
    (u, v) = (4 * x * scale, 9 * y * scale)
  }

  /// The square of the distance to another chromaticity.
  package func squaredDistance(to other: Chromaticity) -> Float {
    let (du, dv) = (u - other.u, v - other.v)
    return du * du + dv * dv
  }
}

/// The chromaticities at the ends of a change to or from saturated red.
///
/// A transition connects a saturated state with another one more than 0.2 apart, as defined by WCAG
/// 2.2. Since states lie in a plane, the ends are the states nearest to and farthest from primary
/// red.
struct TurningRed: Sendable {
  private var reddest = Chromaticity(u: 0, v: 0)
  private var other = Chromaticity(u: 0, v: 0)
  private var hasReddest = false
  private var hasOther = false
  private var sense = FlashSense.none

  init() {}

  /// Adds a state and returns whether it completes a transition.
  @inline(__always)
  mutating func take(_ color: Chromaticity, isSaturated: Bool) -> Bool {
    let limit: Float = 0.2 * 0.2
    if isSaturated {
      if sense != .rise, hasOther, color.squaredDistance(to: other) > limit {
        (reddest, hasReddest, hasOther, sense) = (color, true, false, .rise)
        return true
      }
      if !hasReddest || Self.redness(color) < Self.redness(reddest) { reddest = color }
      hasReddest = true
    } else {
      if sense != .fall, hasReddest, color.squaredDistance(to: reddest) > limit {
        (other, hasOther, hasReddest, sense) = (color, true, false, .fall)
        return true
      }
      if !hasOther || Self.redness(color) > Self.redness(other) { other = color }
      hasOther = true
    }
    return false
  }

  @inline(__always)
  private static func redness(_ color: Chromaticity) -> Float {
    color.squaredDistance(to: .primaryRed)
  }
}

/// The state of one cell of 4 by 4 points; all values are sums over its 16 samples.
package struct FlashCell: Sendable {
  /// 1/10 of the luminance of white, inclusive; rounded down so that exactly 1/10 counts.
  static var lightThreshold: UInt32 { 104_857 }
  /// The darker state must be below 0.80: less than this.
  static var darkLimit: UInt32 { 838_861 }
  /// (R − G − B) × 320 must change by more than 20: by at least this.
  static var redThreshold: UInt32 { 65_537 }
  /// Below a luminance of 0.0005 a state has no chromaticity, and the last one is kept.
  static var blackLimit: UInt32 { 524 }

  private var light: TurningValue
  /// The extremes of luminance from the changing samples.
  private var part: TurningValue
  private var red: TurningValue
  private var chroma = TurningRed()
  private var wasSaturated = false
  /// The last luminance.
  private(set) var luminance: UInt32
  /// (R − G − B) of the last state if it was saturated, otherwise 0.
  private(set) var saturatedRed: UInt32

  /// The transitions that a new state completes.
  package struct Transitions {
    /// A transition of luminance.
    package var isGeneral = false
    /// A transition of saturated red by the working definition.
    package var isSaturation = false
    /// A transition of saturated red by its chromaticity.
    package var isChromaticity = false
  }

  /// Makes a cell with a first state.
  package init(_ state: PackedLight) {
    luminance = state.luminance
    let value = Self.redValue(state)
    light = TurningValue(luminance)
    part = light
    red = TurningValue(value)
    wasSaturated = state.isSaturatedRed
    saturatedRed = wasSaturated ? value : 0
    if let color = Self.chromaticity(state, luminance) {
      _ = chroma.take(color, isSaturated: wasSaturated)
    }
  }

  /// Adds the cell's new state.
  package mutating func take(_ state: PackedLight) -> Transitions {
    var result = Transitions()
    let isSaturated = state.isSaturatedRed
    luminance = state.luminance
    result.isGeneral = light.take(
      luminance, threshold: Self.lightThreshold, limit: Self.darkLimit, isEnabled: true)
    let value = Self.redValue(state)
    saturatedRed = isSaturated ? value : 0
    // Either end may be saturated, so one saturated state since the last transition is enough.
    wasSaturated = wasSaturated || isSaturated
    if red.take(
      value, threshold: Self.redThreshold, limit: .max, isEnabled: wasSaturated)
    {
      result.isSaturation = true
      wasSaturated = isSaturated
    }
    if let color = Self.chromaticity(state, luminance) {
      result.isChromaticity = chroma.take(color, isSaturated: isSaturated)
    }
    return result
  }

  /// Whether the changed samples alone complete a transition of luminance.
  ///
  /// Their mean must change, and be dark, as required of a whole cell: at the border of a flashing
  /// area, only the flashing part of a cell counts. The other samples are constant, so the sum of
  /// the cell changes by the same amount.
  ///
  /// - Parameters:
  ///   - samples: The samples changed since the last such transition, one bit each.
  ///   - still: The luminance of all other samples.
  @inline(__always)
  mutating func takePart(of samples: UInt16, still: @autoclosure () -> UInt32) -> Bool {
    let count = UInt32(truncatingIfNeeded: samples.nonzeroBitCount)
    return part.take(
      luminance, threshold: max(1, Self.lightThreshold &* count / LuminanceGrid.cellSamples),
      limit: Self.darkLimit &* count / LuminanceGrid.cellSamples &+ still(), isEnabled: true)
  }

  @inline(__always)
  static func redValue(_ state: PackedLight) -> UInt32 {
    let rest = state.green &+ state.blue
    return state.red > rest ? state.red &- rest : 0
  }

  @inline(__always)
  private static func chromaticity(_ state: PackedLight, _ luminance: UInt32) -> Chromaticity? {
    guard luminance >= blackLimit else { return nil }
    return Chromaticity(
      red: Float(state.red), green: Float(state.green), blue: Float(state.blue))
  }
}
