internal import CZlib

/// Compresses bytes incrementally, in zlib or gzip format.
///
/// The state is on the heap because zlib keeps a pointer to it and rejects a state that was moved.
final class DeflateStream {
  private let state: UnsafeMutablePointer<z_stream>
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// Makes a compressor of level 0 (none) to 9 (best).
  ///
  /// - Parameter windowBits: The base-2 logarithm of the window size, plus 16 for gzip.
  init(level: Int32, windowBits: Int32 = MAX_WBITS) {
    state = .allocate(capacity: 1)
    state.initialize(to: z_stream())
    // The default memory level of zlib.
    let code = deflateInit2_(
      state, level, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    precondition(code == Z_OK, "zlib cannot start: no memory, or another version of its library")
  }

  deinit {
    deflateEnd(state)
    state.deallocate()
  }

  /// Compresses more bytes and appends the available output to `output`.
  func write(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    // zlib only reads through this pointer, although its type is mutable.
    state.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
    state.pointee.avail_in = UInt32(bytes.count)
    while state.pointee.avail_in > 0 { run(Z_NO_FLUSH, to: &output) }
  }

  /// Ends the stream and appends the rest to `output`.
  func finish(to output: inout [UInt8]) {
    // The last pointer was into a buffer of the caller, which may be gone by now.
    state.pointee.next_in = nil
    state.pointee.avail_in = 0
    // Every other code means that more output is pending than the buffer holds.
    while run(Z_FINISH, to: &output) != Z_STREAM_END {}
  }

  @discardableResult
  private func run(_ flush: Int32, to output: inout [UInt8]) -> Int32 {
    buffer.withUnsafeMutableBufferPointer { scratch in
      state.pointee.next_out = scratch.baseAddress
      state.pointee.avail_out = UInt32(scratch.count)
      let code = deflate(state, flush)
      precondition(code == Z_OK || code == Z_STREAM_END, "zlib broke its contract")
      let made = scratch.count - Int(state.pointee.avail_out)
      output.append(contentsOf: UnsafeBufferPointer(rebasing: scratch[..<made]))
      return code
    }
  }
}
