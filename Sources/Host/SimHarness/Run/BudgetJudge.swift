import SimFormats

/// Compares what a run measured with what was promised.
package struct BudgetJudge {
  private let result: SceneResult

  /// Makes a judge of what a run measured; its own budgets do not matter.
  package init(_ result: SceneResult) {
    self.result = result
  }

  /// Judges one budget; what was not measured neither passes nor fails, and neither does a minimum
  /// that a run shorter than its scenario does not reach.
  package func judge(_ budget: Budget) -> BudgetSummary {
    var summary = judgeReached(budget)
    guard result.isShortened, budget.bound == .atLeast, summary.status != .passed,
      let measured = summary.measured
    else { return summary }
    let digits = FigureText.digits(telling: [measured], from: budget.limit) {
      FigureText.text($0, digits: $1, decimals: 3)
    }
    let value = FigureText.text(measured, digits: digits, decimals: 3)
    let unit = budget.measure.unit.isEmpty ? "" : " \(budget.measure.unit)"
    summary.note = "\(BudgetSummary.notJudged)\(value)\(unit) in \(result.shortenedWords)"
    (summary.measured, summary.status) = (nil, .notMeasured)
    return summary
  }

  /// Judges one budget by the frames that were run, as if there were no others.
  private func judgeReached(_ budget: Budget) -> BudgetSummary {
    if let reason = unbounded(budget.measure) {
      return BudgetSummary(budget: budget, measured: nil, status: .failed, note: reason)
    }
    if budget.measure.isTimed, isOfColdFrames(budget.measure) {
      let warmup = result.allocations.warmupFrames
      return BudgetSummary(
        budget: budget, measured: nil, status: .notMeasured,
        note: "the run has no frame after its \(warmup) of warm-up")
    }
    guard let value = budget.measure.value(in: result) else {
      return BudgetSummary(
        budget: budget, measured: nil, status: .notMeasured,
        note: result.reasonMissing(budget.measure.path))
    }
    if budget.measure.group == .device { return judge(budget, predicted: value) }
    if budget.measure.isTimed, !budget.isKept(by: value),
      let unhindered = unhindered(budget.measure), budget.isKept(by: unhindered)
    {
      return BudgetSummary(
        budget: budget, measured: value, status: .notMeasured, note: heldUpNote(unhindered, budget))
    }
    return BudgetSummary(
      budget: budget, measured: value, status: budget.isKept(by: value) ? .passed : .failed,
      note: nil)
  }

  /// Judges a predicted time by the shortest and the longest that it may stand for: when they
  /// disagree, it cannot be told.
  private func judge(_ budget: Budget, predicted milliseconds: Double) -> BudgetSummary {
    guard let summary = result.prediction.summary else { preconditionFailure("it was predicted") }
    let range = summary.range(of: budget.measure.shortName)
    let (shortest, longest) = (range.lowerBound / 1e6, range.upperBound / 1e6)
    let isKept = budget.isKept(by: longest)
    guard isKept == budget.isKept(by: shortest) else {
      let ends = [shortest, longest]
      let digits = FigureText.digits(telling: ends, from: budget.limit) {
        FigureText.text($0, digits: $1, decimals: 3)
      }
      let span = ends.map { FigureText.text($0, digits: digits, decimals: 3) }
      return BudgetSummary(
        budget: budget, measured: milliseconds, status: .notMeasured,
        note: "too close to say: it may be \(span[0]) to \(span[1]) ms")
    }
    return BudgetSummary(
      budget: budget, measured: milliseconds, status: isKept ? .passed : .failed, note: nil)
  }

  /// Whether a time is that of frames of the warm-up, whose allocations are not judged either.
  private func isOfColdFrames(_ measure: Measure) -> Bool {
    [.frame, .hitches].contains(measure.group)
      && result.frames <= result.allocations.warmupFrames
  }

  /// What a time would have been had no frame waited for a processor; nil when that is not known.
  private func unhindered(_ measure: Measure) -> Double? {
    guard let processor = result.timing.processor else { return nil }
    switch measure.group {
    case .frame: return processor.unhindered[measure.shortName].map { Double($0) / 1e6 }
    case .hitches: return processor.unhinderedHitchMillisecondsPerSecond
    default: return nil
    }
  }

  private func heldUpNote(_ unhindered: Double, _ budget: Budget) -> String {
    let longest = Double(result.timing.processor?.longestWaitNanoseconds ?? 0) / 1e6
    return "but frames waited for a processor, up to \(FigureText.text(longest)) ms; without that "
      + "it is \(FigureText.text(unhindered)) \(budget.measure.unit)"
  }

  /// Why a time has no end; nil when it has one.
  private func unbounded(_ measure: Measure) -> String? {
    guard measure.group == .touch, measure.shortName.hasPrefix("max") else { return nil }
    let never = result.strokeLatency?.sightings?.never ?? 0
    return never > 0 ? "the ink of \(never) \(never == 1 ? "sample" : "samples") never came" : nil
  }
}
