internal import CZlib

/// Compresses text files with gzip, one member per file, in memory.
package enum Gzip {
  /// The default window, plus 16 for gzip's header and trailer.
  private static var windowBits: Int32 { MAX_WBITS + 16 }
  /// zlib counts the bytes of one call in 32 bits.
  private static var pieceByteCount: Int { 1 << 30 }

  /// Compresses bytes; the result depends only on the zlib version, since the header has no time.
  ///
  /// - Complexity: O(bytes)
  package static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    let stream = DeflateStream(level: 6, windowBits: windowBits)
    var output: [UInt8] = []
    bytes.withUnsafeBufferPointer { bytes in
      for start in stride(from: 0, to: bytes.count, by: pieceByteCount) {
        let piece = bytes[start..<min(start + pieceByteCount, bytes.count)]
        stream.write(UnsafeBufferPointer(rebasing: piece), to: &output)
      }
    }
    stream.finish(to: &output)
    return output
  }

  /// Decompresses a whole file, and checks its checksum and length.
  ///
  /// - Parameter limitByteCount: The maximum number of decompressed bytes, which also limits the
  ///   memory, whatever the file claims.
  /// - Throws: The `GzipError` for the first error.
  /// - Complexity: O(decompressed bytes)
  package static func inflated(
    _ bytes: [UInt8], limitByteCount: Int
  ) throws(GzipError) -> [UInt8] {
    // On the heap because zlib keeps a pointer to it and rejects a state that was moved.
    let state = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    defer { state.deallocate() }
    state.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(state, windowBits, ZLIB_VERSION, size) == Z_OK else {
      throw .damaged("zlib cannot start")
    }
    defer { inflateEnd(state) }
    var scratch = [UInt8](repeating: 0, count: 65_536)
    var output: [UInt8] = []
    var end = 0
    return try bytes.withUnsafeBufferPointer { (bytes) throws(GzipError) in
      while true {
        if state.pointee.avail_in == 0 {
          let piece = bytes[end..<min(end + pieceByteCount, bytes.count)]
          state.pointee.next_in = UnsafeMutablePointer(
            mutating: bytes.baseAddress?.advanced(by: end))
          state.pointee.avail_in = UInt32(piece.count)
          end = piece.endIndex
        }
        let code = scratch.withUnsafeMutableBufferPointer { scratch in
          state.pointee.next_out = scratch.baseAddress
          state.pointee.avail_out = UInt32(scratch.count)
          let code = inflate(state, Z_NO_FLUSH)
          let made = scratch.count - Int(state.pointee.avail_out)
          output.append(contentsOf: UnsafeBufferPointer(rebasing: scratch[..<made]))
          return code
        }
        // Before the switch, since the piece that ends the stream may be the one beyond the limit.
        guard output.count <= limitByteCount else { throw .tooLong(limitByteCount) }
        switch code {
        case Z_OK: continue
        case Z_STREAM_END:
          // zlib was given the whole piece, but the member may end inside it.
          end -= Int(state.pointee.avail_in)
          guard end == bytes.count else { throw .trailing(byteOffset: end) }
          return output
        // zlib neither consumed nor produced a byte: the data ends early.
        case Z_BUF_ERROR: throw .truncated
        default:
          throw .damaged(state.pointee.msg.map { String(cString: $0) } ?? "zlib error \(code)")
        }
      }
    }
  }
}

/// The reason why bytes are not a single valid gzip member.
package enum GzipError: Error, Equatable, Sendable {
  /// The data ends before the member does.
  case truncated
  /// The data is damaged, with zlib's reason.
  case damaged(String)
  /// The decompressed data exceeds the limit.
  case tooLong(Int)
  /// The member ends before the data does.
  case trailing(byteOffset: Int)

  /// A one-line message.
  package var message: String {
    switch self {
    case .truncated: "the gzip data ends early; the file was cut off"
    case .damaged(let reason): "the gzip data is damaged: \(reason)"
    case .tooLong(let limit): "inflates to more than the \(limit) bytes that are allowed"
    case .trailing(let offset): "the gzip data ends at byte \(offset), and nothing may follow it"
    }
  }
}
