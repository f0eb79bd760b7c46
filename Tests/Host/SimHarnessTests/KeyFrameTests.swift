import SimFormats
import SimHarness
import Testing

/// Goal: the pictures of a run show all of it, and the first touch and shake as they begin, during
/// and after.
///
/// Method: input frame by frame without a scene, the chosen frames compared; lengths and moments
/// of all sorts held to bounds; a run of a scene that ends early.
struct KeyFrameTests {
  private static func frames(
    _ frameCount: UInt32, of count: UInt32 = 10, touched: Range<UInt32> = 0..<0,
    shaken: Range<UInt32> = 0..<0
  ) -> [UInt32] {
    var picker = KeyFramePicker(count: count, frameCount: frameCount)
    return (0..<frameCount).filter {
      picker.takes(
        $0, isTouched: touched.contains($0), isShaken: shaken.contains($0), isLast: false)
    }
  }

  @Test(
    arguments: [
      (3600, [359, 719, 1079, 1439, 1799, 2159, 2519, 2879, 3239, 3599]),
      (15, [1, 2, 4, 5, 7, 8, 10, 11, 13, 14]), (6, [0, 1, 2, 3, 4, 5]), (1, [0]),
    ] as [(UInt32, [UInt32])])
  func framesAreSpreadEvenlyAndTheLastIsOneOfThem(frameCount: UInt32, frames: [UInt32]) {
    #expect(Self.frames(frameCount) == frames)
    // Input that is never quiet has no first touch.
    #expect(Self.frames(frameCount, touched: 0..<frameCount) == frames)
    #expect(Self.frames(frameCount, of: 1) == [frameCount - 1])
  }

  /// A touch is shown when it lifts, or after 24 frames; then the rest is spread anew.
  @Test func touchAndShakeAreShown() {
    #expect(
      Self.frames(3600, touched: 400..<410, shaken: 520..<600)
        == [359, 400, 410, 470, 520, 560, 700, 1666, 2633, 3599])
    #expect(Self.frames(300, touched: 250..<300).suffix(3) == [250, 274, 299])
    // The second touch is none to show, nor is one less than a second after another.
    let later = Self.frames(3600, touched: 59..<1000)
    #expect(later == Self.frames(3600))
  }

  @Test func countIsAsWantedOrUpToSixMore() {
    for frameCount: UInt32 in 1...300 {
      for start in stride(from: 0, to: frameCount, by: 7) {
        let frames = Self.frames(
          frameCount, touched: start..<start + 9, shaken: start + 40..<start + 90)
        #expect(frames.last == frameCount - 1 && frames == frames.sorted())
        #expect((Int(min(frameCount, 9))...16).contains(frames.count), "\(frameCount), \(start)")
      }
    }
  }

  @Test func runThatEndsEarlyIsShownInItsLastFrame() throws {
    var options = RunOptions()
    options.pictures = .keyFrames(count: 3)
    let whole = try Runner<PlantScene>.run(.planted(frames: 20), options: options)
    #expect(whole.pictures.map(\.frame) == [6, 13, 19])
    let ended = try Runner<PlantScene>.run(
      .planted(.notANumber, atFrame: 8, frames: 20), options: options)
    #expect(ended.pictures.map(\.frame) == [6, 8])
  }
}
