import SimMath
import SimFormats
import SimImageAnalysis
import SimPlatform
import SimRaster
import SimRuntime
import SimInput

/// Looks at every finished frame: digests, caps, loads, calmness, flashes.
///
/// None of it is timed as the scene's cost.
package struct RunObserver: ~Copyable {
  /// How many members each population has.
  package private(set) var counts: PopulationCounts
  /// The first thing that went wrong, if anything did.
  package private(set) var fault: Fault?
  /// The digest of the last frame's state.
  package private(set) var state: UInt64 = 0
  /// The digest of clock, canvas and scene after the last frame, whatever the input came from.
  package private(set) var scene: UInt64 = 0
  /// A digest over all states so far, in order.
  package private(set) var chain: UInt64 = 0
  /// The digest of the last frame's pixels, when there are pixels.
  package private(set) var pixels: UInt64?
  /// A digest over all pictures so far, in order.
  package private(set) var pixelChain: UInt64?
  /// What the scene was fed.
  package private(set) var input = InputSummary()
  /// The exact work of the frames.
  package private(set) var work: WorkMeter
  /// Heap bytes in use at the checkpoints.
  package private(set) var liveBytes: [LiveBytes] = []
  /// Whether the device was shaken within the last quarter of a second.
  package private(set) var isShaken = false

  private var asideStart: Int64 = 0
  private var asideBytes: Int64 = 0
  private let descriptor: SceneDescriptor
  private let shakeHoldFrames: UInt32
  private var framesSinceShake = UInt32.max
  private var pixelDigest: PixelDigest
  private let isThreaded: Bool
  private let backgroundSpans: [FrameSpan]
  private let measuresCalmness: Bool
  private var calmnessMeter: CalmnessMeter
  private var latencyMeter: StrokeLatencyMeter?
  private var deviceFrames: DeviceFrameMeter
  private var display = DisplayWorkMeter()

  /// Makes an observer of one run.
  ///
  /// - Parameter isThreaded: whether other threads work for the frames, so that their memory
  ///   counts too.
  package init(
    descriptor: SceneDescriptor, scenario: Scenario, rendersPixels: Bool, measuresCalmness: Bool,
    isThreaded: Bool = false
  ) {
    self.isThreaded = isThreaded
    backgroundSpans = scenario.plan.backgroundSpans.sorted { $0.start < $1.start }
    self.measuresCalmness = measuresCalmness
    self.descriptor = descriptor
    counts = PopulationCounts(descriptor)
    work = WorkMeter(descriptor)
    deviceFrames = DeviceFrameMeter(scenario, descriptor, rendersPixels: rendersPixels)
    shakeHoldFrames = scenario.plan.clock.framesPerSecond / 4
    pixelDigest = PixelDigest(
      maximumPixelCount: rendersPixels ? scenario.plan.maximumPixelCount : 1,
      maximumSide: rendersPixels ? scenario.plan.maximumSide : 1)
    let plan = scenario.plan
    calmnessMeter = CalmnessMeter(
      maximumPixelCount: measuresCalmness ? plan.maximumPixelCount : 1,
      maximumSide: measuresCalmness ? plan.maximumSide : 1, minimumScale: plan.minimumScale,
      framesPerSecond: plan.clock.framesPerSecond)
    latencyMeter = descriptor.inkColor.map {
      StrokeLatencyMeter(scenario, ink: $0, seesPixels: rendersPixels)
    }
    liveBytes.reserveCapacity(Int(scenario.plan.frameCount / 3600) + 3)
  }

  /// How calm the pictures were, by the run's frames; nil when fewer than two of one size were
  /// drawn.
  package var calmness: Calmness? {
    let spans = backgroundSpans
    return calmnessMeter.result?.countingFrames { Self.frame(ofDrawn: $0, spans) }
  }

  /// How much the pictures flashed, by the run's frames; nil when fewer than two were drawn.
  package var flash: FlashSafety? {
    let spans = backgroundSpans
    return calmnessMeter.flash?.countingFrames { Self.frame(ofDrawn: $0, spans) }
  }

  /// The frame of the run in which a picture was drawn, both from 0: none is drawn in the
  /// background.
  private static func frame(ofDrawn picture: UInt32, _ spans: [FrameSpan]) -> UInt32 {
    spans.reduce(picture) { frame, span in
      span.start <= frame ? frame + (span.end - span.start) : frame
    }
  }

  /// The flashes of the frame last drawn.
  package var flashFrame: FlashFrame { calmnessMeter.flashFrame }

  /// What the frame last drawn looks like.
  ///
  /// - Parameters:
  ///   - frame: the frame.
  ///   - digest: the digest of its pixels.
  func look(_ frame: UInt32, _ digest: UInt64) -> FrameLook {
    FrameLook(frame: frame, digest: digest, flash: flashFrame, calm: calmnessMeter.frame)
  }

  /// How long ink took from touch to glass; nil when the scene drew no stroke.
  package var strokeLatency: StrokeLatencySummary? { latencyMeter?.summary }

  /// What frames would take on the device class, of which those named count.
  func devicePrediction(_ frames: [Int], intervalNanoseconds: UInt64) -> DevicePrediction {
    deviceFrames.prediction(frames, intervalNanoseconds: intervalNanoseconds)
  }

  /// Looks at the frame the loop has just run.
  package mutating func observe<S: SimScene & ~Copyable>(
    _ loop: inout ScenarioLoop<S>, frame: UInt32
  ) {
    guard !loop.wasInBackground else {
      input.framesInBackground += 1
      chain = Recording.chained(chain, state)
      return
    }
    let digest = loop.stateDigest()
    state = digest.finalize()
    chain = Recording.chained(chain, state)
    fault = loop.fault(digest, frame: frame)
    counts = loop.counts
    if loop.rendersPixels {
      let value = pixelDigest.update(loop.surface, loop.rasterizer)
      pixels = value
      pixelChain = Recording.chained(pixelChain ?? 0, value)
      if measuresCalmness {
        calmnessMeter.observe(
          loop.surface, scale: loop.canvas.scale, damagedBy: loop.rasterizer)
      }
    }
    // What the meters keep, such as types that the runtime makes when they are first used, is no
    // memory of the scene's.
    beginAside()
    let frameWork = FrameWork(loop, members: work.members(counts), &display)
    work.add(frameWork)
    deviceFrames.add(frameWork, frame: frame)
    latencyMeter?.observe(loop, frame: frame)
    endAside()
    observeInput(loop.input)
    input.events = loop.source.tally
  }

  /// Looks at the heap and at the scene when the run has ended.
  package mutating func finish<S: SimScene & ~Copyable>(_ loop: inout ScenarioLoop<S>) {
    if Int(loop.frame) > Warmup.frames { readHeap(afterFrame: loop.frame) }
    scene = loop.sceneDigest().finalize()
  }

  /// Notes how many heap bytes are in use, those of pictures and progress left out.
  package mutating func readHeap(afterFrame frame: UInt32) {
    guard liveBytes.last?.frame != frame,
      let counts = AllocationProbe.counts(ofAllThreads: isThreaded)
    else { return }
    liveBytes.append(LiveBytes(frame: frame, bytes: counts.liveBytes - asideBytes))
  }

  /// What follows, until `endAside`, is no part of the run: its heap bytes do not count.
  package mutating func beginAside() {
    asideStart = bytesInUse
  }

  /// The run goes on.
  package mutating func endAside() {
    asideBytes += bytesInUse - asideStart
  }

  private var bytesInUse: Int64 {
    AllocationProbe.counts(ofAllThreads: isThreaded)?.liveBytes ?? 0
  }

  private mutating func observeInput(_ seen: borrowing FrameInput) {
    for touch in seen.touches where touch.phase == .began { input.touches += 1 }
    input.samples += UInt64(seen.samples.count)
    input.maximumTouches = max(input.maximumTouches, UInt32(seen.downCount))
    if !seen.touches.isEmpty { input.framesTouched += 1 }
    let motion = seen.motion ?? .still
    let (x, y, z) = (motion.accelerationX, motion.accelerationY, motion.accelerationZ)
    let squared: Float = x * x + y * y + z * z
    if squared >= 0.25 {
      framesSinceShake = 0
    } else if framesSinceShake < .max {
      framesSinceShake += 1
    }
    isShaken = framesSinceShake <= shakeHoldFrames
    if isShaken { input.framesShaken += 1 }
  }
}
