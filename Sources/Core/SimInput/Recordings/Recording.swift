import SimMath

/// A run that anyone can have again: what decides it, what came from outside, and what it came to.
///
/// It is written as a text, one event per line, and read from it without losing a bit. Frames are
/// counted as the loop counts them, those in the background included.
public struct Recording: Sendable {
  /// An event of a model.
  public struct Event: Equatable, Sendable {
    /// When it happens, in nanoseconds of the simulated clock.
    public var timeNanoseconds: UInt64
    /// What happens: a name, which nobody lists.
    public var name: [UInt8]
    /// What belongs to it, in UTF-8.
    public var arguments: [[UInt8]]

    /// Makes an event.
    public init(timeNanoseconds: UInt64, name: [UInt8], arguments: [[UInt8]] = []) {
      self.timeNanoseconds = timeNanoseconds
      self.name = name
      self.arguments = arguments
    }
  }

  /// The state of the scene or model before a frame or event.
  package struct Keyframe: Equatable, Sendable {
    /// The frame or event.
    package var step: UInt32
    /// The snapshot's bytes.
    package var state: [UInt8]
    /// The bytes of the snapshot's logs.
    package var log: [UInt8]

    /// Makes a keyframe.
    package init(step: UInt32, state: [UInt8], log: [UInt8]) {
      self.step = step
      self.state = state
      self.log = log
    }
  }

  /// What decides the run.
  public var header: RecordingHeader
  /// Frames of the loop, or events.
  public internal(set) var stepCount: UInt32 = 0
  /// What came from outside in the frames that a scene ran.
  public internal(set) var input = InputRecording()
  /// Rotations and new sizes, by ascending frame.
  package var canvasChanges: [CanvasChange] = []
  /// Spans in the background, by ascending frame and without overlap.
  package var backgroundSpans: [FrameSpan] = []
  /// What came to a model from outside.
  public internal(set) var events: [Event] = []
  /// The digest of clock, canvas and scene, or of the model, after each frame or event; empty when
  /// none were taken.
  package var digests: [UInt64] = []
  /// Saved states, by ascending step.
  package var keyframes: [Keyframe] = []
  /// A digest over all digests, in order.
  package var chain: UInt64?
  /// A digest over the pictures of all frames, in order; nil when none were painted.
  package var pixelChain: UInt64?

  /// Makes a recording of nothing.
  public init(_ header: RecordingHeader) {
    self.header = header
  }

  /// Makes a recording of a scene's frames.
  package init(_ header: RecordingHeader, input: InputRecording, stepCount: UInt32) {
    self.init(Recording(header), input: input, stepCount: stepCount)
  }

  /// Makes the same recording with other input.
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

  /// How many frames of the loop lie in the background before one.
  package func backgroundCount(before frame: UInt32) -> UInt32 {
    var count: UInt32 = 0
    for span in backgroundSpans where span.start < frame {
      count += min(span.end, frame) - span.start
    }
    return count
  }

  /// Whether a frame of the loop lies in the background.
  package func isInBackground(_ frame: UInt32) -> Bool {
    for span in backgroundSpans where span.contains(frame) { return true }
    return false
  }

  /// The chain of digests up to now, with one more.
  package static func chained(_ chain: UInt64, _ value: UInt64) -> UInt64 {
    var digest = StateDigest(seed: chain)
    digest.combine(value)
    return digest.finalize()
  }

  /// The chain of all digests; nil when there are none.
  package var computedChain: UInt64? {
    digests.isEmpty ? nil : digests.reduce(0) { Self.chained($0, $1) }
  }
}

extension Recording: Equatable {
  /// Whether both are the same, bit by bit.
  public static func == (a: Recording, b: Recording) -> Bool {
    guard a.header.isIdentical(to: b.header), a.stepCount == b.stepCount, a.input == b.input,
      a.backgroundSpans == b.backgroundSpans, a.events == b.events, a.digests == b.digests,
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

/// Why bytes are no recording.
public struct RecordingError: Error, Equatable {
  /// The line in which the fault lies, from 1.
  public var line: UInt32
  /// What is wrong, such as "expected a frame".
  public var problem: StaticString
  /// What was found there, in bytes of the file; empty when nothing was.
  public var found: [UInt8]

  /// Makes an error.
  package init(line: UInt32, _ problem: StaticString, found: [UInt8] = []) {
    self.line = line
    self.problem = problem
    self.found = found
  }

  /// Whether both say the same.
  public static func == (a: RecordingError, b: RecordingError) -> Bool {
    a.line == b.line && a.found == b.found && StatePlace([a.problem]) == StatePlace([b.problem])
  }
}
