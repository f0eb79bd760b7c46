import SimFormats
import SimMath
import SimStatistics

/// Finds the count from which on frames of a ramp are late.
///
/// Lateness is even up to a count, rises along a straight line, and is even again. The three parts
/// are fitted together by least squares over all places where the first may end, as MotionMark
/// does with frame times (browserbench.org/MotionMark, "About").
enum LateKnee {
  /// Frames that are drawn together when intervals are found: late frames come in bursts.
  private static var blockFrames: Int { 10 }
  /// Places tried between two counts.
  private static var places: Int { 5 }

  /// One count's frames, in their order.
  private struct Frames {
    var count: UInt32
    var late: [Bool]

    var share: Double { Double(late.count { $0 }) / Double(max(late.count, 1)) }
  }

  /// The ramp of a scene; nil when it has only one count.
  static func ramp(
    _ rows: [FrameRows.Row], _ options: RendererFit.Options
  ) -> RendererCalibration.Ramp? {
    let counts = Set(rows.map(\.count)).sorted()
    guard counts.count > 1, let scene = rows.first?.scene else { return nil }
    let frames = counts.map { count in
      Frames(count: count, late: rows.filter { $0.count == count }.map(\.isLate))
    }
    var ramp = RendererCalibration.Ramp(
      scene: scene,
      levels: frames.map {
        .init(count: $0.count, frameCount: $0.late.count, lateShare: $0.share)
      })
    let canvases = Set(rows.map(\.canvasPixels)).count
    guard canvases == 1 else {
      ramp.refusal = .severalCanvases(canvases)
      return ramp
    }
    ramp.refusal = refusal(ramp)
    guard ramp.refusal == nil, let knee = knee(frames) else { return ramp }
    ramp.determination = knee.determination
    let below = counts.count { Double($0) <= knee.count }
    let drift = drift(frames)
    if abs(drift) > FitRefusal.lateDriftLimit {
      ramp.refusal = .lateDrift(drift)
    } else if knee.determination < FitRefusal.requiredKneeDetermination {
      ramp.refusal = .unlikeKnee(knee.determination)
    } else if below < FitRefusal.minimumCounts || counts.count - below < FitRefusal.minimumCounts {
      ramp.refusal = .tooFewCounts(below: below, above: counts.count - below)
    } else {
      ramp.cap = interval(frames, knee.count, options.rounds)
    }
    return ramp
  }

  /// Why no knee is looked for.
  private static func refusal(_ ramp: RendererCalibration.Ramp) -> FitRefusal? {
    guard let first = ramp.levels.first, let last = ramp.levels.last else { return nil }
    if ramp.levels.allSatisfy({ $0.lateShare < FitRefusal.lateShare }) {
      return .neverLate(largest: last.count)
    }
    guard first.lateShare < FitRefusal.lateShare else {
      return .alwaysLate(smallest: first.count, share: first.lateShare)
    }
    return nil
  }

  /// How much more often the last frames of counts are late than the first, at the counts where it
  /// differs most: a hot device reaches its limit at fewer.
  private static func drift(_ frames: [Frames]) -> Double {
    let changes = frames.map { one in
      let half = one.late.count / 2
      let first = one.late[..<half].count { $0 }
      let last = one.late[(one.late.count - half)...].count { $0 }
      return Double(last - first) / Double(max(half, 1))
    }
    // Around the knee chance has its say, in both directions alike.
    return changes.reduce(0, +) / Double(max(changes.count { $0 != 0 }, 3))
  }

  /// The most members before the knee, and the ends of an interval around it.
  private static func interval(
    _ frames: [Frames], _ count: Double, _ rounds: Int
  ) -> CostInterval {
    // A fixed seed: one recording always gives the same interval.
    var stream = RandomStream(seed: 1, name: "calibrate.knee")
    var drawn: [Double] = []
    for _ in 0..<rounds {
      let again = frames.map { one in
        var late: [Bool] = []
        while late.count < one.late.count {
          let start = Int(stream.nextUInt64() % UInt64(one.late.count))
          // Blocks wrap around, so that frames near the ends are drawn as often as others.
          for offset in 0..<blockFrames {
            late.append(one.late[(start + offset) % one.late.count])
          }
        }
        return Frames(count: one.count, late: Array(late[..<one.late.count]))
      }
      if let knee = knee(again) { drawn.append(knee.count) }
    }
    drawn.sort()
    let low = drawn.isEmpty ? count : Quantiles.nearestRank(0.025, ofSorted: drawn)
    let high = drawn.isEmpty ? count : Quantiles.nearestRank(0.975, ofSorted: drawn)
    // Nothing is known of what lies between a count and the next one.
    let next = frames.first { Double($0.count) > count }.map { Double($0.count) } ?? count
    return CostInterval(
      max(high, next).rounded(.down), count.rounded(.down), min(low, count).rounded(.down))
  }

  /// The count from which on lateness rises, and the share of its variation that this explains.
  private static func knee(_ frames: [Frames]) -> (count: Double, determination: Double)? {
    let points = frames.map { (Double($0.count), $0.share, Double($0.late.count)) }
    let weight = points.reduce(0) { $0 + $1.2 }
    let mean = points.reduce(0) { $0 + $1.1 * $1.2 } / weight
    let variation = points.reduce(0) { $0 + ($1.1 - mean) * ($1.1 - mean) * $1.2 }
    guard variation > 0 else { return nil }
    var best: (count: Double, error: Double)?
    for place in points.indices.dropLast() {
      let gap = points[place + 1].0 - points[place].0
      for step in 0..<places {
        let start = points[place].0 + gap * Double(step) / Double(places)
        for end in points[(place + 1)...].map(\.0) {
          let error = Self.error(points, from: start, to: end)
          // The first of equals: the most that was seen to hold.
          if error < (best?.error ?? .infinity) - 1e-9 * variation { best = (start, error) }
        }
      }
    }
    return best.map { ($0.count, 1 - $0.error / variation) }
  }

  /// The squared error of the best line from even to even between two counts.
  private static func error(
    _ points: [(Double, Double, Double)], from start: Double, to end: Double
  ) -> Double {
    var (weight, rises, shares, squares, products) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (count, share, own) in points {
      let rise = min(max((count - start) / (end - start), 0), 1)
      weight += own
      rises += own * rise
      shares += own * share
      squares += own * rise * rise
      products += own * rise * share
    }
    let spread = squares - rises * rises / weight
    let slope = spread > 0 ? max(0, (products - rises * shares / weight) / spread) : 0
    let base = (shares - slope * rises) / weight
    return points.reduce(0) { sum, point in
      let rise = min(max((point.0 - start) / (end - start), 0), 1)
      let error = point.1 - base - slope * rise
      return sum + error * error * point.2
    }
  }
}
