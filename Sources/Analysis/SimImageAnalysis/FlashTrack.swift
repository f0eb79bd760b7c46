/// One kind of flash: its transitions within the last second, and the worst result.
struct FlashTrack: Sendable {
  /// The number of transitions within a second that means more than three flashes.
  static var failingTransitions: UInt32 { 7 }

  var window: TransitionWindow
  private(set) var frame = FlashFrame.Count()
  private(set) var summary = FlashSafety.Count()
  private var extended: ExtendedWindow

  init(cellCapacity: Int, framesPerSecond: UInt32) {
    window = TransitionWindow(cellCapacity: cellCapacity, framesPerSecond: framesPerSecond)
    extended = ExtendedWindow(framesPerSecond: framesPerSecond)
  }

  /// Clears all transitions.
  mutating func reset() {
    window.reset()
    frame = FlashFrame.Count()
  }

  /// Evaluates a frame after its transitions were marked.
  mutating func endFrame(
    _ frameIndex: UInt32, _ grid: borrowing LuminanceGrid, _ field: inout FlashField
  ) {
    if window.isChanged { count(frameIndex, grid, &field) }
    let isExtended = extended.advance(frame.fieldTransitions)
    if isExtended { summary.extendedFrames &+= 1 }
    if frame.fieldTransitions >= 4 && frame.fieldTransitions < Self.failingTransitions {
      summary.warningFrames &+= 1
    }
  }

  private mutating func count(
    _ frameIndex: UInt32, _ grid: borrowing LuminanceGrid, _ field: inout FlashField
  ) {
    let maximum = window.maximum
    frame.cellTransitions = maximum
    summary.maximumTransitions = max(summary.maximumTransitions, maximum)
    var count = min(frame.fieldTransitions, maximum)
    while count < maximum, field.isOverQuarter(window, atLeast: count &+ 1, grid) { count &+= 1 }
    while count > 0, !field.isOverQuarter(window, atLeast: count, grid) { count &-= 1 }
    frame.fieldTransitions = count
    if count > summary.maximumFieldTransitions {
      summary.maximumFieldTransitions = count
      if summary.worstAreaShare == 0 {
        summary.place(field.worst(window.counts, atLeast: count, grid), frameIndex)
      }
    }
    frame.areaShare = 0
    guard maximum >= Self.failingTransitions else { return }
    let box = field.worst(window.counts, atLeast: Self.failingTransitions, grid)
    frame.areaShare = box.share
    if frame.areaShare > summary.worstAreaShare {
      summary.worstAreaShare = frame.areaShare
      summary.place(box, frameIndex)
    }
    if box.isOverQuarter && summary.firstFailFrame == nil {
      summary.firstFailFrame = frameIndex
    }
  }
}

/// The extended rule: four to six transitions per second during four of the last five seconds.
struct ExtendedWindow: Sendable {
  private var wasFlashing: [Bool]
  private var slot = 0
  /// The number of frames in the last five seconds with four to six transitions within their
  /// second.
  private(set) var flashingFrames: UInt32 = 0
  private let limit: UInt32

  init(framesPerSecond: UInt32) {
    wasFlashing = [Bool](repeating: false, count: Int(framesPerSecond) * 5)
    limit = framesPerSecond * 4
  }

  /// Adds a frame's transitions within the last second, and returns whether the rule is violated
  /// now.
  mutating func advance(_ transitions: UInt32) -> Bool {
    if wasFlashing[slot] { flashingFrames &-= 1 }
    wasFlashing[slot] = (4...6).contains(transitions)
    if wasFlashing[slot] { flashingFrames &+= 1 }
    slot = slot &+ 1 == wasFlashing.count ? 0 : slot &+ 1
    return flashingFrames >= limit && transitions >= 4
  }
}
