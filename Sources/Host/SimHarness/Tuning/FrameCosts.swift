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
  struct Frame {
    var processor = CostInterval.none
    var graphics = CostInterval.none
    /// The time of the slower part at one end of the costs.
    func slower(_ end: CostEnd) -> Double { max(processor[end], graphics[end]) }
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
    let phases = isSoftware ? FramePhase.allCases : [.input, .step, .draw]
    scene = device.costs.map {
      SceneCosts($0, ofScene: descriptor.name.description, phases: phases)
    }
    isCalibrated = scene?.isCalibrated ?? true
    isMeasured = (costs?.isMeasured ?? true) && !(device.costs?.isEstimated ?? false)
  }

  /// Whether the rasterizer's and the pixel stages' own work is needed for a prediction.
  var needsPixels: Bool { costs == nil || stageCount > 0 }

  /// What a frame takes.
  ///
  /// Pixel stages are passes of the GPU where it paints: each stores what it made and reads what
  /// the last one left.
  ///
  /// - Throws: `UnknownCosts` with every unit that was done and has no cost.
  func times(_ work: FrameWork, canvasPixels: Double) throws(UnknownCosts) -> Frame {
    var frame = Frame(processor: try scene?.nanoseconds(work) ?? .none, graphics: .none)
    guard let costs else { return frame }
    var display = work.display
    if work.stagePixels > 0 {
      display[.passes] += stageCount
      display[.pixelsFilled] += work.stagePixels
      display[.pixelsMoved] += 2 * work.stagePixels
    }
    frame.processor.add(
      costs.processor.nanoseconds(display, canvasPixels: canvasPixels), times: 1)
    frame.graphics = costs.graphics.nanoseconds(display, canvasPixels: canvasPixels)
    return frame
  }

  /// The speeds of both parts after seconds of frames that take such shares of the time.
  private func speeds(
    afterSeconds seconds: Double, processor: Double, graphics: Double, _ end: CostEnd
  ) -> (processor: Double, graphics: Double) {
    guard seconds > 0 else { return (1, 1) }
    guard let costs else {
      let lost = 1 - (device.costs?.speed(afterSeconds: seconds) ?? 1)
      return (1 - lost * min(processor, 1), 1)
    }
    return (
      costs.processor.speed(afterSeconds: seconds, load: processor, end),
      costs.graphics.speed(afterSeconds: seconds, load: graphics, end)
    )
  }

  /// What decides over frames at one end of the costs: the 99th percentiles of both parts' times
  /// and of their sum, by nearest rank, on a device that has worked for so long.
  func deciding(
    _ frames: [Frame], afterSeconds seconds: Double, intervalNanoseconds interval: Double,
    _ end: CostEnd
  ) -> CapResult.Times {
    var processor = frames.map { $0.processor[end] }
    var graphics = frames.map { $0.graphics[end] }
    let count = Double(max(frames.count, 1))
    let speed = speeds(
      afterSeconds: seconds, processor: processor.reduce(0, +) / count / interval,
      graphics: graphics.reduce(0, +) / count / interval, end)
    for index in frames.indices {
      processor[index] /= speed.processor
      graphics[index] /= speed.graphics
    }
    return CapResult.Times(
      processor: CapSolver.decidingTime(processor), graphics: CapSolver.decidingTime(graphics),
      latency: CapSolver.decidingTime(zip(processor, graphics).map { $0 + $1 }))
  }
}
