internal import CZlib

/// Text files deflated as gzip, one member per file, in memory.
package enum Gzip {
  /// The window of the pictures' format, and the header and trailer of gzip.
  private static var windowBits: Int32 { MAX_WBITS + 16 }
  /// zlib counts the bytes of one call with 32 bits.
  private static var pieceByteCount: Int { 1 << 30 }

  /// Whether bytes begin as gzip does.
  package static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// Deflates bytes, to the same file every time with one version of zlib: its header has no time.
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

  /// Inflates the bytes of a whole file, checksum and length included.
  ///
  /// - Parameter limitByteCount: how many bytes may come out; little more memory is taken, whatever
  ///   the file claims.
  /// - Throws: the case of `GzipError` for the first thing that is wrong.
  /// - Complexity: O(bytes that come out)
  package static func inflated(
    _ bytes: [UInt8], limitByteCount: Int
  ) throws(GzipError) -> [UInt8] {
    // On the heap because zlib keeps a pointer to it and refuses one that moved.
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
        guard output.count <= limitByteCount else { throw .tooLong(limitByteCount) }
        switch code {
        case Z_OK: continue
        case Z_STREAM_END:
          end -= Int(state.pointee.avail_in)
          guard end == bytes.count else { throw .trailing(byteOffset: end) }
          return output
        // Neither did it take a byte nor did it give one: there are no more.
        case Z_BUF_ERROR: throw .truncated
        default:
          throw .damaged(state.pointee.msg.map { String(cString: $0) } ?? "zlib error \(code)")
        }
      }
    }
  }
}

/// Why bytes are not one member of gzip.
package enum GzipError: Error, Equatable, Sendable {
  /// The bytes end before the member does.
  case truncated
  /// The bytes are damaged, for zlib's reason.
  case damaged(String)
  /// More bytes come out than are allowed.
  case tooLong(Int)
  /// The member ends before the bytes do.
  case trailing(byteOffset: Int)

  /// One line for people.
  package var message: String {
    switch self {
    case .truncated: "the gzip data ends early; the file was cut off"
    case .damaged(let reason): "the gzip data is damaged: \(reason)"
    case .tooLong(let limit): "inflates to more than the \(limit) bytes that are allowed"
    case .trailing(let offset): "the gzip data ends at byte \(offset), and nothing may follow it"
    }
  }
}
