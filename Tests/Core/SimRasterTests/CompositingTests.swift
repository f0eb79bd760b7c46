import SimRaster
import TestTier
import Testing

/// Goal: every product of two bytes is rounded exactly and every mixed channel is the one the rule
/// names.
///
/// Method: whole domains against integers.
///
/// Why these are whole domains: a mixed channel depends on that channel of both colors and, for
/// source over, on the source's alpha; on nothing else (`BlendedPixelTests` shows that neither
/// the other channels nor neighboring pixels matter). All rules but source over are thus functions
/// of two bytes, 256 × 256. Source over is `s + g(d, a)` with g a function of two bytes; here all
/// triples with `s <= a` are run through all the same. Scaling by coverage or opacity is a function
/// of channel and level, 256 × 256, and the opacity of layers, groups and pictures reaches colors
/// through it only. Coverage reaches them as a weight of 256ths: all triples of weight and
/// channels. Only a falloff that is screened has finer weights; `FalloffRimTests` compares it.
@Suite struct CompositingTests {
  static let alphaStep = Tier.isDebug ? 51 : 1

  /// The integer r nearest to `a b / 255`: the only one with `|255 r - a b| <= 127`.
  private func isNearest(_ r: Int, _ a: Int, _ b: Int) -> Bool { abs(255 * r - a * b) <= 127 }

  private func rounded(_ a: Int, _ b: Int) -> Int { (2 * a * b + 255) / 510 }

  private func expected(_ s: Int, _ a: Int, _ d: Int, _ blend: DisplayList.BlendMode) -> Int {
    switch blend {
    case .sourceOver: s + rounded(d, 255 - a)
    case .add: min(255, s + d)
    case .screen: s + d - rounded(s, d)
    case .maximum: max(s, d)
    }
  }

  @Test func scalingIsExactForAllProducts() {
    for a in 0...255 {
      for b in 0...255 {
        let exact = UInt32(rounded(a, b))
        let scaled = Compositing.scaled(
          PremultipliedColor(uncheckedPacked: UInt32(a) &* 0x0101_0101), level: UInt8(b))
        guard
          !isNearest(Int(exact), a, b) || divideBy255(UInt32(a * b)) != exact
            || scaled.packed != exact &* 0x0101_0101
        else { continue }
        Issue.record("\(a) times \(b): \(scaled.packed)")
      }
    }
  }

  @Test func premultiplyingIsExactAndNeverExceedsAlpha() {
    for alpha in 0...255 {
      for value in 0...255 {
        let color = StraightColor(
          red: UInt8(value), green: 255, blue: 0, alpha: UInt8(alpha)
        ).premultiplied
        guard
          Int(color.red) != rounded(value, alpha) || color.green != color.alpha
            || PremultipliedColor(packed: color.packed) == nil
        else { continue }
        Issue.record("\(value) at alpha \(alpha)")
      }
    }
  }

  /// Three values of the source's channel at a time, one per color channel.
  @Test(arguments: [DisplayList.BlendMode.sourceOver, .add, .screen, .maximum])
  func rulesAreExactForAllTriples(_ blend: DisplayList.BlendMode) {
    for alpha in stride(from: 0, through: 255, by: Self.alphaStep) {
      for first in stride(from: 0, through: alpha, by: 3) {
        let (second, third) = (min(first + 1, alpha), min(first + 2, alpha))
        let s = PremultipliedColor(
          uncheckedRed: UInt32(first), green: UInt32(second), blue: UInt32(third),
          alpha: UInt32(alpha))
        for below in 0...255 {
          let d = PremultipliedColor(uncheckedPacked: UInt32(below) &* 0x0101_0101)
          let result = Compositing.mixed(s, over: d, blend)
          guard
            Int(result.red) != expected(first, alpha, below, blend)
              || Int(result.green) != expected(second, alpha, below, blend)
              || Int(result.blue) != expected(third, alpha, below, blend)
              || Int(result.alpha) != expected(alpha, alpha, below, blend)
          else { continue }
          Issue.record("\(first) of \(alpha) \(blend) \(below): \(result)")
        }
      }
    }
  }

  /// An opaque color at every weight over every channel, three values of the color at a time.
  @Test(arguments: [DisplayList.BlendMode.sourceOver, .add, .screen, .maximum])
  func weightsAreExactForAllTriples(_ blend: DisplayList.BlendMode) {
    func expected(_ c: Int, _ weight: Int, _ d: Int) -> Int {
      switch blend {
      case .sourceOver: return (c * weight + d * (256 - weight) + 128) / 256
      case .add: return min(255, (c * weight + 128) / 256 + d)
      case .screen:
        let share = c * 257 * min(weight * 256, 65_535) / 65_536
        return d + ((255 - d) * 256 * share / 65_536 + 128) / 256
      case .maximum: return max((c * weight + 128) / 256, d)
      }
    }
    for weight in stride(from: 0, through: 256, by: Self.alphaStep == 1 ? 1 : 32) {
      for first in stride(from: 0, through: 255, by: 3) {
        let (second, third) = (min(first + 1, 255), min(first + 2, 255))
        let color = StraightColor(
          red: UInt8(first), green: UInt8(second), blue: UInt8(third), alpha: 255)
        for below in 0...255 {
          let d = PremultipliedColor(uncheckedPacked: UInt32(below) &* 0x0101_0101)
          let result = Compositing.mixed(color, weight: UInt16(weight), over: d, blend)
          guard
            Int(result.red) != expected(first, weight, below)
              || Int(result.green) != expected(second, weight, below)
              || Int(result.blue) != expected(third, weight, below)
              || Int(result.alpha) != expected(255, weight, below)
          else { continue }
          Issue.record("\(first) at \(weight) \(blend) \(below): \(result)")
        }
      }
    }
  }

  /// Screening as a real number, rounded: at most 1/100 of a level beside the nearest half.
  @Test func screeningAtAnyWeightIsRoundedToNearest() {
    for weight in stride(from: 0, through: 256, by: Self.alphaStep == 1 ? 1 : 16) {
      for value in 0...255 {
        let color = StraightColor(red: UInt8(value), green: 0, blue: 0, alpha: 255)
        for below in stride(from: 0, through: 255, by: Self.alphaStep == 1 ? 1 : 15) {
          let d = PremultipliedColor(uncheckedPacked: UInt32(below) | 0xFF00_0000)
          let found = Compositing.mixed(color, weight: UInt16(weight), over: d, .screen).red
          let share = Double(weight) / 256 * Double(value) / 255
          let exact = 255 - (255 - Double(below)) * (1 - share)
          guard (Double(found) - exact).magnitude > 0.51 else { continue }
          Issue.record("\(value) at \(weight) over \(below): \(found), not \(exact)")
        }
      }
    }
  }

  /// A larger channel never comes out smaller, so no channel ever passes alpha or 255.
  @Test(arguments: [DisplayList.BlendMode.sourceOver, .add, .screen, .maximum])
  func rulesAreMonotonic(_ blend: DisplayList.BlendMode) {
    for alpha in stride(from: 0, through: 255, by: max(5, Self.alphaStep)) {
      for s in 0...alpha {
        for d in 0...255 {
          let here = expected(s, alpha, d, blend)
          guard
            here > 255 || (s > 0 && expected(s - 1, alpha, d, blend) > here)
              || (d > 0 && expected(s, alpha, d - 1, blend) > here)
          else { continue }
          Issue.record("\(blend) at \(s), \(alpha), \(d)")
        }
      }
    }
  }

  @Test func randomPicturesStayPremultiplied() {
    for number in 0..<60 {
      let list = ReferenceTests.drawing(number).makeList()
      let broken = freshPixels(list).filter { PremultipliedColor(packed: $0) == nil }
      #expect(broken.isEmpty, "drawing \(number)")
    }
  }
}
