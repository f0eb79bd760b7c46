/// Reads the rows of all passes and unpacks their samples, with one row in memory at a time.
struct PNGRowReader {
  let header: PNGHeader
  let data: PNGData

  /// Processes the samples of a row.
  typealias Body =
    (_ pass: PNGPass, _ y: Int, _ samples: UnsafeBufferPointer<UInt16>) -> PNGError?

  /// Calls `body` with the samples of every row, its pass, and its row in the image.
  ///
  /// - Parameter bytes: The file.
  /// - Throws: `badCompression`, `tooLittleData`, `tooMuchData`, `badFilter`, or the error from
  ///   `body`.
  func forEach(in bytes: [UInt8], _ body: Body) throws(PNGError) {
    let outcome = bytes.withUnsafeBufferPointer { bytes -> Result<Void, PNGError> in
      do throws(PNGError) {
        try read(bytes, body)
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try outcome.get()
  }

  private func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ body: Body
  ) throws(PNGError) {
    var stream = try PNGInflate(bytes, data: data, neededByteCount: header.filteredByteCount)
    let longest = header.passes.reduce(0) { max($0, $1.rowByteCount(header.bitsPerPixel) + 1) }
    let channelCount = header.colorType.channelCount
    let samples = UnsafeMutableBufferPointer<UInt16>.allocate(
      capacity: header.width * channelCount)
    samples.initialize(repeating: 0)
    // The current and the previous row, each after its filter byte.
    let rows = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 2 * longest)
    rows.initialize(repeating: 0)
    defer {
      samples.deallocate()
      rows.deallocate()
    }
    var rowNumber = 0
    for pass in header.passes {
      let stride = pass.rowByteCount(header.bitsPerPixel) + 1
      let target = UnsafeMutableBufferPointer(rebasing: samples[..<(pass.width * channelCount)])
      var (current, above) = (0, longest)
      // The previous pass left its last row here, but passes are filtered independently.
      rows[above..<(above + stride)].update(repeating: 0)
      for y in 0..<pass.height {
        let row = UnsafeMutableBufferPointer(rebasing: rows[current..<(current + stride)])
        if let failure = stream.fill(row) { throw failure }
        guard let filter = PNGFilter(rawValue: row[0]) else {
          throw .badFilter(
            chunk: data.chunk, row: rowNumber, value: row[0], byteOffset: data.byteOffset)
        }
        let restored = UnsafeMutableBufferPointer(rebasing: row[1...])
        PNGUnfilter.restore(
          restored, below: UnsafeBufferPointer(rebasing: rows[(above + 1)..<(above + stride)]),
          reach: header.filterReach, filter)
        unpack(UnsafeBufferPointer(restored), into: target)
        if let failure = body(pass, pass.y + y * pass.stepY, UnsafeBufferPointer(target)) {
          throw failure
        }
        swap(&current, &above)
        rowNumber += 1
      }
    }
    if let failure = stream.finish() { throw failure }
  }

  private func unpack(
    _ bytes: UnsafeBufferPointer<UInt8>, into samples: UnsafeMutableBufferPointer<UInt16>
  ) {
    switch header.bitDepth {
    case 16:
      for index in 0..<samples.count {
        samples[index] = UInt16(bytes[index * 2]) << 8 | UInt16(bytes[index * 2 + 1])
      }
    case 8:
      for index in 0..<samples.count { samples[index] = UInt16(bytes[index]) }
    default:
      // The leftmost pixel is in the highest bits.
      let depth = Int(header.bitDepth)
      let mask = UInt8((1 << depth) - 1)
      for index in 0..<samples.count {
        let bit = index * depth
        let shift = 8 - depth - bit % 8
        samples[index] = UInt16(bytes[bit / 8] >> UInt8(shift) & mask)
      }
    }
  }
}
