import SimPlatform
import SimRaster
import SimRuntime

/// The work and the time of every frame of a plan, without anything that watches it.
package struct WorkTrial {
  /// The exact work of the frames in the foreground.
  package var works: [FrameWork] = []
  /// Nanoseconds of each of them per phase.
  package var nanoseconds: [PerPhase<UInt32>] = []

  /// Frames at the start of a run that are left out: storage is touched first in them.
  private static var warmupFrames: Int { 60 }

  /// The frames that costs are learned from and predicted for: those after the first ones, at
  /// least half of all.
  package var measuredFrames: Range<Int> { min(Self.warmupFrames, works.count / 2)..<works.count }

  /// Runs a plan to its end; nil when it was interrupted.
  ///
  /// - Parameter rendersPixels: Whether the rasterizer and pixel stages work, too; what a GPU would
  ///   do is counted either way.
  package static func run<S: Scene & ~Copyable>(
    _ scene: S.Type, _ plan: RunPlan, rendersPixels: Bool, isInterrupted: () -> Bool
  ) -> WorkTrial? {
    var loop = ScenarioLoop<S>(plan: plan, rendersPixels: rendersPixels)
    var watch = ProcessorWatch()
    let meter = WorkMeter(S.descriptor)
    var display = DisplayWorkMeter()
    var counts = PopulationCounts(count: S.descriptor.populations.count)
    var trial = WorkTrial()
    trial.works.reserveCapacity(Int(plan.frameCount))
    trial.nanoseconds.reserveCapacity(Int(plan.frameCount))
    while loop.frame < plan.frameCount {
      guard !isInterrupted() else { return nil }
      watch.times = PerPhase(repeating: 0)
      loop.advance(&watch)
      guard !loop.wasInBackground else { continue }
      loop.scene.count(into: &counts)
      trial.works.append(FrameWork(loop, members: meter.members(counts), &display))
      trial.nanoseconds.append(watch.times)
    }
    return trial
  }

  /// What all frames took together.
  package var totalNanoseconds: UInt64 {
    nanoseconds.reduce(0) { $0 + $1.map { UInt64($0) }.total }
  }

  /// Keeps the shorter time of every frame and phase: a frame does the same work each time it
  /// is run, so whatever it took longer was an accident.
  ///
  /// - Returns: False when the work differs, which breaks the promise that runs repeat.
  package mutating func keepShorterTimes(of other: WorkTrial) -> Bool {
    guard works == other.works else { return false }
    for index in nanoseconds.indices {
      nanoseconds[index] = PerPhase<UInt32> {
        min(nanoseconds[index][$0], other.nanoseconds[index][$0])
      }
    }
    return true
  }
}

/// Reads the thread's processor time around each phase: on a busy machine a frame is often
/// interrupted, and that is none of its work.
private struct ProcessorWatch: PhaseObserver {
  var times = PerPhase<UInt32>(repeating: 0)
  private var start: UInt64 = 0

  mutating func begin(_ phase: FramePhase) { start = MonotonicClock.threadNanoseconds() }

  mutating func end(_ phase: FramePhase) {
    times[phase] = UInt32(clamping: MonotonicClock.threadNanoseconds() &- start)
  }
}
