/// The member `deviceFrame`.
extension ResultFile {
  /// - Parameters:
  ///   - node: What was predicted; nil in results older than predictions.
  ///   - reasons: The member `notMeasured`.
  static func prediction(
    _ node: JSONNode?, reasons: JSONNode
  ) throws(FormatError) -> DevicePrediction {
    guard let node else { return .impossible("the result is older than predictions") }
    guard !node.isNull else {
      var reader = try reasons.object()
      return .impossible(try text(reader.optional("deviceFrame")) ?? "no reason given")
    }
    var reader = try node.object()
    var summary = DeviceFrameSummary(
      intervalNanoseconds: try reader.required("frameInterval").uint64(),
      frames: try reader.required("frames").uint32(),
      median: try reader.required("p50").uint64(), high: try reader.required("p99").uint64(),
      uncertainty: try reader.required("uncertainty").double(in: DeviceCosts.uncertaintyRange),
      isEstimated: try reader.required("costs").string(oneOf: ["measured", "estimated"])
        == "estimated",
      source: try reader.required("source").string())
    summary.framesOverInterval = try reader.required("framesOverInterval").uint32()
    return .predicted(summary)
  }
}
