import SimPlatform

/// The size of every frame here: an iPhone 12 held upright.
enum FrameSize {
  static let width = 1170
  static let height = 2532
  static let scale: Float = 3
  static let pixelCount = width * height
  static let byteCount = pixelCount * 4
}

/// Sets bytes to the low one of a value, as memset does.
@inline(__always)
func setBytes(_ start: UnsafeMutableRawPointer, _ value: Int32, _ count: Int) {
  start.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: value), count: count)
}

/// Copies the bytes of one frame; with several buffers the copies go around, so that no cache
/// holds them all.
final class CopyWorkload: Workload {
  private let buffers: [UnsafeMutableRawPointer]
  private var turn = 0

  init(bufferCount: Int) {
    buffers = (0...bufferCount).map { number in
      let buffer = UnsafeMutableRawPointer.allocate(
        byteCount: FrameSize.byteCount, alignment: 64)
      setBytes(buffer, Int32(truncatingIfNeeded: number + 1), FrameSize.byteCount)
      return buffer
    }
  }

  deinit { for buffer in buffers { buffer.deallocate() } }

  func sample(_ count: Int) -> [UInt64] {
    let start = MonotonicClock.threadNanoseconds()
    for _ in 0..<count {
      let source = buffers[turn]
      turn = turn + 1 == buffers.count - 1 ? 0 : turn + 1
      let target = buffers.count == 2 ? buffers[1] : buffers[turn + 1]
      target.copyMemory(from: source, byteCount: FrameSize.byteCount)
    }
    return [MonotonicClock.threadNanoseconds() - start]
  }

  func finish() -> Outcome {
    var digest: UInt64 = 0
    for buffer in buffers {
      digest = digest &* 31 &+ UInt64(buffer.load(fromByteOffset: 4096, as: UInt32.self))
    }
    return Outcome(digest: digest)
  }
}

/// Sets the bytes of one frame.
private final class FillWorkload: Workload {
  private let buffer: UnsafeMutableRawPointer
  private var value: Int32 = 0

  init() {
    buffer = .allocate(byteCount: FrameSize.byteCount, alignment: 64)
  }

  deinit { buffer.deallocate() }

  func sample(_ count: Int) -> [UInt64] {
    let start = MonotonicClock.threadNanoseconds()
    for _ in 0..<count {
      value = (value + 1) & 255
      setBytes(buffer, value, FrameSize.byteCount)
    }
    return [MonotonicClock.threadNanoseconds() - start]
  }

  func finish() -> Outcome {
    Outcome(digest: UInt64(buffer.load(fromByteOffset: 4096, as: UInt32.self)))
  }
}

/// What the machine can do at most with a frame's bytes.
func memoryBenchmarks() -> [Benchmark] {
  [
    Benchmark(Figure(name: "memcpy")) { CopyWorkload(bufferCount: 1) },
    Benchmark(Figure(name: "memcpy-rotating")) { CopyWorkload(bufferCount: 6) },
    Benchmark(Figure(name: "memset")) { FillWorkload() },
  ]
}
