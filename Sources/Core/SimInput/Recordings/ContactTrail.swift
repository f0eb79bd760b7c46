import SimMath

/// How a recording's text tells the contacts of a frame from those of the frame before.
///
/// A contact that is on the glass and has no event in a frame rests where it is. The contacts of a
/// frame are those left from the frame before, in their order, and then the new ones; where they
/// are not, the frame is listed whole.
extension InputRecording {
  /// Contacts that are left on the glass after an entry.
  func rest(afterEntry index: Int) -> [Touch] {
    var rest: [Touch] = []
    for place in touchRange(ofEntry: index) where touches[place].phase.isDown {
      rest.append(touches[place].resting)
    }
    return rest
  }

  /// Whether an entry's contacts have to be listed whole.
  func isListed(entry index: Int, rest: [Touch]) -> Bool {
    let range = touchRange(ofEntry: index)
    guard range.count >= rest.count else { return true }
    for offset in 0..<range.count {
      let id = touches[range.lowerBound + offset].id
      if offset < rest.count, rest[offset].id != id { return true }
      let before = touches[range.lowerBound..<range.lowerBound + offset]
      if before.contains(where: { $0.id == id }) { return true }
    }
    return false
  }
}

extension Touch {
  /// What a new event of a contact is when nothing but its place and phase is told.
  ///
  /// - Parameters:
  ///   - known: the contact as it was left on the glass.
  ///   - start: when the frame begins.
  init(
    id: UInt32, phase: TouchPhase, position: Vector2, after known: Touch?, frameStart start: UInt64
  ) {
    let previous = phase == .began ? position : known?.position ?? position
    self.init(
      id: id, phase: phase, kind: known?.kind ?? .finger, position: position,
      previousPosition: previous, radius: known?.radius ?? 8, pressure: known?.pressure ?? 0,
      timestampNanoseconds: start)
    sampleCount = phase == .stationary ? 0 : 1
  }
}

/// Puts the frames of a recording together from what was told of each.
struct FrameBuilder {
  /// Contacts that are on the glass before the frame.
  private(set) var rest: [Touch] = []
  /// The reading that holds.
  var motion: MotionSample?
  /// Keys and times of the frame.
  var extra = InputRecording.Extra()
  /// Whether the frame's contacts are those that are told alone.
  var isListed = false
  private var told: [Touch] = []
  private var samples: [TouchSample] = []
  /// The sample that the contact told of last has itself: it is the newest, after those below it.
  private var own: TouchSample?
  private var input = FrameInput()

  /// The contact as it was left on the glass.
  func known(_ id: UInt32) -> Touch? { rest.first { $0.id == id } }

  /// Whether the contact was told of in this frame.
  func isTold(_ id: UInt32) -> Bool { told.contains { $0.id == id } }

  /// The contact told of last.
  var lastTold: Touch? { told.last }

  /// Adds a contact; its samples follow.
  ///
  /// - Returns: whether there is a place for it.
  mutating func add(_ touch: Touch) -> Bool {
    guard told.count < FrameInput.maximumTouchCount, addOwn() else { return false }
    var touch = touch
    touch.firstSample = UInt16(truncatingIfNeeded: samples.count)
    touch.sampleCount = 0
    told.append(touch)
    return true
  }

  /// Gives the contact told of last a sample of its own, newer than all that follow.
  ///
  /// - Returns: whether there is a place for it.
  mutating func setOwn(_ sample: TouchSample) -> Bool {
    own = sample
    return samples.count < FrameInput.maximumSampleCount
  }

  private mutating func addOwn() -> Bool {
    guard let sample = own else { return true }
    own = nil
    return add(sample)
  }

  /// Adds a sample to the contact told of last.
  ///
  /// - Returns: whether there is a place for it.
  mutating func add(_ sample: TouchSample) -> Bool {
    guard !told.isEmpty, samples.count < FrameInput.maximumSampleCount else { return false }
    samples.append(sample)
    told[told.count - 1].sampleCount += 1
    return true
  }

  /// Adds the frame to a recording and makes ready for the next.
  ///
  /// - Returns: whether there was a place for every contact and sample.
  mutating func finish(_ frame: UInt32, into recording: inout InputRecording) -> Bool {
    input.begin(frame: frame, timeNanoseconds: 0)
    input.motion = motion
    input.keyPresses = extra.keyPresses
    input.previousFrameNanoseconds = extra.previousFrameNanoseconds
    input.previousGraphicsNanoseconds = extra.previousGraphicsNanoseconds
    var fits = addOwn()
    if isListed {
      for touch in told { fits = append(touch) && fits }
    } else {
      for touch in rest {
        let event = told.first { $0.id == touch.id }
        fits = append(event ?? touch) && fits
      }
      for touch in told where known(touch.id) == nil { fits = append(touch) && fits }
    }
    recording.extend(to: frame)
    recording.append(input)
    rest.removeAll(keepingCapacity: true)
    for index in 0..<input.touchCount where input.touches[index].phase.isDown {
      rest.append(input.touches[index].resting)
    }
    told.removeAll(keepingCapacity: true)
    samples.removeAll(keepingCapacity: true)
    extra = InputRecording.Extra()
    isListed = false
    return fits
  }

  private mutating func append(_ touch: Touch) -> Bool {
    guard input.append(touch) else { return false }
    let start = Int(touch.firstSample)
    for index in start..<start + Int(touch.sampleCount) { input.append(samples[index]) }
    return true
  }
}
