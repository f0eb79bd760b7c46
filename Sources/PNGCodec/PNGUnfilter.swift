/// Adds back what the filters subtracted.
enum PNGUnfilter {
  /// Restores all rows in place; each keeps the byte with its filter's number in front.
  ///
  /// - Throws: `badFilter`.
  static func run(_ rows: inout [UInt8], header: PNGHeader, data: PNGData) throws(PNGError) {
    let reach = header.filterReach
    let outcome = rows.withUnsafeMutableBufferPointer { bytes -> Result<Void, PNGError> in
      var start = 0
      var rowNumber = 0
      for pass in header.passes {
        let stride = pass.rowByteCount(header.bitsPerPixel) + 1
        for y in 0..<pass.height {
          guard let filter = PNGFilter(rawValue: bytes[start]) else {
            return .failure(
              .badFilter(
                chunk: data.chunk, row: rowNumber, value: bytes[start],
                byteOffset: data.byteOffset))
          }
          let row = (start + 1)..<(start + stride)
          restore(bytes, row: row, stride: stride, reach: reach, isFirst: y == 0, filter)
          start += stride
          rowNumber += 1
        }
      }
      return .success(())
    }
    try outcome.get()
  }

  private static func restore(
    _ bytes: UnsafeMutableBufferPointer<UInt8>, row: Range<Int>, stride: Int, reach: Int,
    isFirst: Bool, _ filter: PNGFilter
  ) {
    let first = row.lowerBound
    @inline(__always) func left(_ i: Int) -> UInt8 { i - first < reach ? 0 : bytes[i - reach] }
    @inline(__always) func above(_ i: Int) -> UInt8 { isFirst ? 0 : bytes[i - stride] }
    @inline(__always) func aboveLeft(_ i: Int) -> UInt8 {
      isFirst || i - first < reach ? 0 : bytes[i - stride - reach]
    }
    switch filter {
    case .none: break
    case .sub: for i in row { bytes[i] &+= left(i) }
    case .up: for i in row { bytes[i] &+= above(i) }
    case .average:
      for i in row {
        bytes[i] &+= UInt8(truncatingIfNeeded: (UInt16(left(i)) + UInt16(above(i))) >> 1)
      }
    case .paeth:
      for i in row {
        bytes[i] &+= PNGFormat.paeth(left: left(i), above: above(i), aboveLeft: aboveLeft(i))
      }
    }
  }
}
