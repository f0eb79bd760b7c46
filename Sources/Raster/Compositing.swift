// Goals, in order: exact rounding of every product; results that stay premultiplied; speed.
//
// All three rules are monotonic in both operands, so a channel that does not exceed alpha before
// does not exceed it after: the pair (channel, alpha) goes through one and the same function.

/// Four pixels taken apart so that each channel has 16 bits to be multiplied in.
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

  /// Takes four packed pixels apart.
  @inline(__always)
  init(_ packed: Words) {
    redBlue = channels(packed & Words(repeating: 0x00FF_00FF))
    greenAlpha = channels((packed &>> 8) & Words(repeating: 0x00FF_00FF))
  }

  /// The four pixels, packed.
  @inline(__always)
  var packed: Words { words(redBlue) | (words(greenAlpha) &<< 8) }

  /// Every channel times `levels / 255`, rounded to nearest; each level is 0 to 255.
  @inline(__always)
  func scaled(by levels: Words) -> SplitPixels {
    let both = channels(levels | (levels &<< 16))
    return SplitPixels(
      redBlue: dividedBy255(redBlue &* both), greenAlpha: dividedBy255(greenAlpha &* both))
  }

  /// `255 - alpha` of each pixel, twice per word.
  @inline(__always)
  var transparency: Channels {
    let alpha = words(greenAlpha) &>> 16
    return channels((alpha | (alpha &<< 16)) ^ Words(repeating: 0x00FF_00FF))
  }
}

/// `value / 255` rounded to nearest in each lane, exact for every product of two bytes.
///
/// The lane form of `divideBy255`: the largest intermediate is 65,407, so 16 bits hold it.
@inline(__always)
func dividedBy255(_ value: Channels) -> Channels {
  let biased = value &+ Channels(repeating: 128)
  return (biased &+ (biased &>> 8)) &>> 8
}

/// How a source meets a destination, four premultiplied pixels at a time.
protocol CompositingRule {
  /// Whether an opaque source replaces what lies below.
  static var isReplacing: Bool { get }
  /// The mixed pixels; `transparency` is `255 - alpha` of the source, twice per word.
  static func mixed(
    _ source: SplitPixels, transparency: Channels, over destination: SplitPixels
  ) -> SplitPixels
}

extension CompositingRule {
  /// The mixed pixels.
  @inline(__always)
  static func mixed(_ source: SplitPixels, over destination: SplitPixels) -> SplitPixels {
    mixed(source, transparency: source.transparency, over: destination)
  }
}

/// One color, ready to be scaled by coverage again and again.
struct SolidSource {
  private let color: SplitPixels
  private let alpha: Channels

  /// Prepares a color.
  @inline(__always)
  init(_ packed: UInt32) {
    color = SplitPixels(Words(repeating: packed))
    alpha = channels(Words(repeating: (packed >> 24) &* 0x0001_0001))
  }

  /// Four pixels of the color at four levels of coverage, 0 to 255, mixed over others.
  ///
  /// Alpha is scaled apart, in both halves at once, to the same value that a pixel's own has.
  @inline(__always)
  func mixed<Rule: CompositingRule>(
    _ rule: Rule.Type, _ levels: Words, over destination: Words
  ) -> Words {
    let both = channels(levels | (levels &<< 16))
    let source = SplitPixels(
      redBlue: dividedBy255(color.redBlue &* both),
      greenAlpha: dividedBy255(color.greenAlpha &* both))
    let transparency = Channels(repeating: 255) &- dividedBy255(alpha &* both)
    return Rule.mixed(source, transparency: transparency, over: SplitPixels(destination)).packed
  }
}

/// `s + d (255 - a) / 255`, the product rounded to nearest.
enum SourceOverRule: CompositingRule {
  static var isReplacing: Bool { true }

  @inline(__always)
  static func mixed(
    _ source: SplitPixels, transparency: Channels, over destination: SplitPixels
  ) -> SplitPixels {
    SplitPixels(
      redBlue: source.redBlue &+ dividedBy255(destination.redBlue &* transparency),
      greenAlpha: source.greenAlpha &+ dividedBy255(destination.greenAlpha &* transparency))
  }
}

/// `min(s + d, 255)`.
enum AddRule: CompositingRule {
  static var isReplacing: Bool { false }

  @inline(__always)
  static func mixed(
    _ source: SplitPixels, transparency: Channels, over destination: SplitPixels
  ) -> SplitPixels {
    SplitPixels(
      redBlue: limited(source.redBlue &+ destination.redBlue),
      greenAlpha: limited(source.greenAlpha &+ destination.greenAlpha))
  }

  // The sum is at most 510: its bit 8 says overflow, and all ones minus what that bit leaves
  // fills the low byte.
  @inline(__always)
  private static func limited(_ sum: Channels) -> Channels {
    let overflow = (sum &>> 8) &* Channels(repeating: 255)
    return (sum | overflow) & Channels(repeating: 255)
  }
}

/// `s + d - s d / 255`, the product rounded to nearest; never above 255, since
/// `(255 - s)(255 - d) >= 0`.
enum ScreenRule: CompositingRule {
  static var isReplacing: Bool { false }

  @inline(__always)
  static func mixed(
    _ source: SplitPixels, transparency: Channels, over destination: SplitPixels
  ) -> SplitPixels {
    SplitPixels(
      redBlue: source.redBlue &+ destination.redBlue
        &- dividedBy255(source.redBlue &* destination.redBlue),
      greenAlpha: source.greenAlpha &+ destination.greenAlpha
        &- dividedBy255(source.greenAlpha &* destination.greenAlpha))
  }
}

/// One pixel of what the rasterizer does to four, for checks and small jobs.
package enum Compositing {
  /// The color of `source` over, added to or screened with `destination`; bit-exact everywhere.
  package static func mixed(
    _ source: PremultipliedColor, over destination: PremultipliedColor, _ blend: BlendMode
  ) -> PremultipliedColor {
    let s = SplitPixels(Words(repeating: source.packed))
    let d = SplitPixels(Words(repeating: destination.packed))
    let result =
      switch blend {
      case .sourceOver: SourceOverRule.mixed(s, over: d)
      case .add: AddRule.mixed(s, over: d)
      case .screen: ScreenRule.mixed(s, over: d)
      }
    return PremultipliedColor(uncheckedPacked: result.packed[0])
  }

  /// Every channel of a color times `level / 255`, rounded to nearest; the level is 0 to 255.
  package static func scaled(_ color: PremultipliedColor, level: UInt8) -> PremultipliedColor {
    let split = SplitPixels(Words(repeating: color.packed))
    return PremultipliedColor(
      uncheckedPacked: split.scaled(by: Words(repeating: UInt32(level))).packed[0])
  }
}
