extension PremultipliedColor {
  /// The opaque color of one pixel of a small picture that will be stretched.
  ///
  /// Channels are rounded differently from pixel to pixel, so that slow ramps show no steps.
  ///
  /// - Parameters:
  ///   - channels: Red, green and blue, 0 to 255; the fourth element is ignored.
  ///   - column: The pixel's column.
  ///   - row: The pixel's row.
  package init(dithering channels: SIMD4<Float>, column: Int32, row: Int32) {
    var hash = UInt32(bitPattern: column) &* 0x9E37_79B1 ^ UInt32(bitPattern: row) &* 0x85EB_CA6B
    hash = (hash ^ (hash &>> 15)) &* 0x2C1B_3C6D
    hash ^= hash &>> 13
    let threshold = Float(hash & 0xFFFF) * 0x1p-16
    func whole(_ channel: Float) -> UInt32 {
      let value = channel + threshold
      // With this order of operands, NaN counts as 0.
      return value > 0 ? UInt32(min(value, 255)) : 0
    }
    self.init(
      uncheckedRed: whole(channels.x), green: whole(channels.y), blue: whole(channels.z),
      alpha: 255)
  }
}
