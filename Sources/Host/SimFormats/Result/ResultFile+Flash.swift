import SimImageAnalysis

/// The member `flash`.
extension ResultFile {
  static func flash(_ node: JSONNode?) throws(FormatError) -> FlashSafety? {
    try optional(node) { (node) throws(FormatError) in
      var reader = try node.object()
      var red = try reader.required("red").object()
      var means = try reader.required("frameMeans").object()
      var contrast = try reader.required("contrastChange").object()
      return FlashSafety(
        frames: try reader.required("frames").uint32(),
        general: try flashCount(reader.required("general")),
        saturation: try flashCount(red.required("saturation")),
        chromaticity: try flashCount(red.required("chromaticity")),
        means: FlashSafety.Means(
          level: try flashLevel(means.required("level")),
          luminanceTransitions: try means.required("luminanceTransitionsPerSecond").uint32(),
          redTransitions: try means.required("redTransitionsPerSecond").uint32()),
        worstContrastShare: try float(contrast.required("worstAreaShare")),
        contiguous: try optional(reader.optional("contiguous")) { (node) throws(FormatError) in
          var kinds = try node.object()
          return FlashSafety.Contiguous(
            general: try flashThreshold(kinds.required("general")),
            red: try flashThreshold(kinds.required("red")))
        })
    }
  }

  private static func flashThreshold(
    _ node: JSONNode
  ) throws(FormatError) -> FlashSafety.Threshold {
    var reader = try node.object()
    var threshold = FlashSafety.Threshold()
    threshold.worstAreaShare = try float(reader.required("worstAreaShare"))
    threshold.firstFailFrame = try count32(reader.required("firstFailFrame"))
    threshold.worst = try flashPlace(reader.required("worst"))
    return threshold
  }

  private static func flashLevel(_ node: JSONNode) throws(FormatError) -> FlashLevel {
    let levels = [FlashLevel.pass, .warning, .extended, .fail]
    let name = try node.string(oneOf: levels.map { $0.name })
    return levels.first { $0.name == name } ?? .fail
  }

  private static func flashCount(_ node: JSONNode) throws(FormatError) -> FlashSafety.Count {
    var reader = try node.object()
    var count = FlashSafety.Count()
    count.worstAreaShare = try float(reader.required("worstAreaShare"))
    count.maximumTransitions = try reader.required("maxTransitionsPerSecond").uint32()
    count.maximumFieldTransitions = try reader.required("maxFieldTransitionsPerSecond").uint32()
    count.firstFailFrame = try count32(reader.required("firstFailFrame"))
    count.warningFrames = try reader.required("warningFrames").uint32()
    count.extendedFrames = try reader.required("extendedFrames").uint32()
    count.worst = try flashPlace(reader.required("worst"))
    return count
  }

  private static func flashPlace(_ node: JSONNode) throws(FormatError) -> FlashSafety.Place? {
    try optional(node) { (node) throws(FormatError) in
      var place = try node.object()
      return FlashSafety.Place(
        x: try place.required("x").uint32(), y: try place.required("y").uint32(),
        width: try place.required("width").uint32(),
        height: try place.required("height").uint32(),
        frame: try place.required("frame").uint32())
    }
  }
}
