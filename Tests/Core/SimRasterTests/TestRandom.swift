import SimMath
import SimRaster

/// Numbers for tests, the same every time.
struct TestRandom {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt32 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let mixed = (state ^ state >> 29) &* 0xBF58_476D_1CE4_E5B9
    return UInt32(truncatingIfNeeded: mixed >> 32)
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt32(limit)) }

  mutating func number(_ low: Float, _ high: Float) -> Float {
    low + (high - low) * Float(next() >> 8) / 16_777_216
  }

  /// A number of either sign between 10⁵ and 10³⁰.
  mutating func hugeNumber() -> Float {
    var value = number(1, 10)
    for _ in 0..<5 + below(25) { value *= 10 }
    return below(2) == 0 ? value : 0 - value
  }

  /// Opaque, nearly opaque, nearly and wholly transparent now and then, else anything.
  mutating func level() -> UInt8 {
    let levels: [UInt8] = [255, 255, 255, 254, 1, 0]
    let choice = below(10)
    return choice < levels.count ? levels[choice] : UInt8(below(256))
  }

  mutating func color() -> StraightColor {
    StraightColor(hex: next() & 0xFF_FFFF, alpha: level())
  }

  mutating func blend() -> Item.Blend { Item.Blend.allCases[below(Item.Blend.allCases.count)] }

  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var result = elements
    for index in result.indices.dropFirst().reversed() {
      result.swapAt(index, below(index + 1))
    }
    return result
  }
}
