import SimMath
import SimText

/// Reads the body of a binary recording.
struct RecordingBinaryReader {
  private let bytes: [UInt8]
  private var offset: Int
  private(set) var recording: Recording
  private var guess = ContactGuess()
  private var lastID: UInt32 = 0
  private var builder = FrameBuilder()

  init(_ bytes: [UInt8], bodyAt offset: Int, _ header: RecordingHeader) {
    self.bytes = bytes
    self.offset = offset
    recording = Recording(header)
  }

  // MARK: - Numbers

  private func failure(_ problem: StaticString) -> RecordingError {
    RecordingError(.offset(UInt64(offset)), problem)
  }

  private mutating func byte() throws(RecordingError) -> UInt8 {
    guard offset < bytes.count else { throw failure("the file ends here") }
    defer { offset += 1 }
    return bytes[offset]
  }

  private mutating func number(atMost maximum: UInt64 = .max) throws(RecordingError) -> UInt64 {
    var (value, shift): (UInt64, UInt64) = (0, 0)
    while true {
      let next = try byte()
      guard shift < 63 || next < 2 else { throw failure("expected a number of 64 bits") }
      value |= UInt64(next & 0x7F) &<< shift
      guard next & 0x80 > 0 else { break }
      shift += 7
      guard shift <= 63 else { throw failure("expected a number of 64 bits") }
    }
    guard value <= maximum else { throw failure("the number is too large") }
    return value
  }

  private mutating func fixed(_ count: Int) throws(RecordingError) -> UInt64 {
    guard bytes.count - offset >= count else { throw failure("the file ends here") }
    defer { offset += count }
    return RecordingBinary.number(bytes, at: offset, count)
  }

  private mutating func float() throws(RecordingError) -> Float {
    Float(bitPattern: UInt32(truncatingIfNeeded: try fixed(4)))
  }

  private mutating func float(near guess: Float) throws(RecordingError) -> Float {
    let distance = RecordingBinary.unfolded(try number(atMost: 1 << 34))
    guard let value = RecordingBinary.value(ofRank: RecordingBinary.rank(guess) + distance) else {
      throw failure("no number is so far off")
    }
    return value
  }

  private mutating func list() throws(RecordingError) -> [UInt8] {
    let count = try number()
    guard count <= UInt64(bytes.count - offset) else { throw failure("the file ends here") }
    defer { offset += Int(count) }
    return Array(bytes[offset..<offset + Int(count)])
  }

  private mutating func text() throws(RecordingError) -> [UInt8] {
    let text = try list()
    guard UTF8Check.firstInvalidOffset(in: text) == nil else { throw failure("expected UTF-8") }
    return text
  }

  // MARK: - Body

  /// Reads the body.
  mutating func readBody() throws(RecordingError) {
    recording.stepCount = UInt32(try number(atMost: UInt64(UInt32.max)))
    switch recording.header.kind {
    case .scene: try readFrames()
    case .model: try readEvents()
    }
    if try flag(atMost: 1) > 0 {
      guard (bytes.count - offset) / 8 >= Int(recording.stepCount) else {
        throw failure("the file ends here")
      }
      recording.digests.reserveCapacity(Int(recording.stepCount))
      for _ in 0..<recording.stepCount { recording.digests.append(try fixed(8)) }
      guard recording.stepCount > 0 else { throw failure("expected a digest") }
    }
    try readKeyframes()
    let chains = try flag(atMost: 3)
    if chains & 1 > 0 { recording.chain = try fixed(8) }
    if chains & 2 > 0 { recording.pixelChain = try fixed(8) }
    if let chain = recording.chain, let computed = recording.computedChain, chain != computed {
      throw failure("the chain is not that of the digests")
    }
    guard offset == bytes.count else { throw failure("nothing may follow the end") }
  }

  private mutating func flag(atMost maximum: UInt8) throws(RecordingError) -> UInt8 {
    let flag = try byte()
    guard flag <= maximum else {
      offset -= 1
      throw failure("unknown parts")
    }
    return flag
  }

  private mutating func readKeyframes() throws(RecordingError) {
    for _ in 0..<(try number(atMost: UInt64(bytes.count))) {
      let step = UInt32(try number(atMost: UInt64(UInt32.max)))
      guard step < recording.stepCount, recording.keyframes.last.map({ $0.step < step }) ?? true
      else { throw failure("expected keyframes in order") }
      recording.keyframes.append(
        Recording.Keyframe(step: step, state: try list(), log: try list()))
    }
  }

  private mutating func readEvents() throws(RecordingError) {
    var time: UInt64 = 0
    for _ in 0..<recording.stepCount {
      let (next, overflow) = time.addingReportingOverflow(try number())
      guard !overflow else { throw failure("the number is too large") }
      time = next
      var event = Recording.Event(timeNanoseconds: time, name: try text())
      for _ in 0..<(try number(atMost: UInt64(bytes.count))) { event.arguments.append(try text()) }
      recording.events.append(event)
    }
  }

  private mutating func readFrames() throws(RecordingError) {
    let count = recording.stepCount
    if recording.header.hasMotion { builder.motion = .still }
    let clock = FrameClock(framesPerSecond: recording.header.framesPerSecond)
    var (frame, active): (UInt32, UInt32) = (0, 0)
    var awaySince: UInt32?
    while frame < count {
      let parts = try flag(atMost: 127)
      guard parts > 0 else {
        let silent = try number(atMost: UInt64(count - frame) - 1) + 1
        // Of the frames in which nothing is said, the first tells whether there are sensors.
        if awaySince == nil {
          if active == 0 { _ = builder.finish(0, into: &recording.input) }
          active += UInt32(silent)
        }
        frame += UInt32(silent)
        continue
      }
      if parts & RecordingBinary.Part.foreground > 0 {
        guard let start = awaySince, frame > start else { throw failure("unknown parts") }
        recording.backgroundSpans.append(FrameSpan(start: start, end: frame))
        awaySince = nil
      }
      if parts & RecordingBinary.Part.background > 0 {
        guard awaySince == nil else { throw failure("unknown parts") }
        awaySince = frame
      }
      if parts & RecordingBinary.Part.canvas > 0 { try readCanvas(at: frame) }
      if awaySince == nil {
        try readInput(parts, clock.startNanoseconds(ofFrame: active))
        guard builder.finish(active, into: &recording.input) else {
          throw failure("more contacts or samples than a frame can have")
        }
        active += 1
      } else if parts & 15 > 0 {
        throw failure("nothing comes to an app in the background")
      }
      frame += 1
    }
    if let start = awaySince {
      recording.backgroundSpans.append(FrameSpan(start: start, end: count))
    }
    recording.input.extend(to: active)
  }

  private mutating func readCanvas(at frame: UInt32) throws(RecordingError) {
    var canvas = Canvas(
      widthPoints: try float(), heightPoints: try float(), scale: try float())
    guard let orientation = Orientation(rawValue: try byte()),
      canvas.widthPoints >= 1, canvas.widthPoints <= 4096, canvas.heightPoints >= 1,
      canvas.heightPoints <= 4096, canvas.scale >= 1, canvas.scale <= 4
    else { throw failure("expected sides of 1 to 4096 points and a scale of 1 to 4") }
    canvas.orientation = orientation
    recording.canvasChanges.append(CanvasChange(frame: frame, canvas: canvas))
  }

  private mutating func readInput(_ parts: UInt8, _ start: UInt64) throws(RecordingError) {
    if parts & RecordingBinary.Part.motion > 0 {
      builder.motion =
        try flag(atMost: 1) == 0
        ? nil
        : MotionSample(
          acceleration: (try float(), try float(), try float()),
          rotationRate: (try float(), try float(), try float()))
    }
    if parts & RecordingBinary.Part.extra > 0 {
      builder.extra.keyPresses = KeyPresses(
        rawValue: UInt32(try number(atMost: UInt64(UInt32.max))))
      builder.extra.previousFrameNanoseconds = UInt32(try number(atMost: UInt64(UInt32.max)))
      builder.extra.previousGraphicsNanoseconds = UInt32(try number(atMost: UInt64(UInt32.max)))
    }
    builder.isListed = parts & RecordingBinary.Part.listed > 0
    guard parts & RecordingBinary.Part.contacts > 0 else { return }
    for _ in 0..<(try number(atMost: UInt64(FrameInput.maximumTouchCount))) {
      try readTouch(start)
    }
  }

  private mutating func readTouch(_ start: UInt64) throws(RecordingError) {
    typealias Detail = RecordingBinary.Detail
    let details = try number(atMost: Detail.all)
    guard let phase = TouchPhase(rawValue: UInt8(details & 7)) else {
      throw failure("unknown phase")
    }
    let id = Int64(lastID) + RecordingBinary.unfolded(try number(atMost: 1 << 33))
    guard id >= 0, id <= Int64(UInt32.max) else { throw failure("no contact has this number") }
    lastID = UInt32(id)
    guard builder.isListed || !builder.isTold(lastID) else {
      throw failure("the contact has an event in this frame already")
    }
    let known = builder.known(lastID)
    var touch = Touch(
      id: lastID, phase: phase, position: .zero, after: known, frameStart: start)
    if details & Detail.kind > 0 { touch.kind = touch.kind == .finger ? .pencil : .finger }
    if details & Detail.radius > 0 { touch.radius = try float() }
    if details & Detail.pressure > 0 { touch.pressure = try float() }
    let previous =
      details & Detail.previous > 0 ? Vector2(try float(), try float()) : nil
    let isSampled = (touch.sampleCount > 0) != (details & Detail.sampling > 0)
    let earlierCount =
      details & Detail.coalesced > 0
      ? try number(atMost: UInt64(FrameInput.maximumSampleCount)) : 0
    var earlier: [TouchSample] = []
    for _ in 0..<earlierCount {
      let (position, time) = try readPlace(start)
      earlier.append(
        TouchSample(
          touchID: lastID, position: position, timestampNanoseconds: time,
          pressure: details & Detail.pressures > 0 ? try float() : touch.pressure))
    }
    let (position, time) = try readPlace(start)
    touch.position = position
    touch.timestampNanoseconds = time
    touch.previousPosition =
      previous ?? (phase == .began ? position : known?.position ?? position)
    guard builder.add(touch), !isSampled || builder.setOwn(touch.ownSample) else {
      throw failure("more contacts or samples than a frame can have")
    }
    for sample in earlier where !builder.add(sample) {
      throw failure("more contacts or samples than a frame can have")
    }
  }

  private mutating func readPlace(
    _ start: UInt64
  ) throws(RecordingError) -> (Vector2, UInt64) {
    let expected = guess.next(lastID, frameStart: start)
    let time = expected.time &+ UInt64(bitPattern: RecordingBinary.unfolded(try number()))
    let position = Vector2(
      try float(near: expected.position.x), try float(near: expected.position.y))
    guess.see(lastID, position, time)
    return (position, time)
  }
}
