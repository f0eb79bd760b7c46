/// The order in which the pixels of an 8 by 8 block switch as a color rises by one level.
package enum DitherMatrix {
  /// The ranks 0 to 63, row after row; pixel (x, y) uses entry `(y & 7) * 8 + (x & 7)`.
  ///
  /// Made by Robert Ulichney's void-and-cluster method (1993) with a Gaussian of 1.5 pixels. Unlike
  /// a Bayer matrix, it shows no regular pattern. Eight columns are four vectors of two pixels, so
  /// a row's thresholds stay in registers and dithering a gradient costs one addition per two
  /// pixels.
  package static var ranks: [UInt8] {
    [
      48, 41, 57, 25, 46, 61, 18, 58,
      4, 32, 16, 37, 5, 30, 10, 34,
      20, 53, 8, 60, 21, 51, 43, 55,
      13, 44, 29, 47, 12, 39, 2, 24,
      59, 36, 0, 26, 17, 62, 28, 49,
      7, 19, 52, 42, 56, 6, 33, 15,
      38, 63, 31, 9, 35, 23, 54, 45,
      11, 22, 3, 50, 14, 40, 1, 27,
    ]
  }
}
