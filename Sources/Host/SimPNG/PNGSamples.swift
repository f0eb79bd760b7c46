import SimRaster

/// An image as stored in a PNG file: values of any bit depth, with palette and transparency.
package struct PNGSamples: Equatable, Sendable {
  /// Columns, 1 to 16,384.
  package let width: Int32
  /// Rows, 1 to 16,384.
  package let height: Int32
  /// The meaning of the values.
  package let colorType: PNGColorType
  /// Bits per value: 1, 2, 4, 8 or 16, if the color type allows it.
  package let bitDepth: UInt8
  /// Whether the file is interlaced.
  package let isInterlaced: Bool
  /// The values of all pixels, row by row from the top, with each pixel's channels together.
  package let values: [UInt16]
  /// The colors of a palette image.
  package let palette: [StraightColor]
  /// The values of the gray or color that is transparent.
  package let transparentValue: [UInt16]?

  /// Makes an image.
  ///
  /// - Precondition: Sides are 1 to 16,384; the color type allows the bit depth; `values` has
  ///   exactly the required number of values, none above the bit depth. Palette images, and only
  ///   these, have a palette of 1 to 256 colors that contains all values. A transparent value has
  ///   one channel for gray or three for RGB, and is not allowed for other color types.
  package init(
    width: Int32, height: Int32, colorType: PNGColorType, bitDepth: UInt8,
    isInterlaced: Bool = false, values: [UInt16], palette: [StraightColor] = [],
    transparentValue: [UInt16]? = nil
  ) {
    let sides = 1...Int32(PNGFormat.largestSide)
    precondition(
      sides.contains(width) && sides.contains(height), "PNG sides must be 1 to 16,384 pixels")
    precondition(colorType.bitDepths.contains(bitDepth), "bit depth that the color type lacks")
    let count = Int(width) * Int(height) * colorType.channelCount
    precondition(values.count == count, "values do not match the PNG's size")
    let limit = (UInt32(1) << UInt32(bitDepth)) - 1
    precondition(values.allSatisfy { UInt32($0) <= limit }, "value above the bit depth")
    if colorType == .palette {
      precondition((1...(1 << Int(bitDepth))).contains(palette.count), "palette of a wrong size")
      precondition(values.allSatisfy { Int($0) < palette.count }, "value outside the palette")
    } else {
      precondition(palette.isEmpty, "palette of a picture without one")
    }
    if let transparentValue {
      let channelCount = colorType == .gray ? 1 : colorType == .rgb ? 3 : 0
      precondition(transparentValue.count == channelCount, "transparent value of a wrong size")
      precondition(transparentValue.allSatisfy { UInt32($0) <= limit }, "value above the bit depth")
    }
    self.width = width
    self.height = height
    self.colorType = colorType
    self.bitDepth = bitDepth
    self.isInterlaced = isInterlaced
    self.values = values
    self.palette = palette
    self.transparentValue = transparentValue
  }

  /// Makes an image from the contents of a file, which the decoder has checked.
  init(header: PNGHeader, colors: PNGColorTable, values: [UInt16]) {
    width = Int32(header.width)
    height = Int32(header.height)
    colorType = header.colorType
    bitDepth = header.bitDepth
    isInterlaced = header.isInterlaced
    self.values = values
    // Other color types may suggest a palette, but their values do not refer to it.
    palette =
      header.colorType == .palette
      ? stride(from: 0, to: colors.palette.count, by: 4).map { start in
        StraightColor(
          red: colors.palette[start], green: colors.palette[start + 1],
          blue: colors.palette[start + 2], alpha: colors.palette[start + 3])
      } : []
    transparentValue = colors.transparentGray.map { [$0] } ?? colors.transparentColor
  }
}
