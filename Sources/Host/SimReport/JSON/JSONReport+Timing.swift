import SimFormats

extension JSONReport {
  /// How late frames appeared; null when no frame was measured.
  static func lateness(_ lateness: LatenessSummary?) -> JSONOutput {
    guard let lateness else { return .null }
    return .object([
      ("late", .unsigned(lateness.lateNanoseconds)),
      ("overrun", .unsigned(lateness.overrunNanoseconds)),
      ("animation", .unsigned(lateness.animationNanoseconds)),
      ("band", .string(lateness.band.rawValue)),
      ("bandSource", .string(LatenessSummary.Band.source)),
      ("worstSecond", .unsigned(lateness.worstSecondNanoseconds)),
      ("worstSecondFrame", frame(lateness.worstSecondFrame)),
      ("longestLateRun", .unsigned(UInt64(lateness.longestRun))),
      ("longestLateRunFrame", frame(lateness.longestRunFrame)),
      ("jankFrames", .unsigned(UInt64(lateness.jankFrames))),
      ("timeWeighted", percentiles(lateness.timeWeighted)),
      ("firmPercentiles", .array(lateness.firmPercentiles.map { .string($0) })),
    ])
  }

  /// What frames had of the processors; null when no frame was measured, or nothing tells.
  static func processor(_ processor: ProcessorSummary?) -> JSONOutput {
    guard let processor else { return .null }
    return .object([
      ("evidence", .string(processor.evidence.rawValue)),
      ("frame", percentiles(processor.frame)), ("unhindered", percentiles(processor.unhindered)),
      ("unhinderedHitchMsPerSecond", .number(processor.unhinderedHitchMillisecondsPerSecond)),
      ("waited", .unsigned(processor.waitedNanoseconds)),
      ("longestWait", .unsigned(processor.longestWaitNanoseconds)),
      ("involuntarySwitches", .unsigned(processor.involuntarySwitches)),
      ("runs", .unsigned(UInt64(processor.runs))),
    ])
  }

  private static func frame(_ index: UInt32?) -> JSONOutput {
    index.map { .unsigned(UInt64($0)) } ?? .null
  }
}
