import SimMath

/// A reproducible run: its configuration, all external input, and digests of its states.
///
/// Its text has one event per line and preserves every bit. Frames are counted as in the frame
/// loop, including those in the background.
public struct Recording: Sendable {
  /// An event of a model.
  public struct Event: Equatable, Sendable {
    /// The time in nanoseconds of the simulated clock.
    public var timeNanoseconds: UInt64
    /// The event's name; names are not declared in advance.
    public var name: [UInt8]
    /// The arguments in UTF-8.
    public var arguments: [[UInt8]]

    /// Creates an event.
    public init(timeNanoseconds: UInt64, name: [UInt8], arguments: [[UInt8]] = []) {
      self.timeNanoseconds = timeNanoseconds
      self.name = name
      self.arguments = arguments
    }
  }

  /// The saved state of the scene or model before a frame or event.
  package struct Keyframe: Equatable, Sendable {
    /// The frame or event.
    package var step: UInt32
    /// The snapshot's bytes.
    package var state: [UInt8]
    /// The bytes of the snapshot's logs.
    package var log: [UInt8]

    /// Creates a keyframe.
    package init(step: UInt32, state: [UInt8], log: [UInt8]) {
      self.step = step
      self.state = state
      self.log = log
    }
  }

  /// The path of the file that it was read from, in UTF-8; empty if there is none.
  ///
  /// Two recordings of different files are equal if everything else is.
  package var file: [UInt8] = []
  /// The configuration of the run.
  public var header: RecordingHeader
  /// The number of frames of the loop, or of events.
  public internal(set) var stepCount: UInt32 = 0
  /// The input of the frames that a scene ran.
  public internal(set) var input = InputRecording()
  /// Rotations and new sizes, in ascending frame order.
  package var canvasChanges: [CanvasChange] = []
  /// Spans in the background, in ascending frame order and without overlap.
  package var backgroundSpans: [FrameSpan] = []
  /// Actions at the scene's gate, in ascending frame order.
  package var gateActions: [GateAction] = []
  /// The external events of a model.
  public internal(set) var events: [Event] = []
  /// The digest of clock, canvas and scene, or of the model, after each frame or event; empty if
  /// not recorded.
  package var digests: [UInt64] = []
  /// Saved states, in ascending order of their steps.
  package var keyframes: [Keyframe] = []
  /// A digest over all digests in order; nil if not recorded.
  package var chain: UInt64?
  /// A digest over the pixels of all frames in order; nil if no frame was painted.
  package var pixelChain: UInt64?

  /// Creates an empty recording.
  public init(_ header: RecordingHeader) {
    self.header = header
  }

  /// Creates a recording of a scene's frames.
  package init(_ header: RecordingHeader, input: InputRecording, stepCount: UInt32) {
    self.init(Recording(header), input: input, stepCount: stepCount)
  }

  /// Creates a copy of a recording with other input.
  package init(_ other: Recording, input: InputRecording, stepCount: UInt32) {
    self = other
    self.input = input
    self.stepCount = stepCount
  }

  /// Adds an event of a model.
  package mutating func append(_ event: Event) {
    events.append(event)
    stepCount = UInt32(truncatingIfNeeded: events.count)
  }

  /// The number of frames in the background before a frame.
  package func backgroundCount(before frame: UInt32) -> UInt32 {
    var count: UInt32 = 0
    for span in backgroundSpans where span.start < frame {
      count += min(span.end, frame) - span.start
    }
    return count
  }

  /// Whether a frame of the loop is in the background.
  package func isInBackground(_ frame: UInt32) -> Bool {
    for span in backgroundSpans where span.contains(frame) { return true }
    return false
  }

  /// Extends a chain of digests by one digest.
  package static func chained(_ chain: UInt64, _ value: UInt64) -> UInt64 {
    var digest = StateDigest(seed: chain)
    digest.combine(value)
    return digest.finalize()
  }

  /// The chain of all digests; nil if there are none.
  package var computedChain: UInt64? {
    digests.isEmpty ? nil : digests.reduce(0) { Self.chained($0, $1) }
  }
}

extension Recording: Equatable {
  /// Whether both are identical, bit by bit.
  public static func == (a: Recording, b: Recording) -> Bool {
    guard a.header.isIdentical(to: b.header), a.stepCount == b.stepCount, a.input == b.input,
      a.backgroundSpans == b.backgroundSpans, a.gateActions == b.gateActions, a.events == b.events,
      a.digests == b.digests,
      a.keyframes == b.keyframes, a.chain == b.chain, a.pixelChain == b.pixelChain,
      a.canvasChanges.count == b.canvasChanges.count
    else { return false }
    for index in a.canvasChanges.indices {
      let (one, other) = (a.canvasChanges[index], b.canvasChanges[index])
      guard one.frame == other.frame, one.canvas.isIdentical(to: other.canvas) else { return false }
    }
    return true
  }
}

/// A syntax error in a recording.
public struct RecordingError: Error, Equatable {
  /// The line of the error, from 1.
  public var line: UInt32
  /// The problem, such as "expected a frame".
  public var problem: StaticString
  /// The text found there, in bytes of the file; empty if there is none.
  public var found: [UInt8]
  /// The largest number allowed, where a larger one was found.
  package var maximum: UInt64?

  /// Creates an error.
  package init(line: UInt32, _ problem: StaticString, found: [UInt8] = []) {
    self.line = line
    self.problem = problem
    self.found = found
  }

  /// Whether all members are equal.
  public static func == (a: RecordingError, b: RecordingError) -> Bool {
    a.line == b.line && a.found == b.found && a.maximum == b.maximum
      && StatePlace([a.problem]) == StatePlace([b.problem])
  }
}
