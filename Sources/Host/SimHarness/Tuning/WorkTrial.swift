import SimRaster
import SimRuntime

/// Work of every foreground frame of a plan.
package struct WorkTrial {
  /// Exact work per foreground frame.
  package var works: [FrameWork] = []

  /// Frames at the start of a run that are excluded, since they draw the retained layers.
  private static var warmupFrames: Int { 60 }

  /// Frames of the prediction: all after warm-up, at least half of them.
  package var measuredFrames: Range<Int> { min(Self.warmupFrames, works.count / 2)..<works.count }

  /// Runs a plan to its end; nil when it was interrupted.
  ///
  /// - Parameter rendersPixels: Whether the rasterizer and pixel stages work, too; what a GPU would
  ///   do is counted either way.
  package static func run<S: SimScene & ~Copyable>(
    _ scene: S.Type, _ plan: RunPlan, rendersPixels: Bool, isInterrupted: () -> Bool
  ) -> WorkTrial? {
    var loop = ScenarioLoop<S>(plan: plan, rendersPixels: rendersPixels)
    var observer = NoOpObserver()
    let meter = WorkMeter(S.descriptor)
    var display = DisplayWorkMeter()
    var counts = PopulationCounts(S.descriptor)
    var trial = WorkTrial()
    trial.works.reserveCapacity(Int(plan.frameCount))
    while loop.frame < plan.frameCount {
      guard !isInterrupted() else { return nil }
      loop.advance(&observer)
      guard !loop.wasInBackground else { continue }
      loop.scene.count(into: &counts)
      trial.works.append(FrameWork(loop, members: meter.members(counts), &display))
    }
    return trial
  }
}
