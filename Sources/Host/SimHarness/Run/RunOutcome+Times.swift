import SimFormats

extension RunOutcome {
  /// Whether everything holds but a time that waiting for a processor may have spoilt, so that
  /// another run may tell.
  package var isWorthRepeating: Bool { result.verdict == .inconclusive && result.isHeldUp }

  /// Settles what waiting left open by another run of the same scenario: its times stand when they
  /// keep every budget, and else those of the first do.
  ///
  /// That a machine is busy must not fail a run whose work holds, so the second never does. What is
  /// the same in every run stays as it was.
  package mutating func settle(by other: RunOutcome) {
    result.timing.processor?.runs += 1
    let isKept = other.result.timing.budgets.allSatisfy {
      $0.status != .failed && !$0.isTooCloseToSay
    }
    guard isKept, other.recorder.count == recorder.count else { return }
    var timing = other.result.timing
    timing.processor?.runs += 1
    timing.instructions = result.timing.instructions
    // What grew on the heap is part of the exact verdict, which is the first run's.
    timing.liveBytes = result.timing.liveBytes
    result.timing = timing
    recorder.takeTimes(of: other.recorder)
  }
}
