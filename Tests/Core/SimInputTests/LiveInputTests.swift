import SimInput
import SimMath
import Testing

/// Goal: what an app hands on reaches the frames, each contact with a legal life.
struct LiveInputTests {
  private static func frame(_ source: inout LiveInput, _ index: UInt32 = 0) -> FrameInput {
    var input = FrameInput()
    source.fill(&input, frame: index, timeNanoseconds: UInt64(index) * 16_666_666)
    return input
  }

  @Test func contactLandsMovesRestsAndLifts() {
    var source = LiveInput()
    source.touch(40, .began, at: Vector2(1, 2), timeNanoseconds: 5, radius: 9)
    var input = Self.frame(&source)
    #expect(input.touches.count == 1 && input.samples.count == 1)
    #expect(input.touches[0].id == 1 && input.touches[0].phase == .began)
    #expect(input.touches[0].position == Vector2(1, 2) && input.touches[0].radius == 9)
    #expect(input.touches[0].previousPosition == Vector2(1, 2))
    source.touch(40, .moved, at: Vector2(3, 2), timeNanoseconds: 6)
    source.touch(40, .moved, at: Vector2(4, 2), timeNanoseconds: 7)
    input = Self.frame(&source, 1)
    #expect(input.touches[0].phase == .moved && input.touches[0].sampleCount == 2)
    #expect(input.samples[0].position == Vector2(3, 2))
    #expect(input.touches[0].position == Vector2(4, 2))
    #expect(input.touches[0].previousPosition == Vector2(1, 2))
    input = Self.frame(&source, 2)
    #expect(input.touches[0].phase == .stationary && input.samples.count == 0)
    #expect(input.touches[0].previousPosition == Vector2(4, 2))
    source.touch(40, .ended, at: Vector2(4, 3), timeNanoseconds: 9)
    input = Self.frame(&source, 3)
    #expect(input.touches[0].phase == .ended && input.touches[0].timestampNanoseconds == 9)
    #expect(Self.frame(&source, 4).touches.count == 0)
  }

  @Test func tapWithinAFrameLandsFirstAndLiftsInTheNext() {
    for last in [TouchPhase.ended, .cancelled] {
      var source = LiveInput()
      source.touch(1, .began, at: Vector2(1, 1), timeNanoseconds: 1)
      source.touch(1, .moved, at: Vector2(2, 1), timeNanoseconds: 2)
      source.touch(1, last, at: Vector2(3, 1), timeNanoseconds: 3)
      let first = Self.frame(&source)
      #expect(first.touches[0].phase == .began && first.touches[0].sampleCount == 2)
      #expect(first.touches[0].position == Vector2(2, 1))
      let second = Self.frame(&source, 1)
      #expect(second.touches[0].phase == last && second.touches[0].sampleCount == 1)
      #expect(second.touches[0].position == Vector2(3, 1))
      #expect(second.touches[0].previousPosition == Vector2(2, 1))
      #expect(Self.frame(&source, 2).touches.count == 0)
    }
  }

  @Test func samplesOfSeveralContactsStayApart() {
    var source = LiveInput()
    for key in UInt64(0)..<3 {
      source.touch(key, .began, at: Vector2(Float(key), 0), timeNanoseconds: 1)
    }
    _ = Self.frame(&source)
    for round in UInt64(1)...4 {
      for key in UInt64(0)..<3 {
        source.touch(
          key, .moved, at: Vector2(Float(key), Float(round)), timeNanoseconds: round)
      }
    }
    let input = Self.frame(&source, 1)
    #expect(input.touches.count == 3 && input.samples.count == 12)
    for (index, touch) in input.touches.enumerated() {
      #expect(touch.firstSample == 4 * index && touch.sampleCount == 4)
      #expect(
        input.samples(of: touch).map { $0.position }
          == (1...4).map { Vector2(Float(index), Float($0)) })
      #expect(input.samples(of: touch).allSatisfy { $0.touchID == touch.id })
    }
  }

  @Test func whatCannotBeIsPassedOver() {
    var source = LiveInput()
    source.touch(9, .moved, at: Vector2(1, 1), timeNanoseconds: 1)
    source.touch(9, .began, at: Vector2(.nan, 1), timeNanoseconds: 1)
    source.touch(9, .stationary, at: Vector2(1, 1), timeNanoseconds: 1)
    source.move(MotionSample(acceleration: (.infinity, 0, 0), rotationRate: (0, 0, 0)))
    let input = Self.frame(&source)
    #expect(input.touches.count == 0 && input.motion == nil)
    for key in UInt64(0)..<20 {
      source.touch(key, .began, at: Vector2(1, 1), timeNanoseconds: 2)
    }
    #expect(Self.frame(&source, 1).touches.count == FrameInput.maximumTouchCount)
    #expect(source.tally.plannedContacts == 20 && source.tally.lostContacts == 9)
  }

  @Test func moreSamplesThanAFrameHoldsKeepTheNewest() {
    var source = LiveInput()
    source.touch(1, .began, at: .zero, timeNanoseconds: 0)
    for step in UInt64(1)...1000 {
      source.touch(1, .moved, at: Vector2(Float(step), 0), timeNanoseconds: step)
    }
    source.touch(1, .ended, at: Vector2(1001, 0), timeNanoseconds: 1001)
    let first = Self.frame(&source)
    #expect(first.touches[0].phase == .began)
    let second = Self.frame(&source, 1)
    #expect(second.touches[0].phase == .ended && second.touches[0].position == Vector2(1001, 0))
  }

  /// A tap within one frame reports the pressure of its first sample first.
  @Test func tapLandsWithItsOwnPressure() {
    var source = LiveInput()
    source.touch(1, .began, at: .zero, timeNanoseconds: 1, pressure: 0.75, kind: .pencil)
    source.touch(1, .ended, at: Vector2(2, 0), timeNanoseconds: 2, pressure: 0.25, kind: .pencil)
    let (landed, lifted) = (Self.frame(&source), Self.frame(&source, 1))
    #expect(landed.touches[0].phase == .began && landed.touches[0].pressure == 0.75)
    #expect(landed.samples[0].pressure == 0.75)
    #expect(lifted.touches[0].phase == .ended && lifted.touches[0].pressure == 0.25)
  }

  @Test func motionHoldsAndKeysDoNot() {
    var source = LiveInput()
    let push = MotionSample(acceleration: (1, 0, 0), rotationRate: (0, 0, 2))
    source.move(push)
    source.press(.volumeUp)
    source.press(.cameraControl)
    let first = Self.frame(&source)
    #expect(first.motion == push && first.keyPresses == [.volumeUp, .cameraControl])
    let second = Self.frame(&source, 1)
    #expect(second.motion == push && second.keyPresses.isEmpty)
  }

  @Test func frameTimesHoldForOneFrame() throws {
    var source = LiveInput()
    var input = Self.frame(&source)
    #expect(input.previousFrameNanoseconds == nil && input.previousGraphicsNanoseconds == nil)
    source.frameTook(processorNanoseconds: 7, graphicsNanoseconds: 9)
    source.frameTook(processorNanoseconds: 8)
    input = Self.frame(&source, 1)
    #expect(input.previousFrameNanoseconds == 8 && input.previousGraphicsNanoseconds == nil)
    source.frameTook(processorNanoseconds: 5, graphicsNanoseconds: 6)
    // A snapshot taken in between has them.
    var (saved, backup) = (Snapshot(), Snapshot())
    saved.save(&source)
    input = Self.frame(&source, 2)
    #expect(input.previousFrameNanoseconds == 5 && input.previousGraphicsNanoseconds == 6)
    try saved.restore(&source, savedTo: &backup)
    for times in [(UInt32(5), UInt32(6)), (nil, nil)] as [(UInt32?, UInt32?)] {
      input = Self.frame(&source, 3)
      #expect(input.previousFrameNanoseconds == times.0)
      #expect(input.previousGraphicsNanoseconds == times.1)
    }
    // Keys go with them, and neither is taken for the other.
    source.frameTook(processorNanoseconds: 1)
    source.press(.volumeUp)
    input = Self.frame(&source, 4)
    #expect(input.keyPresses == .volumeUp && input.previousFrameNanoseconds == 1)
    source.press(ButtonPresses(rawValue: .max))
    input = Self.frame(&source, 5)
    #expect(input.keyPresses.contains(.volumeUp) && input.previousFrameNanoseconds == nil)
    // An input that is used again says nothing of the frame before.
    source.frameTook(processorNanoseconds: 1, graphicsNanoseconds: 2)
    source.fill(&input, frame: 6, timeNanoseconds: 0)
    #expect(input.previousGraphicsNanoseconds == 2)
    input.begin(frame: 7, timeNanoseconds: 0)
    #expect(input.previousFrameNanoseconds == nil && input.previousGraphicsNanoseconds == nil)
  }

  /// States and snapshots without frame times are what they were before there were any.
  @Test func framesWithoutTimesLeaveNoTrace() {
    var (told, plain) = (LiveInput(), LiveInput())
    told.frameTook(processorNanoseconds: 3, graphicsNanoseconds: 4)
    #expect(told.digested().finalize() != plain.digested().finalize())
    var saved = [Snapshot(), Snapshot(), Snapshot()]
    saved[0].save(&told)
    _ = (Self.frame(&told), Self.frame(&plain))
    #expect(told.digested().finalize() == plain.digested().finalize())
    saved[1].save(&told)
    saved[2].save(&plain)
    #expect(saved[1].bytes == saved[2].bytes && saved[0].bytes.count > saved[1].bytes.count)
  }

  /// Every sequence of up to five changes of one contact, with a frame after each or not: the
  /// frames show a legal life.
  @Test func everyShortSequenceGivesALegalLife() {
    let phases: [TouchPhase] = [.began, .moved, .ended, .cancelled]
    var lives = 0
    for code in 0..<8 * 8 * 8 * 8 * 8 {
      var source = LiveInput()
      var seen: [TouchPhase] = []
      var (rest, index) = (code, UInt32(0))
      func look() {
        let input = Self.frame(&source, index)
        index += 1
        for touch in input.touches { seen.append(touch.phase) }
      }
      for step in 0..<5 {
        source.touch(
          1, phases[rest % 4], at: Vector2(Float(step), 1), timeNanoseconds: UInt64(step))
        if rest / 4 % 2 == 1 { look() }
        rest /= 8
      }
      for _ in 0..<6 { look() }
      // Contacts that the app named the same may overlap in a frame, so only counts are judged.
      let began = seen.filter { $0 == .began }.count
      let over = seen.filter { !$0.isDown }.count
      #expect(over <= began && (began == 0) == seen.isEmpty, "\(code)")
      if began > 0 { #expect(seen[0] == .began, "\(code)") }
      lives += began
    }
    #expect(lives > 10_000)
  }
}

/// Goal: a recording says again exactly what a source said.
struct RecordedInputTests {
  @Test func recordedFramesAreThoseThatWereSaid() {
    let clock = FrameClock(framesPerSecond: 60)
    let synthesizer = InputSynthesizer(
      seed: 3,
      generators: InputGenerator.Kind.allCases.map {
        InputGenerator(kind: $0, eventsPerMinute: 200)
      }, clock: clock, touchSamplesPerSecond: 240, canvasWidth: 390, canvasHeight: 844)
    var source = CapturingInput(SyntheticInput(synthesizer))
    var plain = SyntheticInput(synthesizer)
    var said: [FrameInput] = []
    for frame in 0..<UInt32(600) {
      var (input, other) = (FrameInput(), FrameInput())
      let time = clock.startNanoseconds(ofFrame: frame)
      source.fill(&input, frame: frame, timeNanoseconds: time)
      plain.fill(&other, frame: frame, timeNanoseconds: time)
      #expect(Self.isSame(input, other))
      said.append(input)
    }
    #expect(said.contains { $0.touches.count > 3 } && said.contains { !$0.keyPresses.isEmpty })
    var recorded = ReplayInput(source.recording)
    for frame in [0, 599, 3, 3] + Array(0..<UInt32(600)) {
      var input = FrameInput()
      recorded.fill(
        &input, frame: frame, timeNanoseconds: clock.startNanoseconds(ofFrame: frame))
      #expect(Self.isSame(input, said[Int(frame)]), "frame \(frame)")
    }
    var beyond = FrameInput()
    recorded.fill(&beyond, frame: 600, timeNanoseconds: 10_000_000_000)
    #expect(beyond.touches.count == 0 && beyond.motion == .still && beyond.frame == 600)
  }

  @Test func recordingFromAnEarlierFrameOnForgetsTheRest() {
    var live = LiveInput()
    live.touch(1, .began, at: Vector2(1, 1), timeNanoseconds: 1)
    var source = CapturingInput(live)
    var input = FrameInput()
    for frame in 0..<UInt32(4) { source.fill(&input, frame: frame, timeNanoseconds: 0) }
    let hash = source.recording.hash
    source.source.touch(1, .moved, at: Vector2(2, 2), timeNanoseconds: 2)
    source.fill(&input, frame: 1, timeNanoseconds: 0)
    #expect(source.recording.frameCount == 2 && source.recording.hash != hash)
  }

  @Test func frameTimesAreRecordedAndHaveASayInTheDigest() {
    func recorded(_ times: [(processor: UInt32, graphics: UInt32)]) -> InputRecording {
      var recording = InputRecording()
      for (index, time) in times.enumerated() {
        var input = FrameInput()
        input.begin(frame: UInt32(index), timeNanoseconds: UInt64(index) * 16_666_666)
        input.previousFrameNanoseconds = time.processor
        input.previousGraphicsNanoseconds = time.graphics
        recording.append(input)
      }
      return recording
    }
    let times: [(processor: UInt32, graphics: UInt32)] = [(1, 0), (2, 3), (0, 4), (5, 0)]
    let recording = recorded(times)
    for (index, time) in times.enumerated() {
      var input = FrameInput()
      recording.replay(UInt32(index), at: 0, into: &input)
      #expect(input.storedFrameNanoseconds == time.processor)
      #expect(input.storedGraphicsNanoseconds == time.graphics)
    }
    let others = [
      [(1, 0), (2, 0), (0, 0), (5, 0)], [(1, 0), (2, 4), (0, 3), (5, 0)],
      [(1, 3), (2, 0), (0, 4), (5, 0)], [(1, 0), (2, 3), (0, 4), (5, 1)],
    ]
    let hashes = Set(others.map { recorded($0.map { (UInt32($0), UInt32($1)) }).hash })
    #expect(hashes.count == 4 && !hashes.contains(recording.hash))
    // What it was before recordings knew of graphics.
    let plain = recorded(others[0].map { (UInt32($0), UInt32($1)) }).hash
    #expect(plain == 8_690_626_030_274_740_779)
  }

  private static func isSame(_ a: FrameInput, _ b: FrameInput) -> Bool {
    a.frame == b.frame && a.timeNanoseconds == b.timeNanoseconds && a.motion == b.motion
      && a.keyPresses == b.keyPresses && a.previousFrameNanoseconds == b.previousFrameNanoseconds
      && a.previousGraphicsNanoseconds == b.previousGraphicsNanoseconds
      && a.touches.elementsEqual(b.touches)
      && a.samples == b.samples
  }
}
