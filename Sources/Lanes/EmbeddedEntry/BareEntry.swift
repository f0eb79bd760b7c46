#if hasFeature(Embedded)
  import CEmbeddedSupport

  /// The entry point of a bare program: writes all lines to standard output, for a recording if
  /// standard input has one, or for the sample if it is `sample`.
  @c(lane_main)
  package func laneMain() {
    func write(_ line: [UInt8]) {
      unsafe line.withUnsafeBufferPointer { bytes in
        unsafe embedded_write(bytes.baseAddress, bytes.count)
      }
    }
    let input = standardInput()
    switch input {
    case []: Lane.run(write)
    case Array("sample\n".utf8): Lane.run(isSample: true, write)
    default: RecordingLane.run(input, write)
    }
  }

  /// Reads all of standard input.
  private func standardInput() -> [UInt8] {
    var input: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe piece.withUnsafeMutableBufferPointer { bytes in
        unsafe embedded_read(bytes.baseAddress, bytes.count)
      }
      guard count > 0 else { return input }
      input.append(contentsOf: piece[0..<count])
    }
  }
#endif
