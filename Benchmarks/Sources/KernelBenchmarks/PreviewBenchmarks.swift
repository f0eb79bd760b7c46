import DeterministicMath
import Raster
import RingLight
import Runtime
import Simulation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The time of each pixel stage, summed over frames.
private struct StageTimes: PhaseObserver {
  private(set) var nanoseconds = [UInt64](repeating: 0, count: RingPreview.descriptor.stages.count)
  private var start: UInt64 = 0

  mutating func begin(_ phase: FramePhase) {}
  mutating func end(_ phase: FramePhase) {}
  mutating func begin(stage: UInt8) { start = ThreadClock.nanoseconds() }
  mutating func end(stage: UInt8) {
    nanoseconds[Int(stage)] += ThreadClock.nanoseconds() - start
  }

  mutating func reset() {
    for index in nanoseconds.indices { nanoseconds[index] = 0 }
  }
}

/// Whole frames of the selfie camera's preview with every stage on, and in each frame as many bytes
/// set by `memset` as the ring's pixels have.
final class PreviewWorkload: Workload {
  /// The figures: the frame, its stages, the reference.
  static var names: [String] {
    ["camera-preview"] + stageNames.map { "camera-preview.\($0)" } + ["camera-preview.memset"]
  }

  private static var stageNames: [String] { RingPreview.descriptor.stages.map(\.description) }

  private var loop: FrameLoop<RingPreview>
  private var times = StageTimes()
  private let buffer: UnsafeMutableRawPointer
  private let ringByteCount: Int
  private var totals: (ring: UInt64, memset: UInt64, frame: UInt64, count: UInt64) = (0, 0, 0, 0)

  init() {
    let descriptor = RingPreview.descriptor
    var parameters = descriptor.defaultParameters
    for (index, parameter) in descriptor.parameters.enumerated() {
      switch parameter.name.description {
      case "zoom": parameters[index] = 1.3
      case "exposure": parameters[index] = 0.5
      default: break
      }
    }
    let plan = RunPlan(
      seed: 1, frameCount: .max, clock: FrameClock(framesPerSecond: 30),
      canvas: Canvas(
        widthPoints: CanvasSize.width, heightPoints: CanvasSize.height, scale: FrameSize.scale),
      parameters: parameters)
    loop = FrameLoop<RingPreview>(plan: plan, rendersPixels: true)
    ringByteCount = Self.ringPixelCount * 4
    buffer = .allocate(byteCount: FrameSize.byteCount, alignment: 64)
    for _ in 0..<10 { loop.advance(&times) }
  }

  deinit { buffer.deallocate() }

  /// Pixels that a ring of 60 points with 26 points of soft edge touches, corners taken as square.
  private static var ringPixelCount: Int {
    let reach = 2 * Int((60 + 26 / 2) * FrameSize.scale)
    return FrameSize.pixelCount - (FrameSize.width - reach) * (FrameSize.height - reach)
  }

  func sample(_ count: Int) -> [UInt64] {
    times.reset()
    var (frames, reference): (UInt64, UInt64) = (0, 0)
    for turn in 0..<count {
      let start = ThreadClock.nanoseconds()
      loop.advance(&times)
      let drawn = ThreadClock.nanoseconds()
      memset(buffer, Int32(turn & 255), ringByteCount)
      frames += drawn - start
      reference += ThreadClock.nanoseconds() - drawn
    }
    totals.frame += frames
    totals.memset += reference
    totals.ring += times.nanoseconds[Self.ringStage]
    totals.count += UInt64(count)
    return [frames] + times.nanoseconds + [reference]
  }

  private static var ringStage: Int { stageNames.firstIndex(of: "ring") ?? 0 }

  func finish() -> Outcome {
    var outcome = Outcome(digest: loop.stateDigest().finalize())
    outcome.digest &+= UInt64(buffer.load(fromByteOffset: 4096, as: UInt32.self))
    let frames = Double(totals.count)
    let ratio = Double(totals.ring) / Double(totals.memset)
    let rate = 1e9 * frames / Double(totals.frame)
    outcome.note =
      "\(rate.rounded(to: 1)) frames per second; the ring costs \(ratio.rounded(to: 2)) times a "
      + "memset of its \(ringByteCount / 4) pixels"
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
