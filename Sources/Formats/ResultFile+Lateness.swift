/// The member `lateness` of `timing`.
extension ResultFile {
  static func lateness(
    _ node: JSONNode?, of measuredFrames: UInt32
  ) throws(FormatError) -> LatenessSummary? {
    try optional(node) { (node) throws(FormatError) in
      var reader = try node.object()
      return LatenessSummary(
        lateNanoseconds: try reader.required("late").uint64(),
        animationNanoseconds: try reader.required("animation").uint64(),
        worstSecondNanoseconds: try reader.required("worstSecond").uint64(),
        worstSecondFrame: try count32(reader.required("worstSecondFrame")),
        longestRun: try reader.required("longestLateRun").uint32(),
        longestRunFrame: try count32(reader.required("longestLateRunFrame")),
        jankFrames: try reader.required("jankFrames").uint32(),
        timeWeighted: try percentiles(reader.required("timeWeighted")),
        sampleCount: UInt64(measuredFrames))
    }
  }
}
