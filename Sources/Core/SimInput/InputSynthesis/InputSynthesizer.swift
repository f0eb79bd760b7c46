import SimMath

/// Synthesizes touch and motion, frame by frame, from a seed.
///
/// Every generator has its own random streams, named by its kind and its index among the generators
/// of that kind, so that adding a generator does not shift the events of another; only the limits
/// on simultaneous contacts are shared. All storage is allocated at the start: filling a frame does
/// not allocate. The same seed and calls give the same input on every target.
///
/// Like a device, it reports no contact outside the canvas and tracks a limited number of fingers.
/// If one more lands, the system cancels all of them, and no finger on the glass is reported until
/// it lifts. New fingers are tracked as soon as slots are free next to the ignored ones.
package struct InputSynthesizer: Sendable {
  /// The state of one generator during a run.
  struct GeneratorState: Sendable {
    var generator: InputGenerator
    var stream: RandomStream
    var defectStream: RandomStream
    var nextEventNanoseconds: UInt64
    /// The time from which on no event starts.
    var endNanoseconds: UInt64
  }

  /// The maximum number of waiting contacts per generator; additional ones are lost.
  static var planCapacity: Int { 12 }
  /// The maximum number of overlapping movements per generator; additional ones are lost.
  static var motionCapacity: Int { 4 }

  let clock: FrameClock
  let defects: InputDefects
  let touchSamplesPerSecond: UInt32
  /// The maximum number of fingers that the device tracks.
  let touchContacts: UInt32
  var canvas: Vector2
  var states: [GeneratorState]
  var plans: [ContactPlan]
  var motionEvents: [MotionEvent]
  var contacts: [LiveContact]
  var contactCount: UInt32 = 0
  var queues: [QueuedSample]
  var usedQueues: UInt16 = 0
  /// The number of slots of each queue that were ever written, from the first slot on.
  var writtenCounts: [UInt32]
  var nextTouchID: UInt32 = 1
  /// The lift times of ignored fingers on the glass; if too many, those that lift last.
  var ignoredUntil: [UInt64]
  var ignoredCount: UInt32 = 0
  /// The outcome of the events so far.
  package internal(set) var tally = InputTally()
  var track: TrackState
  /// The index of the next measurement of the touch sensor.
  var nextSample: UInt64 = 0
  /// Whether any generator moves the device.
  package let hasMotion: Bool

  /// The allowed numbers of fingers that a device tracks.
  package static var touchContactLimits: ClosedRange<UInt32> {
    1...UInt32(FrameInput.maximumTouchCount)
  }
  /// The default number of fingers that a device tracks.
  package static var defaultTouchContacts: UInt32 { 10 }

  /// Prepares the generators for a run.
  ///
  /// - Parameters:
  ///   - seed: the seed of the run.
  ///   - touchSamplesPerSecond: measurements of the touch sensor, usually 60, 120 or 240.
  ///   - touchContacts: the maximum number of fingers that the device tracks; a stylus does not
  ///     count.
  ///   - canvasWidth: points.
  ///   - canvasHeight: points.
  ///   - track: contacts in addition to those of the generators.
  /// - Precondition: at most `InputGenerator.maximumCount` valid generators, valid defects, a
  ///   canvas of positive finite size, 1 to 1,000 samples per second, `touchContacts` within
  ///   `touchContactLimits`.
  package init(
    seed: UInt64, generators: [InputGenerator], defects: InputDefects = .none, clock: FrameClock,
    touchSamplesPerSecond: UInt32,
    touchContacts: UInt32 = InputSynthesizer.defaultTouchContacts, canvasWidth: Float,
    canvasHeight: Float, track: TouchTrack = TouchTrack()
  ) {
    precondition(generators.count <= InputGenerator.maximumCount, "too many input generators")
    precondition(defects.isValid, "input defects are out of range")
    precondition((1...1000).contains(touchSamplesPerSecond), "1 to 1,000 touch samples per second")
    precondition(
      Self.touchContactLimits.contains(touchContacts), "a device follows 1 to 11 fingers")
    self.clock = clock
    self.defects = defects
    self.touchSamplesPerSecond = touchSamplesPerSecond
    self.touchContacts = touchContacts
    self.track = TrackState(track, seed: seed)
    canvas = .zero
    states = []
    states.reserveCapacity(generators.count)
    var hasMotion = false
    for (index, generator) in generators.enumerated() {
      precondition(generator.isValid, "an input generator is out of range")
      if generator.kind.isMotion { hasMotion = true }
      var ordinal: UInt32 = 0
      for earlier in 0..<index where generators[earlier].kind == generator.kind { ordinal += 1 }
      states.append(
        GeneratorState(generator, seed: seed, ordinal: ordinal, clock: clock))
    }
    self.hasMotion = hasMotion
    let touchLimit = FrameInput.maximumTouchCount
    plans = [ContactPlan](
      repeating: ContactPlan(), count: generators.count * Self.planCapacity)
    motionEvents = [MotionEvent](
      repeating: MotionEvent(), count: generators.count * Self.motionCapacity)
    contacts = [LiveContact](repeating: LiveContact(), count: touchLimit)
    ignoredUntil = [UInt64](repeating: 0, count: touchLimit)
    writtenCounts = [UInt32](repeating: 0, count: touchLimit)
    queues = [QueuedSample](
      repeating: QueuedSample(), count: touchLimit * LiveContact.queueCapacity)
    resize(width: canvasWidth, height: canvasHeight)
  }

  /// Synthesizes the input of a frame.
  ///
  /// Touch samples of a frame were measured after the start of the previous frame and not after its
  /// own. Frames must be requested in ascending order; skipped frames merge into the next one.
  ///
  /// - Complexity: O(samples + contacts + generators), without allocation
  package mutating func fill(_ input: inout FrameInput, frame: UInt32) {
    let now = clock.startNanoseconds(ofFrame: frame)
    input.begin(frame: frame, timeNanoseconds: now)
    while true {
      let time = nextSample * 1_000_000_000 / UInt64(touchSamplesPerSecond)
      if time > now { break }
      nextSample += 1
      measure(atNanoseconds: time, frame: frame)
    }
    deliver(into: &input, frame: frame)
    if hasMotion { input.motion = motion(atNanoseconds: now, frame: frame) }
    input.keyPresses = keyPresses(upTo: now)
  }

  /// The buttons that generators pressed since the previous frame.
  private mutating func keyPresses(upTo now: UInt64) -> ButtonPresses {
    var presses: ButtonPresses = []
    for index in 0..<states.count where states[index].generator.kind == .keyPress {
      while states[index].nextEventNanoseconds <= now {
        let press = ButtonPresses(rawValue: 1 << states[index].stream.below(ButtonPresses.count))
        if presses.contains(press) { tally.lostKeyPresses += 1 }
        presses.insert(press)
        states[index].scheduleNext()
      }
    }
    return presses
  }
}

extension InputSynthesizer.GeneratorState {
  /// Creates a generator's state before its first event.
  fileprivate init(_ generator: InputGenerator, seed: UInt64, ordinal: UInt32, clock: FrameClock) {
    self.generator = generator
    let name = NameHash.fnv1a("input/", generator.kind.name)
    stream = RandomStream(seed: seed, nameHash: name, index: ordinal)
    defectStream = RandomStream(
      seed: seed, name: "input/defects", index: UInt32(generator.kind.rawValue) << 16 | ordinal)
    nextEventNanoseconds = clock.startNanoseconds(ofFrame: generator.startFrame)
    endNanoseconds =
      generator.endFrame == .max ? .max : clock.startNanoseconds(ofFrame: generator.endFrame)
    scheduleNext()
  }

  /// Draws the gap to the next event; a Poisson process has exponential gaps.
  mutating func scheduleNext() {
    guard generator.eventsPerMinute > 0 else {
      nextEventNanoseconds = .max
      return
    }
    let mean = 60e9 / Double(generator.eventsPerMinute)
    // Rates close to 0 would exceed the range of whole nanoseconds.
    let gap = min(1e18, Double(stream.exponential()) * mean)
    let (next, overflows) = nextEventNanoseconds.addingReportingOverflow(UInt64(gap) + 1)
    nextEventNanoseconds = overflows || next >= endNanoseconds ? .max : next
  }
}
