/// Reverses the filters.
enum PNGUnfilter {
  /// Restores a row in place.
  ///
  /// - Parameters:
  ///   - row: The bytes after the filter byte.
  ///   - previous: The unfiltered previous row; zeros for the first row.
  ///   - reach: The distance of the left neighbor in bytes.
  static func restore(
    _ row: UnsafeMutableBufferPointer<UInt8>, below previous: UnsafeBufferPointer<UInt8>,
    reach: Int, _ filter: PNGFilter
  ) {
    @inline(__always) func left(_ i: Int) -> UInt8 { i < reach ? 0 : row[i - reach] }
    @inline(__always) func aboveLeft(_ i: Int) -> UInt8 { i < reach ? 0 : previous[i - reach] }
    switch filter {
    case .none: break
    case .sub: for i in reach..<max(reach, row.count) { row[i] &+= row[i - reach] }
    case .up: for i in 0..<row.count { row[i] &+= previous[i] }
    case .average:
      for i in 0..<row.count {
        row[i] &+= UInt8(truncatingIfNeeded: (UInt16(left(i)) + UInt16(previous[i])) >> 1)
      }
    case .paeth:
      for i in 0..<row.count {
        row[i] &+= PNGFormat.paeth(left: left(i), above: previous[i], aboveLeft: aboveLeft(i))
      }
    }
  }
}
