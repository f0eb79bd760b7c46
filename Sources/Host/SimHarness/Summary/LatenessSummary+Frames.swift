import SimFormats
import SimStatistics

extension LatenessSummary {
  /// Condenses frame times.
  ///
  /// - Parameters:
  ///   - times: nanoseconds of each frame measured.
  ///   - frames: its index; neighbors in the list are neighbors in a run of late frames when
  ///     their indices are.
  ///   - due: when a frame is due.
  package init(times: [UInt64], frames: [Int], due: DueTime) {
    let late = times.map { due.refreshesLate(taking: $0) }
    let sorted = times.map { Double($0) }.sorted()
    func weighted(_ share: Double) -> UInt64 {
      UInt64(Quantiles.weightedBySize(share, ofSorted: sorted))
    }
    self.init(
      due: due, lateRefreshes: late.reduce(0, +), lateFrames: UInt32(late.count { $0 > 0 }),
      overrunNanoseconds: times.reduce(0) { $0 + due.overrun(of: $1) },
      worstSecondRefreshes: 0, worstSecondFrame: nil, longestRun: 0, longestRunFrame: nil,
      jankFrames: UInt32(late.count { $0 > due.refreshes }),
      timeWeighted: Percentiles(
        p50: weighted(0.5), p90: weighted(0.9), p95: weighted(0.95), p99: weighted(0.99),
        maximum: times.max() ?? 0),
      sampleCount: UInt64(times.count))
    findWorstSecond(late, frames, length: Int(due.frameRate))
    findLongestRun(late, frames)
  }

  private mutating func findWorstSecond(_ late: [UInt64], _ frames: [Int], length: Int) {
    var sum: UInt64 = 0
    for end in late.indices {
      sum += late[end]
      if end >= length { sum -= late[end - length] }
      if sum > worstSecondRefreshes {
        worstSecondRefreshes = sum
        worstSecondFrame = UInt32(frames[max(0, end - length + 1)])
      }
    }
  }

  private mutating func findLongestRun(_ late: [UInt64], _ frames: [Int]) {
    var start = 0
    for end in late.indices {
      let isGap = end > 0 && frames[end] != frames[end - 1] + 1
      if late[end] == 0 || isGap { start = late[end] == 0 ? end + 1 : end }
      let length = UInt32(end + 1 - start)
      if end >= start, length > longestRun {
        longestRun = length
        longestRunFrame = UInt32(frames[start])
      }
    }
  }
}
