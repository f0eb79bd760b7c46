/// The size of every full frame of the kernels: an iPhone 12 held upright.
enum FrameSize {
  static let width = 1170
  static let height = 2532
  static let scale: Float = 3
  static let pixelCount = width * height
  static let byteCount = pixelCount * 4
}

/// The bytes of one frame, all written once: a page's first write costs a page fault.
final class FrameBytes {
  let start = UnsafeMutableRawPointer.allocate(byteCount: FrameSize.byteCount, alignment: 64)

  /// A byte from the middle, as proof of what was written.
  var sample: UInt64 { UInt64(start.load(fromByteOffset: FrameSize.byteCount / 2, as: UInt8.self)) }

  init() { set(1, at: 0, count: FrameSize.byteCount) }

  deinit { start.deallocate() }

  /// Sets bytes as memset does.
  @inline(__always)
  func set(_ value: UInt8, at offset: Int, count: Int) {
    (start + offset).initializeMemory(as: UInt8.self, repeating: value, count: count)
  }

  func copy(_ other: FrameBytes) {
    start.copyMemory(from: other.start, byteCount: FrameSize.byteCount)
  }
}

/// The fastest that the machine can write and copy a frame's bytes.
func memoryKernels() -> [Kernel] {
  [
    Kernel("memcpy") {
      let (source, target) = (FrameBytes(), FrameBytes())
      return LoopWork {
        target.copy(source)
        return target.sample
      }
    },
    // Around seven buffers, which no cache holds together.
    Kernel("memcpy-rotating") {
      let frames = (0..<7).map { _ in FrameBytes() }
      var index = 0
      return LoopWork {
        index = (index + 1) % 6
        frames[index + 1].copy(frames[index])
        return frames[index + 1].sample
      }
    },
    Kernel("memset") {
      let frame = FrameBytes()
      var value: UInt8 = 0
      return LoopWork {
        value &+= 1
        frame.set(value, at: 0, count: FrameSize.byteCount)
        return frame.sample
      }
    },
  ]
}
