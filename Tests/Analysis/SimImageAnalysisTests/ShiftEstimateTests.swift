import SimImageAnalysis
import Testing

/// Goal: a picture that moved by parts of a pixel is told from one that changed otherwise.
///
/// Method: a soft disc by formula, moved, recolored and left alone.
@Suite struct ShiftEstimateTests {
  private func disc(_ x: Float, _ y: Float, gain: Float = 1) -> [UInt8] {
    (0..<24 * 24).flatMap { place -> [UInt8] in
      let (dx, dy) = (Float(place % 24) - x, Float(place / 24) - y)
      let light = max(0, 1 - (dx * dx + dy * dy) / 64)
      let value = UInt8(30 + 190 * light * light * gain)
      return [value, value, value, 255]
    }
  }

  private func estimate(_ test: [UInt8]) -> ShiftEstimate? {
    ShiftEstimate(ImagePair(width: 24, height: 24, reference: disc(12, 12), test: test))
  }

  @Test(arguments: [(0.5, 0), (-0.25, 0), (0, 1), (-0.75, 0.5), (1, -1)] as [(Float, Float)])
  func movesAreFound(x: Float, y: Float) throws {
    let shift = try #require(estimate(disc(12 + x, 12 + y)))
    #expect(shift.x == x && shift.y == y && shift.explained > 0.9)
  }

  @Test func otherChangesAreNoMoves() {
    #expect(estimate(disc(12, 12)) == nil)
    #expect(estimate(disc(12, 12, gain: 0.8)) == nil)
    #expect(estimate(disc(4, 18)) == nil)
  }
}
