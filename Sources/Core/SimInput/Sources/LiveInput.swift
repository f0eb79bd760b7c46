import SimMath

/// Touch, motion and hardware buttons of a device in use, passed on by an app.
///
/// Each frame contains the input since the previous one. No frame reports a contact as both new and
/// lifted: the lift waits for the next frame. Storage is allocated once; touches do not allocate.
public struct LiveInput: InputSource {
  /// A contact reported by the app.
  struct Contact: Sendable {
    /// The app's key of the contact.
    var key: UInt64 = 0
    var touch = Touch(
      id: 0, phase: .began, kind: .finger, position: .zero, previousPosition: .zero, radius: 0,
      pressure: 0, timestampNanoseconds: 0)
    /// Whether a frame has reported it.
    var hasBegun = false
    /// Whether it has lifted and no frame has reported that yet.
    var isOver = false
    /// The position at the end of the last frame.
    var reported = Vector2.zero
  }

  var contacts = [Contact](repeating: Contact(), count: FrameInput.maximumTouchCount)
  private var contactCount: UInt32 = 0
  private var samples = [TouchSample](
    repeating: TouchSample(touchID: 0, position: .zero, timestampNanoseconds: 0),
    count: FrameInput.maximumSampleCount)
  private var sampleCount: UInt32 = 0
  private var nextID: UInt32 = 1
  private var motion = MotionSample.still
  private var hasMotion = false
  /// The pressed buttons, and `timesTold` if the next frame has times of the previous one.
  private var keyPresses: UInt32 = 0
  private var previousFrameNanoseconds: UInt32 = 0
  private var previousGraphicsNanoseconds: UInt32 = 0
  /// The outcome of the contacts so far.
  public private(set) var tally = InputTally()

  /// Creates a source without input.
  public init() {}

  /// Reports that a contact lands, moves, lifts or is cancelled.
  ///
  /// Contacts beyond `FrameInput.maximumTouchCount`, contacts that never landed, and non-finite
  /// positions are ignored.
  ///
  /// - Parameters:
  ///   - key: the app's key of the contact, constant from landing to lifting.
  ///   - phase: `stationary` is ignored.
  ///   - position: points of the scene's canvas.
  ///   - timeNanoseconds: the time of measurement, in nanoseconds from the start of the run.
  ///   - radius: points.
  ///   - pressure: 0 to 1; 0 for fingers.
  ///   - kind: the kind of object that touches.
  public mutating func touch(
    _ key: UInt64, _ phase: TouchPhase, at position: Vector2, timeNanoseconds: UInt64,
    radius: Float = 8, pressure: Float = 0, kind: TouchKind = .finger
  ) {
    guard position.isFinite, radius.isFinite, pressure.isFinite, phase != .stationary else {
      return
    }
    let known = (0..<Int(contactCount)).first { contacts[$0].key == key && !contacts[$0].isOver }
    if phase == .began {
      tally.plannedContacts += 1
      guard known == nil, Int(contactCount) < contacts.count else {
        tally.lostContacts += 1
        return
      }
      contacts[Int(contactCount)] = Contact()
      contacts[Int(contactCount)].key = key
      contacts[Int(contactCount)].touch.id = nextID
      nextID &+= 1
      contactCount += 1
    }
    guard let slot = phase == .began ? Int(contactCount) - 1 : known else { return }
    contacts[slot].touch.kind = kind
    contacts[slot].touch.position = position
    contacts[slot].touch.radius = radius
    contacts[slot].touch.pressure = pressure
    contacts[slot].touch.timestampNanoseconds = timeNanoseconds
    contacts[slot].touch.phase = phase
    contacts[slot].isOver = !phase.isDown
    if phase == .cancelled { tally.cancelledContacts += 1 }
    add(
      TouchSample(
        touchID: contacts[slot].touch.id, position: position,
        timestampNanoseconds: timeNanoseconds, pressure: pressure))
  }

  /// Stores a sample for the next frame; if no slot is free, it replaces the contact's newest.
  private mutating func add(_ sample: TouchSample) {
    guard Int(sampleCount) == samples.count else {
      samples[Int(sampleCount)] = sample
      sampleCount += 1
      return
    }
    for index in samples.indices.reversed() where samples[index].touchID == sample.touchID {
      samples[index] = sample
      return
    }
  }

  /// Sets the reading of the motion sensors, in device axes; it applies until the next one.
  ///
  /// A reading with a non-finite number is ignored.
  public mutating func move(_ reading: MotionSample) {
    let acceleration: Float =
      reading.accelerationX + reading.accelerationY + reading.accelerationZ
    let rotation: Float = reading.rotationRateX + reading.rotationRateY + reading.rotationRateZ
    guard (acceleration + rotation).isFinite else { return }
    motion = reading
    hasMotion = true
  }

  /// Reports that buttons were pressed.
  public mutating func press(_ keys: ButtonPresses) {
    keyPresses |= keys.rawValue & ~Self.timesTold
  }

  /// Sets the times of the previous frame, for scenes that adapt; they apply to one frame.
  ///
  /// - Parameters:
  ///   - processorNanoseconds: from the start of the frame until the app had passed on its pixels.
  ///   - graphicsNanoseconds: the GPU time of the newest finished frame, usually one or two frames
  ///     older; 0 if unknown.
  public mutating func frameTook(
    processorNanoseconds: UInt32, graphicsNanoseconds: UInt32 = 0
  ) {
    previousFrameNanoseconds = processorNanoseconds
    previousGraphicsNanoseconds = graphicsNanoseconds
    keyPresses |= Self.timesTold
  }

  /// A flag in an unused bit of `keyPresses`, which keeps states and snapshots without times
  /// unchanged.
  private static var timesTold: UInt32 { 1 << 31 }

  /// Provides the input since the previous frame.
  public mutating func fill(_ input: inout FrameInput, frame: UInt32, timeNanoseconds: UInt64) {
    input.begin(frame: frame, timeNanoseconds: timeNanoseconds)
    if hasMotion { input.motion = motion }
    input.keyPresses = ButtonPresses(rawValue: keyPresses & ~Self.timesTold)
    if keyPresses & Self.timesTold != 0 {
      input.storedFrameNanoseconds = previousFrameNanoseconds
      input.storedGraphicsNanoseconds = previousGraphicsNanoseconds
    }
    keyPresses = 0
    var kept = 0
    for slot in 0..<Int(contactCount) where !report(slot, into: &input) {
      if kept != slot { contacts[kept] = contacts[slot] }
      kept += 1
    }
    contactCount = UInt32(kept)
    dropReported()
  }

  /// Reports a contact and its samples; reported samples get the identifier 0.
  ///
  /// - Returns: whether the contact was reported as lifted.
  private mutating func report(_ slot: Int, into input: inout FrameInput) -> Bool {
    let contact = contacts[slot]
    let id = contact.touch.id
    var (newest, last) = (-1, -1)
    for index in 0..<Int(sampleCount) where samples[index].touchID == id {
      (newest, last) = (last, index)
    }
    // The last sample of a lifted contact waits while this frame reports the landing.
    let waits = !contact.hasBegun && contact.isOver && newest >= 0
    if !waits { newest = last }
    var touch = contact.touch
    if newest >= 0 {
      touch.position = samples[newest].position
      touch.pressure = samples[newest].pressure
      touch.timestampNanoseconds = samples[newest].timestampNanoseconds
    }
    touch.previousPosition = contact.hasBegun ? contact.reported : touch.position
    if !contact.hasBegun {
      touch.phase = .began
    } else if !contact.isOver {
      touch.phase = newest >= 0 ? .moved : .stationary
    }
    input.append(touch)
    for index in 0..<Int(sampleCount) where samples[index].touchID == id {
      if waits && index == last { continue }
      input.append(samples[index])
      samples[index].touchID = 0
    }
    contacts[slot].hasBegun = true
    contacts[slot].reported = touch.position
    return contact.isOver && contact.hasBegun
  }

  private mutating func dropReported() {
    var kept = 0
    for index in 0..<Int(sampleCount) where samples[index].touchID != 0 {
      samples[kept] = samples[index]
      kept += 1
    }
    sampleCount = UInt32(kept)
  }

  /// Visits contacts, samples, motion and buttons that affect later frames.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  public mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&contactCount, in: 0...UInt32(contacts.count), "contactCount")
    let contactCount = contactCount
    visitor.each(&contacts, "contacts") { visitor, contact, index in
      visitor.when(index < Int(contactCount)) { contact.visitState(&$0) }
    }
    visitor.field(&sampleCount, in: 0...UInt32(samples.count), "sampleCount")
    let sampleCount = sampleCount
    visitor.each(&samples, "samples") { visitor, sample, index in
      visitor.when(index < Int(sampleCount)) { sample.visitState(&$0) }
    }
    visitor.field(&nextID, "nextID")
    visitor.field(&motion, "motion")
    visitor.field(&hasMotion, "hasMotion")
    visitor.field(&keyPresses, "keyPresses")
    visitor.field(&tally, "tally")
    visitor.when(keyPresses & Self.timesTold != 0) {
      $0.field(&previousFrameNanoseconds, "previousFrameNanoseconds")
      $0.field(&previousGraphicsNanoseconds, "previousGraphicsNanoseconds")
    }
  }
}

extension LiveInput.Contact: StateFields {
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&key, "key")
    visitor.field(&touch, "touch")
    visitor.field(&hasBegun, "hasBegun")
    visitor.field(&isOver, "isOver")
    visitor.field(&reported, "reported")
  }
}

extension Touch: StateFields {
  /// Visits every field.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&id, "id")
    visitor.field(&phase, "phase")
    visitor.field(&kind, "kind")
    visitor.field(&position, "position")
    visitor.field(&previousPosition, "previousPosition")
    visitor.field(&radius, "radius")
    visitor.field(&pressure, "pressure")
    visitor.field(&timestampNanoseconds, "timestampNanoseconds")
    visitor.field(&firstSample, "firstSample")
    visitor.field(&sampleCount, "sampleCount")
  }
}

extension TouchSample: StateFields {
  /// Visits every field.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&touchID, "touchID")
    visitor.field(&position, "position")
    visitor.field(&timestampNanoseconds, "timestampNanoseconds")
    visitor.field(&pressure, "pressure")
  }
}

extension MotionSample: StateFields {
  /// Visits every field.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&accelerationX, "accelerationX")
    visitor.field(&accelerationY, "accelerationY")
    visitor.field(&accelerationZ, "accelerationZ")
    visitor.field(&rotationRateX, "rotationRateX")
    visitor.field(&rotationRateY, "rotationRateY")
    visitor.field(&rotationRateZ, "rotationRateZ")
  }
}
