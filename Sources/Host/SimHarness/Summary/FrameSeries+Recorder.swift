import SimFormats
import SimRuntime

extension RunOutcome {
  /// The frames condensed for charts; nil when none was run.
  ///
  /// - Complexity: O(n log n) in the frames of a stretch, O(n) in all.
  package var series: FrameSeries? {
    guard recorder.count > 0 else { return nil }
    let count = min(recorder.count, FrameSeries.maximumCount)
    let isCounted = result.allocations.isMeasured
    let stretches = (0..<count).map { index in
      let frames = index * recorder.count / count..<(index + 1) * recorder.count / count
      return stretch(frames, isCounted: isCounted)
    }
    return FrameSeries(populations: populationNames, stretches: stretches)
  }

  private func stretch(_ frames: Range<Int>, isCounted: Bool) -> FrameSeries.Stretch {
    var stretch = FrameSeries.Stretch(
      frame: UInt32(frames.lowerBound), count: UInt32(frames.count),
      digest: recorder.digests[frames.upperBound - 1])
    let seen = frames.filter { !recorder.isInBackground($0) }
    stretch.framesInBackground = UInt32(frames.count - seen.count)
    stretch.framesShaken = UInt32(seen.filter { recorder.isShaken($0) }.count)
    stretch.touches = frames.reduce(0) { max($0, UInt32(recorder.touches[$1])) }
    if isCounted {
      stretch.allocations = frames.reduce(0) { $0 + recorder.frameAllocations($1) }
    }
    guard let first = seen.first else { return stretch }
    stretch.populations = (0..<recorder.populationCount).map { population in
      let counts = seen.map { recorder.population(population, inFrame: $0) }
      return (counts.min() ?? 0)...(counts.max() ?? 0)
    }
    let times = seen.map { recorder.frameNanoseconds($0) }
    let slowest = seen.reduce(first) {
      recorder.frameNanoseconds($1) > recorder.frameNanoseconds($0) ? $1 : $0
    }
    stretch.time = FrameSeries.Time(
      slowestFrame: UInt32(slowest),
      phases: recorder.phaseNanoseconds[slowest].map { UInt64($0) },
      median: times.sorted()[(times.count - 1) / 2])
    return stretch
  }
}
