import SimFormats

extension BudgetSummary {
  /// The ratio of value and limit, or its inverse for a lower limit.
  ///
  /// The budget fails above 1. A value that was not measured counts as infinite.
  var strain: Double {
    guard let measured else { return .infinity }
    let (part, whole) =
      budget.bound == .atLeast ? (budget.limit, measured) : (measured, budget.limit)
    let share = whole == 0 ? (part == 0 ? 1 : .infinity) : part / whole
    // A value that must be below its limit fails at the limit itself.
    return share == 1 && !budget.isKept(by: measured) ? 1.nextUp : share
  }

  /// The limit with the metric's short name, such as `p99 ≤ 0.4 ms`.
  var limitWords: String { "\(budget.measure.shortName) \(Check(self).expected)" }

  /// The measured value as its check shows it; nil if there is none.
  var valueWords: String? { measured.map { Check.quantity($0, self) } }

  /// The limit and the used fraction of it, short enough for a tile.
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

extension SceneResult {
  /// The budgets of a group, including timed ones, with the highest ratios first.
  func budgets(of group: FigureGroup) -> [BudgetSummary] {
    (budgets + timing.budgets).filter { $0.budget.measure.group == group }
      .sorted { $0.strain > $1.strain }
  }

  /// The failed budgets of a group, the worst first.
  func failedBudgets(of group: FigureGroup) -> [BudgetSummary] {
    budgets(of: group).filter { $0.status == .failed }
  }

  /// The failed budgets of some groups, in the given order.
  func failedBudgets(ofAny groups: [FigureGroup]) -> [BudgetSummary] {
    groups.flatMap { failedBudgets(of: $0) }
  }

  /// The budget for a group's tile and chart: the worst failed one, else the one with the highest
  /// ratio, for frame times preferably that of the 99th percentile; nil if there is none.
  func decidingBudget(of group: FigureGroup) -> BudgetSummary? {
    let all = budgets(of: group).filter { $0.status != .notMeasured || $0.measured != nil }
    return all.first { $0.status == .failed }
      ?? all.first { $0.budget.measure.path == "timing.frame.p99" } ?? all.first
  }
}

/// A limit as a line in a chart.
struct LimitLine {
  /// The class of line and key.
  var style: String
  /// Its position, in nanoseconds.
  var value: Double
  /// The text of the key.
  var words: String
}

extension SceneResult {
  /// The limit lines of the frame time chart: failed limits, else the relevant one, and the frame
  /// interval if it differs.
  var frameLimits: [LimitLine] {
    let failed = failedBudgets(of: .frame)
    let shown = failed.isEmpty ? [decidingBudget(of: .frame)].compactMap { $0 } : failed
    let limits = shown.map { summary in
      LimitLine(
        style: summary.status == .failed ? "budget failed" : "budget",
        value: max(summary.budget.limit, 0) * 1e6, words: summary.limitWords)
    }
    let interval = Double(timing.frameIntervalNanoseconds)
    // Lines that close would look like one line with two names.
    guard !limits.contains(where: { abs($0.value - interval) < interval / 100 }) else {
      return limits
    }
    let words = "frame interval \(Quantity.time(interval))"
    return limits + [LimitLine(style: "interval", value: interval, words: words)]
  }
}
