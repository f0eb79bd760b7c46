import SimFormats
import SimRuntime

/// Predicts what each frame of a run takes on the device class it stands in for, with the renderer
/// that the product draws the scene with; keeps no more storage after `init`.
struct DeviceFrameMeter {
  private let device: Device
  private let costs: FrameCosts?
  private let canvasPixels: Double
  /// Times by frame; those of frames in the background stay 0.
  private var frames: [FrameCosts.Frame]
  /// Why there is no prediction.
  private var reason: String?

  /// Makes a meter of one run.
  init(_ scenario: Scenario, _ descriptor: SceneDescriptor, rendersPixels: Bool) {
    device = scenario.device
    canvasPixels = Double(scenario.plan.maximumPixelCount)
    do throws(FrameCosts.Impossible) {
      let costs = try FrameCosts(scenario.device, descriptor)
      self.costs = costs
      if costs.hasStages, !rendersPixels { reason = "no pixels were drawn" }
    } catch {
      costs = nil
      reason = error.reason
    }
    frames = [FrameCosts.Frame](
      repeating: FrameCosts.Frame(), count: reason == nil ? Int(scenario.plan.frameCount) : 0)
  }

  /// Adds a frame in the foreground.
  mutating func add(_ work: FrameWork, frame: UInt32) {
    guard reason == nil, let costs else { return }
    frames[Int(frame)] = costs.times(work, canvasPixels: canvasPixels)
  }

  /// The summary of the frames whose measured times count.
  func prediction(_ counted: [Int], intervalNanoseconds: UInt64) -> DevicePrediction {
    if let reason { return .impossible(reason) }
    guard let costs, !counted.isEmpty else {
      return .impossible("every frame was spent in the background")
    }
    func percentiles(_ time: (FrameCosts.Frame) -> Double) -> (times: [UInt64], of: Percentiles) {
      // A device file can contain absurd costs, which must not crash the process.
      let times = counted.map { UInt64(min(time(frames[$0]).rounded(), 1e18)) }
      return (times, Percentiles(of: times))
    }
    let nominal = percentiles { $0.slower(.nominal) }
    let least = percentiles { $0.slower(.optimistic) }.of
    let most = percentiles { $0.slower(.pessimistic) }.of
    var summary = DeviceFrameSummary(
      renderer: costs.renderer, intervalNanoseconds: intervalNanoseconds,
      frames: UInt32(counted.count),
      median: DeviceFrameSummary.Span(
        nominal: nominal.of.p50, least: least.p50, most: most.p50),
      high: DeviceFrameSummary.Span(nominal: nominal.of.p99, least: least.p99, most: most.p99),
      isEstimated: !costs.isMeasured, source: source(of: costs))
    summary.processorHigh = percentiles { $0.processor.nominal }.of.p99
    summary.graphicsHigh = percentiles { $0.graphics.nominal }.of.p99
    summary.latencyHigh = percentiles { $0.processor.nominal + $0.graphics.nominal }.of.p99
    summary.framesOverInterval = UInt32(nominal.times.filter { $0 > intervalNanoseconds }.count)
    return .predicted(summary)
  }

  private func source(of costs: FrameCosts) -> String {
    let parts = [device.renderer(named: costs.renderer)?.source, device.costs?.source]
    return parts.compactMap { $0 }.joined(separator: "; the scene's work: ")
      + (costs.isCalibrated ? "" : ", by costs of other scenes")
  }
}
