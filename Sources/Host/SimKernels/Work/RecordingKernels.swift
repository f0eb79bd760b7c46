import SimScenes
import SimbenchKit

/// A snow globe of 600 flakes for ten minutes, whose frames are sought.
private final class SoughtGlobe {
  static let frameCount: UInt32 = 36_000

  var loop: ScenarioLoop<Snowglobe>
  var ring = KeyframeRing()
  private var stream = RandomStream(seed: 1, name: "kernels.seek")

  init() {
    loop = ScenarioLoop<Snowglobe>(plan: .handledGlobe(Self.frameCount), rendersPixels: false)
    seek(Self.frameCount)
  }

  func seek(_ target: UInt32) {
    var observer = NoOpObserver()
    loop.seek(to: target, from: &ring, &observer)
  }

  /// Goes to some frame.
  func seekSomewhere() -> UInt64 {
    seek(UInt32(truncatingIfNeeded: stream.nextUInt64() % UInt64(Self.frameCount + 1)))
    return UInt64(loop.frame)
  }
}

/// Ten minutes of a finger that trembles, sampled 120 times per second, with a digest per frame.
private func longRecording() -> Recording {
  var plan = RunPlan(
    seed: 1, frameCount: 36_000, clock: FrameClock(framesPerSecond: 60),
    canvas: SceneCanvas(
      widthPoints: CanvasSize.width, heightPoints: CanvasSize.height, scale: FrameSize.scale),
    parameters: Snowglobe.descriptor.defaultParameters)
  plan.generators = [InputGenerator(kind: .drag, eventsPerMinute: 60)]
  plan.touchSamplesPerSecond = 120
  plan.hasMotion = false
  var source = PlannedInput(
    SyntheticInput(plan), recorded: nil, isRecording: true, repeatingClock: nil)
  var input = FrameInput()
  var stream = RandomStream(seed: 1, name: "kernels.recording")
  var recording = Recording(RecordingHeader(plan, of: Snowglobe.descriptor))
  for frame in 0..<plan.frameCount {
    source.reserveFrame()
    source.fill(
      &input, frame: frame, timeNanoseconds: plan.clock.startNanoseconds(ofFrame: frame))
    recording.digests.append(stream.nextUInt64())
  }
  recording = Recording(recording, input: source.recording, stepCount: plan.frameCount)
  recording.chain = recording.computedChain
  return recording
}

/// Seeking in a run, and reading a recording.
func recordingKernels() -> [Kernel] {
  [
    Kernel("seek") {
      let globe = SoughtGlobe()
      return LoopWork(check: { _ in
        globe.ring.byteCount > KeyframeRing.defaultByteBudget ? ["states exceed their budget"] : []
      }) { globe.seekSomewhere() }
    },
    Kernel("recording-parse") {
      let recording = longRecording()
      let bytes = recording.text
      return LoopWork(check: { stepCount in
        stepCount == UInt64(recording.stepCount) ? [] : ["a written recording is not read back"]
      }) {
        guard let read = try? Recording(parsing: bytes) else { return .max }
        return UInt64(read.stepCount)
      }
    },
  ]
}
