import SimPlatform

/// Measures benchmarks in interleaved rounds, so that a slow moment of the machine hits all.
///
/// Each sample follows a sample of memcpy, which gives the ratio to memcpy its own reference
/// within milliseconds, and an untimed repetition, which brings the caches back.
struct Session {
  /// What was measured for one figure.
  struct Result {
    var figure: Figure
    /// Nanoseconds for one item.
    var nanoseconds: Statistics
    /// The time of an iteration, in memcpys of the frame measured right before it.
    var memcpyRatio: Statistics
    /// Allocations per iteration; nil where they cannot be counted.
    var allocations: Double?
    var outcome: Outcome

    /// The goal as a multiple of memcpy; nil where comparing the two says nothing.
    var memcpyGoal: Double? {
      guard figure.hasMemcpyRatio, let goal = figure.goal?.memcpyRatio else { return nil }
      return goal * figure.itemCount
    }

    /// Whether the goal is met as a multiple of memcpy; nil without such a goal.
    var isMetInMemcpys: Bool? { memcpyGoal.map { memcpyRatio.median <= $0 } }

    /// Whether the goal is met; nil without a goal.
    var isMet: Bool? {
      switch figure.goal {
      case .none: nil
      case .atMostNanoseconds(let limit): nanoseconds.median <= limit
      case .belowMemcpy: memcpyRatio.median < 1
      case .atLeastPerSecond(let rate): 1e9 / nanoseconds.median >= rate
      }
    }
  }

  private final class Entry {
    let benchmark: Benchmark
    let workload: any Workload
    var iterationCount = 1
    var samples: [[Double]]
    var ratios: [[Double]]

    init(_ benchmark: Benchmark) {
      self.benchmark = benchmark
      workload = benchmark.make()
      samples = benchmark.figures.map { _ in [] }
      ratios = samples
    }
  }

  let rounds: Int
  let pictures: String?
  private let sampleNanoseconds = 4_000_000.0
  /// Copies before and within a sample of memcpy: enough for the caches to settle, since a slow
  /// reference would flatter everything.
  private static let memcpyCount = 4

  /// Prepares a session.
  ///
  /// - Parameters:
  ///   - rounds: how many samples each benchmark gets.
  ///   - pictures: the folder for raw pictures; nil for none.
  init(rounds: Int, pictures: String?) {
    self.rounds = rounds
    self.pictures = pictures
  }

  /// Measures everything and returns one result per figure, in the same order, and the share of
  /// a core that the rounds had.
  func run(_ benchmarks: [Benchmark]) throws -> (results: [Result], coreShare: Double) {
    let memcpy = CopyWorkload(bufferCount: 1)
    let entries = benchmarks.map { Entry($0) }
    for entry in entries { calibrate(entry) }
    let share = CoreShare()
    for _ in 0..<rounds {
      for entry in entries {
        _ = memcpy.sample(Self.memcpyCount)
        let reference = Double(memcpy.sample(Self.memcpyCount)[0]) / Double(Self.memcpyCount)
        _ = entry.workload.sample(1)
        let times = entry.workload.sample(entry.iterationCount)
        for (index, time) in times.enumerated() {
          let perIteration = Double(time) / Double(entry.iterationCount)
          let items = entry.benchmark.figures[index].itemCount
          entry.samples[index].append(perIteration / items)
          entry.ratios[index].append(perIteration / reference)
        }
      }
    }
    let coreShare = share.value
    let results = try entries.flatMap { entry in
      let allocations = allocationsPerIteration(entry)
      let outcome = entry.workload.finish()
      if let pictures, let bytes = entry.workload.picture() {
        try FileStore.write(bytes, to: "\(pictures)/\(entry.benchmark.figures[0].name).rgba")
      }
      return entry.benchmark.figures.indices.map { index in
        Result(
          figure: entry.benchmark.figures[index],
          nanoseconds: Statistics(entry.samples[index]),
          memcpyRatio: Statistics(entry.ratios[index]), allocations: allocations,
          outcome: outcome)
      }
    }
    return (results, coreShare)
  }

  /// What more iterations allocate more; a sample's own result is left out by the difference.
  private func allocationsPerIteration(_ entry: Entry) -> Double? {
    func count(_ iterations: Int) -> UInt64? {
      let before = AllocationProbe.thread()
      _ = entry.workload.sample(iterations)
      guard let before, let after = AllocationProbe.thread() else { return nil }
      return after.since(before).allocations
    }
    guard let one = count(1), let nine = count(9) else { return nil }
    return (Double(nine) - Double(one)) / 8
  }

  /// Warms up and finds how many iterations make a sample long enough for the clock.
  private func calibrate(_ entry: Entry) {
    let warmUpIterations = 3
    _ = entry.workload.sample(warmUpIterations)
    var count = 1
    while true {
      let times = entry.workload.sample(count)
      let longest = max(1, Double(times.max() ?? 1))
      if longest >= sampleNanoseconds / 2 || count >= 1 << 24 {
        entry.iterationCount = max(1, Int(Double(count) * sampleNanoseconds / longest))
        return
      }
      count *= 2
    }
  }
}
