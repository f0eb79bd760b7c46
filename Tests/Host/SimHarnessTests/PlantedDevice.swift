import SimFormats
import SimMath
import SimRaster
import SimRuntime

/// A made-up device whose costs are known, and the frames that an app would record on it.
struct PlantedDevice {
  /// Nanoseconds per frame, canvas pixel and unit of work.
  struct Part {
    var frame = 0.0
    var units = [Double](repeating: 0, count: DisplayWork.Unit.allCases.count)

    func nanoseconds(_ work: DisplayWork) -> Double {
      var sum = frame
      for unit in DisplayWork.Unit.allCases {
        sum += units[Int(unit.rawValue)] * Double(work[unit])
      }
      return sum
    }
  }

  /// What an app draws: so many sprites of a size, and some groups.
  struct Size {
    var count: UInt32
    var side: Double
    var groups: UInt64
    var groupPixels: UInt64
    var batches: UInt64
    var canvasPixels: UInt64
    var addedShare: Double

    /// What a frame with so many sprites does.
    func work(visible: Double) -> DisplayWork {
      var work = DisplayWork()
      let pixels = visible * side * side
      work[.primitives] = UInt64(visible) + 2 + groups
      work[.batches] = batches
      work[.passes] = groups
      work[.pixelsFilled] = canvasPixels
      work[.pixelsBlended] = UInt64(pixels * (1 - addedShare))
      work[.pixelsAdded] = UInt64(pixels * addedShare)
      work[.pixelsMoved] = groups * groupPixels
      return work
    }
  }

  var processor = Part()
  var graphics = Part()
  /// The standard deviation of a frame's time, as a share.
  var noise = 0.02
  /// How much slower it is at the end of a recording.
  var throttling = 0.0
  var stream: RandomStream

  /// Draws costs about as phones have them; of every third the GPU takes longer than the processor.
  init(number: UInt32) {
    stream = RandomStream(seed: 77, name: "planted.device", index: number)
    processor.frame = draw(2e5, 2e6)
    processor.units[0] = draw(2000, 30_000)
    processor.units[1] = draw(5000, 80_000)
    processor.units[2] = draw(2e4, 4e5)
    let fill = number % 3 == 0 ? draw(4, 16) : draw(0.2, 1)
    graphics.frame = draw(1e5, 5e5)
    graphics.units[0] = draw(20, 400)
    graphics.units[2] = draw(1e4, 2e5)
    graphics.units[3] = fill * draw(0.3, 0.6)
    graphics.units[4] = fill
    graphics.units[5] = fill * draw(0.8, 1.6)
    graphics.units[6] = fill * draw(0.3, 1)
    noise = draw(0.001, 0.004)
  }

  /// A number between two, evenly in its logarithm.
  mutating func draw(_ low: Double, _ high: Double) -> Double {
    low * Double(Math.exp(Math.log(Float(high / low)) * stream.uniform()))
  }

  /// A number of the normal distribution, nearly.
  mutating func deviation() -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + stream.uniformDouble() }
  }

  /// A count that is one of several.
  mutating func pick(_ count: UInt64) -> UInt64 { stream.nextUInt64() % count }

  /// Sizes as a careful app has them: all that is drawn varies by itself.
  mutating func sizes(_ count: Int) -> [Size] {
    (0..<count).map { _ in
      Size(
        count: UInt32(draw(20, 600)), side: draw(8, 40), groups: pick(5),
        groupPixels: UInt64(draw(2e4, 4e5)), batches: 1 + pick(12),
        canvasPixels: [800_000, 1_500_000, 2_962_440][Int(pick(3))],
        addedShare: stream.uniformDouble() * 0.6)
    }
  }

  /// A frame of a size; sprites come and go.
  mutating func work(_ size: Size) -> DisplayWork {
    size.work(visible: Double(size.count) * (0.9 + 0.1 * stream.uniformDouble()))
  }

  /// Records a ramp of counts, without the GPU's times, on a display that shows a frame late when
  /// either part takes longer than a refresh.
  mutating func ramp(_ size: Size, counts: [UInt32], frames: UInt32) -> [UInt8] {
    var probe = FrameProbe(
      device: "planted".utf8, renderer: "canvas", frameRate: 120, refreshRate: 120,
      capacity: UInt32(counts.count) * frames)
    for count in counts {
      probe.begin(scene: "snow", count: count, canvasPixels: size.canvasPixels)
      for frame in 0..<frames {
        let work = size.work(visible: Double(count))
        let hot = 1 + throttling * Double(frame) / Double(frames)
        let processor = time(processor, work, hot)
        let isLate = Double(max(processor, time(graphics, work, hot))) > Self.refresh
        probe.record(
          work, atNanoseconds: UInt64(probe.frameCount) * 8_333_333,
          processorNanoseconds: processor, isLate: isLate)
      }
    }
    return probe.text
  }

  /// Nanoseconds of a refresh.
  static var refresh: Double { 1e9 / 120 }

  /// The most sprites of a size, in steps and at most 600, that both parts hold a refresh with.
  static func cap(_ size: Size, quantum: Int = 10, _ time: (DisplayWork) -> Double) -> Int {
    Array(stride(from: 0, through: 600, by: quantum)).last {
      time(size.work(visible: Double($0))) <= refresh
    } ?? -1
  }

  /// What a frame takes the slower part.
  func slower(_ work: DisplayWork) -> Double {
    max(processor.nanoseconds(work), graphics.nanoseconds(work))
  }

  /// Records frames of sizes, some after the other and then back.
  mutating func record(_ sizes: [Size], frames: UInt32) -> [UInt8] {
    let half = frames / 2
    let order = sizes + sizes.reversed()
    var probe = FrameProbe(
      device: "planted".utf8, renderer: "canvas", frameRate: 120, refreshRate: 120,
      capacity: UInt32(order.count) * half)
    let total = Double(UInt32(order.count) * half)
    for size in order {
      probe.begin(scene: "snow", count: size.count, canvasPixels: size.canvasPixels)
      for _ in 0..<half {
        let work = work(size)
        let hot = 1 + throttling * Double(probe.frameCount) / total
        // Now and then something else has the processor.
        let burst = pick(200) == 0 ? 3.0 : 1
        let row = probe.record(
          work, atNanoseconds: UInt64(probe.frameCount) * 8_333_333,
          processorNanoseconds: time(processor, work, hot * burst))
        if let row { probe.setGraphics(nanoseconds: time(graphics, work, hot), ofRow: row) }
      }
    }
    return probe.text
  }

  private mutating func time(_ part: Part, _ work: DisplayWork, _ factor: Double) -> UInt64 {
    UInt64(max(1, part.nanoseconds(work) * factor * (1 + noise * deviation())))
  }
}

extension FrameProbe {
  /// All lines.
  var text: [UInt8] {
    var bytes: [UInt8] = []
    forEachLine { bytes += $0 }
    return bytes
  }
}
