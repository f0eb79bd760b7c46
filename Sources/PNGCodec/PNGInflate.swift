internal import CZlib

/// Takes the compressed data of all data chunks apart, into a buffer of exactly the size needed.
enum PNGInflate {
  /// zlib's format grows by at most this factor: 258 bytes from two bits.
  private static let largestGrowth = 1_032

  /// The decompressed bytes.
  ///
  /// - Parameters:
  ///   - data: where the contents of the data chunks are, in order.
  ///   - neededByteCount: how many bytes must come out, no more and no fewer.
  /// - Throws: `badCompression`, `tooLittleData` or `tooMuchData`.
  static func run(
    _ bytes: [UInt8], data: PNGData, neededByteCount: Int
  ) throws(PNGError) -> [UInt8] {
    let compressedByteCount = data.pieces.reduce(0) { $0 + $1.count }
    // Before memory is taken: a few bytes may claim a picture of a gigabyte.
    guard (compressedByteCount + 1) * largestGrowth >= neededByteCount else {
      throw data.tooLittle(compressedByteCount, neededByteCount)
    }
    var output = [UInt8](repeating: 0, count: neededByteCount)
    let outcome = output.withUnsafeMutableBufferPointer { room in
      bytes.withUnsafeBufferPointer { bytes in
        inflateAll(bytes, data: data, into: room)
      }
    }
    try outcome.get()
    return output
  }

  private static func inflateAll(
    _ bytes: UnsafeBufferPointer<UInt8>, data: PNGData,
    into room: UnsafeMutableBufferPointer<UInt8>
  ) -> Result<Void, PNGError> {
    // On the heap because zlib keeps a pointer to it and refuses one that moved.
    let state = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    state.initialize(to: z_stream())
    defer { state.deallocate() }
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit_(state, ZLIB_VERSION, size) == Z_OK else {
      return .failure(data.damaged("zlib cannot start"))
    }
    defer { inflateEnd(state) }
    // One spare byte notices data that goes on after the picture is full.
    var spare: UInt8 = 0
    state.pointee.next_out = room.baseAddress
    state.pointee.avail_out = UInt32(room.count)
    return withUnsafeMutablePointer(to: &spare) { spare in
      var isFull = false
      for piece in data.pieces where !piece.isEmpty {
        state.pointee.next_in = UnsafeMutablePointer(
          mutating: bytes.baseAddress?.advanced(by: piece.lowerBound))
        state.pointee.avail_in = UInt32(piece.count)
        while state.pointee.avail_in > 0 {
          if state.pointee.avail_out == 0 {
            if isFull { return .failure(data.tooMuch(room.count)) }
            isFull = true
            state.pointee.next_out = spare
            state.pointee.avail_out = 1
          }
          let code = inflate(state, Z_NO_FLUSH)
          if code == Z_STREAM_END {
            return finished(state, isFull: isFull, neededByteCount: room.count, data)
          }
          guard code == Z_OK else {
            return .failure(data.damaged(reason(state, code)))
          }
        }
      }
      let made = Int(bitPattern: state.pointee.total_out)
      return .failure(
        made < room.count
          ? data.tooLittle(made, room.count) : data.damaged("the stream has no end"))
    }
  }

  private static func finished(
    _ state: UnsafeMutablePointer<z_stream>, isFull: Bool, neededByteCount: Int, _ data: PNGData
  ) -> Result<Void, PNGError> {
    let made = Int(bitPattern: state.pointee.total_out)
    if made == neededByteCount { return .success(()) }
    return .failure(
      made < neededByteCount
        ? data.tooLittle(made, neededByteCount) : data.tooMuch(neededByteCount))
  }

  private static func reason(_ state: UnsafeMutablePointer<z_stream>, _ code: Int32) -> String {
    if let text = state.pointee.msg { return String(cString: text) }
    return code == Z_NEED_DICT ? "it needs a preset dictionary" : "zlib error \(code)"
  }
}
