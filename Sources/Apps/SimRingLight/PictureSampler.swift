import SimbenchKit

/// Means over rectangles of a supplied picture, in linear light and integers.
///
/// Positions are in 1/256 pixel. The picture is mirrored at its edges, so that camera shake never
/// shows an empty margin.
struct PictureSampler {
  /// One pixel.
  static var unit: Int64 { 256 }

  private let picture: CameraPicture
  private let linear: [UInt16]

  init(_ picture: CameraPicture, tables: LightTables) {
    self.picture = picture
    linear = tables.linear
  }

  /// The mean light between two columns and two rows; 65,535 is white in each channel.
  ///
  /// - Precondition: Neither range is empty.
  func mean(columns: Range<Int64>, rows: Range<Int64>) -> SIMD4<UInt16> {
    let (pixels, linear) = (picture.pixels.span, linear.span)
    let width = Int(picture.width)
    var sum = SIMD4<UInt64>.zero
    for y in Self.touched(rows) {
      let tall = Self.overlap(y, rows)
      let start = Self.within(y, picture.height) &* width
      var line = SIMD4<UInt64>.zero
      for x in Self.touched(columns) {
        let pixel = pixels[start &+ Self.within(x, picture.width)]
        let light = SIMD4(
          UInt64(linear[Int(pixel & 255)]), UInt64(linear[Int(pixel >> 8 & 255)]),
          UInt64(linear[Int(pixel >> 16 & 255)]), 0)
        line &+= light &* UInt64(Self.overlap(x, columns))
      }
      sum &+= line &* UInt64(tall)
    }
    let area = UInt64(columns.count) &* UInt64(rows.count)
    return SIMD4<UInt16>(truncatingIfNeeded: (sum &+ area / 2) / area)
  }

  /// The pixels that a range touches.
  private static func touched(_ span: Range<Int64>) -> ClosedRange<Int64> {
    (span.lowerBound >> 8)...((span.upperBound - 1) >> 8)
  }

  private static func overlap(_ index: Int64, _ span: Range<Int64>) -> Int64 {
    min((index &+ 1) &* unit, span.upperBound) &- max(index &* unit, span.lowerBound)
  }

  private static func within(_ index: Int64, _ count: Int32) -> Int {
    let count = Int64(count)
    let mirrored = index < 0 ? -1 - index : index >= count ? 2 * count - 1 - index : index
    return Int(max(0, min(mirrored, count - 1)))
  }
}

/// Fits a supplied picture to an upright frame of another aspect ratio: scaled to fill, cropped.
struct PicturePlacement {
  /// Pixels of the supplied picture per pixel of the upright frame, in units of 1/65,536.
  private let step: Int64
  private let given: PictureSize
  private let upright: PictureSize

  init(_ picture: CameraPicture, over upright: PictureSize) {
    given = PictureSize(width: picture.width, height: picture.height)
    self.upright = upright
    step = max(
      1,
      min(
        Int64(given.width) << 16 / Int64(upright.width),
        Int64(given.height) << 16 / Int64(upright.height)))
  }

  /// The range of the supplied picture that a column of the upright frame shows.
  func columns(_ x: Int32) -> Range<Int64> { span(x, upright.width, given.width) }

  /// The range of the supplied picture that a row of the upright frame shows.
  func rows(_ y: Int32) -> Range<Int64> { span(y, upright.height, given.height) }

  /// At least one pixel wide, so that neighbors are blended if the picture is enlarged.
  private func span(_ index: Int32, _ count: Int32, _ givenCount: Int32) -> Range<Int64> {
    let middle = Int64(givenCount) << 15 + (Int64(2 * index + 1 - count) * step) >> 1
    let width = max(step, 65_536) >> 8
    let start = middle >> 8 - width >> 1
    return start..<start + width
  }
}
