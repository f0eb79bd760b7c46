import SimMath

/// The input of a run, frame by frame.
///
/// Only frames with new input are stored: in all others, contacts rest at their positions, the
/// motion sensors' last reading applies, and no button is pressed. Recording a frame allocates if
/// storage is full; replaying does not allocate.
public struct InputRecording: Sendable {
  /// A frame with new input, and the start of its contacts and samples.
  struct Entry: Equatable, Sendable {
    var frame: UInt32
    /// The index of the motion reading from this frame on; `.max` if there is none.
    var motion: UInt32
    /// The index of buttons and times; `.max` if there are none.
    var extra: UInt32
    var firstTouch: UInt32
    var firstSample: UInt32
  }

  /// Values that few frames have.
  struct Extra: Equatable, Sendable {
    var keyPresses: ButtonPresses = []
    var previousFrameNanoseconds: UInt32 = 0
    var previousGraphicsNanoseconds: UInt32 = 0
  }

  private(set) var entries: [Entry] = []
  private(set) var motions: [MotionSample] = []
  private(set) var extras: [Extra] = []
  private(set) var touches: [Touch] = []
  private(set) var samples: [TouchSample] = []

  /// The number of frames.
  public private(set) var frameCount: UInt32 = 0

  /// Creates an empty recording.
  public init() {}

  /// Adds the next frame.
  public mutating func append(_ input: borrowing FrameInput) {
    defer { frameCount &+= 1 }
    let extra = Extra(
      keyPresses: input.keyPresses, previousFrameNanoseconds: input.storedFrameNanoseconds,
      previousGraphicsNanoseconds: input.storedGraphicsNanoseconds)
    let isMotionSame = MotionSample.areIdentical(lastMotion, input.motion)
    if isMotionSame, extra == Extra(), isRest(input) { return }
    if !isMotionSame, let motion = input.motion { motions.append(motion) }
    if extra != Extra() { extras.append(extra) }
    entries.append(
      Entry(
        frame: frameCount,
        motion: input.motion == nil ? .max : UInt32(truncatingIfNeeded: motions.count - 1),
        extra: extra == Extra() ? .max : UInt32(truncatingIfNeeded: extras.count - 1),
        firstTouch: UInt32(truncatingIfNeeded: touches.count),
        firstSample: UInt32(truncatingIfNeeded: samples.count)))
    touches.append(contentsOf: input.touches)
    samples.append(contentsOf: input.samples)
  }

  /// Adds a frame at its index and removes all recorded frames from there on.
  mutating func record(_ input: borrowing FrameInput) {
    removeAll(from: input.frame)
    extend(to: input.frame)
    append(input)
  }

  /// Adds frames without new input up to a number of frames, if there are fewer.
  package mutating func extend(to count: UInt32) { frameCount = max(frameCount, count) }

  /// Reserves storage for one more frame of any content, so that recording it does not allocate.
  package mutating func reserveFrame() {
    Self.reserve(1, in: &entries)
    Self.reserve(1, in: &motions)
    Self.reserve(1, in: &extras)
    Self.reserve(FrameInput.maximumTouchCount, in: &touches)
    Self.reserve(FrameInput.maximumSampleCount, in: &samples)
  }

  private static func reserve<Element>(_ count: Int, in list: inout [Element]) {
    if list.capacity - list.count < count { list.reserveCapacity(2 * list.count + 64 * count) }
  }

  /// The motion reading after the last frame; nil if there is none.
  var lastMotion: MotionSample? {
    guard let last = entries.last, last.motion != .max else { return nil }
    return motions[Int(last.motion)]
  }

  /// Whether a frame's contacts are those left on the glass, at the same positions.
  private func isRest(_ input: borrowing FrameInput) -> Bool {
    var index = 0
    for place in touchRange(ofEntry: entries.count - 1) where touches[place].phase.isDown {
      guard index < input.touches.count,
        input.touches[index].isIdentical(to: touches[place].resting)
      else { return false }
      index += 1
    }
    return index == input.touches.count
  }

  /// The contacts of an entry; empty for an invalid index.
  func touchRange(ofEntry index: Int) -> Range<Int> {
    guard entries.indices.contains(index) else { return 0..<0 }
    let end = index + 1 < entries.count ? Int(entries[index + 1].firstTouch) : touches.count
    return Int(entries[index].firstTouch)..<end
  }

  /// The samples of one of an entry's contacts.
  func sampleRange(of touch: Touch, ofEntry index: Int) -> Range<Int> {
    let start = Int(entries[index].firstSample) + Int(touch.firstSample)
    return start..<start + Int(touch.sampleCount)
  }

  /// The last entry at or before a frame; nil if there is none.
  ///
  /// - Complexity: O(log entries)
  private func entry(upTo frame: UInt32) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].frame <= frame { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  /// Removes the frames from an index on.
  package mutating func removeAll(from frame: UInt32) {
    guard frame < frameCount else { return }
    frameCount = frame
    let kept = frame == 0 ? 0 : (entry(upTo: frame - 1) ?? -1) + 1
    guard kept < entries.count else { return }
    touches.removeLast(touches.count - Int(entries[kept].firstTouch))
    samples.removeLast(samples.count - Int(entries[kept].firstSample))
    entries.removeLast(entries.count - kept)
    var (motionCount, extraCount) = (0, 0)
    for entry in entries {
      if entry.motion != .max { motionCount = max(motionCount, Int(entry.motion) + 1) }
      if entry.extra != .max { extraCount = max(extraCount, Int(entry.extra) + 1) }
    }
    motions.removeLast(motions.count - motionCount)
    extras.removeLast(extras.count - extraCount)
  }

  /// Reproduces the input of a frame.
  ///
  /// After the last frame there are no contacts, and a device with sensors is at rest.
  public func replay(
    _ frame: UInt32, at timeNanoseconds: UInt64, into input: inout FrameInput
  ) {
    input.begin(frame: frame, timeNanoseconds: timeNanoseconds)
    guard frame < frameCount else {
      if lastMotion != nil { input.motion = .still }
      return
    }
    guard let index = entry(upTo: frame) else { return }
    let entry = entries[index]
    if entry.motion != .max { input.motion = motions[Int(entry.motion)] }
    guard entry.frame == frame else {
      for place in touchRange(ofEntry: index) where touches[place].phase.isDown {
        input.append(touches[place].resting)
      }
      return
    }
    if entry.extra != .max {
      let extra = extras[Int(entry.extra)]
      input.keyPresses = extra.keyPresses
      input.storedFrameNanoseconds = extra.previousFrameNanoseconds
      input.storedGraphicsNanoseconds = extra.previousGraphicsNanoseconds
    }
    for place in touchRange(ofEntry: index) {
      let touch = touches[place]
      input.append(touch)
      for sample in sampleRange(of: touch, ofEntry: index) { input.append(samples[sample]) }
    }
  }
}

extension InputRecording {
  /// Reproduces the input of a frame in a repetition of the recording.
  ///
  /// The first frame of a repetition cancels the contacts left at the end of the previous one.
  /// Every repetition has its own contact numbers and times.
  ///
  /// - Parameters:
  ///   - place: the frame within the repetition.
  ///   - round: the repetition; 1 is the first after the original.
  ///   - start: the start of the repetition in nanoseconds.
  ///   - step: the difference between contact numbers of successive repetitions.
  ///   - said: scratch.
  func replay(
    _ place: UInt32, ofRound round: UInt32, startNanoseconds start: UInt64, idStep step: UInt32,
    into input: inout FrameInput, _ said: inout FrameInput
  ) {
    replay(place, at: input.timeNanoseconds, into: &said)
    input.motion = said.motion
    input.keyPresses = said.keyPresses
    if place == 0 {
      for index in touchRange(ofEntry: entries.count - 1) where touches[index].phase.isDown {
        var touch = touches[index].resting
        touch.phase = .cancelled
        touch.id &+= (round - 1) &* step
        touch.timestampNanoseconds = input.timeNanoseconds
        input.append(touch)
      }
    }
    for original in said.touches {
      var touch = original
      touch.id &+= round &* step
      touch.timestampNanoseconds &+= start
      input.append(touch)
      for sample in said.samples(of: original) {
        var sample = sample
        sample.touchID = touch.id
        sample.timestampNanoseconds &+= start
        input.append(sample)
      }
    }
  }

  /// The difference between contact numbers of successive repetitions.
  ///
  /// - Complexity: O(contacts)
  var idStep: UInt32 {
    1 &+ touches.reduce(0) { max($0, $1.id) }
  }
}

extension InputRecording {
  /// The same input on another canvas: scaled uniformly, which keeps shapes, and centered.
  package func fitted(from old: SceneCanvas, to new: SceneCanvas) -> InputRecording {
    let scale = min(new.widthPoints / old.widthPoints, new.heightPoints / old.heightPoints)
    let shift = Vector2(
      (new.widthPoints - old.widthPoints * scale) / 2,
      (new.heightPoints - old.heightPoints * scale) / 2)
    var fitted = self
    for index in touches.indices {
      fitted.touches[index].position = touches[index].position * scale + shift
      fitted.touches[index].previousPosition = touches[index].previousPosition * scale + shift
    }
    for index in samples.indices {
      fitted.samples[index].position = samples[index].position * scale + shift
    }
    return fitted
  }
}

extension InputRecording: Equatable {
  /// Whether both are identical, bit by bit, in every frame.
  ///
  /// - Complexity: O(entries + contacts + samples)
  public static func == (a: InputRecording, b: InputRecording) -> Bool {
    guard a.frameCount == b.frameCount, a.entries == b.entries, a.extras == b.extras,
      a.motions.count == b.motions.count, a.touches.count == b.touches.count,
      a.samples.count == b.samples.count
    else { return false }
    for index in a.motions.indices where !a.motions[index].isIdentical(to: b.motions[index]) {
      return false
    }
    for index in a.touches.indices where !a.touches[index].isIdentical(to: b.touches[index]) {
      return false
    }
    for index in a.samples.indices where !a.samples[index].isIdentical(to: b.samples[index]) {
      return false
    }
    return true
  }

  /// A digest of all frames.
  ///
  /// - Complexity: O(entries + contacts + samples)
  package var hash: UInt64 {
    var digest = StateDigest()
    digest.combine(frameCount)
    for entry in entries {
      digest.combine(entry.frame)
      digest.combine(entry.motion)
      digest.combine(entry.extra)
      digest.combine(entry.firstTouch)
      digest.combine(entry.firstSample)
    }
    for extra in extras {
      digest.combine(extra.keyPresses.rawValue)
      digest.combine(extra.previousFrameNanoseconds)
      digest.combine(extra.previousGraphicsNanoseconds)
    }
    for index in motions.indices {
      var motion = motions[index]
      motion.visitState(&digest)
    }
    for index in touches.indices {
      var touch = touches[index]
      touch.visitState(&digest)
    }
    for index in samples.indices {
      var sample = samples[index]
      sample.visitState(&digest)
    }
    return digest.finalize()
  }
}

// MARK: - Bits

extension Vector2 {
  /// Whether both have the same bits: −0 and +0 differ.
  func isIdentical(to other: Vector2) -> Bool {
    x.bitPattern == other.x.bitPattern && y.bitPattern == other.y.bitPattern
  }
}

extension MotionSample {
  /// Whether both are nil or have the same bits.
  static func areIdentical(_ a: MotionSample?, _ b: MotionSample?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return a.isIdentical(to: b)
  }

  /// Whether both have the same bits.
  func isIdentical(to other: MotionSample) -> Bool {
    accelerationX.bitPattern == other.accelerationX.bitPattern
      && accelerationY.bitPattern == other.accelerationY.bitPattern
      && accelerationZ.bitPattern == other.accelerationZ.bitPattern
      && rotationRateX.bitPattern == other.rotationRateX.bitPattern
      && rotationRateY.bitPattern == other.rotationRateY.bitPattern
      && rotationRateZ.bitPattern == other.rotationRateZ.bitPattern
  }
}

extension Touch {
  /// The contact one frame later, if it is still down and has not moved.
  var resting: Touch {
    Touch(
      id: id, phase: .stationary, kind: kind, position: position, previousPosition: position,
      radius: radius, pressure: pressure, timestampNanoseconds: timestampNanoseconds)
  }

  /// Whether both have the same bits, except for the index of the first sample.
  func isIdentical(to other: Touch) -> Bool {
    id == other.id && phase == other.phase && kind == other.kind
      && position.isIdentical(to: other.position)
      && previousPosition.isIdentical(to: other.previousPosition)
      && radius.bitPattern == other.radius.bitPattern
      && pressure.bitPattern == other.pressure.bitPattern
      && timestampNanoseconds == other.timestampNanoseconds && sampleCount == other.sampleCount
  }
}

extension TouchSample {
  /// Whether both have the same bits.
  func isIdentical(to other: TouchSample) -> Bool {
    touchID == other.touchID && position.isIdentical(to: other.position)
      && pressure.bitPattern == other.pressure.bitPattern
      && timestampNanoseconds == other.timestampNanoseconds
  }
}

extension FrameInput {
  /// Whether both have the same bits, except for frame index and time.
  package func isIdentical(to other: FrameInput) -> Bool {
    guard keyPresses == other.keyPresses,
      previousFrameNanoseconds == other.previousFrameNanoseconds,
      previousGraphicsNanoseconds == other.previousGraphicsNanoseconds,
      MotionSample.areIdentical(motion, other.motion)
    else { return false }
    return touches.elementsEqual(other.touches) { $0.isIdentical(to: $1) }
      && samples.elementsEqual(other.samples) { $0.isIdentical(to: $1) }
  }
}
