import SimMath

/// Writes the body of a binary recording.
struct RecordingBinaryWriter {
  private(set) var bytes: [UInt8] = []
  private let recording: Recording
  private var guess = ContactGuess()
  private var lastID: UInt32 = 0

  init(_ recording: Recording) { self.recording = recording }

  // MARK: - Numbers

  private mutating func put(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  private mutating func put(fixed value: UInt64, _ count: Int) {
    for index in 0..<count {
      bytes.append(UInt8(truncatingIfNeeded: value &>> (8 * UInt64(index))))
    }
  }

  private mutating func put(_ value: Float) { put(fixed: UInt64(value.bitPattern), 4) }

  private mutating func put(_ value: Float, near guess: Float) {
    put(RecordingBinary.folded(RecordingBinary.rank(value) - RecordingBinary.rank(guess)))
  }

  private mutating func put(_ text: [UInt8]) {
    put(UInt64(text.count))
    bytes.append(contentsOf: text)
  }

  private mutating func put(_ canvas: Canvas) {
    put(canvas.widthPoints)
    put(canvas.heightPoints)
    put(canvas.scale)
    bytes.append(canvas.orientation.rawValue)
  }

  // MARK: - Body

  mutating func writeBody() {
    put(UInt64(recording.stepCount))
    switch recording.header.kind {
    case .scene: writeFrames()
    case .model: writeEvents()
    }
    bytes.append(recording.digests.isEmpty ? 0 : 1)
    for digest in recording.digests { put(fixed: digest, 8) }
    put(UInt64(recording.keyframes.count))
    for keyframe in recording.keyframes {
      put(UInt64(keyframe.step))
      put(keyframe.state)
      put(keyframe.log)
    }
    bytes.append((recording.chain == nil ? 0 : 1) | (recording.pixelChain == nil ? 0 : 2))
    if let chain = recording.chain { put(fixed: chain, 8) }
    if let chain = recording.pixelChain { put(fixed: chain, 8) }
  }

  private mutating func writeEvents() {
    var time: UInt64 = 0
    for event in recording.events {
      put(event.timeNanoseconds - time)
      time = event.timeNanoseconds
      put(event.name)
      put(UInt64(event.arguments.count))
      for argument in event.arguments { put(argument) }
    }
  }

  /// Where the writer is among what the recording has.
  private struct Place {
    var entry = 0
    var change = 0
    var span = 0
    var active: UInt32 = 0
    var motion: MotionSample?
    var rest: [Touch] = []
  }

  /// What has to be written of a frame.
  private struct Frame {
    var parts: UInt8 = 0
    var isAway = false
    var isSaid = false
    var motion: MotionSample?
    var contacts: [Int] = []
  }

  /// The frames, runs of those in which nothing happens as a zero and how many more there are.
  private mutating func writeFrames() {
    var place = Place(motion: recording.header.hasMotion ? .still : nil)
    var silent: UInt64 = 0
    for index in 0..<recording.stepCount {
      let frame = next(index, &place)
      if frame.parts > 0 {
        flush(&silent)
        bytes.append(frame.parts)
        write(frame, &place)
      } else {
        silent += 1
      }
      if frame.isSaid {
        place.rest = recording.input.rest(afterEntry: place.entry)
        place.entry += 1
      }
      if !frame.isAway { place.active += 1 }
    }
    flush(&silent)
  }

  private func next(_ index: UInt32, _ place: inout Place) -> Frame {
    typealias Part = RecordingBinary.Part
    let input = recording.input
    let spans = recording.backgroundSpans
    var frame = Frame(motion: place.motion)
    if place.span < spans.count, spans[place.span].end == index {
      frame.parts |= Part.foreground
      place.span += 1
    }
    frame.isAway = place.span < spans.count && spans[place.span].contains(index)
    if frame.isAway, spans[place.span].start == index { frame.parts |= Part.background }
    if place.change < recording.canvasChanges.count,
      recording.canvasChanges[place.change].frame == index
    {
      frame.parts |= Part.canvas
    }
    frame.isSaid =
      !frame.isAway && place.entry < input.entries.count
      && input.entries[place.entry].frame == place.active
    if frame.isSaid {
      let entry = input.entries[place.entry]
      frame.motion = entry.motion == .max ? nil : input.motions[Int(entry.motion)]
      if entry.extra != .max { frame.parts |= Part.extra }
      if input.isListed(entry: place.entry, rest: place.rest) {
        frame.parts |= Part.listed | Part.contacts
        frame.contacts = Array(input.touchRange(ofEntry: place.entry))
      } else {
        frame.contacts = events(ofEntry: place.entry, after: place.rest)
        if !frame.contacts.isEmpty { frame.parts |= Part.contacts }
      }
    } else if !frame.isAway, place.active == 0 {
      frame.motion = nil
    }
    if !MotionSample.areIdentical(frame.motion, place.motion) { frame.parts |= Part.motion }
    return frame
  }

  private mutating func write(_ frame: Frame, _ place: inout Place) {
    typealias Part = RecordingBinary.Part
    if frame.parts & Part.canvas > 0 {
      put(recording.canvasChanges[place.change].canvas)
      place.change += 1
    }
    if frame.parts & Part.motion > 0 {
      place.motion = frame.motion
      bytes.append(frame.motion == nil ? 0 : 1)
      for value in frame.motion?.values ?? [] { put(value) }
    }
    let input = recording.input
    if frame.parts & Part.extra > 0 {
      write(input.extras[Int(input.entries[place.entry].extra)])
    }
    guard frame.parts & Part.contacts > 0 else { return }
    put(UInt64(frame.contacts.count))
    let clock = FrameClock(framesPerSecond: recording.header.framesPerSecond)
    let start = clock.startNanoseconds(ofFrame: place.active)
    for contact in frame.contacts {
      write(
        input.touches[contact], after: place.rest, ofEntry: place.entry, frameStart: start)
    }
  }

  private mutating func flush(_ silent: inout UInt64) {
    guard silent > 0 else { return }
    bytes.append(0)
    put(silent - 1)
    silent = 0
  }

  /// Contacts of an entry that do not simply rest.
  private func events(ofEntry index: Int, after rest: [Touch]) -> [Int] {
    recording.input.touchRange(ofEntry: index).filter { place in
      let touch = recording.input.touches[place]
      return !rest.contains { $0.id == touch.id && touch.isIdentical(to: $0) }
    }
  }

  private mutating func write(_ extra: InputRecording.Extra) {
    put(UInt64(extra.keyPresses.rawValue))
    put(UInt64(extra.previousFrameNanoseconds))
    put(UInt64(extra.previousGraphicsNanoseconds))
  }

  private mutating func write(
    _ touch: Touch, after rest: [Touch], ofEntry index: Int, frameStart start: UInt64
  ) {
    let known = rest.first { $0.id == touch.id }
    let usual = Touch(
      id: touch.id, phase: touch.phase, position: touch.position, after: known, frameStart: start)
    let input = recording.input
    let samples = input.sampleRange(of: touch, ofEntry: index)
    let hasOwn = samples.last.map { touch.isSampled(by: input.samples[$0]) } ?? false
    let earlier = hasOwn ? samples.dropLast() : samples
    typealias Detail = RecordingBinary.Detail
    var details = UInt64(touch.phase.rawValue)
    if touch.kind != usual.kind { details |= Detail.kind }
    if touch.radius.bitPattern != usual.radius.bitPattern { details |= Detail.radius }
    if touch.pressure.bitPattern != usual.pressure.bitPattern { details |= Detail.pressure }
    if !touch.previousPosition.isIdentical(to: usual.previousPosition) {
      details |= Detail.previous
    }
    if hasOwn != (usual.sampleCount > 0) { details |= Detail.sampling }
    if !earlier.isEmpty { details |= Detail.coalesced }
    if earlier.contains(where: {
      input.samples[$0].pressure.bitPattern != touch.pressure.bitPattern
    }) {
      details |= Detail.pressures
    }
    put(details)
    put(RecordingBinary.folded(Int64(touch.id) - Int64(lastID)))
    lastID = touch.id
    if details & Detail.radius > 0 { put(touch.radius) }
    if details & Detail.pressure > 0 { put(touch.pressure) }
    if details & Detail.previous > 0 {
      put(touch.previousPosition.x)
      put(touch.previousPosition.y)
    }
    if !earlier.isEmpty { put(UInt64(earlier.count)) }
    for place in earlier {
      let sample = input.samples[place]
      write(touch.id, sample.position, sample.timestampNanoseconds, start)
      if details & Detail.pressures > 0 { put(sample.pressure) }
    }
    write(touch.id, touch.position, touch.timestampNanoseconds, start)
  }

  /// Writes where and when, by how far off the guess was.
  private mutating func write(
    _ id: UInt32, _ position: Vector2, _ time: UInt64, _ start: UInt64
  ) {
    let expected = guess.next(id, frameStart: start)
    put(RecordingBinary.folded(Int64(bitPattern: time &- expected.time)))
    put(position.x, near: expected.position.x)
    put(position.y, near: expected.position.y)
    guess.see(id, position, time)
  }
}
