import SimImageAnalysis
import Testing

/// Goal: a finding says the frames of the run, whatever part of it was not drawn.
///
/// Method: every frame that a finding names is another number, and is counted otherwise.
@Suite struct FlashFrameCountTests {
  private static func place(_ frame: UInt32) -> FlashSafety.Place {
    FlashSafety.Place(x: 1, y: 2, width: 3, height: 4, frame: frame)
  }

  private static func count(_ first: UInt32, _ worst: UInt32) -> FlashSafety.Count {
    var count = FlashSafety.Count()
    (count.firstFailFrame, count.worst) = (first, place(worst))
    return count
  }

  private static func finding(_ shift: UInt32) -> FlashSafety {
    var pattern = FlashSafety.Pattern()
    (pattern.firstFailFrame, pattern.worst) = (11 + shift, place(12 + shift))
    var (general, red) = (FlashSafety.Threshold(), FlashSafety.Threshold())
    (general.firstFailFrame, general.worst) = (7 + shift, place(8 + shift))
    (red.firstFailFrame, red.worst) = (9 + shift, place(10 + shift))
    return FlashSafety(
      frames: 20, general: count(1 + shift, 2 + shift), saturation: count(3 + shift, 4 + shift),
      chromaticity: count(5 + shift, 6 + shift),
      means: .init(level: .pass, luminanceTransitions: 0, redTransitions: 0),
      worstContrastShare: 0.5, combined: .init(general: general, red: red), pattern: pattern)
  }

  @Test func everyFrameIsCounted() {
    #expect(Self.finding(0).countingFrames { $0 + 100 } == Self.finding(100))
    #expect(Self.finding(0).countingFrames { $0 } == Self.finding(0))
  }

  @Test func whatIsNotThereStaysAway() {
    let none = FlashSafety(
      frames: 2, general: .init(), saturation: .init(), chromaticity: .init(),
      means: .init(level: .pass, luminanceTransitions: 0, redTransitions: 0),
      worstContrastShare: 0, combined: nil)
    #expect(none.countingFrames { $0 + 1 } == none)
  }
}
