import SimMath

/// What a source said, frame by frame: everything that came to a scene from outside.
///
/// Only frames in which something is said are kept: in all others contacts rest where they are, the
/// motion sensors' last reading holds, and no key is pressed. Recording a frame takes storage when
/// there is none left, replaying takes none.
public struct InputRecording: Sendable {
  /// A frame in which something is said, and where its contacts and samples begin.
  struct Entry: Equatable, Sendable {
    var frame: UInt32
    /// The index of the reading that holds from this frame on; `.max` when there is none.
    var motion: UInt32
    /// The index of keys and times, `.max` when there are none.
    var extra: UInt32
    var firstTouch: UInt32
    var firstSample: UInt32
  }

  /// What few frames have.
  struct Extra: Equatable, Sendable {
    var keyPresses: KeyPresses = []
    var previousFrameNanoseconds: UInt32 = 0
    var previousGraphicsNanoseconds: UInt32 = 0
  }

  private(set) var entries: [Entry] = []
  private(set) var motions: [MotionSample] = []
  private(set) var extras: [Extra] = []
  private(set) var touches: [Touch] = []
  private(set) var samples: [TouchSample] = []

  /// How many frames it has.
  public private(set) var frameCount: UInt32 = 0

  /// Makes a recording of nothing.
  public init() {}

  /// Adds the next frame.
  public mutating func append(_ input: borrowing FrameInput) {
    defer { frameCount &+= 1 }
    let extra = Extra(
      keyPresses: input.keyPresses, previousFrameNanoseconds: input.previousFrameNanoseconds,
      previousGraphicsNanoseconds: input.previousGraphicsNanoseconds)
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
    for index in 0..<input.touchCount { touches.append(input.touches[index]) }
    for index in 0..<input.sampleCount { samples.append(input.samples[index]) }
  }

  /// Adds a frame in its place: what was recorded from there on is forgotten.
  mutating func record(_ input: borrowing FrameInput) {
    removeAll(from: input.frame)
    extend(to: input.frame)
    append(input)
  }

  /// Adds frames in which nothing is said, up to a count; none when there are as many.
  package mutating func extend(to count: UInt32) { frameCount = max(frameCount, count) }

  /// Takes storage for one more frame, whatever it holds, so that recording it takes none.
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

  /// The reading that holds after the last frame; nil before the first.
  var lastMotion: MotionSample? {
    guard let last = entries.last, last.motion != .max else { return nil }
    return motions[Int(last.motion)]
  }

  /// Whether a frame's contacts are those that were left on the glass, each where it was.
  private func isRest(_ input: borrowing FrameInput) -> Bool {
    var index = 0
    for place in touchRange(ofEntry: entries.count - 1) where touches[place].phase.isDown {
      guard index < input.touchCount,
        input.touches[index].isIdentical(to: touches[place].resting)
      else { return false }
      index += 1
    }
    return index == input.touchCount
  }

  /// The contacts of an entry; none for no entry.
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

  /// The last entry up to a frame; nil when nothing was said until then.
  ///
  /// O(log entries).
  private func entry(upTo frame: UInt32) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].frame <= frame { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  /// Forgets the frames from one on.
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

  /// Says again what was said in a frame; beyond the last one the glass is untouched and the
  /// device, if it has sensors, at rest.
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
      input.previousFrameNanoseconds = extra.previousFrameNanoseconds
      input.previousGraphicsNanoseconds = extra.previousGraphicsNanoseconds
    }
    for place in touchRange(ofEntry: index) {
      let touch = touches[place]
      input.append(touch)
      for sample in sampleRange(of: touch, ofEntry: index) { input.append(samples[sample]) }
    }
  }
}

extension InputRecording {
  /// Says again what was said in a frame of a later round.
  ///
  /// Contacts that were left at the end of the round before are taken away in its first frame;
  /// contacts have numbers and times of their own in each round.
  ///
  /// - Parameters:
  ///   - place: the frame within the round.
  ///   - round: 1 for the first repetition.
  ///   - start: when the round begins, in nanoseconds.
  ///   - step: how far the numbers of contacts of two rounds lie apart.
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
    for index in 0..<said.touchCount {
      var touch = said.touches[index]
      let range = Int(touch.firstSample)..<Int(touch.firstSample) + Int(touch.sampleCount)
      touch.id &+= round &* step
      touch.timestampNanoseconds &+= start
      input.append(touch)
      for place in range {
        var sample = said.samples[place]
        sample.touchID = touch.id
        sample.timestampNanoseconds &+= start
        input.append(sample)
      }
    }
  }

  /// How far the numbers of contacts of two rounds lie apart.
  ///
  /// O(contacts).
  var idStep: UInt32 {
    1 &+ touches.reduce(0) { max($0, $1.id) }
  }
}

extension InputRecording {
  /// The same input on another canvas: every position scaled alike in both directions, so that
  /// shapes stay what they are, and the whole in the middle.
  package func fitted(from old: Canvas, to new: Canvas) -> InputRecording {
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
  /// Whether both say the same, bit by bit, in every frame.
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
  /// Whether both are missing, or have the same bits.
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
  /// The contact one frame later, when it is still there and has not moved.
  var resting: Touch {
    Touch(
      id: id, phase: .stationary, kind: kind, position: position, previousPosition: position,
      radius: radius, pressure: pressure, timestampNanoseconds: timestampNanoseconds)
  }

  /// Whether both have the same bits, where their samples lie left out.
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
  /// Whether both say the same, bit by bit, their times left out.
  package func isIdentical(to other: FrameInput) -> Bool {
    guard keyPresses == other.keyPresses,
      previousFrameNanoseconds == other.previousFrameNanoseconds,
      previousGraphicsNanoseconds == other.previousGraphicsNanoseconds,
      touchCount == other.touchCount, sampleCount == other.sampleCount,
      MotionSample.areIdentical(motion, other.motion)
    else { return false }
    for index in 0..<touchCount where !touches[index].isIdentical(to: other.touches[index]) {
      return false
    }
    for index in 0..<sampleCount where !samples[index].isIdentical(to: other.samples[index]) {
      return false
    }
    return true
  }
}
