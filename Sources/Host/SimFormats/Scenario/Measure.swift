import SimImageAnalysis

/// Something a budget can limit; its text is the value's path in the result.
package enum Measure: Equatable, Sendable {
  /// How a population is condensed over the run.
  package enum PopulationStatistic: String, Sendable, CaseIterable {
    /// The maximum count of any frame.
    case maximum = "max"
    /// The minimum count of any frame.
    case minimum = "min"
    /// The mean count.
    case mean
    /// The median count over the frames in which the device was shaken.
    case whileShaken
  }
  /// A percentile of frame or phase times.
  package enum Percentile: String, Sendable, CaseIterable {
    /// The median.
    case p50
    /// The 90th percentile.
    case p90
    /// The 95th percentile.
    case p95
    /// The 99th percentile.
    case p99
    /// The slowest frame.
    case maximum = "max"
  }

  /// A number that says how calm the picture is; its text is its path within `calmness`.
  package enum CalmnessQuantity: String, Sendable, CaseIterable {
    /// The mean change of relative luminance from frame to frame.
    case meanLuminanceChange = "luminanceChange.mean"
    /// The maximum such change.
    case worstLuminanceChange = "luminanceChange.worst"
    /// The maximum such change in any field of 10 degrees.
    case worstLocalChange = "localChange.worst"
    /// The mean share of the picture that changed visibly.
    case meanMovingArea = "movingArea.mean"
    /// The maximum such share.
    case worstMovingArea = "movingArea.worst"
    /// The median speed of what was followed.
    case medianSpeed = "speed.p50"
    /// The 95th percentile of the speeds.
    case highSpeed = "speed.p95"
    /// The maximum speed.
    case maximumSpeed = "speed.max"
    /// The median jerk of what was followed.
    case medianJerk = "jerk.p50"
    /// The 95th percentile of the jerks.
    case highJerk = "jerk.p95"
    /// The maximum jerk.
    case maximumJerk = "jerk.max"

    /// The value in a measurement; nil when it could not be measured.
    package func value(in calmness: Calmness) -> Double? {
      let value: Float? =
        switch self {
        case .meanLuminanceChange: calmness.meanLuminanceChange
        case .worstLuminanceChange: calmness.worstLuminanceChange
        case .worstLocalChange: calmness.worstLocalChange
        case .meanMovingArea: calmness.meanMovingArea
        case .worstMovingArea: calmness.worstMovingArea
        case .medianSpeed: calmness.speed?.p50
        case .highSpeed: calmness.speed?.p95
        case .maximumSpeed: calmness.speed?.maximum
        case .medianJerk: calmness.jerk?.p50
        case .highJerk: calmness.jerk?.p95
        case .maximumJerk: calmness.jerk?.maximum
        }
      return value?.shortestDouble
    }

    /// The unit in words; empty for shares.
    var unit: String {
      switch self {
      case .medianSpeed, .highSpeed, .maximumSpeed: "pt/s"
      case .medianJerk, .highJerk, .maximumJerk: "pt/s³"
      default: ""
      }
    }
  }

  /// A number that says how quickly ink follows the finger; its text is its path within
  /// `strokeLatency`.
  package enum StrokeLatency: String, Sendable, CaseIterable {
    /// The median in milliseconds.
    case median = "p50"
    /// The 95th percentile in milliseconds.
    case high = "p95"
    /// The longest in milliseconds.
    case longest = "max"
    /// The 95th percentile and the device's allowance for what it leaves out, in milliseconds.
    case highWithAllowance = "p95WithAllowance"
    /// The longest and the device's allowance for what it leaves out, in milliseconds.
    case longestWithAllowance = "maxWithAllowance"
    /// Samples whose ink took 50 ms or longer, or never came: none is what `below` 50 asks of the
    /// longest.
    case overLimit
    /// Samples that drew.
    case samples

    /// Whether the device's allowance is part of it.
    package var hasAllowance: Bool { self == .highWithAllowance || self == .longestWithAllowance }

    /// The value in a summary; nil for times when no ink was seen, or without an allowance.
    package func value(in summary: StrokeLatencySummary) -> Double? {
      switch self {
      case .median: summary.spread.p50
      case .high: summary.spread.p95
      case .longest: summary.spread.maximum
      case .highWithAllowance: summary.withAllowance(summary.spread.p95)
      case .longestWithAllowance: summary.withAllowance(summary.spread.maximum)
      case .overLimit: Double(summary.spread.overLimit)
      case .samples: Double(summary.samples)
      }
    }

    /// The unit in words; empty for counts.
    var unit: String {
      switch self {
      case .median, .high, .longest, .highWithAllowance, .longestWithAllowance: "ms"
      case .overLimit, .samples: ""
      }
    }
  }

  /// A number that says how much the picture flashes; its text is its path within `flash`.
  package enum Flash: String, Sendable, CaseIterable {
    /// The maximum count of transitions of luminance of any cell in a second.
    case generalTransitions = "general.maxTransitionsPerSecond"
    /// The maximum count of transitions of luminance of more than a quarter of a field in a second.
    case generalFieldTransitions = "general.maxFieldTransitionsPerSecond"
    /// The largest share of a field that flashes more than three times a second.
    case generalArea = "general.worstAreaShare"
    /// The maximum count of transitions of saturated red of any cell in a second.
    case redTransitions = "red.maxTransitionsPerSecond"
    /// The maximum count of transitions of saturated red of more than a quarter of a field in a
    /// second.
    case redFieldTransitions = "red.maxFieldTransitionsPerSecond"
    /// The largest share of a field that flashes red more than three times a second.
    case redArea = "red.worstAreaShare"
    /// The maximum count of transitions of the frames' means in a second.
    case meanTransitions = "frameMeans.maxTransitionsPerSecond"
    /// The largest share of the picture that jumps by a contrast of more than 4.5 : 1.
    case contrastArea = "contrastChange.worstAreaShare"

    /// The value in a finding.
    package func value(in flash: FlashSafety) -> Double {
      switch self {
      case .generalTransitions: Double(flash.general.maximumTransitions)
      case .generalFieldTransitions: Double(flash.general.maximumFieldTransitions)
      case .generalArea: flash.general.worstAreaShare.shortestDouble
      case .redTransitions: Double(flash.red.maximumTransitions)
      case .redFieldTransitions: Double(flash.red.maximumFieldTransitions)
      case .redArea: flash.red.worstAreaShare.shortestDouble
      case .meanTransitions: Double(flash.means.maximumTransitions)
      case .contrastArea: flash.worstContrastShare.shortestDouble
      }
    }

    /// The unit in words; empty for shares.
    var unit: String {
      switch self {
      case .generalArea, .redArea, .contrastArea: ""
      default: "/s"
      }
    }
  }

  /// A percentile of the times that frames are predicted to take on the device class; its text is
  /// its path within `deviceFrame`.
  package enum DeviceFrame: String, Sendable, CaseIterable {
    /// The median.
    case median = "p50"
    /// The 99th percentile.
    case high = "p99"

    /// The value in a summary, in milliseconds.
    package func value(in summary: DeviceFrameSummary) -> Double {
      switch self {
      case .median: Double(summary.median) / 1e6
      case .high: Double(summary.high) / 1e6
      }
    }
  }

  /// `population.NAME.STATISTIC`: a count.
  case population(name: String, index: Int, PopulationStatistic)
  /// `allocations.steadyMaxPerFrame`: the maximum count of allocations of any frame after warm-up.
  case steadyAllocationsPerFrame
  /// `allocations.liveBytesGrowth`: bytes more at the last checkpoint than at the first.
  case liveBytesGrowth
  /// `calmness.QUANTITY.STATISTIC`: how much the picture changes or moves.
  case calmness(CalmnessQuantity)
  /// `flash.KIND.QUANTITY`: how much the picture flashes.
  case flash(Flash)
  /// `strokeLatency.STATISTIC`: how quickly ink follows the finger.
  case strokeLatency(StrokeLatency)
  /// `deviceFrame.PERCENTILE` in milliseconds: what frames would take on the device class.
  case deviceFrame(DeviceFrame)
  /// `timing.frame.PERCENTILE` in milliseconds: input, step, draw and raster together.
  case frameMilliseconds(Percentile)
  /// `timing.hitchMsPerSecond`: by how many milliseconds frames appear late in a second of
  /// animation, in whole refreshes.
  case hitchMillisecondsPerSecond

  /// The measure's path in the result.
  package var path: String {
    switch self {
    case .population(let name, _, let statistic): "population.\(name).\(statistic.rawValue)"
    case .steadyAllocationsPerFrame: "allocations.steadyMaxPerFrame"
    case .liveBytesGrowth: "allocations.liveBytesGrowth"
    case .calmness(let quantity): "calmness.\(quantity.rawValue)"
    case .flash(let quantity): "flash.\(quantity.rawValue)"
    case .strokeLatency(let quantity): "strokeLatency.\(quantity.rawValue)"
    case .deviceFrame(let percentile): "deviceFrame.\(percentile.rawValue)"
    case .frameMilliseconds(let percentile): "timing.frame.\(percentile.rawValue)"
    case .hitchMillisecondsPerSecond: "timing.hitchMsPerSecond"
    }
  }

  /// The unit in words; empty for counts.
  package var unit: String {
    switch self {
    case .population, .steadyAllocationsPerFrame: ""
    case .liveBytesGrowth: "bytes"
    case .calmness(let quantity): quantity.unit
    case .flash(let quantity): quantity.unit
    case .strokeLatency(let quantity): quantity.unit
    case .deviceFrame, .frameMilliseconds: "ms"
    case .hitchMillisecondsPerSecond: "ms/s"
    }
  }

  /// Whether the value depends on wall time or resident memory, so that runs may differ in it.
  package var isTimed: Bool {
    switch self {
    case .frameMilliseconds, .hitchMillisecondsPerSecond: true
    default: false
    }
  }
}
