import SimRaster

/// Tables between 8-bit sRGB and 16-bit linear light (IEC 61966-2-1).
struct LinearLightTables: Sendable {
  static let shared = LinearLightTables()

  /// Linear light of each sRGB value, 0 to 65,535.
  let decode: [UInt16]
  /// sRGB of each linear value's upper 12 bits.
  private let encoded: [UInt8]

  private init() {
    decode = (0..<256).map { UInt16(SRGB.linear(Float($0) / 255) * 65_535 + 0.5) }
    encoded = (0..<4096).map { UInt8(SRGB.encoded((Float($0) + 0.5) / 4096) * 255 + 0.5) }
  }

  func encode(_ linear: UInt64) -> UInt8 { encoded[Int(linear >> 4)] }
}
