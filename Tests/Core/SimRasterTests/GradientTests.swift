import SimMath
import SimRaster
import Testing

/// Smoothness and exactness of gradients.
@Suite struct GradientTests {
  private let whole = PointRectangle(x: 0, y: 0, width: 128, height: 128)

  private func render(
    _ from: StraightColor, _ to: StraightColor, end: Vector2, _ size: Int32 = 128
  ) -> [UInt32] {
    var list = DisplayList(pixelWidth: size, pixelHeight: size, scale: 1, capacity: 4)
    let gradient = list.addGradient([(0, from), (1, to)])
    list.linearGradient(gradient, in: whole, from: Vector2(0, 0), to: end)
    return freshPixels(list)
  }

  @Test func ditheredMeansTrackTheIdealWithoutBands() {
    for end in [Vector2(0, 128), Vector2(128, 0), Vector2(90, 70)] {
      let found = render(
        StraightColor(hex: 0x10_2030), StraightColor(hex: 0x1C_3048), end: end)
      var previous = -1
      for block in 0..<256 {
        let (left, top) = (block % 16 * 8, block / 16 * 8)
        var (sum, low, high) = (0, 255, 0)
        var ideal: Float = 0
        for y in top..<top + 8 {
          for x in left..<left + 8 {
            let value = Int(found[y * 128 + x] & 255)
            sum += value
            (low, high) = (min(low, value), max(high, value))
            let along = (Float(x) + 0.5) * end.x + (Float(y) + 0.5) * end.y
            ideal += 16 + 12 * min(1, along / end.lengthSquared)
          }
        }
        #expect((Float(sum) - ideal).magnitude / 64 < 0.6, "block \(block)")
        #expect(high - low <= 2, "block \(block)")
        if left == 0 && end.x == 0 {
          #expect(sum >= previous)
          previous = sum
        }
      }
      #expect(found.allSatisfy { $0 >> 24 == 255 })
    }
  }

  @Test func neighborsDifferByOneStepAtMost() {
    let found = render(
      StraightColor(hex: 0x10_2030), StraightColor(hex: 0x28_3848), end: Vector2(0, 128))
    for index in 0..<127 * 128 {
      let (here, below) = (Int(found[index] & 255), Int(found[index + 128] & 255))
      let right = Int(found[index % 128 == 127 ? index : index + 1] & 255)
      guard abs(here - below) > 1 || abs(here - right) > 1 else { continue }
      Issue.record("pixel \(index)")
    }
  }

  @Test func constantGradientIsOneColor() {
    for alpha in [255, 200, 128, 1] as [UInt8] {
      let color = StraightColor(red: 201, green: 77, blue: 13, alpha: alpha)
      let found = render(color, color, end: Vector2(50, 128), 32)
      #expect(found.allSatisfy { $0 == color.premultiplied.packed }, "alpha \(alpha)")
    }
  }

  @Test func ranksArePermuted() {
    #expect(DitherMatrix.ranks.sorted() == Array(0..<64))
  }
}
