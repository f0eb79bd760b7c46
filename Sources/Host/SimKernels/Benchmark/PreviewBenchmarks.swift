import SimPlatform
import SimbenchKit
import SimRingLight

/// The time of each pixel stage, summed over frames.
private struct StageTimes: PhaseObserver {
  private(set) var nanoseconds = [UInt64](repeating: 0, count: RingPreview.descriptor.stages.count)
  private var start: UInt64 = 0

  mutating func begin(_ phase: FramePhase) {}
  mutating func end(_ phase: FramePhase) {}
  mutating func begin(stage: StageKey) { start = MonotonicClock.threadNanoseconds() }
  mutating func end(stage: StageKey) {
    nanoseconds[stage.index] += MonotonicClock.threadNanoseconds() - start
  }

  mutating func reset() {
    for index in nanoseconds.indices { nanoseconds[index] = 0 }
  }
}

/// Whole frames of the selfie camera's preview with every stage on, and after each frame the ring's
/// pixels set by `memset` in another surface of the same size: once where they lie, row by row, and
/// once as many bytes in one piece, which fit the caches.
final class PreviewWorkload: Workload {
  /// The figures: the frame, its stages, the reference.
  static var names: [String] {
    let references = ["memset", "memset-in-one-piece"]
    return ["camera-preview"] + (stageNames + references).map { "camera-preview.\($0)" }
  }

  private static var stageNames: [String] { RingPreview.descriptor.stages.map(\.description) }

  private var loop: SyntheticLoop<RingPreview>
  private var times = StageTimes()
  private let buffer: UnsafeMutableRawPointer
  private let ringByteCount: Int
  private var totals: (ring: UInt64, memset: UInt64, piece: UInt64) = (0, 0, 0)
  private var frames: (nanoseconds: UInt64, count: UInt64) = (0, 0)

  init() {
    var parameters = RingPreview.descriptor.defaultParameters
    parameters[RingPreview.Parameter.zoom] = 1.3
    parameters[RingPreview.Parameter.exposure] = 0.5
    let plan = RunPlan(
      seed: 1, frameCount: .max, clock: FrameClock(framesPerSecond: 30),
      canvas: Canvas(
        widthPoints: CanvasSize.width, heightPoints: CanvasSize.height, scale: FrameSize.scale),
      parameters: parameters)
    loop = SyntheticLoop<RingPreview>(plan: plan, rendersPixels: true)
    ringByteCount = Self.ringPixelCount * 4
    buffer = .allocate(byteCount: FrameSize.byteCount, alignment: 64)
    // What was never written costs a page fault at its first touch.
    setBytes(buffer, 1, FrameSize.byteCount)
    for _ in 0..<10 { loop.advance(&times) }
  }

  deinit { buffer.deallocate() }

  /// Pixels that a ring of 60 points with 26 points of soft edge touches, corners taken as square.
  private static var ringPixelCount: Int {
    FrameSize.pixelCount - (FrameSize.width - 2 * ringReach) * (FrameSize.height - 2 * ringReach)
  }

  /// From the display's edge to where the ring ends.
  private static var ringReach: Int { Int((60 + 26 / 2) * FrameSize.scale) }

  func sample(_ count: Int) -> [UInt64] {
    times.reset()
    var (drawing, setting, piece): (UInt64, UInt64, UInt64) = (0, 0, 0)
    for turn in 0..<count {
      let start = MonotonicClock.threadNanoseconds()
      loop.advance(&times)
      let drawn = MonotonicClock.threadNanoseconds()
      setRing(Int32(turn & 255))
      let set = MonotonicClock.threadNanoseconds()
      setBytes(buffer, Int32(turn & 255), ringByteCount)
      (drawing, setting) = (drawing + drawn - start, setting + set - drawn)
      piece += MonotonicClock.threadNanoseconds() - set
    }
    frames = (frames.nanoseconds + drawing, frames.count + UInt64(count))
    totals.memset += setting
    totals.piece += piece
    totals.ring += times.nanoseconds[PreviewStage.ring.key.index]
    return [drawing] + times.nanoseconds + [setting, piece]
  }

  /// Sets the ring's pixels where they lie.
  private func setRing(_ value: Int32) {
    let (reach, row) = (Self.ringReach * 4, FrameSize.width * 4)
    setBytes(buffer, value, reach / 4 * row)
    let below = FrameSize.height - reach / 4
    for y in reach / 4..<below {
      setBytes(buffer + y * row, value, reach)
      setBytes(buffer + y * row + row - reach, value, reach)
    }
    setBytes(buffer + below * row, value, reach / 4 * row)
  }

  func finish() -> Outcome {
    var outcome = Outcome(digest: loop.stateDigest().finalize())
    outcome.digest &+= UInt64(buffer.load(fromByteOffset: 4096, as: UInt32.self))
    let rate = 1e9 * Double(frames.count) / Double(frames.nanoseconds)
    func ratio(_ reference: UInt64) -> Double {
      (Double(totals.ring) / Double(reference)).rounded(to: 2)
    }
    outcome.note =
      "\(rate.rounded(to: 1)) frames per second; the ring costs \(ratio(totals.memset)) times a "
      + "memset of its \(ringByteCount / 4) pixels where they lie, \(ratio(totals.piece)) times "
      + "one of as many bytes in one piece"
    if loop.work.pixelsFilled < UInt32(FrameSize.pixelCount) {
      outcome.faults.append("a frame filled only \(loop.work.pixelsFilled) pixels")
    }
    return outcome
  }
}

/// The preview, whole and stage by stage.
func previewBenchmarks() -> [Benchmark] {
  let figures = PreviewWorkload.names.enumerated().map { index, name in
    // 30 frames in a second.
    Figure(name: name, goal: index == 0 ? .atMostNanoseconds(33_333_333) : nil)
  }
  return [Benchmark(figures) { PreviewWorkload() }]
}
