import SimInput
import SimMath
import Testing

/// Goal: what an app tells the recorder is what a replay of the recording tells a scene.
///
/// Method: the same touches, motion and keys told to a recorder and to live input; every frame of
/// the recording, read back from its text, beside what live input said.
struct InputRecorderTests {
  @Test func recordingSaysWhatLiveInputSaid() throws {
    var header = RecordingHeader(name: Array("snowglobe".utf8))
    header.canvas = SceneCanvas(widthPoints: 200, heightPoints: 400, scale: 2)
    header.framesPerSecond = 120
    var recorder = InputRecorder(header)
    var live = LiveInput()
    let clock = FrameClock(framesPerSecond: 120)
    var stream = RandomStream(seed: 4, name: "recorder")
    var told: [FrameInput] = []
    for frame in UInt32(0)..<400 {
      if frame == 200 {
        recorder.pass(framesInBackground: 4)
        recorder.pass(framesInBackground: 3)
      }
      if frame == 250 { recorder.pass(framesInBackground: 0) }
      let time = clock.startNanoseconds(ofFrame: frame)
      for key in UInt64(0)..<3 {
        // Each lands, moves and lifts again and again, a few frames apart.
        let step = (UInt64(frame) + key * 5) % 23
        guard step < 12 else { continue }
        let phase: TouchPhase = step == 0 ? .began : step == 11 ? .ended : .moved
        for part in UInt64(0)..<(phase == .moved ? 3 : 1) {
          let place = Vector2(
            Float(stream.nextUInt64() >> 40) / 131_072, Float(stream.nextUInt64() >> 40) / 65_536)
          let kind: TouchKind = key == 2 ? .pencil : .finger
          let stamp = time + part * 1_000_003
          recorder.touch(
            key, phase, at: place, timeNanoseconds: stamp, radius: 6, pressure: 0.25, kind: kind)
          live.touch(
            key, phase, at: place, timeNanoseconds: stamp, radius: 6, pressure: 0.25, kind: kind)
        }
      }
      if frame % 3 == 1 {
        let reading = MotionSample(
          acceleration: (Float(frame) * 0.01, 0.5, -0), rotationRate: (0, .leastNonzeroMagnitude, 3)
        )
        recorder.move(reading)
        live.move(reading)
      }
      if frame % 50 == 49 {
        recorder.press(.volumeUp)
        live.press(.volumeUp)
      }
      if frame == 300 {
        recorder.resize(to: SceneCanvas(widthPoints: 9, heightPoints: 9, scale: 1))
        recorder.resize(
          to: SceneCanvas(
            widthPoints: 400, heightPoints: 200, scale: 2, orientation: .landscapeLeft))
      }
      recorder.nextFrame()
      var input = FrameInput()
      live.fill(&input, frame: frame, timeNanoseconds: time)
      told.append(input)
    }
    let recording = recorder.recording
    #expect(recorder.frameCount == 407 && recording.stepCount == 407)
    #expect(recording.backgroundSpans == [FrameSpan(start: 200, end: 207)])
    #expect(recording.canvasChanges.map { $0.frame } == [307])
    let read = try Recording(parsing: recording.text)
    #expect(read == recording)
    var input = FrameInput()
    for (frame, expected) in told.enumerated() {
      let time = clock.startNanoseconds(ofFrame: UInt32(frame))
      read.input.replay(UInt32(frame), at: time, into: &input)
      #expect(input.digest == expected.digest, "frame \(frame)")
    }
    #expect(told.contains { $0.samples.count > 6 } && told.contains { $0.touches.count == 3 })
  }
}
