import SimInput

/// Reads device classes.
package enum DeviceFile {
  /// Reads a device class.
  ///
  /// - Throws: `FormatError` with the position, what was found and what is allowed.
  package static func read(_ bytes: [UInt8], file: String) throws(FormatError) -> Device {
    let root = try JSONDocument.read(bytes, file: file).root
    let device = try Device.shape.read(root)
    try CanvasLimit.check(device.widthPoints, device.heightPoints, scale: device.scale, root)
    return device
  }
}
