import SimMath
import SimText

/// Reads the lines of a recording from top to bottom.
struct RecordingTextReader {
  var reader: LineReader
  private(set) var recording: Recording
  private var builder = FrameBuilder()
  /// The frame or event whose lines are being read.
  private var step: UInt32 = 0
  /// The number of background frames before it, and the start of its background span.
  private var backgroundCount: UInt32 = 0
  private var backgroundStart: UInt32?
  private var hasBegun = false

  init(_ reader: LineReader) {
    self.reader = reader
    recording = Recording(RecordingHeader(name: []))
  }

  // MARK: - Errors

  func failure(_ problem: StaticString, _ word: Range<Int>? = nil) -> RecordingError {
    RecordingError(
      line: reader.line, problem, found: word.map { Array(reader.bytes[$0].prefix(80)) } ?? [])
  }

  mutating func word(_ problem: StaticString) throws(RecordingError) -> Range<Int> {
    guard let word = reader.word() else { throw failure(problem) }
    return word
  }

  mutating func endOfLine() throws(RecordingError) {
    if let word = reader.word() { throw failure("expected the end of the line", word) }
  }

  mutating func number(
    _ problem: StaticString, atMost maximum: UInt64 = .max
  ) throws(RecordingError) -> UInt64 {
    let word = try word(problem)
    if let number = reader.number(word, atMost: maximum) { return number }
    var failure = failure(problem, word)
    if reader.bytes[word].allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) { failure.maximum = maximum }
    throw failure
  }

  mutating func float(_ problem: StaticString) throws(RecordingError) -> Float {
    let word = try word(problem)
    guard let number = reader.float(word) else { throw failure(problem, word) }
    return number
  }

  mutating func text(_ problem: StaticString) throws(RecordingError) -> [UInt8] {
    let word = try word(problem)
    guard let text = reader.text(word) else { throw failure(problem, word) }
    return text
  }

  mutating func hexadecimal(_ problem: StaticString) throws(RecordingError) -> UInt64 {
    let word = try word(problem)
    guard let number = reader.hexadecimal(word) else { throw failure(problem, word) }
    return number
  }

  private mutating func position() throws(RecordingError) -> Vector2 {
    Vector2(try float("expected a number of points"), try float("expected a number of points"))
  }

  // MARK: - Header

  /// Reads the lines up to `input`, which ends the header.
  mutating func readHeader() throws(RecordingError) {
    guard reader.nextLine() else { throw RecordingError(line: 1, "the file is empty") }
    let magic = try word("expected simbench-recording")
    guard reader.isWord(magic, RecordingText.magic) else {
      throw failure("expected simbench-recording", magic)
    }
    let version = try word("expected the format's version")
    guard reader.number(version) == UInt64(RecordingText.version) else {
      throw failure("expected version 1 of the format", version)
    }
    try endOfLine()
    while reader.nextLine() {
      let key = try word("expected a key")
      if reader.isWord(key, "input") {
        try endOfLine()
        guard !recording.header.name.isEmpty else {
          throw failure("a line with scene or model is missing above")
        }
        return
      }
      try readHeaderLine(key)
      try endOfLine()
    }
    throw failure("the header has no end: expected a line with input")
  }

  private mutating func readHeaderLine(_ key: Range<Int>) throws(RecordingError) {
    if try readName(key) { return }
    if reader.isWord(key, "behavior") {
      recording.header.behaviorVersion = UInt32(
        try number("expected a version", atMost: UInt64(UInt32.max)))
    } else if reader.isWord(key, "gate") {
      let word = try word("expected babysafe or scribbly")
      guard let gate = SceneGate.allCases.first(where: { reader.isWord(word, $0.name) }) else {
        throw failure("expected babysafe or scribbly", word)
      }
      recording.header.gate = gate
    } else if reader.isWord(key, "device") {
      recording.header.device = try text("expected the name of a device class")
    } else if reader.isWord(key, "canvas") {
      recording.header.canvas = try canvas()
    } else if reader.isWord(key, "frame-rate") {
      let rate = try number("expected a rate of at least 1 frame per second", atMost: 1000)
      guard rate > 0 else { throw failure("expected a rate of at least 1 frame per second", key) }
      recording.header.framesPerSecond = UInt32(rate)
    } else if reader.isWord(key, "points-per-millimeter") {
      recording.header.pointsPerMillimeter = try float("expected a number")
    } else if reader.isWord(key, "seed") {
      recording.header.seed = try number("expected a whole number")
    } else if reader.isWord(key, "parameter") {
      let name = try text("expected the name of a parameter")
      if recording.header.parameters.contains(where: { $0.name == name }) {
        throw failure("the parameter already has a line", key)
      }
      recording.header.parameters.append(
        RecordingHeader.Parameter(name: name, value: try float("expected a number")))
    } else if reader.isWord(key, "reduced-motion") {
      recording.header.isMotionReduced = try yesOrNo()
    } else if reader.isWord(key, "motion-sensors") {
      recording.header.hasMotion = try yesOrNo()
    } else if reader.isWord(key, "frames-per-picture") {
      let count = try number("expected a number of frames", atMost: UInt64(UInt32.max))
      guard count > 0 else { throw failure("expected at least 1 frame", key) }
      recording.header.framesPerPicture = UInt32(count)
    } else if reader.isWord(key, "picture") {
      recording.header.pictures.append(try picture())
    } else if reader.isWord(key, "tool") {
      recording.header.tool = try text("expected a text in quotes")
    } else {
      throw failure("unknown key in the header", key)
    }
  }

  /// Reads the line of a scene or model; returns false for any other line.
  private mutating func readName(_ key: Range<Int>) throws(RecordingError) -> Bool {
    guard let kind = RecordingHeader.Kind.allCases.first(where: { reader.isWord(key, $0.name) })
    else { return false }
    recording.header.kind = kind
    recording.header.name = try text("expected the name of a scene or model")
    if let word = reader.word() {
      guard let version = reader.number(word, atMost: UInt64(UInt32.max)) else {
        throw failure("expected a behavior version", word)
      }
      recording.header.ownBehaviorVersion = UInt32(version)
    }
    return true
  }

  private mutating func picture() throws(RecordingError) -> RecordingHeader.Picture {
    let side = try word("expected front or back")
    let isFront = reader.isWord(side, "front")
    guard isFront || reader.isWord(side, "back") else {
      throw failure("expected front or back", side)
    }
    let digest = try hexadecimal("expected 16 hexadecimal digits")
    return RecordingHeader.Picture(
      isFront: isFront, digest: digest, path: try text("expected a path in quotes"))
  }

  private mutating func yesOrNo() throws(RecordingError) -> Bool {
    let word = try word("expected yes or no")
    if reader.isWord(word, "yes") { return true }
    guard reader.isWord(word, "no") else { throw failure("expected yes or no", word) }
    return false
  }

  private mutating func canvas() throws(RecordingError) -> SceneCanvas {
    let width = try float("expected a width of 1 to 4096 points")
    let height = try float("expected a height of 1 to 4096 points")
    let scale = try float("expected 1 to 4 pixels per point")
    guard width >= 1, width <= 4096, height >= 1, height <= 4096 else {
      throw failure("expected sides of 1 to 4096 points")
    }
    guard scale >= 1, scale <= 4 else { throw failure("expected 1 to 4 pixels per point") }
    var canvas = SceneCanvas(widthPoints: width, heightPoints: height, scale: scale)
    guard let word = reader.word() else { return canvas }
    let orientation = Orientation.allCases.first {
      reader.isWord(word, RecordingText.name(of: $0))
    }
    guard let orientation else { throw failure("expected an orientation", word) }
    canvas.orientation = orientation
    return canvas
  }

  // MARK: - Body

  /// Reads the lines after the header.
  mutating func readBody() throws(RecordingError) {
    if recording.header.hasMotion { builder.motion = .still }
    while reader.nextLine() {
      let key = try word("expected a key")
      if reader.isWord(key, "end") {
        try readEnd()
        try endOfLine()
        if reader.nextLine() { throw failure("nothing may follow the end") }
        return
      }
      switch recording.header.kind {
      case .scene: try readFrameLine(key)
      case .model: try readEventLine(key)
      }
      try endOfLine()
    }
    throw failure("the file has no end: expected a line with end and a count")
  }

  private mutating func readEnd() throws(RecordingError) {
    let count = UInt32(try number("expected a count", atMost: UInt64(UInt32.max)))
    if recording.header.kind == .scene {
      guard count >= step, !hasBegun || count > step else {
        throw failure("expected a count beyond the last frame that has a line")
      }
      if count > step || hasBegun {
        try finishFrame()
        if let start = backgroundStart { try endBackground(from: start, to: count) }
        recording.input.extend(to: count - backgroundCount)
      }
    } else if UInt64(recording.events.count) != UInt64(count) {
      throw failure("expected the count of the events above")
    }
    recording.stepCount = count
    guard recording.digests.isEmpty || recording.digests.count == Int(count) else {
      throw failure("expected a digest for every frame or event, or for none")
    }
    while let word = reader.word() {
      if reader.isWord(word, "chain") {
        recording.chain = try hexadecimal("expected 16 hexadecimal digits")
      } else if reader.isWord(word, "pixels") {
        recording.pixelChain = try hexadecimal("expected 16 hexadecimal digits")
      } else {
        throw failure("expected chain or pixels", word)
      }
    }
    if let chain = recording.chain, let computed = recording.computedChain, chain != computed {
      throw failure("the chain does not match the digests above")
    }
  }

  private mutating func readEventLine(_ key: Range<Int>) throws(RecordingError) {
    if reader.isWord(key, "event") {
      let time = try number("expected a time in nanoseconds")
      guard recording.events.last.map({ $0.timeNanoseconds <= time }) ?? true else {
        throw failure("expected a time not before the event above")
      }
      var event = Recording.Event(timeNanoseconds: time, name: try text("expected a name"))
      while let word = reader.word() {
        guard let text = reader.text(word) else { throw failure("expected a text", word) }
        event.arguments.append(text)
      }
      recording.events.append(event)
      step = UInt32(truncatingIfNeeded: recording.events.count)
    } else if try !readState(key, digestOf: step &- 1, keyframeOf: step) {
      throw failure("unknown key", key)
    }
  }

  /// Reads a digest or keyframe; returns false for any other line.
  private mutating func readState(
    _ key: Range<Int>, digestOf last: UInt32, keyframeOf next: UInt32
  ) throws(RecordingError) -> Bool {
    if reader.isWord(key, "digest") {
      let found = try number("expected a frame or event", atMost: UInt64(UInt32.max))
      guard found == UInt64(last), UInt64(recording.digests.count) == UInt64(last) else {
        throw failure("expected the digest of every frame or event, in order")
      }
      recording.digests.append(try hexadecimal("expected 16 hexadecimal digits"))
      return true
    }
    guard reader.isWord(key, "keyframe") else { return false }
    let found = try number("expected a frame or event", atMost: UInt64(UInt32.max))
    guard found == UInt64(next), recording.keyframes.last.map({ $0.step < next }) ?? true else {
      throw failure("expected keyframes in order, before the other lines of their frames")
    }
    let word = try word("expected the bytes of a snapshot")
    guard let state = reader.hexadecimalBytes(word) else {
      throw failure("expected two hexadecimal digits per byte", word)
    }
    var log: [UInt8] = []
    if let word = reader.word() {
      guard let bytes = reader.hexadecimalBytes(word) else {
        throw failure("expected two hexadecimal digits per byte", word)
      }
      log = bytes
    }
    recording.keyframes.append(Recording.Keyframe(step: next, state: state, log: log))
    return true
  }

  // MARK: - Frames

  private mutating func readFrameLine(_ key: Range<Int>) throws(RecordingError) {
    // Every line of a frame contains its number.
    var look = reader
    guard let word = look.word() else { throw failure("expected a frame") }
    guard let number = look.number(word, atMost: UInt64(UInt32.max) - 1) else {
      throw failure("expected a frame", word)
    }
    let frame = UInt32(number)
    guard frame >= step else { throw failure("expected a frame not before that above", word) }
    if frame > step { try advance(to: frame) }
    hasBegun = true
    if try readState(key, digestOf: frame, keyframeOf: frame) { return }
    _ = reader.word()
    if reader.isWord(key, "canvas") {
      guard recording.canvasChanges.last.map({ $0.frame < frame }) ?? true else {
        throw failure("the frame already has a canvas")
      }
      recording.canvasChanges.append(CanvasChange(frame: frame, canvas: try canvas()))
    } else if reader.isWord(key, "gate") {
      recording.gateActions.append(try gateAction(frame))
    } else if reader.isWord(key, "background") {
      guard backgroundStart == nil else { throw failure("the app is already in the background") }
      backgroundStart = frame
    } else if reader.isWord(key, "foreground") {
      guard let start = backgroundStart, frame > start else {
        throw failure("the app is not in the background")
      }
      try endBackground(from: start, to: frame)
    } else {
      try readInput(key)
    }
  }

  private mutating func gateAction(_ frame: UInt32) throws(RecordingError) -> GateAction {
    guard recording.header.gate != nil else {
      throw failure("expected a line with the gate in the header")
    }
    let word = try word("expected an answer, lock, inactive or active")
    let kind = GateAction.Kind.allCases.first { reader.isWord(word, $0.name) }
    guard let kind else { throw failure("expected an answer, lock, inactive or active", word) }
    var action = GateAction(frame: frame, kind)
    // The number ends the line, so that a line without it belongs to the attempt in progress.
    if let word = reader.word() {
      guard kind.isAnswer, let attempt = reader.number(word, atMost: UInt64(UInt32.max)),
        attempt > 0
      else { throw failure("expected the number of an attempt, after an answer", word) }
      action.attempt = UInt32(attempt)
    }
    return action
  }

  private mutating func endBackground(from start: UInt32, to end: UInt32) throws(RecordingError) {
    recording.backgroundSpans.append(FrameSpan(start: start, end: end))
    backgroundCount += end - start
    backgroundStart = nil
  }

  /// Completes the frame whose lines have been read.
  private mutating func advance(to frame: UInt32) throws(RecordingError) {
    try finishFrame()
    step = frame
  }

  private mutating func finishFrame() throws(RecordingError) {
    guard backgroundStart == nil else { return }
    let active = step - backgroundCount
    guard builder.finish(active, into: &recording.input) else {
      throw failure("the frame above has more contacts or samples than a frame can have")
    }
  }

  private mutating func readInput(_ key: Range<Int>) throws(RecordingError) {
    guard backgroundStart == nil else {
      throw failure("an app in the background receives no input", key)
    }
    if reader.isWord(key, "touch") {
      try readTouch()
    } else if reader.isWord(key, "coalesced") {
      try readSample()
    } else if reader.isWord(key, "motion") {
      try readMotion()
    } else if reader.isWord(key, "keys") {
      try readKeys()
    } else if reader.isWord(key, "took") {
      builder.extra.previousFrameNanoseconds = UInt32(
        try number("expected nanoseconds", atMost: UInt64(UInt32.max)))
      builder.extra.previousGraphicsNanoseconds = UInt32(
        try number("expected nanoseconds", atMost: UInt64(UInt32.max)))
    } else if reader.isWord(key, "listed") {
      guard builder.lastTold == nil else {
        throw failure("expected before the contacts of the frame")
      }
      builder.isListed = true
    } else {
      throw failure("unknown key", key)
    }
  }

  private mutating func readMotion() throws(RecordingError) {
    let first = try word("expected none or six numbers")
    guard !reader.isWord(first, "none") else {
      builder.motion = nil
      return
    }
    guard let x = reader.float(first) else { throw failure("expected none or six numbers", first) }
    let problem: StaticString = "expected six numbers: acceleration and rotation rate"
    let (y, z) = (try float(problem), try float(problem))
    let rate = (try float(problem), try float(problem), try float(problem))
    builder.motion = MotionSample(acceleration: (x, y, z), rotationRate: rate)
  }

  private mutating func readKeys() throws(RecordingError) {
    var keys: UInt32 = 0
    while let word = reader.word() {
      let named = (0..<UInt32(32)).first { bit in
        RecordingText.keyName(bit).map { reader.isWord(word, $0) } ?? false
      }
      if let named {
        keys |= 1 << named
      } else if let number = reader.number(word, atMost: UInt64(UInt32.max)) {
        keys |= UInt32(number)
      } else {
        throw failure("expected volume-up, volume-down or camera-control", word)
      }
    }
    guard keys != 0 else { throw failure("expected a key") }
    builder.extra.keyPresses = ButtonPresses(rawValue: keys)
  }

  private var frameStart: UInt64 {
    FrameClock(framesPerSecond: recording.header.framesPerSecond)
      .startNanoseconds(ofFrame: step - backgroundCount)
  }

  private mutating func readTouch() throws(RecordingError) {
    let id = UInt32(try number("expected the contact's number", atMost: UInt64(UInt32.max)))
    guard builder.isListed || !builder.isTold(id) else {
      throw failure("the contact already has a line in this frame")
    }
    let phaseWord = try word("expected a phase")
    let phase = TouchPhase.allCases.first { reader.isWord(phaseWord, RecordingText.name(of: $0)) }
    guard let phase else {
      throw failure("expected began, moved, stationary, ended or cancelled", phaseWord)
    }
    var touch = Touch(
      id: id, phase: phase, position: try position(), after: builder.known(id),
      frameStart: frameStart)
    var isSampled = touch.sampleCount > 0
    while let word = reader.word() {
      if reader.isWord(word, "at") {
        touch.timestampNanoseconds = try number("expected nanoseconds")
      } else if reader.isWord(word, "from") {
        touch.previousPosition = try position()
      } else if reader.isWord(word, "radius") {
        touch.radius = try float("expected a number of points")
      } else if reader.isWord(word, "pressure") {
        touch.pressure = try float("expected a number from 0 to 1")
      } else if reader.isWord(word, "pencil") {
        touch.kind = .pencil
      } else if reader.isWord(word, "finger") {
        touch.kind = .finger
      } else if reader.isWord(word, "sampled") {
        isSampled = true
      } else if reader.isWord(word, "unsampled") {
        isSampled = false
      } else {
        throw failure("expected at, from, radius, pressure, pencil, finger or unsampled", word)
      }
    }
    guard builder.add(touch), !isSampled || builder.setOwn(touch.ownSample) else {
      throw failure("more contacts or samples than a frame can have")
    }
  }

  private mutating func readSample() throws(RecordingError) {
    let id = UInt32(try number("expected the contact's number", atMost: UInt64(UInt32.max)))
    guard let touch = builder.lastTold, touch.id == id else {
      throw failure("expected after the line of its contact")
    }
    var sample = TouchSample(
      touchID: id, position: try position(), timestampNanoseconds: frameStart,
      pressure: touch.pressure)
    while let word = reader.word() {
      if reader.isWord(word, "at") {
        sample.timestampNanoseconds = try number("expected nanoseconds")
      } else if reader.isWord(word, "pressure") {
        sample.pressure = try float("expected a number from 0 to 1")
      } else {
        throw failure("expected at or pressure", word)
      }
    }
    guard builder.add(sample) else {
      throw failure("more samples than a frame can have")
    }
  }
}
