/// Filters rows; keeps the previous row.
struct PNGRowFilter {
  private let bytesPerPixel: Int
  private let rowByteCount: Int
  private let choice: PNGEncoder.FilterChoice
  /// The previous and the current row, each after a pixel of zeros.
  private var above: [UInt8]
  private var current: [UInt8]
  /// The filter byte and the filtered row: the best so far, and the current attempt.
  private var best: [UInt8]
  private var trial: [UInt8]

  init(rowByteCount: Int, bytesPerPixel: Int, choice: PNGEncoder.FilterChoice) {
    self.bytesPerPixel = bytesPerPixel
    self.rowByteCount = rowByteCount
    self.choice = choice
    // The zeros in front spare the filters a case for the first pixel.
    above = [UInt8](repeating: 0, count: rowByteCount + bytesPerPixel)
    current = above
    best = [UInt8](repeating: 0, count: rowByteCount + 1)
    trial = best
  }

  /// Filters the row that `fill` writes, and passes the result to `body`.
  mutating func nextRow(
    fill: (UnsafeMutableBufferPointer<UInt8>) -> Void, body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    let bytesPerPixel = bytesPerPixel
    current.withUnsafeMutableBufferPointer { fill(.init(rebasing: $0[bytesPerPixel...])) }
    switch choice {
    case .fixed(let filter): apply(filter)
    case .adaptive: applyBest()
    }
    best.withUnsafeBufferPointer(body)
    swap(&above, &current)
  }

  /// Chooses the filter whose bytes, as signed numbers, have the smallest sum of magnitudes.
  ///
  /// Ties choose the first filter. This is the heuristic recommended by the format's specification.
  private mutating func applyBest() {
    var minimum = Int.max
    for filter in PNGFilter.allCases {
      swap(&best, &trial)
      apply(filter)
      let sum = magnitude()
      if sum < minimum {
        minimum = sum
      } else {
        swap(&best, &trial)
      }
    }
  }

  private func magnitude() -> Int {
    best.withUnsafeBufferPointer { bytes in
      // Cannot overflow: at most 16,384 pixels of 8 bytes, each of a magnitude of at most 128.
      var sum: UInt32 = 0
      for index in 1..<bytes.count {
        sum &+= UInt32(Int8(bitPattern: bytes[index]).magnitude)
      }
      return Int(sum)
    }
  }

  /// Writes the filter byte and the filtered row to `best`.
  private mutating func apply(_ filter: PNGFilter) {
    let pixel = bytesPerPixel
    let count = rowByteCount
    best[0] = filter.rawValue
    best.withUnsafeMutableBufferPointer { output in
      current.withUnsafeBufferPointer { row in
        above.withUnsafeBufferPointer { up in
          switch filter {
          case .none: for i in 0..<count { output[i + 1] = row[i + pixel] }
          case .sub: for i in 0..<count { output[i + 1] = row[i + pixel] &- row[i] }
          case .up: for i in 0..<count { output[i + 1] = row[i + pixel] &- up[i + pixel] }
          case .average:
            for i in 0..<count {
              // In 16 bits, since the format halves the sum before it can wrap.
              let mean = (UInt16(row[i]) + UInt16(up[i + pixel])) >> 1
              output[i + 1] = row[i + pixel] &- UInt8(truncatingIfNeeded: mean)
            }
          case .paeth:
            for i in 0..<count {
              let guess = PNGFormat.paeth(left: row[i], above: up[i + pixel], aboveLeft: up[i])
              output[i + 1] = row[i + pixel] &- guess
            }
          }
        }
      }
    }
  }
}
