import DeterministicMath
import Raster

/// A finished frame as opaque 8-bit sRGB, perhaps scaled down: what pictures are made from.
public struct FramePicture: Equatable, Sendable {
  /// The frame it shows.
  public let frame: UInt32
  /// Columns.
  public let width: Int32
  /// Rows.
  public let height: Int32
  /// Red, green and blue of each pixel, row after row.
  public let rgb: [UInt8]

  /// Makes a picture from its pixels.
  ///
  /// - Precondition: three bytes per pixel.
  public init(frame: UInt32, width: Int32, height: Int32, rgb: [UInt8]) {
    precondition(rgb.count == Int(width) * Int(height) * 3, "three bytes per pixel")
    self.frame = frame
    self.width = width
    self.height = height
    self.rgb = rgb
  }

  /// Copies a surface, scaled down to at most `maximumWidth` columns (0: not at all) by averaging
  /// each target pixel's area in linear light.
  ///
  /// - Complexity: O(pixels of the surface).
  public init(frame: UInt32, surface: borrowing Surface, maximumWidth: Int32 = 0) {
    let (width, height) = (surface.width, surface.height)
    let target = maximumWidth > 0 ? min(maximumWidth, width) : width
    if target == width {
      let rgb = surface.withPixels { pixels in Self.copied(pixels) }
      self.init(frame: frame, width: width, height: height, rgb: rgb)
      return
    }
    let targetHeight = max(1, Int32(Int64(height) * Int64(target) / Int64(width)))
    let rgb = surface.withPixels { pixels in
      Self.shrunk(
        pixels, Int(width), Int(height), toWidth: Int(target), toHeight: Int(targetHeight))
    }
    self.init(frame: frame, width: target, height: targetHeight, rgb: rgb)
  }

  private static func copied(_ pixels: Span<UInt32>) -> [UInt8] {
    var rgb = [UInt8](repeating: 0, count: pixels.count * 3)
    for index in pixels.indices {
      rgb[index * 3] = UInt8(truncatingIfNeeded: pixels[index])
      rgb[index * 3 + 1] = UInt8(truncatingIfNeeded: pixels[index] >> 8)
      rgb[index * 3 + 2] = UInt8(truncatingIfNeeded: pixels[index] >> 16)
    }
    return rgb
  }

  private static func shrunk(
    _ pixels: Span<UInt32>, _ width: Int, _ height: Int, toWidth: Int, toHeight: Int
  ) -> [UInt8] {
    let linear = LinearLight.shared
    var rgb = [UInt8](repeating: 0, count: toWidth * toHeight * 3)
    for row in 0..<toHeight {
      let rows = row * height / toHeight..<max(row * height / toHeight + 1, (row + 1) * height / toHeight)
      for column in 0..<toWidth {
        let start = column * width / toWidth
        let columns = start..<max(start + 1, (column + 1) * width / toWidth)
        var (red, green, blue) = (UInt64.zero, UInt64.zero, UInt64.zero)
        for y in rows {
          for x in columns {
            let pixel = pixels[y * width + x]
            red += UInt64(linear.decode[Int(pixel & 255)])
            green += UInt64(linear.decode[Int(pixel >> 8 & 255)])
            blue += UInt64(linear.decode[Int(pixel >> 16 & 255)])
          }
        }
        let count = UInt64(rows.count * columns.count)
        let slot = (row * toWidth + column) * 3
        rgb[slot] = linear.encode(red / count)
        rgb[slot + 1] = linear.encode(green / count)
        rgb[slot + 2] = linear.encode(blue / count)
      }
    }
    return rgb
  }
}

/// Tables between 8-bit sRGB and 16-bit linear light (IEC 61966-2-1).
struct LinearLight: Sendable {
  static let shared = LinearLight()

  /// Linear light of each sRGB value, 0 to 65,535.
  let decode: [UInt16]
  /// sRGB of each linear value's upper 12 bits.
  private let encoded: [UInt8]

  private init() {
    decode = (0..<256).map { value in
      let share = Float(value) / 255
      let linear = share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4)
      return UInt16(linear * 65_535 + 0.5)
    }
    encoded = (0..<4096).map { value in
      let linear = (Float(value) + 0.5) / 4096
      let share =
        linear <= 0.0031308 ? linear * 12.92 : 1.055 * Math.pow(linear, 1 / 2.4) - 0.055
      return UInt8(share * 255 + 0.5)
    }
  }

  func encode(_ linear: UInt64) -> UInt8 { encoded[Int(linear >> 4)] }
}
