/// Walks the rows of all passes and takes their samples apart.
struct PNGRowReader {
  let header: PNGHeader

  /// Hands every row's samples to `body`, with its pass and the row of the picture it belongs to.
  ///
  /// - Parameter rows: restored rows, each behind the number of its filter.
  func forEach(
    in rows: [UInt8],
    _ body: (_ pass: PNGPass, _ y: Int, _ samples: UnsafeBufferPointer<UInt16>) -> PNGError?
  ) throws(PNGError) {
    let channelCount = header.colorType.channelCount
    var samples = [UInt16](repeating: 0, count: header.width * channelCount)
    let failure = samples.withUnsafeMutableBufferPointer { samples in
      rows.withUnsafeBufferPointer { bytes -> PNGError? in
        var start = 0
        for pass in header.passes {
          let stride = pass.rowByteCount(header.bitsPerPixel) + 1
          let row = UnsafeMutableBufferPointer(rebasing: samples[..<(pass.width * channelCount)])
          for y in 0..<pass.height {
            unpack(bytes, from: start + 1, into: row)
            if let failure = body(pass, pass.y + y * pass.stepY, UnsafeBufferPointer(row)) {
              return failure
            }
            start += stride
          }
        }
        return nil
      }
    }
    if let failure { throw failure }
  }

  private func unpack(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int,
    into samples: UnsafeMutableBufferPointer<UInt16>
  ) {
    switch header.bitDepth {
    case 16:
      for index in 0..<samples.count {
        let place = start + index * 2
        samples[index] = UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
      }
    case 8:
      for index in 0..<samples.count { samples[index] = UInt16(bytes[start + index]) }
    default:
      // The leftmost pixel is in the highest bits.
      let depth = Int(header.bitDepth)
      let mask = UInt8((1 << depth) - 1)
      for index in 0..<samples.count {
        let bit = index * depth
        let shift = 8 - depth - bit % 8
        samples[index] = UInt16(bytes[start + bit / 8] >> UInt8(shift) & mask)
      }
    }
  }
}
