/// How many members of a population a device class can afford in one scene.
package struct CapResult: Sendable {
  /// What frames take that decide over a count: 99th percentiles in nanoseconds.
  package struct Times: Equatable, Sendable {
    /// Of the processor.
    package var processor: Double
    /// Of the GPU.
    package var graphics: Double
    /// Of both together, from a frame's beginning to its picture.
    package var latency: Double

    /// Makes times.
    package init(processor: Double, graphics: Double, latency: Double) {
      self.processor = processor
      self.graphics = graphics
      self.latency = latency
    }
  }

  /// A count and what frames with it are predicted to take, at each end of the costs.
  package struct Point: Equatable, Sendable {
    /// The count.
    package var count: UInt32
    /// At optimistic costs.
    package var optimistic: Times
    /// At nominal costs.
    package var nominal: Times
    /// At pessimistic costs.
    package var pessimistic: Times

    /// Makes a point.
    package init(count: UInt32, optimistic: Times, nominal: Times, pessimistic: Times) {
      self.count = count
      self.optimistic = optimistic
      self.nominal = nominal
      self.pessimistic = pessimistic
    }

    /// Makes a point at which only the processor works, and its time is known exactly.
    package init(count: UInt32, nanoseconds: Double) {
      let times = Times(processor: nanoseconds, graphics: 0, latency: nanoseconds)
      self.init(count: count, optimistic: times, nominal: times, pessimistic: times)
    }

    /// The times at one end.
    package subscript(end: CostEnd) -> Times {
      switch end {
      case .optimistic: optimistic
      case .nominal: nominal
      case .pessimistic: pessimistic
      }
    }
  }

  /// What became of the search.
  package enum Outcome: Equatable, Sendable {
    /// The highest count that fits, run at it and, below the product's cap, one quantum above.
    case found(UInt32)
    /// Not even the fewest fit; the reason in words.
    case impossible(String)
    /// The device class lacks what the scenario needs; what that is in words.
    case skipped(String)
  }

  /// What keeps a count from being higher.
  package enum Bound: String, Sendable, CaseIterable {
    /// The product allows no more.
    case product
    /// The processor's time.
    case cpu
    /// The GPU's time.
    case gpu
    /// The time of both together: the picture would be on the glass too late.
    case latency
  }

  /// The scenario.
  package var scenario: String
  /// The device class.
  package var device: Device
  /// The renderer whose costs were counted with; empty when there were none.
  package var renderer = ""
  /// The requested frames per second.
  package var frameRate: UInt32 = 60
  /// Whether all costs were measured on a device of the class.
  package var isMeasured = false
  /// Whether the scene's own work is judged by costs that were measured in it; else by those of all
  /// other scenes.
  package var isCalibrated = true
  /// The population and parameter, such as `flakes`; empty when the scene has nothing to choose.
  package var population: String
  /// The product's cap.
  package var productCap: UInt32
  /// The step between counts that are considered.
  package var quantum: UInt32
  /// The outcome of the search at pessimistic costs.
  package var outcome: Outcome
  /// The cap at nominal costs, 0 if the scene has no population and fits; nil if nothing fits or
  /// was searched.
  package var nominalCap: UInt32?
  /// The cap at optimistic costs; nil if nothing fits or was searched.
  package var optimisticCap: UInt32?
  /// What keeps the cap from being higher; nil without a cap.
  package var bound: Bound?
  /// The input with the most expensive frames.
  package var worstInput: String
  /// What the processor and the GPU may each take for a frame at most, in nanoseconds: the time
  /// until a frame is due less the head-room.
  package var budgetNanoseconds: Double
  /// Every count that was run, ascending.
  package var points: [Point]
  /// Cost against count at the pessimistic end; nil when nothing could be fitted.
  package var curve: CostCurve?
  /// Why this cap is lower than that of a class with a slower CPU; empty if it is not.
  package var flags: [String] = []

  /// Makes a result of a search that has yet to begin.
  package init(
    scenario: String, device: Device, outcome: Outcome, budgetNanoseconds: Double
  ) {
    self.scenario = scenario
    self.device = device
    self.outcome = outcome
    self.budgetNanoseconds = budgetNanoseconds
    population = ""
    productCap = 0
    quantum = 0
    worstInput = ""
    points = []
  }

  /// The cap, 0 when there is none.
  package var cap: UInt32 {
    if case .found(let count) = outcome { count } else { 0 }
  }

  /// Whether nothing fits at one end of the costs and something at the other.
  package var isTooCloseToSay: Bool {
    if case .impossible = outcome { optimisticCap != nil } else { false }
  }

  /// The time that decides, in nanoseconds of a budget: the longest of the processor's, the GPU's,
  /// and that of both together divided by the refreshes of the display's pipeline.
  package func decidingNanoseconds(_ times: Times) -> Double {
    max(times.processor, times.graphics, times.latency / Double(device.pipelineDepth))
  }

  /// Which of the three decides.
  package func bound(of times: Times) -> Bound {
    let deciding = decidingNanoseconds(times)
    return deciding == times.processor
      ? .cpu : deciding == times.graphics ? .gpu : .latency
  }

  /// The count at which the curve meets the budget, even beyond the product's cap; nil when it
  /// never does, or only beyond every count there can be.
  package var knee: Double? {
    guard let curve, curve.isTrusted, let count = curve.count(reaching: budgetNanoseconds),
      count <= Double(UInt32.max)
    else { return nil }
    return count
  }

  /// The point of a count that was run.
  package func point(at count: UInt32) -> Point? { points.first { $0.count == count } }

  /// The time that decides at a count that was run, at one end of the costs.
  package func nanoseconds(at count: UInt32, _ end: CostEnd = .pessimistic) -> Double? {
    point(at: count).map { decidingNanoseconds($0[end]) }
  }

  /// The free fraction of the frame's time at the cap and pessimistic costs, including headroom;
  /// nil if the cap was not run.
  package var headroom: Double? {
    guard case .found(let count) = outcome, let time = nanoseconds(at: count), frameRate > 0 else {
      return nil
    }
    let due = DueTime(frameRate: frameRate, refreshRate: device.refreshRate)
    return 1 - time / (due.milliseconds * 1e6)
  }
}
