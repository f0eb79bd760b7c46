import SimInput
import Testing

/// Goal: keys are pressed as often as asked for, each of them, and move nothing else.
///
/// Method: minutes of presses counted; other generators with and without keys beside them.
@Suite struct KeyPressTests {
  private static func presses(
    _ generators: [InputGenerator], frames: UInt32, seed: UInt64 = 1
  ) -> [ButtonPresses] {
    var synthesizer = InputSynthesizer(
      seed: seed, generators: generators, clock: FrameClock(framesPerSecond: 60),
      touchSamplesPerSecond: 60, canvasWidth: 390, canvasHeight: 844)
    var input = FrameInput()
    return (0..<frames).map { frame in
      synthesizer.fill(&input, frame: frame)
      #expect(input.touches.count == 0 && input.motion == nil)
      return input.keyPresses
    }
  }

  @Test func everyKeyIsPressedAsOftenAsAsked() {
    var generator = InputGenerator.standard(.keyPress)
    generator.eventsPerMinute = 60
    let presses = Self.presses([generator], frames: 36_000)
    let count = presses.count { !$0.isEmpty }
    // 600 on average with a deviation of 24.
    #expect(count > 480 && count < 720, "\(count)")
    for key in [ButtonPresses.volumeUp, .volumeDown, .cameraControl] {
      let share = Double(presses.count { $0.contains(key) }) / Double(count)
      #expect(share > 0.25 && share < 0.42, "\(key): \(share)")
    }
    #expect(presses == Self.presses([generator], frames: 36_000))
    #expect(presses != Self.presses([generator], frames: 36_000, seed: 2))
  }

  @Test func keysStayWithinTheirFrames() {
    var generator = InputGenerator.standard(.keyPress)
    generator.eventsPerMinute = 6_000
    (generator.startFrame, generator.endFrame) = (100, 200)
    let presses = Self.presses([generator], frames: 300)
    #expect(presses[..<100].allSatisfy { $0.isEmpty })
    #expect(presses[201...].allSatisfy { $0.isEmpty })
    #expect(presses[100..<200].count { !$0.isEmpty } > 50)
    #expect(Self.presses([], frames: 300).allSatisfy { $0.isEmpty })
  }

  @Test func aFrameBeginsWithoutKeys() {
    var input = FrameInput()
    input.keyPresses = [.volumeUp, .cameraControl]
    input.begin(frame: 1, timeNanoseconds: 16_666_667)
    #expect(input.keyPresses.isEmpty)
  }

  @Test func otherInputIsNotMoved() {
    let others = [InputGenerator.standard(.tap), .standard(.shake)]
    let alone = InputWalk.run(others, frames: 1_200)
    let beside = InputWalk.run([.standard(.keyPress)] + others, frames: 1_200)
    #expect(alone.broken.isEmpty && beside.broken.isEmpty && alone.began > 5)
    #expect(alone.samples == beside.samples && alone.motions == beside.motions)
  }
}
