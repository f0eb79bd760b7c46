/// The member `lateness` of `timing`.
extension ResultFile {
  static func lateness(
    _ node: JSONNode?, of measuredFrames: UInt32
  ) throws(FormatError) -> LatenessSummary? {
    try optional(node) { (node) throws(FormatError) in
      var reader = try node.object()
      // 36 years: the bands multiply what they compare by ten.
      let times = 0...(1 << 60) as ClosedRange<UInt64>
      return LatenessSummary(
        lateNanoseconds: try reader.required("late").uint64(in: times),
        animationNanoseconds: try reader.required("animation").uint64(in: times),
        worstSecondNanoseconds: try reader.required("worstSecond").uint64(in: times),
        worstSecondFrame: try count32(reader.required("worstSecondFrame")),
        longestRun: try reader.required("longestLateRun").uint32(),
        longestRunFrame: try count32(reader.required("longestLateRunFrame")),
        jankFrames: try reader.required("jankFrames").uint32(),
        timeWeighted: try percentiles(reader.required("timeWeighted")),
        sampleCount: UInt64(measuredFrames))
    }
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
