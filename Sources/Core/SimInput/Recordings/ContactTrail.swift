import SimMath

/// Inference of a frame's contacts from the previous frame, which shortens a recording's text.
///
/// A contact on the glass without an event in a frame rests at its position. The contacts of a
/// frame are those left from the previous frame, in order, followed by new ones; any other frame is
/// listed in full.
extension InputRecording {
  /// The contacts that are on the glass after an entry.
  func rest(afterEntry index: Int) -> [Touch] {
    var rest: [Touch] = []
    for place in touchRange(ofEntry: index) where touches[place].phase.isDown {
      rest.append(touches[place].resting)
    }
    return rest
  }

  /// Whether an entry's contacts must be listed in full.
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
  /// Creates the default values of a contact's event from its position and phase.
  ///
  /// - Parameters:
  ///   - known: the contact after the previous frame.
  ///   - start: the start time of the frame.
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

/// Assembles the frames of a recording from its lines.
struct FrameBuilder {
  /// The contacts on the glass before the frame.
  private(set) var rest: [Touch] = []
  /// The current motion reading.
  var motion: MotionSample?
  /// The buttons and times of the frame.
  var extra = InputRecording.Extra()
  /// Whether the frame's contacts are listed in full.
  var isListed = false
  private var told: [Touch] = []
  private var samples: [TouchSample] = []
  /// The last contact's own sample: the newest, added after those that follow the contact's line.
  private var own: TouchSample?
  private var input = FrameInput()

  /// The contact after the previous frame; nil if it is not on the glass.
  func known(_ id: UInt32) -> Touch? { rest.first { $0.id == id } }

  /// Whether the contact has a line in this frame.
  func isTold(_ id: UInt32) -> Bool { told.contains { $0.id == id } }

  /// The last contact with a line in this frame.
  var lastTold: Touch? { told.last }

  /// Adds a contact; its samples follow.
  ///
  /// - Returns: whether there was space for it.
  mutating func add(_ touch: Touch) -> Bool {
    guard told.count < FrameInput.maximumTouchCount, addOwn() else { return false }
    var touch = touch
    touch.firstSample = UInt16(truncatingIfNeeded: samples.count)
    touch.sampleCount = 0
    told.append(touch)
    return true
  }

  /// Sets the own sample of the last contact, newer than all that follow.
  ///
  /// - Returns: whether there is space for it.
  mutating func setOwn(_ sample: TouchSample) -> Bool {
    own = sample
    return samples.count < FrameInput.maximumSampleCount
  }

  private mutating func addOwn() -> Bool {
    guard let sample = own else { return true }
    own = nil
    return add(sample)
  }

  /// Adds a sample to the last contact.
  ///
  /// - Returns: whether there was space for it.
  mutating func add(_ sample: TouchSample) -> Bool {
    guard !told.isEmpty, samples.count < FrameInput.maximumSampleCount else { return false }
    samples.append(sample)
    told[told.count - 1].sampleCount += 1
    return true
  }

  /// Adds the frame to a recording and resets the builder for the next.
  ///
  /// - Returns: whether there was space for every contact and sample.
  mutating func finish(_ frame: UInt32, into recording: inout InputRecording) -> Bool {
    input.begin(frame: frame, timeNanoseconds: 0)
    input.motion = motion
    input.keyPresses = extra.keyPresses
    input.storedFrameNanoseconds = extra.previousFrameNanoseconds
    input.storedGraphicsNanoseconds = extra.previousGraphicsNanoseconds
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
    for touch in input.touches where touch.phase.isDown { rest.append(touch.resting) }
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
