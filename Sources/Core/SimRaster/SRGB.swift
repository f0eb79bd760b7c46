import SimMath

/// The sRGB transfer function of IEC 61966-2-1 and its inverse.
package enum SRGB {
  /// Converts an encoded value, 0 to 1, to linear light, 0 to 1.
  package static func linear(_ encoded: Float) -> Float {
    encoded <= 0.04045 ? encoded / 12.92 : Math.pow((encoded + 0.055) / 1.055, 2.4)
  }

  /// Converts linear light, 0 to 1, to an encoded value, 0 to 1.
  package static func encoded(_ linear: Float) -> Float {
    linear <= 0.0031308 ? linear * 12.92 : 1.055 * Math.pow(linear, 1 / 2.4) - 0.055
  }
}
