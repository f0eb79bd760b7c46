import SimFormats
import SimPlatform
import SimRuntime

extension TimingSummary {
  /// Condenses the times of the frames after warm-up that were not spent in the background.
  ///
  /// When the whole run is shorter than the warm-up, all its frames count: a short look is still
  /// a look, and `measuredFrames` says how short.
  init(
    _ recorder: FrameRecorder, scenario: Scenario, descriptor: SceneDescriptor,
    wallNanoseconds: UInt64, liveBytes: [LiveBytes]
  ) {
    let frames = recorder.foregroundFrames(from: Warmup.start(of: recorder.count))
    let times = frames.map { recorder.frameNanoseconds($0) }
    let due = scenario.due
    self.init(
      frame: Percentiles(of: times),
      phases: FramePhase.allCases.map { phase in
        PhaseTiming(
          name: phase.name.description,
          percentiles: Percentiles(
            of: frames.map { UInt64(recorder.phaseNanoseconds[$0][phase]) }))
      },
      due: due, measuredFrames: UInt32(times.count), sparkline: times.condensed(to: 60),
      wallNanoseconds: wallNanoseconds, peakResidentBytes: MemoryUse.peakResidentBytes(),
      liveBytes: liveBytes, budgets: [])
    lateness =
      times.isEmpty ? nil : LatenessSummary(times: times, frames: frames, due: due)
    processor = ProcessorColumns(recorder).flatMap { ProcessorSummary($0, due: due) }
    stages = recorder.stages.map { stage in
      PhaseTiming(
        name: descriptor.name(of: stage).description,
        percentiles: Percentiles(of: frames.map { UInt64(recorder[stage, inFrame: $0]) }))
    }
  }
}

extension Percentiles {
  /// Percentiles by nearest rank: the smallest value that at least that share does not exceed.
  ///
  /// - Complexity: O(n log n).
  package init(of values: [UInt64]) {
    let sorted = values.sorted()
    func rank(_ percent: Int) -> UInt64 {
      guard let last = sorted.last else { return 0 }
      let index = (sorted.count * percent + 99) / 100 - 1
      return index < 0 ? last : sorted[min(index, sorted.count - 1)]
    }
    self.init(p50: rank(50), p90: rank(90), p95: rank(95), p99: rank(99), maximum: rank(100))
  }
}
