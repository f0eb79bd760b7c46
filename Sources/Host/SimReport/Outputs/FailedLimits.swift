import SimFormats

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
      ?? all.first { $0.budget.measure.path == "timing.frame.p99" } ?? all.first
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
