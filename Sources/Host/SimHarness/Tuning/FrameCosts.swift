import SimFormats
import SimRaster
import SimRuntime

/// What frames of a scene cost a device class with one renderer.
///
/// With `software` the processor does everything. With every other renderer it runs the scene and
/// records the frame, and the GPU paints it meanwhile: the slower of the two bounds the rate, their
/// sum the time from a frame's beginning to its picture.
struct FrameCosts {
  /// Why nothing can be predicted.
  struct Impossible: Error, Equatable {
    /// The reason in words.
    var reason: String
  }

  /// What a frame takes on a cool device, in nanoseconds.
  struct Times: Equatable {
    var processor = 0.0
    var graphics = 0.0
    /// The slower of the two.
    var slower: Double { max(processor, graphics) }
  }

  /// The renderer.
  let renderer: String
  /// Whether all costs were measured on a device of the class.
  let isMeasured: Bool
  /// Whether the scene's own work is judged by costs that were measured in it.
  let isCalibrated: Bool
  private let device: Device
  private let scene: SceneCosts?
  private let costs: RendererCosts?
  private let stageCount: UInt64

  /// Gathers the costs.
  ///
  /// - Parameters:
  ///   - name: The renderer; nil for the one that the product draws the scene with.
  /// - Throws: `Impossible` when the class has no costs of the renderer.
  init(
    _ device: Device, _ descriptor: SceneDescriptor, renderer name: String? = nil
  ) throws(Impossible) {
    let name = name ?? device.renderer(preferring: descriptor.renderer.description)
    renderer = name
    self.device = device
    costs = device.renderer(named: name)
    stageCount = UInt64(descriptor.stages.count)
    let isSoftware = name == Device.softwareRenderer
    guard device.costs != nil || (costs != nil && !isSoftware) else {
      throw Impossible(
        reason: isSoftware || device.renderers.isEmpty
          ? "the device class has no cost table"
          : "the device class has no costs of the renderer \(name)")
    }
    guard isSoftware || costs != nil else {
      throw Impossible(reason: "the device class has no costs of the renderer \(name)")
    }
    scene = device.costs.map { SceneCosts($0, ofScene: descriptor.name.description) }
    isCalibrated = scene?.isCalibrated ?? true
    isMeasured = (costs?.isMeasured ?? true) && !(device.costs?.isEstimated ?? false)
  }

  /// Whether the rasterizer's and the pixel stages' own work is needed for a prediction.
  var needsPixels: Bool { costs == nil || stageCount > 0 }

  /// What a frame takes at one end of the costs.
  ///
  /// Pixel stages are passes of the GPU where it paints: each stores what it made and reads what
  /// the last one left.
  ///
  /// - Throws: `UnknownCosts` with every unit that was done and has no cost.
  func times(
    _ work: FrameWork, canvasPixels: Double, _ end: CostEnd
  ) throws(UnknownCosts) -> Times {
    guard let costs else {
      return Times(
        processor: try scene?.nanoseconds(work, FramePhase.allCases, end) ?? 0, graphics: 0)
    }
    var display = work.display
    if work.stagePixels > 0 {
      display[.passes] += stageCount
      display[.pixelsFilled] += work.stagePixels
      display[.pixelsMoved] += 2 * work.stagePixels
    }
    let logic = try scene?.nanoseconds(work, [.input, .step, .draw], end) ?? 0
    return Times(
      processor: logic
        + costs.processor.nanoseconds(display, canvasPixels: canvasPixels, end),
      graphics: costs.graphics.nanoseconds(display, canvasPixels: canvasPixels, end))
  }

  /// The speeds of both parts after seconds of frames that take such times in the mean.
  func speeds(
    afterSeconds seconds: Double, mean: Times, intervalNanoseconds interval: Double, _ end: CostEnd
  ) -> (processor: Double, graphics: Double) {
    guard seconds > 0 else { return (1, 1) }
    guard let costs else {
      let lost = 1 - (device.costs?.speed(afterSeconds: seconds) ?? 1)
      return (1 - lost * min(mean.processor / interval, 1), 1)
    }
    return (
      costs.processor.speed(afterSeconds: seconds, load: mean.processor / interval, end),
      costs.graphics.speed(afterSeconds: seconds, load: mean.graphics / interval, end)
    )
  }

  /// What decides over frames: the 99th percentiles of both parts' times and of their sum, by
  /// nearest rank, on a device that has worked for so long.
  func deciding(
    _ frames: [Times], afterSeconds seconds: Double, intervalNanoseconds interval: Double,
    _ end: CostEnd
  ) -> CapResult.Times {
    let count = Double(max(frames.count, 1))
    let mean = Times(
      processor: frames.reduce(0) { $0 + $1.processor } / count,
      graphics: frames.reduce(0) { $0 + $1.graphics } / count)
    let speed = speeds(
      afterSeconds: seconds, mean: mean, intervalNanoseconds: interval, end)
    let processor = frames.map { $0.processor / speed.processor }
    let graphics = frames.map { $0.graphics / speed.graphics }
    return CapResult.Times(
      processor: CapSolver.decidingTime(processor), graphics: CapSolver.decidingTime(graphics),
      latency: CapSolver.decidingTime(zip(processor, graphics).map { $0 + $1 }))
  }
}
