import SimFormats

extension BaselineEntry {
  /// Checkpoints of an entry.
  static var checkpointCount: Int { 16 }

  /// The entry that a run leaves.
  package init(key: BaselineKey, run: MeasuredRun) {
    let environment = run.result["environment"]
    let words = ["version", "build", "operatingSystem", "architecture"].compactMap {
      environment?[$0]?.text
    }
    self.init(
      key: key, recordedWith: "simbench " + words.joined(separator: ", "),
      metrics: ExactMetrics.metrics(of: run.result),
      checkpoints: run.repetitions.first.map { Self.checkpoints($0) } ?? run.checkpoints)
  }

  private static func checkpoints(_ frames: FrameColumns) -> [Checkpoint] {
    guard frames.count > 0 else { return [] }
    let count = min(checkpointCount, frames.count)
    return (1...count).map { part in
      let frame = part * frames.count / count - 1
      return Checkpoint(frame: UInt64(frame), digest: frames.digests[frame])
    }
  }

  /// The first checkpoint whose frame has another state by now, and the one before it.
  package func divergence(
    in run: MeasuredRun
  ) -> (lastEqual: UInt64?, firstDifferent: UInt64)? {
    var lastEqual: UInt64?
    let noted = run.checkpoints
    for checkpoint in checkpoints {
      if let frames = run.repetitions.first {
        let frame = Int(clamping: checkpoint.frame)
        guard frame < frames.count, frames.digests[frame] == checkpoint.digest else {
          return (lastEqual, checkpoint.frame)
        }
      } else if let other = noted.first(where: { $0.frame >= checkpoint.frame }) {
        // A longer run keeps digests at a wider interval.
        guard other.frame == checkpoint.frame else { continue }
        guard other == checkpoint else { return (lastEqual, checkpoint.frame) }
      } else {
        return (lastEqual, checkpoint.frame)
      }
      lastEqual = checkpoint.frame
    }
    return nil
  }

  /// The entry with every cost that fell, and nothing else, taken from a run.
  ///
  /// - Returns: nil when the run did other work, so that no cost compares.
  package func tightened(by measured: BaselineEntry) -> BaselineEntry? {
    let comparison = ExactComparison(
      reference: metrics, measured: measured.metrics, needsAll: false)
    guard comparison.isSameWork else { return nil }
    var entry = self
    for row in comparison.rows where row.change == .improved {
      guard let index = entry.metrics.firstIndex(where: { $0.path == row.path }),
        let value = row.measured
      else { continue }
      entry.metrics[index].value = value
    }
    for record in measured.instructions { entry.lower(to: record) }
    for record in measured.wallTimes { entry.put(record) }
    return entry
  }
}
