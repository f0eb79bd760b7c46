internal import CZlib

/// Decompresses the data of all data chunks in small pieces, so that an image is never in memory
/// twice.
struct PNGInflate: ~Copyable {
  /// The maximum ratio of zlib's format: 258 bytes from two bits.
  private static let largestGrowth = 1_032

  private let bytes: UnsafeBufferPointer<UInt8>
  private let data: PNGData
  private let neededByteCount: Int
  /// On the heap because zlib keeps a pointer to it and rejects a state that was moved.
  private let state: UnsafeMutablePointer<z_stream>
  private var nextPiece = 0
  private var hasEnded = false

  /// Rejects data that is too short for the image before memory is allocated: a few bytes may claim
  /// an image of a gigabyte.
  ///
  /// - Throws: `tooLittleData`.
  static func check(_ data: PNGData, neededByteCount: Int) throws(PNGError) {
    let compressedByteCount = data.pieces.reduce(0) { $0 + $1.count }
    guard (compressedByteCount + 1) * largestGrowth >= neededByteCount else {
      throw data.tooLittle(compressedByteCount, neededByteCount)
    }
  }

  /// Starts the decompression.
  ///
  /// - Parameters:
  ///   - data: The locations of the data chunks' contents, in order.
  ///   - neededByteCount: The exact number of bytes that must be produced.
  init(
    _ bytes: UnsafeBufferPointer<UInt8>, data: PNGData, neededByteCount: Int
  ) throws(PNGError) {
    self.bytes = bytes
    self.data = data
    self.neededByteCount = neededByteCount
    state = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    state.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit_(state, ZLIB_VERSION, size) == Z_OK else {
      throw data.damaged("zlib cannot start")
    }
  }

  deinit {
    inflateEnd(state)
    state.deallocate()
  }

  /// Fills a whole buffer with the next bytes.
  ///
  /// - Returns: `badCompression` or `tooLittleData`.
  mutating func fill(_ scratch: UnsafeMutableBufferPointer<UInt8>) -> PNGError? {
    state.pointee.next_out = scratch.baseAddress
    state.pointee.avail_out = UInt32(scratch.count)
    while state.pointee.avail_out > 0 {
      // After its end, zlib produces nothing and reports no error, so the loop would not end.
      if hasEnded { return data.tooLittle(madeByteCount, neededByteCount) }
      if let failure = advance() { return failure }
    }
    return nil
  }

  /// Checks that the stream ends here.
  ///
  /// - Returns: `badCompression` or `tooMuchData`.
  mutating func finish() -> PNGError? {
    // One spare byte detects data beyond the end of the image.
    var spare: UInt8 = 0
    return withUnsafeMutablePointer(to: &spare) { spare in
      state.pointee.next_out = spare
      state.pointee.avail_out = 1
      while !hasEnded {
        if let failure = advance() { return failure }
        if state.pointee.avail_out == 0 { return data.tooMuch(neededByteCount) }
      }
      return nil
    }
  }

  private var madeByteCount: Int { Int(bitPattern: state.pointee.total_out) }

  /// Decompresses until the available input or the buffer is used up.
  private mutating func advance() -> PNGError? {
    let code = inflate(state, Z_NO_FLUSH)
    if code == Z_STREAM_END {
      hasEnded = true
      return nil
    }
    // Without input, zlib may still have had pending output.
    if code == Z_BUF_ERROR && state.pointee.avail_in == 0 {
      if takePiece() { return nil }
      return madeByteCount < neededByteCount
        ? data.tooLittle(madeByteCount, neededByteCount) : data.damaged("the stream has no end")
    }
    return code == Z_OK ? nil : data.damaged(reason(code))
  }

  /// Passes the next nonempty piece to zlib; returns false if there is none.
  private mutating func takePiece() -> Bool {
    while nextPiece < data.pieces.count {
      let piece = data.pieces[nextPiece]
      nextPiece += 1
      if piece.isEmpty { continue }
      state.pointee.next_in = UnsafeMutablePointer(
        mutating: bytes.baseAddress?.advanced(by: piece.lowerBound))
      state.pointee.avail_in = UInt32(piece.count)
      return true
    }
    return false
  }

  private func reason(_ code: Int32) -> String {
    if let text = state.pointee.msg { return String(cString: text) }
    return code == Z_NEED_DICT ? "it needs a preset dictionary" : "zlib error \(code)"
  }
}
