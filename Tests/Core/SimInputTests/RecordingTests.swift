import SimInput
import SimMath
import SimText
import TestTier
import Testing

/// Goal: a recording goes through its text without losing a bit.
struct RecordingTests {
  /// A recording with everything that there is: all kinds of input with a worn sensor, turns,
  /// spans in the background, digests and keyframes.
  static func busy(seed: UInt64, frames: UInt32, rate: UInt32 = 60) -> Recording {
    let clock = FrameClock(framesPerSecond: rate)
    let synthesizer = InputSynthesizer(
      seed: seed,
      generators: InputGenerator.Kind.allCases.map {
        InputGenerator(kind: $0, eventsPerMinute: 100, isPencil: $0 == .drag && seed % 2 == 0)
      },
      defects: InputDefects(
        droppedPerMille: 60, duplicatedPerMille: 40, latePerMille: 50, lateFrames: 4,
        coalescedPerMille: 30, coalescedSampleCount: 4), clock: clock, touchSamplesPerSecond: 240,
      canvasWidth: 390, canvasHeight: 844)
    var source = SyntheticInput(synthesizer)
    var recording = Recording(header)
    recording.header.framesPerSecond = rate
    recording.backgroundSpans = [
      FrameSpan(start: 10, end: 20), FrameSpan(start: 20, end: 22),
      FrameSpan(start: frames - 3, end: frames),
    ]
    recording.canvasChanges = [
      CanvasChange(
        frame: 15,
        canvas: SceneCanvas(
          widthPoints: 844, heightPoints: 390, scale: 2.5, orientation: .landscapeLeft)),
      CanvasChange(frame: 40, canvas: SceneCanvas(widthPoints: 390, heightPoints: 844, scale: 3)),
    ]
    var said = InputRecording()
    var input = FrameInput()
    for frame in 0..<frames - 15 {
      source.fill(
        &input, frame: frame, timeNanoseconds: clock.startNanoseconds(ofFrame: frame))
      said.append(input)
    }
    recording = Recording(recording, input: said, stepCount: frames)
    recording.digests = (0..<UInt64(frames)).map { Recording.chained($0, seed) }
    recording.chain = recording.computedChain
    recording.pixelChain = 7
    recording.keyframes = [
      Recording.Keyframe(step: 0, state: [1, 2, 255], log: []),
      Recording.Keyframe(step: 30, state: [0], log: [9, 8]),
    ]
    return recording
  }

  /// A frame with a contact, a sample and a reading, after a change to them.
  private static func frame(
    _ change: (inout Touch, inout TouchSample, inout MotionSample) -> Void
  ) -> FrameInput {
    var touch = Touch(
      id: 7, phase: .began, kind: .finger, position: .zero, previousPosition: .zero, radius: 0,
      pressure: 0, timestampNanoseconds: 5)
    var sample = TouchSample(touchID: 7, position: .zero, timestampNanoseconds: 5)
    var (motion, input) = (MotionSample.still, FrameInput())
    change(&touch, &sample, &motion)
    input.begin(frame: 0, timeNanoseconds: 9)
    input.append(touch)
    input.append(sample)
    input.motion = motion
    return input
  }

  /// Recordings differ with any field of a frame, be it in the sign of a zero.
  @Test func everyFieldOfAFrameIsCompared() {
    let changes: [(inout Touch, inout TouchSample, inout MotionSample) -> Void] = [
      { touch, _, _ in touch.id = 8 }, { touch, _, _ in touch.phase = .moved },
      { touch, _, _ in touch.kind = .pencil }, { touch, _, _ in touch.position.x = -0.0 },
      { touch, _, _ in touch.position.y = -0.0 },
      { touch, _, _ in touch.previousPosition.x = -0.0 },
      { touch, _, _ in touch.previousPosition.y = -0.0 }, { touch, _, _ in touch.radius = -0.0 },
      { touch, _, _ in touch.pressure = -0.0 }, { touch, _, _ in touch.timestampNanoseconds = 6 },
      { _, sample, _ in sample.touchID = 8 }, { _, sample, _ in sample.position.x = -0.0 },
      { _, sample, _ in sample.position.y = -0.0 }, { _, sample, _ in sample.pressure = -0.0 },
      { _, sample, _ in sample.timestampNanoseconds = 6 },
      { _, _, motion in motion.accelerationX = -0.0 },
      { _, _, motion in motion.accelerationY = -0.0 },
      { _, _, motion in motion.accelerationZ = -0.0 },
      { _, _, motion in motion.rotationRateX = -0.0 },
      { _, _, motion in motion.rotationRateY = -0.0 },
      { _, _, motion in motion.rotationRateZ = -0.0 },
    ]
    func recording(_ input: FrameInput) -> InputRecording {
      var recording = InputRecording()
      recording.append(input)
      return recording
    }
    let plain = Self.frame { _, _, _ in }
    #expect(plain.isIdentical(to: plain) && recording(plain) == recording(plain))
    for (index, change) in changes.enumerated() {
      let other = Self.frame(change)
      #expect(!plain.isIdentical(to: other), "change \(index)")
      #expect(recording(plain) != recording(other), "change \(index)")
    }
  }

  /// A recording that repeats says the same a whole recording later, of other contacts.
  @Test func laterRoundsAreTheFirstOnceMore() {
    let recording = Self.busy(seed: 3, frames: 75).input
    let clock = FrameClock(framesPerSecond: 60)
    let synthesizer = InputSynthesizer(
      seed: 3, generators: [], defects: .none, clock: clock, touchSamplesPerSecond: 240,
      canvasWidth: 390, canvasHeight: 844)
    var source = PlannedInput(
      SyntheticInput(synthesizer), recorded: ReplayInput(recording), repeatingClock: clock)
    var (rounds, input): ([[FrameInput]], FrameInput) = ([[], [], []], FrameInput())
    for frame in 0..<180 as Range<UInt32> {
      let time = clock.startNanoseconds(ofFrame: frame)
      source.fill(&input, frame: frame, timeNanoseconds: time)
      rounds[Int(frame / 60)].append(input)
    }
    #expect(recording.frameCount == 60 && rounds[0].contains { $0.samples.count > 2 })
    let idCount = rounds[0].flatMap { input in
      input.touches.map { $0.id + 1 }
    }.max()
    for (round, frames) in rounds.enumerated().dropFirst() {
      let (seconds, idStep) = (UInt64(round), UInt32(round) * (idCount ?? 0))
      for (first, later) in zip(rounds[0], frames) {
        // Contacts that the end cut off are taken away first.
        let cut = later.touches.count - first.touches.count
        #expect(cut == 0 || cut > 0 && first.frame == 0)
        for index in 0..<first.touches.count {
          var touch = first.touches[index]
          touch.id += idStep
          touch.timestampNanoseconds += seconds * 1_000_000_000
          #expect(touch == later.touches[cut + index], "frame \(later.frame)")
        }
        #expect(first.samples.count == later.samples.count && first.motion == later.motion)
        for index in 0..<first.samples.count {
          var sample = first.samples[index]
          sample.touchID += idStep
          sample.timestampNanoseconds += seconds * 1_000_000_000
          #expect(sample == later.samples[index], "frame \(later.frame)")
        }
      }
    }
  }

  static var header: RecordingHeader {
    var header = RecordingHeader(name: Array("snowglobe".utf8))
    header.behaviorVersion = 5
    header.ownBehaviorVersion = 2
    header.device = Array("iphone-se-2".utf8)
    header.canvas = SceneCanvas(widthPoints: 375.5, heightPoints: 667, scale: 2)
    header.pointsPerMillimeter = 6.4173226
    header.seed = .max
    header.parameters = [
      RecordingHeader.Parameter(name: Array("flakes".utf8), value: 600),
      RecordingHeader.Parameter(name: Array("drift".utf8), value: 0.1),
    ]
    header.isMotionReduced = true
    header.pictures = [
      RecordingHeader.Picture(isFront: true, digest: 1 << 63, path: Array("a \"b\" ü.png".utf8))
    ]
    header.framesPerPicture = 3
    header.tool = Array("simbench 0.1 (behavior 5)".utf8)
    return header
  }

  static func expectRoundTrip(_ recording: Recording) throws {
    let text = recording.text
    let read = try Recording(parsing: text)
    #expect(read == recording && read.text == text)
  }

  @Test(arguments: 1...(Tier.isDebug ? 2 : 8) as ClosedRange<UInt64>)
  func madeUpInputComesBack(seed: UInt64) throws {
    let recording = Self.busy(seed: seed, frames: 900, rate: seed % 2 == 0 ? 60 : 120)
    #expect(recording.input.frameCount == 885)
    try Self.expectRoundTrip(recording)
  }

  /// Frames that no sensor would make: any bits, contacts in any order, twice, or gone at once.
  @Test(arguments: 1...(Tier.isDebug ? 8 : 40) as ClosedRange<UInt64>)
  func anythingComesBack(seed: UInt64) throws {
    var stream = RandomStream(seed: seed, name: "anything")
    func float() -> Float {
      switch stream.below(4) {
      case 0: Float(bitPattern: UInt32(truncatingIfNeeded: stream.nextUInt64()))
      case 1: -0.0
      default: Float(stream.below(1000)) / 3
      }
    }
    func time() -> UInt64 { stream.below(3) == 0 ? stream.nextUInt64() : UInt64(stream.below(9)) }
    var header = RecordingHeader(name: Array("a".utf8))
    header.hasMotion = seed % 2 == 0
    var said = InputRecording()
    for frame in 0..<UInt32(60) {
      var input = FrameInput()
      input.begin(frame: frame, timeNanoseconds: 0)
      if stream.below(3) > 0 {
        input.motion = MotionSample(
          acceleration: (float(), float(), 0), rotationRate: (0, 0, float()))
      }
      if stream.below(4) == 0 { input.keyPresses = ButtonPresses(rawValue: stream.below(1 << 20)) }
      if stream.below(4) == 0 { input.previousFrameNanoseconds = stream.below(1 << 30) }
      for _ in 0..<stream.below(5) {
        let id = stream.below(4)
        input.append(
          Touch(
            id: id, phase: TouchPhase(rawValue: UInt8(stream.below(5))) ?? .moved,
            kind: stream.below(2) == 0 ? .finger : .pencil,
            position: Vector2(float(), float()), previousPosition: Vector2(float(), float()),
            radius: float(), pressure: float(), timestampNanoseconds: time()))
        for _ in 0..<stream.below(4) {
          input.append(
            TouchSample(
              touchID: id, position: Vector2(float(), float()), timestampNanoseconds: time(),
              pressure: float()))
        }
      }
      said.append(input)
    }
    try Self.expectRoundTrip(Recording(header, input: said, stepCount: 60))
  }

  /// Removing the last frames leaves the recording of the frames before.
  @Test func forgettingTheEndLeavesTheBeginning() {
    let whole = Self.busy(seed: 2, frames: 120).input
    var beginning = InputRecording()
    var input = FrameInput()
    for frame in 0..<whole.frameCount {
      var cut = whole
      cut.removeAll(from: frame)
      #expect(cut == beginning, "frame \(frame)")
      whole.replay(frame, at: 0, into: &input)
      beginning.append(input)
    }
    #expect(beginning == whole && whole.frameCount == 105)
  }

  @Test func recordingsOfNothingComeBack() throws {
    for count in [0, 1, 5] as [UInt32] {
      var said = InputRecording()
      said.extend(to: count)
      try Self.expectRoundTrip(
        Recording(RecordingHeader(name: Array("a".utf8)), input: said, stepCount: count))
    }
  }

  @Test func eventsOfModelsComeBack() throws {
    var header = RecordingHeader(name: Array("canvas".utf8))
    header.kind = .model
    var recording = Recording(header)
    for index in 0..<UInt64(50) {
      recording.append(
        Recording.Event(
          timeNanoseconds: index * index * 1_000_000_007, name: Array("user.tap-\(index)".utf8),
          arguments: index % 3 == 0 ? [] : [Array("zwei Wörter".utf8), [], Array("\"\\\n".utf8)]))
    }
    for name in ["", " ", "a b", "\"", "-", "ä", "#", "event"] {
      recording.append(
        Recording.Event(
          timeNanoseconds: 1 << 60, name: Array(name.utf8), arguments: [Array(name.utf8)]))
    }
    recording.digests = recording.events.indices.map { UInt64($0) << 40 }
    recording.keyframes = [Recording.Keyframe(step: 7, state: [1], log: [])]
    try Self.expectRoundTrip(recording)
  }
}
