/// The member `lateness` of `timing`.
extension ResultFile {
  /// Reads how late frames were.
  ///
  /// - Parameters:
  ///   - due: when the frames were due.
  ///   - measuredFrames: how many were measured.
  ///   - lateFrames: how many of them were late.
  static func lateness(
    _ node: JSONNode?, due: DueTime, of measuredFrames: UInt32, late lateFrames: UInt32
  ) throws(FormatError) -> LatenessSummary? {
    try optional(node) { (node) throws(FormatError) in
      var reader = try node.object()
      let animation = try reader.required("animation")
      let lateness = LatenessSummary(
        due: due,
        lateRefreshes: try refreshes(reader.required("late"), due),
        lateFrames: lateFrames,
        overrunNanoseconds: try reader.required("overrun").uint64(in: times),
        worstSecondRefreshes: try refreshes(reader.required("worstSecond"), due),
        worstSecondFrame: try count32(reader.required("worstSecondFrame")),
        longestRun: try reader.required("longestLateRun").uint32(),
        longestRunFrame: try count32(reader.required("longestLateRunFrame")),
        jankFrames: try reader.required("jankFrames").uint32(),
        timeWeighted: try percentiles(reader.required("timeWeighted")),
        sampleCount: UInt64(measuredFrames))
      let expected = lateness.animationNanoseconds
      guard try animation.uint64() == expected else {
        throw animation.failure(
          .unexpected(
            found: animation.foundText,
            expected: "\(expected), the time of \(measuredFrames) frames"))
      }
      return lateness
    }
  }

  /// 36 years: sums of them fit.
  private static var times: ClosedRange<UInt64> { 0...(1 << 60) }

  /// The refreshes that a time was written for.
  private static func refreshes(_ node: JSONNode, _ due: DueTime) throws(FormatError) -> UInt64 {
    let count = due.refreshes(taking: try node.uint64(in: times))
    guard try node.uint64() == due.nanoseconds(ofRefreshes: count) else {
      throw node.failure(
        .unexpected(
          found: node.foundText, expected: "whole refreshes of \(due.refreshRate) Hz"))
    }
    return count
  }

  static func processor(_ node: JSONNode) throws(FormatError) -> ProcessorSummary {
    var reader = try node.object()
    var processor = ProcessorSummary(
      frame: try percentiles(reader.required("frame")),
      unhindered: try percentiles(reader.required("unhindered")),
      unhinderedHitchMillisecondsPerSecond: try number(
        reader.required("unhinderedHitchMsPerSecond")),
      waitedNanoseconds: try reader.required("waited").uint64(),
      longestWaitNanoseconds: try reader.required("longestWait").uint64(),
      involuntarySwitches: try reader.required("involuntarySwitches").uint64())
    processor.runs = try reader.required("runs").uint32()
    if let evidence = reader.optional("evidence") {
      let names = ProcessorSummary.Evidence.allCases.map(\.rawValue)
      let name = try evidence.string(oneOf: names)
      processor.evidence = ProcessorSummary.Evidence(rawValue: name) ?? .queue
    }
    return processor
  }
}
