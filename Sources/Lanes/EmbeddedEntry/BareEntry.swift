#if hasFeature(Embedded)
  import CEmbeddedSupport

  /// What the entry point of a bare program calls: writes every line to standard output.
  @c(lane_main)
  package func laneMain() {
    Lane.run { line in
      unsafe line.withUnsafeBufferPointer { bytes in
        unsafe embedded_write(bytes.baseAddress, bytes.count)
      }
    }
  }
#endif
