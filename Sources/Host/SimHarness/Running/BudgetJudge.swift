import SimFormats
import SimImageAnalysis

/// Compares what was measured with what was promised.
package struct BudgetJudge {
  let populations: [PopulationSummary]
  let allocations: AllocationSummary
  let calmness: Calmness?
  let flash: FlashSafety?
  let strokeLatency: StrokeLatencySummary?
  let prediction: DevicePrediction
  let timing: TimingSummary
  /// Frames the scene really ran; without any there is nothing to judge.
  let foregroundFrames: Int

  /// Makes a judge of what a run measured.
  package init(
    populations: [PopulationSummary], allocations: AllocationSummary, calmness: Calmness?,
    flash: FlashSafety?, strokeLatency: StrokeLatencySummary?, prediction: DevicePrediction,
    timing: TimingSummary, foregroundFrames: Int
  ) {
    self.populations = populations
    self.allocations = allocations
    self.calmness = calmness
    self.flash = flash
    self.strokeLatency = strokeLatency
    self.prediction = prediction
    self.timing = timing
    self.foregroundFrames = foregroundFrames
  }

  /// Judges one budget; what was not measured neither passes nor fails.
  package func judge(_ budget: Budget) -> BudgetSummary {
    if let reason = unbounded(budget.measure) {
      return BudgetSummary(budget: budget, measured: nil, status: .failed, note: reason)
    }
    let (value, reason) = measured(budget.measure)
    guard let value else {
      return BudgetSummary(budget: budget, measured: nil, status: .notMeasured, note: reason)
    }
    if case .deviceFrame = budget.measure { return judge(budget, predicted: value) }
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
    guard let summary = prediction.summary else { preconditionFailure("it was predicted") }
    let range = summary.range(of: UInt64((milliseconds * 1e6).rounded()))
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

  /// What a time would have been had no frame waited for a processor; nil when that is not known.
  private func unhindered(_ measure: Measure) -> Double? {
    guard let processor = timing.processor else { return nil }
    switch measure {
    case .frameMilliseconds(let percentile):
      return Double(processor.unhindered.value(percentile)) / 1e6
    case .hitchMillisecondsPerSecond: return processor.unhinderedHitchMillisecondsPerSecond
    default: return nil
    }
  }

  private func heldUpNote(_ unhindered: Double, _ budget: Budget) -> String {
    let longest = Double(timing.processor?.longestWaitNanoseconds ?? 0) / 1e6
    return "but frames waited for a processor, up to \(FigureText.text(longest)) ms; without that "
      + "it is \(FigureText.text(unhindered)) \(budget.measure.unit)"
  }

  /// Why a time has no end; nil when it has one.
  private func unbounded(_ measure: Measure) -> String? {
    guard [.strokeLatency(.longest), .strokeLatency(.longestWithAllowance)].contains(measure),
      let latency = strokeLatency
    else { return nil }
    let never = latency.sightings?.never ?? 0
    return never > 0 ? "the ink of \(never) samples never came" : nil
  }

  private func measured(_ measure: Measure) -> (value: Double?, reason: String?) {
    switch measure {
    case .population(_, let index, let statistic):
      let population = populations[index]
      guard foregroundFrames > 0 else { return (nil, "every frame was spent in the background") }
      switch statistic {
      case .maximum: return (Double(population.maximum), nil)
      case .minimum: return (Double(population.minimum), nil)
      case .mean: return (population.mean, nil)
      case .whileShaken: return (population.whileShaken, "the device was never shaken")
      }
    case .steadyAllocationsPerFrame:
      return (allocations.steadyMaximumPerFrame.map { Double($0) }, allocationReason)
    case .liveBytesGrowth:
      return (allocations.liveBytesGrowth.map { Double($0) }, allocationReason)
    case .calmness(let quantity):
      guard let calmness else { return (nil, "fewer than two frames of one size were drawn") }
      return (quantity.value(in: calmness), "nothing that moved could be followed")
    case .flash(let quantity):
      return (flash.map { quantity.value(in: $0) }, "fewer than two frames were drawn")
    case .strokeLatency(let quantity):
      guard let strokeLatency else { return (nil, "no touch sample drew ink") }
      let lacksAllowance = quantity.hasAllowance && strokeLatency.allowance == nil
      return (
        quantity.value(in: strokeLatency),
        lacksAllowance ? StrokeLatencySummary.noAllowance : "no ink was seen"
      )
    case .deviceFrame(let quantity):
      return (prediction.summary.map { quantity.value(in: $0) }, prediction.reason)
    case .frameMilliseconds(let percentile):
      guard timing.measuredFrames > 0 else { return (nil, Self.timingReason) }
      return (Double(timing.frame.value(percentile)) / 1e6, nil)
    case .hitchMillisecondsPerSecond:
      return (timing.lateness?.hitchMillisecondsPerSecond, Self.timingReason)
    }
  }

  private static let timingReason = "no frame in the foreground was timed"

  private var allocationReason: String {
    let prefix = "not-measured: "
    guard allocations.source.hasPrefix(prefix) else {
      return "no frame in the foreground came after the warm-up of "
        + "\(allocations.warmupFrames) frames"
    }
    return String(allocations.source.dropFirst(prefix.count))
  }
}
