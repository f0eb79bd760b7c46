import SimMath

/// Records touch and motion while an app is in use.
///
/// `simbench replay` runs the recording, and a scenario can use it as input. An app passes it the
/// same touches and readings as its `LiveInput`, and calls `nextFrame` once per frame. It needs no
/// frame loop and no files: `recording.text` contains the bytes to save. Frames with new input may
/// allocate.
public struct InputRecorder {
  private var header: RecordingHeader
  private var live = LiveInput()
  private var input = FrameInput()
  private var recorded = InputRecording()
  private var canvasChanges: [CanvasChange] = []
  private var backgroundSpans: [FrameSpan] = []
  private let clock: FrameClock
  /// The number of frames so far, including those in the background.
  public private(set) var frameCount: UInt32 = 0

  /// Begins a recording.
  ///
  /// - Parameter header: the configuration of the run: scene, canvas, frame rate, seed and
  ///   parameters.
  /// - Precondition: the frame rate is not 0.
  public init(_ header: RecordingHeader) {
    precondition(header.framesPerSecond > 0, "a recording has a frame rate")
    self.header = header
    clock = FrameClock(framesPerSecond: header.framesPerSecond)
  }

  /// Records that a contact lands, moves, lifts or is cancelled, as in `LiveInput`.
  public mutating func touch(
    _ key: UInt64, _ phase: TouchPhase, at position: Vector2, timeNanoseconds: UInt64,
    radius: Float = 8, pressure: Float = 0, kind: TouchKind = .finger
  ) {
    live.touch(
      key, phase, at: position, timeNanoseconds: timeNanoseconds, radius: radius,
      pressure: pressure, kind: kind)
  }

  /// Records the newest reading of the motion sensors, in device axes.
  public mutating func move(_ reading: MotionSample) { live.move(reading) }

  /// Records that buttons were pressed.
  public mutating func press(_ keys: ButtonPresses) { live.press(keys) }

  /// Changes size or orientation of the canvas from the next frame on.
  public mutating func resize(to canvas: SceneCanvas) {
    if canvasChanges.last?.frame == frameCount { canvasChanges.removeLast() }
    canvasChanges.append(CanvasChange(frame: frameCount, canvas: canvas))
  }

  /// Ends a frame with the input since the previous one.
  public mutating func nextFrame() {
    let frame = recorded.frameCount
    live.fill(&input, frame: frame, timeNanoseconds: clock.startNanoseconds(ofFrame: frame))
    recorded.record(input)
    frameCount &+= 1
  }

  /// Adds frames in the background, which have no input.
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

  /// The recording of all frames so far.
  public var recording: Recording {
    var recording = Recording(header, input: recorded, stepCount: frameCount)
    recording.canvasChanges = canvasChanges.filter { $0.frame < frameCount }
    recording.backgroundSpans = backgroundSpans
    return recording
  }
}
