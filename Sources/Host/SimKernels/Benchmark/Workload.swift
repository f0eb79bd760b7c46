import SimPlatform

/// Work whose cost is measured, with all state that it needs from one sample to the next.
protocol Workload: AnyObject {
  /// Does the work `count` times and returns the nanoseconds spent, one total per figure.
  func sample(_ count: Int) -> [UInt64]

  /// Checks that what was measured is what was meant and returns proof that it was done.
  func finish() -> Outcome

  /// The picture that peers have to match, as RGBA bytes; nil for what is not drawn.
  func picture() -> [UInt8]?
}

extension Workload {
  func picture() -> [UInt8]? { nil }
}

/// What a workload says after it was measured.
struct Outcome {
  /// Depends on everything that was computed, so that nothing can be optimized away.
  var digest: UInt64
  /// What was done, for people; empty when there is nothing to say.
  var note = ""
  /// What is wrong with the measurement; empty when it is sound.
  var faults: [String] = []
}

/// What a figure is allowed to be, as `peers.md` and the requirements put it.
enum Goal {
  case atMostNanoseconds(Double)
  case belowMemcpy
  case atLeastPerSecond(Double)

  /// What memcpy of a frame took on the machine that the goals in nanoseconds are for.
  static var memcpyNanoseconds: Double { 480_000 }

  /// A goal in nanoseconds as a multiple of that memcpy: what holds on a slower machine as well.
  var memcpyRatio: Double? {
    guard case .atMostNanoseconds(let limit) = self else { return nil }
    return limit / Self.memcpyNanoseconds
  }
}

/// How a figure is shown.
enum Unit {
  /// A time, in whatever unit of it reads best.
  case time
  /// Bytes per second.
  case bytes(Double)
}

/// One line of the table: a figure that a workload measures.
struct Figure {
  var name: String
  var goal: Goal?
  var unit = Unit.time
  /// Things done per iteration; the time is shown for one of them.
  var itemCount = 1.0
  /// Whether comparing it with a memcpy of the frame says anything.
  var hasMemcpyRatio = true

  /// Whether it stands for its whole workload, not for a part such as `snowglobe-frame.step`.
  var isMain: Bool { !name.contains(".") }
}

/// A workload that can be made when it is wanted, and the figures that it measures.
struct Benchmark {
  var figures: [Figure]
  var make: () -> any Workload

  init(_ figures: [Figure], make: @escaping () -> any Workload) {
    self.figures = figures
    self.make = make
  }

  init(_ figure: Figure, make: @escaping () -> any Workload) {
    self.init([figure], make: make)
  }
}

/// A workload that is one closure: does the work `count` times and returns what it computed.
final class LoopWorkload: Workload {
  private let body: (Int) -> UInt64
  private var digest: UInt64 = 0

  init(_ body: @escaping (Int) -> UInt64) { self.body = body }

  func sample(_ count: Int) -> [UInt64] {
    let start = MonotonicClock.threadNanoseconds()
    let result = body(count)
    let end = MonotonicClock.threadNanoseconds()
    digest = digest &* 31 &+ result
    return [end - start]
  }

  func finish() -> Outcome { Outcome(digest: digest) }
}
