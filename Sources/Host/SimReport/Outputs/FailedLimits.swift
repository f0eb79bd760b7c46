import SimFormats

/// What a tile, a chart or a line of a report is about, so that budgets on the same thing are
/// drawn where it is.
enum FigureGroup: Equatable {
  case frame
  case hitches
  case device
  case allocations
  case heap
  case touch
  case population(String)
  case calmness
  case flash
}

extension Measure {
  /// What the measure is about.
  var group: FigureGroup {
    switch self {
    case .population(let name, _, _): .population(name)
    case .steadyAllocationsPerFrame: .allocations
    case .liveBytesGrowth: .heap
    case .calmness: .calmness
    case .flash: .flash
    case .strokeLatency: .touch
    case .deviceFrame: .device
    case .frameMilliseconds: .frame
    case .hitchMillisecondsPerSecond: .hitches
    }
  }

  /// The measure's name among those of its group, such as `p99`.
  var shortName: String {
    switch self {
    case .population(_, _, let statistic): statistic.rawValue
    case .steadyAllocationsPerFrame: "most a frame"
    case .liveBytesGrowth: "growth"
    case .calmness(let quantity): quantity.rawValue
    case .flash(let quantity): quantity.rawValue
    case .strokeLatency(let quantity): quantity.rawValue
    case .deviceFrame(let percentile): percentile.rawValue
    case .frameMilliseconds(let percentile): percentile.rawValue
    case .hitchMillisecondsPerSecond: "hitches"
    }
  }

  /// The measure in words, as a tile's label.
  var words: String {
    switch self {
    case .population(let name, _, let statistic):
      switch statistic {
      case .maximum: "\(name), most"
      case .minimum: "\(name), least"
      case .mean: "\(name), mean"
      case .whileShaken: "\(name) while shaken"
      }
    case .steadyAllocationsPerFrame: "most allocations a frame"
    case .liveBytesGrowth: "growth of the heap"
    case .calmness(let quantity): Self.words(quantity)
    case .flash(let quantity): Self.words(quantity)
    case .strokeLatency(let quantity):
      switch quantity {
      case .overLimit: "samples of 50 ms or more"
      case .samples: "samples that drew"
      case .highWithAllowance: "touch to ink with allowance, p95"
      case .longestWithAllowance: "touch to ink with allowance, max"
      default: "touch to ink, \(quantity.rawValue)"
      }
    case .deviceFrame(let percentile): "predicted on the device, \(percentile.rawValue)"
    case .frameMilliseconds(let percentile): "frame time, \(percentile.rawValue)"
    case .hitchMillisecondsPerSecond: "hitches"
    }
  }

  private static func words(_ quantity: CalmnessQuantity) -> String {
    switch quantity {
    case .meanLuminanceChange: "change of light, mean"
    case .worstLuminanceChange: "change of light, worst"
    case .worstLocalChange: "change of light in 10°, worst"
    case .meanMovingArea: "moving area, mean"
    case .worstMovingArea: "moving area, worst"
    default: quantity.rawValue.replacing(".", with: ", ")
    }
  }

  private static func words(_ quantity: Flash) -> String {
    switch quantity {
    case .generalTransitions: "flash, transitions"
    case .generalFieldTransitions: "flash, transitions of a quarter of 10°"
    case .generalArea: "flash, share of 10°"
    case .redTransitions: "red flash, transitions"
    case .redFieldTransitions: "red flash, transitions of a quarter of 10°"
    case .redArea: "red flash, share of 10°"
    case .meanTransitions: "flash of whole frames, transitions"
    case .contrastArea: "jumps of contrast, share"
    }
  }
}

extension BudgetSummary {
  /// How many times what is allowed was found, or the other way round where much is required.
  ///
  /// Above 1 the budget fails. What was not measured counts as more than anything.
  var strain: Double {
    guard let measured else { return .infinity }
    let (part, whole) =
      budget.bound == .atLeast ? (budget.limit, measured) : (measured, budget.limit)
    let share = whole == 0 ? (part == 0 ? 1 : .infinity) : part / whole
    // A value that has to be below its limit fails at the limit itself.
    return share == 1 && !budget.isKept(by: measured) ? 1.nextUp : share
  }

  /// The limit with the measure's short name, such as `p99 ≤ 0.4 ms`.
  var limitWords: String { "\(budget.measure.shortName) \(Check(self).expected)" }

  /// The measured value as its check has it; nil when there is none.
  var valueWords: String? { measured.map { Check.quantity($0, self) } }

  /// The limit and how much of it was found, short enough for a tile.
  var tileNote: String {
    var words = "limit \(Check(self).expected)"
    if let measured, budget.limit > 0 {
      let share = measured / budget.limit
      let digits = FigureText.digits(telling: [share], from: 1) {
        Quantity.percent($0, digits: $1)
      }
      words +=
        share < 10
        ? ", \(Quantity.percent(share, digits: digits)) of it"
        : ", \(Quantity.figure(share)) times as much"
    }
    return note.map { "\(words), \(MessageText.oneLine($0))" } ?? words
  }
}

extension RunResult {
  /// The budgets of a group, timed ones included, the most strained first.
  func budgets(of group: FigureGroup) -> [BudgetSummary] {
    (budgets + timing.budgets).filter { $0.budget.measure.group == group }
      .sorted { $0.strain > $1.strain }
  }

  /// Those of a group that failed, the worst first.
  func failedBudgets(of group: FigureGroup) -> [BudgetSummary] {
    budgets(of: group).filter { $0.status == .failed }
  }

  /// Those of some groups that failed, in the order given.
  func failedBudgets(ofAny groups: [FigureGroup]) -> [BudgetSummary] {
    groups.flatMap { failedBudgets(of: $0) }
  }

  /// The budget that a group's tile and chart are drawn against: the worst that failed, else the
  /// most strained, of frame times that of the 99th percentile first; nil without any.
  func decidingBudget(of group: FigureGroup) -> BudgetSummary? {
    let all = budgets(of: group).filter { $0.status != .notMeasured || $0.measured != nil }
    return all.first { $0.status == .failed }
      ?? all.first { $0.budget.measure == .frameMilliseconds(.p99) } ?? all.first
  }
}

/// A limit as a line in a chart.
struct LimitLine {
  /// The class of line and key.
  var style: String
  /// Where it lies, in nanoseconds.
  var value: Double
  /// What the key says.
  var words: String
}

extension RunResult {
  /// The lines of the chart of frame times: the limits that failed, else the one that decides, and
  /// the frame interval where that is another.
  var frameLimits: [LimitLine] {
    let failed = failedBudgets(of: .frame)
    let shown = failed.isEmpty ? [decidingBudget(of: .frame)].compactMap { $0 } : failed
    let limits = shown.map { summary in
      LimitLine(
        style: summary.status == .failed ? "budget failed" : "budget",
        value: max(summary.budget.limit, 0) * 1e6, words: summary.limitWords)
    }
    let interval = Double(timing.frameIntervalNanoseconds)
    guard !limits.contains(where: { abs($0.value - interval) < interval / 100 }) else {
      return limits
    }
    let words = "frame interval \(Quantity.time(interval))"
    return limits + [LimitLine(style: "interval", value: interval, words: words)]
  }
}
