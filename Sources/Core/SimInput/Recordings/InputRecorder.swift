import SimMath

/// Writes down what touches and moves a device while an app is used, as a recording that
/// `simbench replay` has again and that a scenario can name as its input.
///
/// An app tells it what it tells its `LiveInput`, and of every frame that passes. It needs neither
/// a frame loop nor files: `recording.text` holds the bytes to keep. Frames in which something is
/// said allocate.
public struct InputRecorder {
  private var header: RecordingHeader
  private var live = LiveInput()
  private var input = FrameInput()
  private var recorded = InputRecording()
  private var canvasChanges: [CanvasChange] = []
  private var backgroundSpans: [FrameSpan] = []
  private let clock: FrameClock
  /// Frames so far, those in the background included.
  public private(set) var frameCount: UInt32 = 0

  /// Begins a recording.
  ///
  /// - Parameter header: what decides the run beside its input: scene, canvas, frame rate, seed
  ///   and parameters.
  /// - Precondition: the frame rate is not 0.
  public init(_ header: RecordingHeader) {
    precondition(header.framesPerSecond > 0, "a recording has a frame rate")
    self.header = header
    clock = FrameClock(framesPerSecond: header.framesPerSecond)
  }

  /// A contact lands, moves, lifts, or is taken away, as in `LiveInput`.
  public mutating func touch(
    _ key: UInt64, _ phase: TouchPhase, at position: Vector2, timeNanoseconds: UInt64,
    radius: Float = 8, pressure: Float = 0, kind: TouchKind = .finger
  ) {
    live.touch(
      key, phase, at: position, timeNanoseconds: timeNanoseconds, radius: radius,
      pressure: pressure, kind: kind)
  }

  /// The motion sensors' newest reading, in the device's own axes.
  public mutating func move(_ reading: MotionSample) { live.move(reading) }

  /// Keys were pressed down.
  public mutating func press(_ keys: KeyPresses) { live.press(keys) }

  /// The canvas has another size or orientation from the next frame on.
  public mutating func resize(to canvas: Canvas) {
    if canvasChanges.last?.frame == frameCount { canvasChanges.removeLast() }
    canvasChanges.append(CanvasChange(frame: frameCount, canvas: canvas))
  }

  /// A frame passes, with what came since the one before.
  public mutating func nextFrame() {
    let frame = recorded.frameCount
    live.fill(&input, frame: frame, timeNanoseconds: clock.startNanoseconds(ofFrame: frame))
    recorded.record(input)
    frameCount &+= 1
  }

  /// Frames pass in which the app is in the background and is told nothing.
  public mutating func pass(framesInBackground count: UInt32) {
    guard count > 0 else { return }
    let span = FrameSpan(start: frameCount, end: frameCount + count)
    if let last = backgroundSpans.last, last.end == span.start {
      backgroundSpans[backgroundSpans.count - 1].end = span.end
    } else {
      backgroundSpans.append(span)
    }
    frameCount += count
  }

  /// All that was said so far.
  public var recording: Recording {
    var recording = Recording(header, input: recorded, stepCount: frameCount)
    recording.canvasChanges = canvasChanges.filter { $0.frame < frameCount }
    recording.backgroundSpans = backgroundSpans
    return recording
  }
}
