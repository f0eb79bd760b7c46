import SimMath
import TestTier
import Testing

/// Goal: no bit of any elementary function's results changes unnoticed, on any target.
///
/// Method: digests of the results at 2¹⁶ and 2²⁰ arguments spread over all floats are pinned.
struct MathTableTests {
  /// The digest of a function's results; NaN counts as one value whatever its bits.
  private func digest(_ function: ReferenceFunction, count: UInt32) -> UInt64 {
    var digest = StateDigest()
    for number in Swift.stride(from: 0 as UInt32, to: 1 << 24, by: Int((1 << 24) / count)) {
      // The lowest two bits choose the kind of pair.
      let (x, y) =
        ReferenceFunction.binary.contains(function)
        ? function.pair(number | number >> 9 & 3) : (ReferenceFunction.argument(number), 0)
      let value = function.value(x, y)
      digest.combine(value.isNaN ? 0x7FC0_0000 : value.bitPattern)
    }
    return digest.finalize()
  }

  struct Pinned: CustomTestStringConvertible {
    var function: ReferenceFunction
    var small: UInt64
    var large: UInt64
    var testDescription: String { function.rawValue }
  }

  static let pinned: [Pinned] = [
    Pinned(
      function: .sin, small: 0xC7EE_A7EC_D81D_3ACF, large: 0x73C3_A5A3_5942_4166),
    Pinned(
      function: .cos, small: 0x37B6_8EBB_99C2_1652, large: 0x18E9_3D18_5DDE_8971),
    Pinned(
      function: .exp, small: 0xA5E6_8210_8F95_3DA9, large: 0xAECB_D4A0_022D_A925),
    Pinned(
      function: .log, small: 0x9D1A_70C8_C4A2_0996, large: 0xBF91_1A52_4D4C_7EAB),
    Pinned(
      function: .atan2, small: 0xB2B8_432F_DB2E_AEDC, large: 0xEB32_FF4B_2FCF_1E72),
    Pinned(
      function: .pow, small: 0x0749_3EEF_8DD6_5D70, large: 0x1459_EA15_D158_4FBE),
  ]

  @Test(arguments: pinned)
  func resultsArePinned(_ pinned: Pinned) {
    #expect(digest(pinned.function, count: 1 << 16) == pinned.small)
    guard !Tier.isDebug else { return }
    #expect(digest(pinned.function, count: 1 << 20) == pinned.large)
  }

  @Test func everyFunctionIsPinned() {
    #expect(Self.pinned.map(\.function) == ReferenceFunction.allCases)
  }
}
