import Raster
import Testing

/// Every rule over every pair of bytes, against integers wide enough to need no care.
@Suite struct CompositingTests {
  private func rounded(_ a: Int, _ b: Int) -> Int { (2 * a * b + 255) / 510 }

  private func expected(_ s: Int, _ a: Int, _ d: Int, _ blend: BlendMode) -> Int {
    switch blend {
    case .sourceOver: s + rounded(d, 255 - a)
    case .add: min(255, s + d)
    case .screen: s + d - rounded(s, d)
    }
  }

  @Test func divisionBy255IsExactForAllProducts() {
    for a in 0...255 {
      for b in 0...255 {
        let exact = UInt32(rounded(a, b))
        let scaled = Compositing.scaled(
          PremultipliedColor(uncheckedPacked: UInt32(a) &* 0x0101_0101), level: UInt8(b))
        guard divideBy255(UInt32(a * b)) != exact || scaled.packed != exact &* 0x0101_0101
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

  /// Alpha of the source against every channel below: with the channel equal to alpha, the pair
  /// (alpha, alpha) is covered as well.
  @Test(arguments: [BlendMode.sourceOver, .add, .screen])
  func rulesAreExactForAllPairs(_ blend: BlendMode) {
    for source in 0...255 {
      for below in 0...255 {
        let s = PremultipliedColor(
          uncheckedRed: UInt32(source), green: UInt32(source / 2), blue: 0, alpha: UInt32(source))
        let d = PremultipliedColor(
          uncheckedRed: UInt32(below), green: UInt32(below / 3), blue: UInt32(below), alpha: 255)
        let result = Compositing.mixed(s, over: d, blend)
        let wanted = [
          expected(source, source, below, blend), expected(source / 2, source, below / 3, blend),
          expected(0, source, below, blend), expected(source, source, 255, blend),
        ]
        let found = [result.red, result.green, result.blue, result.alpha].map { Int($0) }
        guard found != wanted || result.alpha != 255 else { continue }
        Issue.record("\(source) \(blend) \(below): \(found), not \(wanted)")
      }
    }
  }

  /// A larger channel never comes out smaller, so no channel ever passes alpha.
  @Test(arguments: [BlendMode.sourceOver, .add, .screen])
  func rulesAreMonotonic(_ blend: BlendMode) {
    for alpha in stride(from: 0, through: 255, by: 5) {
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
    for seed in 0..<12 {
      var random = TestRandom(UInt64(9000 + seed))
      var list = makeList(width: 40, height: 40)
      randomLayerChange(&list, &random, size: 40)
      randomFrame(&list, &random, count: 12, size: 40)
      let broken = freshPixels(list).filter { PremultipliedColor(packed: $0) == nil }
      #expect(broken.isEmpty, "seed \(seed)")
    }
  }
}
