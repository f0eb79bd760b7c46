import SimMath

/// What a source said, frame by frame: everything that came to a scene from outside.
///
/// Recording a frame takes storage when there is none left, replaying takes none.
public struct InputRecording: Equatable, Sendable {
  /// What is the same for a whole frame, and where its contacts and samples begin.
  private struct Frame: Equatable, Sendable {
    var timeNanoseconds: UInt64
    var motion: MotionSample?
    var keyPresses: KeyPresses
    var previousFrameNanoseconds: UInt32
    var previousGraphicsNanoseconds: UInt32
    var firstTouch: UInt32
    var firstSample: UInt32
  }

  private var frames: [Frame] = []
  private var touches: [Touch] = []
  private var samples: [TouchSample] = []

  /// Makes a recording of nothing.
  public init() {}

  /// How many frames it has.
  public var frameCount: UInt32 { UInt32(truncatingIfNeeded: frames.count) }

  /// Adds the next frame.
  public mutating func append(_ input: borrowing FrameInput) {
    frames.append(
      Frame(
        timeNanoseconds: input.timeNanoseconds, motion: input.motion, keyPresses: input.keyPresses,
        previousFrameNanoseconds: input.previousFrameNanoseconds,
        previousGraphicsNanoseconds: input.previousGraphicsNanoseconds,
        firstTouch: UInt32(truncatingIfNeeded: touches.count),
        firstSample: UInt32(truncatingIfNeeded: samples.count)))
    for index in 0..<input.touchCount { touches.append(input.touches[index]) }
    for index in 0..<input.sampleCount { samples.append(input.samples[index]) }
  }

  /// Forgets the frames from one on.
  package mutating func removeAll(from frame: UInt32) {
    guard frame < frameCount else { return }
    let first = frames[Int(frame)]
    touches.removeLast(touches.count - Int(first.firstTouch))
    samples.removeLast(samples.count - Int(first.firstSample))
    frames.removeLast(frames.count - Int(frame))
  }

  /// Says again what was said in a frame; beyond the last one the glass is untouched and the
  /// device, if it has sensors, at rest.
  public func replay(
    _ frame: UInt32, at timeNanoseconds: UInt64, into input: inout FrameInput
  ) {
    let index = Int(frame)
    guard index < frames.count else {
      input.begin(frame: frame, timeNanoseconds: timeNanoseconds)
      if frames.last?.motion != nil { input.motion = .still }
      return
    }
    let said = frames[index]
    input.begin(frame: frame, timeNanoseconds: said.timeNanoseconds)
    input.motion = said.motion
    input.keyPresses = said.keyPresses
    input.previousFrameNanoseconds = said.previousFrameNanoseconds
    input.previousGraphicsNanoseconds = said.previousGraphicsNanoseconds
    let isLast = index + 1 == frames.count
    let touchEnd = isLast ? touches.count : Int(frames[index + 1].firstTouch)
    for touchIndex in Int(said.firstTouch)..<touchEnd {
      let touch = touches[touchIndex]
      input.append(touch)
      let start = Int(said.firstSample) + Int(touch.firstSample)
      for sample in start..<start + Int(touch.sampleCount) { input.append(samples[sample]) }
    }
  }

  /// A digest of all frames.
  ///
  /// - Complexity: O(frames + contacts + samples)
  package var hash: UInt64 {
    var digest = StateDigest()
    for frame in frames {
      digest.combine(frame.timeNanoseconds)
      digest.combine(frame.motion != nil)
      if let motion = frame.motion {
        digest.combine(Vector2(motion.accelerationX, motion.accelerationY))
        digest.combine(Vector2(motion.accelerationZ, motion.rotationRateX))
        digest.combine(Vector2(motion.rotationRateY, motion.rotationRateZ))
      }
      digest.combine(frame.keyPresses.rawValue)
      digest.combine(frame.previousFrameNanoseconds)
      digest.combine(frame.firstTouch)
      digest.combine(frame.firstSample)
    }
    for touch in touches {
      digest.combine(touch.id)
      digest.combine(UInt32(touch.phase.rawValue))
      digest.combine(UInt32(touch.kind.rawValue))
      digest.combine(touch.position)
      digest.combine(touch.previousPosition)
      digest.combine(Vector2(touch.radius, touch.pressure))
      digest.combine(touch.timestampNanoseconds)
    }
    for sample in samples {
      digest.combine(sample.touchID)
      digest.combine(sample.position)
      digest.combine(sample.pressure)
      digest.combine(sample.timestampNanoseconds)
    }
    // Apart from the rest: a recording without such times has the digest it always had.
    for (index, frame) in frames.enumerated() where frame.previousGraphicsNanoseconds > 0 {
      digest.combine(UInt64(index))
      digest.combine(frame.previousGraphicsNanoseconds)
    }
    return digest.finalize()
  }
}

/// A source that says again what another one said.
public struct RecordedInput: InputSource {
  /// What was said.
  public let recording: InputRecording
  private let hash: UInt64

  /// Makes a source.
  public init(_ recording: InputRecording) {
    self.recording = recording
    hash = recording.hash
  }

  /// Says again what was said in a frame.
  public mutating func fill(_ input: inout FrameInput, frame: UInt32, timeNanoseconds: UInt64) {
    recording.replay(frame, at: timeNanoseconds, into: &input)
  }

  /// Shows which recording it is; the place in it is the frame's index.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.derived("recording")
    visitor.constant(hash, "hash")
  }
}

/// A source that says what another one says, and records it.
public struct RecordingInput<Source: InputSource>: InputSource {
  /// The other source.
  public var source: Source
  /// What it has said so far.
  public private(set) var recording = InputRecording()

  /// Records a source.
  public init(_ source: Source) { self.source = source }

  /// Asks the other source, and records its answer.
  ///
  /// After a restore to an earlier frame, what was recorded from there on is forgotten.
  public mutating func fill(_ input: inout FrameInput, frame: UInt32, timeNanoseconds: UInt64) {
    source.fill(&input, frame: frame, timeNanoseconds: timeNanoseconds)
    recording.removeAll(from: frame)
    recording.append(input)
  }

  /// Tells the other source.
  public mutating func resize(widthPoints: Float, heightPoints: Float) {
    source.resize(widthPoints: widthPoints, heightPoints: heightPoints)
  }

  /// What the other source counts.
  public var tally: InputTally { source.tally }

  /// Shows the other source; what was recorded decides nothing.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&source, "source")
    visitor.derived("recording")
  }
}
