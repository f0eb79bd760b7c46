import SimPlatform
import SimScenes
import SimbenchKit

/// A snow globe of 600 flakes for ten minutes, whose frames are sought.
private final class SoughtGlobe {
  static let frameCount: UInt32 = 36_000

  var loop: ScenarioLoop<Snowglobe>
  var ring = KeyframeRing()
  private var stream = RandomStream(seed: 1, name: "benchmark.seek")

  init() {
    loop = ScenarioLoop<Snowglobe>(plan: .handledGlobe(Self.frameCount), rendersPixels: false)
    seek(Self.frameCount)
  }

  func seek(_ target: UInt32) {
    var observer = SilentObserver()
    loop.seek(to: target, from: &ring, &observer)
  }

  /// Goes to some frame.
  func seekSomewhere() -> UInt64 {
    seek(UInt32(truncatingIfNeeded: stream.nextUInt64() % UInt64(Self.frameCount + 1)))
    return UInt64(loop.frame)
  }
}

private final class SeekWorkload: Workload {
  private lazy var globe = SoughtGlobe()
  private var digest: UInt64 = 0

  func sample(_ count: Int) -> [UInt64] {
    let globe = globe
    let start = MonotonicClock.threadNanoseconds()
    for _ in 0..<count { digest = digest &* 31 &+ globe.seekSomewhere() }
    return [MonotonicClock.threadNanoseconds() - start]
  }

  func finish() -> Outcome {
    var outcome = Outcome(digest: digest)
    outcome.note =
      "any of 36,000 frames: \(globe.ring.count) states, \(globe.ring.interval) frames apart, "
      + "\(globe.ring.byteCount) bytes"
    if globe.ring.byteCount > KeyframeRing.defaultByteBudget {
      outcome.faults.append("more than the budget")
    }
    return outcome
  }
}

/// Ten minutes of a finger that trembles, sampled 120 times a second, with a digest a frame.
private final class RecordingWorkload: Workload {
  private let bytes: [UInt8]
  private var digest: UInt64 = 0
  private var faults: [String] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func sample(_ count: Int) -> [UInt64] {
    let start = MonotonicClock.threadNanoseconds()
    for _ in 0..<count {
      guard let recording = try? Recording(parsing: bytes) else {
        faults = ["what was written is not read"]
        break
      }
      digest = digest &* 31 &+ UInt64(recording.stepCount)
    }
    return [MonotonicClock.threadNanoseconds() - start]
  }

  func finish() -> Outcome {
    var outcome = Outcome(digest: digest)
    outcome.note = "\(bytes.count) bytes"
    outcome.faults = faults
    return outcome
  }

  /// The recording.
  static func make() -> Recording {
    var plan = RunPlan(
      seed: 1, frameCount: 36_000, clock: FrameClock(framesPerSecond: 60),
      canvas: Canvas(
        widthPoints: CanvasSize.width, heightPoints: CanvasSize.height, scale: FrameSize.scale),
      parameters: Snowglobe.descriptor.defaultParameters)
    plan.generators = [InputGenerator(kind: .drag, eventsPerMinute: 60)]
    plan.touchSamplesPerSecond = 120
    plan.hasMotion = false
    var source = PlannedInput(
      SyntheticInput(plan), recorded: nil, isRecording: true, repeatingClock: nil)
    var input = FrameInput()
    var stream = RandomStream(seed: 1, name: "benchmark.recording")
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
}

/// What recordings and their readers do.
func recordingBenchmarks() -> [Benchmark] {
  let text = RecordingWorkload.make().text
  return [
    Benchmark(
      Figure(
        name: "seek", goal: .atMostNanoseconds(20_000_000), unit: .time, hasMemcpyRatio: false)
    ) { SeekWorkload() },
    Benchmark(
      Figure(
        name: "recording-parse", goal: .atMostNanoseconds(Double(text.count) * 20),
        unit: .bytes(Double(text.count)), hasMemcpyRatio: false)
    ) { RecordingWorkload(text) },
  ]
}
