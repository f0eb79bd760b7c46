import SimInput

/// Reads device classes.
package enum DeviceFile {
  /// Reads a device class.
  ///
  /// - Throws: `FormatError` with the position, what was found and what is allowed.
  package static func read(_ bytes: [UInt8], file: String) throws(FormatError) -> Device {
    let root = try JSONDocument.read(bytes, file: file).root
    let side = 1...Double(Limits.canvasSide.maximum)
    let device = try root.object { (reader) throws(FormatError) in
      reader.expect(["touchSamplesPerSecond", "pencilSamplesPerSecond"])
      return Device(
        name: try ScenarioFile.kebabName(reader.required("name")),
        title: try reader.required("title").line(),
        widthPoints: Float(try reader.required("widthPoints").double(in: side)),
        heightPoints: Float(try reader.required("heightPoints").double(in: side)),
        scale: Float(
          try reader.required("scale").double(in: 1...Double(Limits.canvasScale.maximum))),
        pixelsPerInch: Float(try reader.required("pixelsPerInch").double(in: 50...1000)),
        refreshRate: try reader.required("refreshRate").uint32(in: 24...240),
        touchSamplesPerSecond: try reader.required("touchSamplesPerSecond").uint32(in: 30...480),
        pencilSamplesPerSecond: try reader.required("pencilSamplesPerSecond")
          .uint32(in: 0...480),
        touchContacts: try reader.optional("touchContacts")?
          .uint32(in: InputSynthesizer.touchContactLimits) ?? InputSynthesizer.defaultTouchContacts,
        pipelineDepth: try reader.required("pipelineDepth").uint32(in: 1...6),
        latencyAllowance: try ScenarioFile.optional(reader.optional("latencyAllowance")) {
          (node) throws(FormatError) in try node.double(in: 0...500)
        },
        sources: try ScenarioFile.optional(reader.optional("sources"), DeviceSources.read),
        costs: try ScenarioFile.optional(reader.optional("costs"), DeviceCosts.read))
    }
    try CanvasLimit.check(device.widthPoints, device.heightPoints, scale: device.scale, root)
    return device
  }
}
