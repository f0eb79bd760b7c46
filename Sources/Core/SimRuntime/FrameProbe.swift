import SimRaster
import SimText

/// Records the work and times of an app's frames for `simbench calibrate --from`.
///
/// The app passes the work counts of every frame, from its display list or its own counters, with
/// the measured times, and finally writes the lines to a file. `init` allocates all storage.
/// Recording allocates nothing; frames that do not fit are counted as dropped.
public struct FrameProbe: Sendable {
  /// The drawn content; frames of one size do about the same work.
  private struct Size: Sendable {
    var scene: StaticString = ""
    var count: UInt32 = 0
    var canvasPixels: UInt64 = 0
    var isHeldOut = false
  }

  /// One frame; its counts are in `counts`.
  private struct Row: Sendable {
    var size: Size
    var frame: UInt32
    var nanoseconds: UInt64
    var processor: UInt64
    var graphics: UInt64?
    var isLate: Bool
  }

  /// The version of the line format.
  package static var formatVersion: UInt32 { 1 }
  /// The format name in the first line.
  package static var formatName: StaticString { "simbench-frames" }

  private var device: [UInt8]
  private var renderer: StaticString
  private var frameRate: UInt32
  private var refreshRate: UInt32
  private var counters: [[UInt8]]
  private var countsDisplayWork: Bool
  private var capacity: UInt32
  private var size = Size()
  private var rows: [Row] = []
  private var counts: [UInt64] = []
  private var start: UInt64?
  private var frame: UInt32 = 0
  /// The number of frames recorded after the storage was full.
  public private(set) var droppedFrames: UInt32 = 0

  /// Creates a probe and allocates its storage.
  ///
  /// - Parameters:
  ///   - device: the device in UTF-8: `"iPhone14,5, iOS 17.2".utf8`.
  ///   - renderer: the rendering technology in kebab case, such as `canvas`.
  ///   - frameRate: target frames per second of the app.
  ///   - refreshRate: refreshes per second of the display.
  ///   - counters: names of the app's own counters; empty to use those of `DisplayWork`.
  ///   - capacity: the maximum number of frames.
  public init(
    device: some Sequence<UInt8>, renderer: StaticString, frameRate: UInt32, refreshRate: UInt32,
    counters: [StaticString] = [], capacity: UInt32
  ) {
    self.device = Array(device)
    self.renderer = renderer
    self.frameRate = frameRate
    self.refreshRate = refreshRate
    self.capacity = capacity
    var names: [[UInt8]] = []
    for name in counters { names.append(Self.bytes(of: name)) }
    if counters.isEmpty {
      for unit in DisplayWork.Unit.allCases { names.append(Self.bytes(of: unit.name)) }
    }
    self.counters = names
    countsDisplayWork = counters.isEmpty
    rows.reserveCapacity(Int(capacity))
    counts.reserveCapacity(Int(capacity) * names.count)
  }

  /// The number of recorded frames.
  public var frameCount: UInt32 { UInt32(rows.count) }

  /// Sets the content of the frames that follow.
  ///
  /// - Parameters:
  ///   - scene: the scene in kebab case.
  ///   - count: the number of members of its population.
  ///   - canvasPixels: the number of pixels of the canvas.
  ///   - isHeldOut: whether the frames only validate a fit.
  public mutating func begin(
    scene: StaticString, count: UInt32, canvasPixels: UInt64, isHeldOut: Bool = false
  ) {
    size = Size(scene: scene, count: count, canvasPixels: canvasPixels, isHeldOut: isHeldOut)
  }

  /// Records a frame by the work of its display list.
  ///
  /// - Parameters:
  ///   - work: the GPU work from a `DisplayWorkMeter`.
  ///   - time: the start of the frame on any monotonic clock.
  ///   - processorNanoseconds: the CPU time of drawing it.
  ///   - isLate: whether it appeared later than due.
  /// - Returns: the row, for `setGraphics`; nil if the storage is full.
  /// - Precondition: the probe has no counters of its own.
  @discardableResult
  public mutating func record(
    _ work: DisplayWork, atNanoseconds time: UInt64, processorNanoseconds: UInt64,
    isLate: Bool = false
  ) -> UInt32? {
    precondition(countsDisplayWork, "the probe has its own counters")
    guard let row = append(time, processorNanoseconds, isLate) else { return nil }
    // Iterating `allCases` would allocate.
    var number: UInt8 = 0
    while let unit = DisplayWork.Unit(rawValue: number) {
      counts.append(work[unit])
      number += 1
    }
    return row
  }

  /// Records a frame by the app's own counts, in the order of its counters; otherwise like `record`
  /// with `DisplayWork`.
  @discardableResult
  public mutating func record(
    _ work: [UInt64], atNanoseconds time: UInt64, processorNanoseconds: UInt64,
    isLate: Bool = false
  ) -> UInt32? {
    precondition(counters.count == work.count, "expected one count per counter")
    guard let row = append(time, processorNanoseconds, isLate) else { return nil }
    for count in work { counts.append(count) }
    return row
  }

  /// Sets the GPU time of a frame, which is known only after it was drawn.
  ///
  /// - Parameter row: the result of `record`.
  public mutating func setGraphics(nanoseconds: UInt64, ofRow row: UInt32) {
    guard row < UInt32(rows.count) else { return }
    rows[Int(row)].graphics = nanoseconds
  }

  private mutating func append(
    _ time: UInt64, _ processor: UInt64, _ isLate: Bool
  ) -> UInt32? {
    let first = start ?? time
    start = first
    let index = frame
    frame &+= 1
    guard UInt32(rows.count) < capacity else {
      droppedFrames &+= 1
      return nil
    }
    rows.append(
      Row(
        size: size, frame: index, nanoseconds: time < first ? 0 : time - first,
        processor: processor, graphics: nil, isLate: isLate))
    return UInt32(rows.count - 1)
  }

  private static func bytes(of name: StaticString) -> [UInt8] {
    name.withUTF8Buffer { buffer in
      var bytes: [UInt8] = []
      for index in buffer.indices { unsafe bytes.append(buffer[index]) }
      return bytes
    }
  }
}

extension FrameProbe {
  /// Passes lines of JSON to a closure, each with its line end: first a header, then one line per
  /// frame.
  public func forEachLine(_ body: (_ line: [UInt8]) -> Void) {
    var line = TextLine()
    line.beginObject()
    line.key("format")
    line.value(text: Self.bytes(of: Self.formatName))
    line.key("version")
    line.value(decimal: UInt64(Self.formatVersion))
    line.key("device")
    line.value(text: device)
    line.key("renderer")
    line.value(text: Self.bytes(of: renderer))
    line.key("frameRate")
    line.value(decimal: UInt64(frameRate))
    line.key("refreshRate")
    line.value(decimal: UInt64(refreshRate))
    line.key("counters")
    line.beginList()
    for name in counters { line.value(text: name) }
    line.endList()
    line.key("frames")
    line.value(decimal: UInt64(frameCount))
    line.key("dropped")
    line.value(decimal: UInt64(droppedFrames))
    line.endObject()
    body(line.bytes)
    for index in rows.indices {
      write(index, &line)
      body(line.bytes)
    }
  }

  private func write(_ index: Int, _ line: inout TextLine) {
    let row = rows[index]
    line.beginObject()
    line.key("scene")
    line.value(text: Self.bytes(of: row.size.scene))
    line.key("count")
    line.value(decimal: UInt64(row.size.count))
    line.key("canvasPixels")
    line.value(decimal: row.size.canvasPixels)
    line.key("frame")
    line.value(decimal: UInt64(row.frame))
    line.key("nanoseconds")
    line.value(decimal: row.nanoseconds)
    line.key("work")
    line.beginList()
    let first = index * counters.count
    for count in counts[first..<first + counters.count] { line.value(decimal: count) }
    line.endList()
    line.key("cpu")
    line.value(decimal: row.processor)
    if let graphics = row.graphics {
      line.key("gpu")
      line.value(decimal: graphics)
    }
    // Rare values are written only if they are true.
    if row.isLate {
      line.key("late")
      line.valueTrue()
    }
    if row.size.isHeldOut {
      line.key("heldOut")
      line.valueTrue()
    }
    line.endObject()
  }
}
