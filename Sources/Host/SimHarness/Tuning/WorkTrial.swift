import SimRaster
import SimRuntime

/// The work of every frame of a plan, without anything that watches it.
package struct WorkTrial {
  /// The exact work of the frames in the foreground.
  package var works: [FrameWork] = []

  /// Frames at the start of a run that are left out: what is drawn only once is drawn in them.
  private static var warmupFrames: Int { 60 }

  /// The frames that costs are predicted for: those after the first ones, at least half of all.
  package var measuredFrames: Range<Int> { min(Self.warmupFrames, works.count / 2)..<works.count }

  /// Runs a plan to its end; nil when it was interrupted.
  ///
  /// - Parameter rendersPixels: Whether the rasterizer and pixel stages work, too; what a GPU would
  ///   do is counted either way.
  package static func run<S: Scene & ~Copyable>(
    _ scene: S.Type, _ plan: RunPlan, rendersPixels: Bool, isInterrupted: () -> Bool
  ) -> WorkTrial? {
    var loop = ScenarioLoop<S>(plan: plan, rendersPixels: rendersPixels)
    var observer = SilentObserver()
    let meter = WorkMeter(S.descriptor)
    var display = DisplayWorkMeter()
    var counts = PopulationCounts(count: S.descriptor.populations.count)
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
