import SimFormats
import SimRaster
import SimRuntime

/// Frame costs of a scene on a device class with one renderer.
///
/// CPU and GPU overlap: the slower one bounds the frame rate, and their sum is the latency.
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
  private let scene: SceneCosts?
  private let costs: RendererCosts
  private let stageCount: UInt64

  /// Gathers the costs.
  ///
  /// - Parameters:
  ///   - name: The renderer; nil for the one that the product draws the scene with.
  /// - Throws: `Impossible` when the class has no costs of the renderer.
  init(
    _ device: Device, _ descriptor: SceneDescriptor, renderer name: String? = nil
  ) throws(Impossible) {
    renderer = name ?? descriptor.renderer.description
    guard let costs = device.renderer(named: renderer) else {
      throw Impossible(reason: "the device class has no costs of the renderer \(renderer)")
    }
    self.costs = costs
    stageCount = UInt64(descriptor.stages.count)
    scene = device.costs.map { SceneCosts($0, ofScene: descriptor.name.description) }
    isCalibrated = scene?.isCalibrated ?? true
    isMeasured = costs.isMeasured && scene == nil
  }

  /// Whether a prediction needs the work of pixel stages.
  var hasStages: Bool { stageCount > 0 }

  /// What a frame takes.
  ///
  /// Pixel stages are passes of the GPU where it paints: each stores what it made and reads what
  /// the last one left.
  func times(_ work: FrameWork, canvasPixels: Double) -> Frame {
    var frame = Frame(processor: scene?.nanoseconds(work) ?? .none, graphics: .none)
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
