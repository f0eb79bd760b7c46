import SimFormats
import SimRuntime

/// Predicts what each frame of a run takes on the device class it stands in for; allocates
/// nothing after `init` as long as the costs of all work are known.
struct DeviceFrameMeter {
  private let costs: DeviceCosts?
  private let table: CostTable
  /// Nanoseconds by frame; frames in the background keep 0.
  private var nanoseconds: [UInt64]
  /// Why there is no prediction.
  private var reason: String?
  /// The last frame with work of unknown cost, and its units.
  private var unknown: (frame: Int, units: [String])?

  /// Makes a meter of one run.
  init(_ scenario: Scenario, _ descriptor: SceneDescriptor, rendersPixels: Bool) {
    costs = scenario.device.costs
    table = costs?.table.costs(ofScene: descriptor.name.description) ?? CostTable()
    if costs == nil {
      reason = "the device class has no cost table"
    } else if table.isEmpty {
      reason = "the device class has no costs of this scene"
    } else if !rendersPixels {
      reason = "no pixels were drawn"
    } else if !descriptor.stages.isEmpty {
      reason = CapSolver.stagesWithoutCost
    }
    nanoseconds = [UInt64](
      repeating: 0, count: reason == nil ? Int(scenario.plan.frameCount) : 0)
  }

  /// Adds a frame in the foreground.
  mutating func add(_ work: FrameWork, frame: UInt32) {
    guard reason == nil else { return }
    do throws(UnknownCosts) {
      // A device file may hold absurd costs; they are no reason to trap.
      nanoseconds[Int(frame)] = UInt64(min(try table.predict(work).total.rounded(), 1e18))
    } catch {
      unknown = (Int(frame), error.units)
    }
  }

  /// What the frames come to, each of which counts whose time counts as well.
  func prediction(_ frames: [Int], intervalNanoseconds: UInt64) -> DevicePrediction {
    if let reason { return .impossible(reason) }
    guard let costs, !frames.isEmpty else {
      return .impossible("every frame was spent in the background")
    }
    // What is painted in warm-up only needs no cost.
    if let unknown, let first = frames.first, unknown.frame >= first {
      return .impossible("no cost is known of \(unknown.units.joined(separator: ", "))")
    }
    let times = frames.map { nanoseconds[$0] }
    let percentiles = Percentiles(of: times)
    var summary = DeviceFrameSummary(
      intervalNanoseconds: intervalNanoseconds, frames: UInt32(times.count),
      median: percentiles.p50, high: percentiles.p99,
      uncertainty: costs.uncertainty, isEstimated: costs.isEstimated,
      source: costs.source)
    summary.framesOverInterval = UInt32(times.filter { $0 > intervalNanoseconds }.count)
    return .predicted(summary)
  }
}
