import SimMath

// Goals, in order: exact rounding of every product; results that stay premultiplied; speed.
//
// Method: four pixels are two vectors of eight 16-bit channels, combined by Porter and Duff's
// operators on premultiplied colors. Division by 255 is exact with two shifts and additions (Jim
// Blinn, 1995). Coverage weights go up to 256 instead, so that the division is one shift;
// subtracting before multiplying leaves one product per channel instead of two.
//
// Measured in the kernels: a disc of radius 80, almost all of it at one weight, takes 6.5
// instructions per pixel including coverage; the simple form, with one division per channel, takes
// 104.
//
// Rejected: weights up to 255, which need the division; screen blending with 8-bit weights, which
// showed steps in faint light. The fraction of the remaining headroom to white has 16 bits.
//
// All rules are monotonic in both operands and treat alpha like the other channels, so a channel
// that does not exceed alpha before does not exceed it after.

/// Four pixels, unpacked to 16 bits per channel as room for products.
struct SplitPixels {
  /// Red in the low and blue in the high half of each word.
  var redBlue: Channels
  /// Green in the low and alpha in the high half of each word.
  var greenAlpha: Channels

  @inline(__always)
  init(redBlue: Channels, greenAlpha: Channels) {
    self.redBlue = redBlue
    self.greenAlpha = greenAlpha
  }

  /// Unpacks four pixels.
  @inline(__always)
  init(_ packed: Words) {
    redBlue = channels(packed & Words(repeating: 0x00FF_00FF))
    greenAlpha = highBytes(channels(packed))
  }

  /// The four pixels, packed.
  @inline(__always)
  var packed: Words { words(redBlue) | words(greenAlpha &* 256) }

  /// Every channel times `levels / 255`, rounded to nearest; each level is 0 to 255.
  @inline(__always)
  func scaled(by levels: Words) -> SplitPixels {
    let both = channels(levels | (levels &* 65_536))
    return SplitPixels(
      redBlue: dividedBy255(redBlue &* both), greenAlpha: dividedBy255(greenAlpha &* both))
  }

  /// `255 - alpha` of each pixel, twice per word.
  @inline(__always)
  var transparency: Channels {
    let alpha = words(greenAlpha).shiftedRight(16)
    return channels((alpha | (alpha &* 65_536)) ^ Words(repeating: 0x00FF_00FF))
  }
}

/// `value / 255` rounded to nearest in each lane, exact for every product of two bytes.
///
/// The SIMD form of `divideBy255`: the largest intermediate is 65,407, so 16 bits hold it.
@inline(__always)
func dividedBy255(_ value: Channels) -> Channels {
  let biased = value &+ Channels(repeating: 128)
  return highBytes(biased &+ highBytes(biased))
}

/// A blend mode for four premultiplied pixels at a time.
protocol CompositingRule {
  /// Whether an opaque source replaces the destination.
  static var isReplacing: Bool { get }
  /// The blended pixels.
  static func mixed(_ source: SplitPixels, over destination: SplitPixels) -> SplitPixels
  /// Blends an opaque color into packed pixels.
  ///
  /// `parts` come from `parts(ofWeights:)` or `parts(ofProducts:bits:)`, each twice per word.
  static func mixed(_ color: SplitPixels, parts: Channels, over packed: Words) -> Words
  /// The `parts` of weights from 0 to 256, given as `products / 2^bits`; products are below
  /// `2^(bits + 8)`.
  ///
  /// Rules with whole weights round to nearest, ties up.
  static func parts(ofProducts products: Channels, bits: UInt16) -> Channels
  /// The `parts` of weights from 0 to 256.
  static func parts(ofWeights weights: Channels) -> Channels
  /// As without `packed`, if all pixels have the same parts: `packed` is the color blended over
  /// transparent black with these parts.
  static func mixed(
    _ color: SplitPixels, parts: Channels, packed: Words, over below: Words
  ) -> Words
}

extension CompositingRule {
  /// The weights themselves.
  @inline(__always)
  static func parts(ofProducts products: Channels, bits: UInt16) -> Channels {
    roundedShift(products, bits)
  }

  /// The weights themselves.
  @inline(__always)
  static func parts(ofWeights weights: Channels) -> Channels { weights }

  @inline(__always)
  static func mixed(
    _ color: SplitPixels, parts: Channels, packed: Words, over below: Words
  ) -> Words {
    mixed(color, parts: parts, over: below)
  }

  /// Blends an opaque color into packed pixels at weights of 0 to 256, each twice per word.
  @inline(__always)
  static func mixed(_ color: SplitPixels, weights: Channels, over packed: Words) -> Words {
    mixed(color, parts: parts(ofWeights: weights), over: packed)
  }
}

/// One color, prepared for repeated blending by coverage.
struct SolidSource {
  /// The color at full alpha.
  let color: SplitPixels
  /// The weight of full coverage, 0 to 256.
  let fullWeight: Float

  /// Prepares a color for a primitive with an opacity of 0 to 255; nil if the result is
  /// transparent.
  init?(_ color: StraightColor, opacity: UInt8) {
    let level = divideBy255(UInt32(color.alpha) * UInt32(opacity))
    guard level > 0 else { return nil }
    let packed =
      UInt32(color.red) | UInt32(color.green) << 8 | UInt32(color.blue) << 16 | 0xFF00_0000
    self.color = SplitPixels(Words(repeating: packed))
    fullWeight = Float(level) * 256 / 255
  }

  /// Weights of four pixels, each twice per word, from products of coverage and `fullWeight`.
  @inline(__always)
  static func weights(_ products: Lanes) -> Channels {
    let rounded = channels(integersInLowBits(products))
    return Channels(
      rounded[0], rounded[0], rounded[2], rounded[2], rounded[4], rounded[4], rounded[6],
      rounded[6])
  }
}

/// `s + d (255 - a) / 255`, the product rounded to nearest.
///
/// A color `c` of weight w blends to `(w c + (256 - w) d + 128) / 256`: at most 65,408 before the
/// division, exactly `d` for a weight of 0 and exactly `c` for 256.
enum SourceOverRule: CompositingRule {
  static var isReplacing: Bool { true }

  @inline(__always)
  static func mixed(_ source: SplitPixels, over destination: SplitPixels) -> SplitPixels {
    let transparency = source.transparency
    return SplitPixels(
      redBlue: source.redBlue &+ dividedBy255(destination.redBlue &* transparency),
      greenAlpha: source.greenAlpha &+ dividedBy255(destination.greenAlpha &* transparency))
  }

  @inline(__always)
  static func parts(ofWeights weights: Channels) -> Channels {
    Channels(repeating: 256) &- weights
  }

  @inline(__always)
  static func parts(ofProducts products: Channels, bits: UInt16) -> Channels {
    // Subtracting a value rounded down, after adding one half, equals rounding the rest up.
    let whole = UInt16(256) &<< bits
    let above = Channels(repeating: whole &+ (1 &<< (bits &- 1)) &- 1)
    return shiftedRight(above &- products, bits)
  }

  @inline(__always)
  static func mixed(_ color: SplitPixels, parts rest: Channels, over packed: Words) -> Words {
    // w c + (256 - w) d = 256 c + (256 - w)(d - c): the first term is the same for all pixels.
    // Intermediate overflow of 16 bits cancels out.
    let half = Channels(repeating: 128)
    let redBlue = channels(packed & Words(repeating: 0x00FF_00FF)) &- color.redBlue
    let greenAlpha = highBytes(channels(packed)) &- color.greenAlpha
    let low = highBytes(redBlue &* rest &+ ((color.redBlue &* 256) &+ half))
    let high = greenAlpha &* rest &+ ((color.greenAlpha &* 256) &+ half)
    return words(low) | (words(high) & Words(repeating: 0xFF00_FF00))
  }
}

/// `min(s + d, 255)`.
enum AddRule: CompositingRule {
  static var isReplacing: Bool { false }

  @inline(__always)
  static func mixed(_ source: SplitPixels, over destination: SplitPixels) -> SplitPixels {
    SplitPixels(limitedSum(source.packed, destination.packed))
  }

  @inline(__always)
  static func mixed(_ color: SplitPixels, parts weights: Channels, over packed: Words) -> Words {
    let half = Channels(repeating: 128)
    let low = highBytes(color.redBlue &* weights &+ half)
    let high = color.greenAlpha &* weights &+ half
    return limitedSum(words(low) | (words(high) & Words(repeating: 0xFF00_FF00)), packed)
  }

  /// The sum of each pair of bytes, limited to 255.
  @inline(__always)
  private static func limitedSum(_ first: Words, _ second: Words) -> Words {
    let sum = bytes(first) &+ bytes(second)
    return words(sum.replacing(with: 255, where: sum .< bytes(first)))
  }
}

/// `s + d - s d / 255`, the product rounded to nearest; never above 255, since
/// `(255 - s)(255 - d) >= 0`.
///
/// A color of weight w adds `(255 - d) w c / 255`, rounded to nearest. The factor has 16 bits, so
/// that a falloff of light shows no steps. Exactly `d` for a weight of 0, and 255 for white at full
/// weight.
enum ScreenRule: CompositingRule {
  static var isReplacing: Bool { false }

  @inline(__always)
  static func mixed(_ source: SplitPixels, over destination: SplitPixels) -> SplitPixels {
    SplitPixels(
      redBlue: source.redBlue &+ destination.redBlue
        &- dividedBy255(source.redBlue &* destination.redBlue),
      greenAlpha: source.greenAlpha &+ destination.greenAlpha
        &- dividedBy255(source.greenAlpha &* destination.greenAlpha))
  }

  /// Weights in units of 1/65,536; a weight of 1 becomes 65,535, since 65,536 needs 17 bits.
  @inline(__always)
  static func parts(ofWeights weights: Channels) -> Channels {
    (weights &* 256) &- shiftedRight(weights, 8)
  }

  /// Weights in units of 1/65,536; weights of falloffs are below 1.
  @inline(__always)
  static func parts(ofProducts products: Channels, bits: UInt16) -> Channels {
    products &* Channels(repeating: 1 &<< (8 &- bits))
  }

  @inline(__always)
  static func mixed(_ color: SplitPixels, parts: Channels, over packed: Words) -> Words {
    let missing = channels(packed) ^ Channels(repeating: 0xFFFF)
    let redBlue = highProduct(parts, color.redBlue &* 257)
    let greenAlpha = highProduct(parts, color.greenAlpha &* 257)
    // Both products are 256 times the added light, at most 65,279.
    let half = Channels(repeating: 128)
    let low = highProduct(missing &* 256, redBlue) &+ half
    let high = highProduct(missing & Channels(repeating: 0xFF00), greenAlpha) &+ half
    let gained = words(highBytes(low)) | (words(high) & Words(repeating: 0xFF00_FF00))
    // No byte exceeds 255, so no carry reaches the next byte.
    return packed &+ gained
  }
}

/// `max(s, d)`; a color of weight w counts as `(w c + 128) / 256`.
enum MaximumRule: CompositingRule {
  static var isReplacing: Bool { false }

  @inline(__always)
  static func mixed(_ source: SplitPixels, over destination: SplitPixels) -> SplitPixels {
    SplitPixels(
      redBlue: maximum(source.redBlue, destination.redBlue),
      greenAlpha: maximum(source.greenAlpha, destination.greenAlpha))
  }

  @inline(__always)
  static func mixed(_ color: SplitPixels, parts weights: Channels, over packed: Words) -> Words {
    let half = Channels(repeating: 128)
    let low = highBytes(color.redBlue &* weights &+ half)
    let high = (color.greenAlpha &* weights &+ half) & Channels(repeating: 0xFF00)
    return maximumBytes(words(low) | words(high), packed)
  }

  @inline(__always)
  static func mixed(
    _ color: SplitPixels, parts: Channels, packed: Words, over below: Words
  ) -> Words {
    let (source, destination) = (bytes(packed), bytes(below))
    return words(source.replacing(with: destination, where: source .< destination))
  }
}

/// Single-pixel versions of the rasterizer's blending, for checks and small jobs.
package enum Compositing {
  /// `source` blended over `destination`; bit-exact on every target.
  package static func mixed(
    _ source: PremultipliedColor, over destination: PremultipliedColor,
    _ blend: DisplayList.BlendMode
  ) -> PremultipliedColor {
    let s = SplitPixels(Words(repeating: source.packed))
    let d = SplitPixels(Words(repeating: destination.packed))
    let result =
      switch blend {
      case .sourceOver: SourceOverRule.mixed(s, over: d)
      case .add: AddRule.mixed(s, over: d)
      case .screen: ScreenRule.mixed(s, over: d)
      case .maximum: MaximumRule.mixed(s, over: d)
      }
    return PremultipliedColor(uncheckedPacked: result.packed[0])
  }

  /// An opaque color blended over `destination` at a weight of 0 to 256.
  package static func mixed(
    _ color: StraightColor, weight: UInt16, over destination: PremultipliedColor,
    _ blend: DisplayList.BlendMode
  ) -> PremultipliedColor {
    guard let source = SolidSource(color.withAlpha(255), opacity: 255) else { return destination }
    let (weights, below) = (Channels(repeating: weight), Words(repeating: destination.packed))
    let result =
      switch blend {
      case .sourceOver: SourceOverRule.mixed(source.color, weights: weights, over: below)
      case .add: AddRule.mixed(source.color, weights: weights, over: below)
      case .screen: ScreenRule.mixed(source.color, weights: weights, over: below)
      case .maximum: MaximumRule.mixed(source.color, weights: weights, over: below)
      }
    return PremultipliedColor(uncheckedPacked: result[0])
  }

  /// Every channel of a color times `level / 255`, rounded to nearest; the level is 0 to 255.
  package static func scaled(_ color: PremultipliedColor, level: UInt8) -> PremultipliedColor {
    let split = SplitPixels(Words(repeating: color.packed))
    return PremultipliedColor(
      uncheckedPacked: split.scaled(by: Words(repeating: UInt32(level))).packed[0])
  }
}
