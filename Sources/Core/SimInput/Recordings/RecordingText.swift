import SimMath
import SimText

/// The keywords of a recording's text, which has one event per line and can be written by hand.
enum RecordingText {
  /// The version of the format.
  static var version: UInt32 { 1 }
  /// The first word of the first line.
  static var magic: StaticString { "simbench-recording" }

  /// The names of phases, in the order of their cases.
  static func name(of phase: TouchPhase) -> StaticString {
    switch phase {
    case .began: "began"
    case .moved: "moved"
    case .stationary: "stationary"
    case .ended: "ended"
    case .cancelled: "cancelled"
    }
  }

  /// The names of orientations, as in scenarios.
  static func name(of orientation: Orientation) -> StaticString {
    switch orientation {
    case .portrait: "portrait"
    case .landscapeLeft: "landscape-left"
    case .portraitUpsideDown: "portrait-upside-down"
    case .landscapeRight: "landscape-right"
    }
  }

  /// The names of buttons, from the lowest bit on.
  static func keyName(_ bit: UInt32) -> StaticString? {
    switch bit {
    case 0: "volume-up"
    case 1: "volume-down"
    case 2: "camera-control"
    default: nil
    }
  }
}

/// Writes the lines of a recording.
struct RecordingTextWriter {
  private(set) var bytes: [UInt8] = []
  private var line = TextLine()
  private let recording: Recording

  init(_ recording: Recording) { self.recording = recording }

  // MARK: - Header

  mutating func writeHeader() {
    let header = recording.header
    begin(RecordingText.magic)
    line.append(decimal: UInt64(RecordingText.version))
    end()
    if let version = header.behaviorVersion { number("behavior", UInt64(version)) }
    begin(header.kind.name)
    append(header.name)
    if let version = header.ownBehaviorVersion { line.append(decimal: UInt64(version)) }
    end()
    if let gate = header.gate {
      begin("gate")
      line.append(gate.name)
      end()
    }
    begin("device")
    append(header.device)
    end()
    begin("canvas")
    append(header.canvas)
    end()
    number("frame-rate", UInt64(header.framesPerSecond))
    begin("points-per-millimeter")
    append(header.pointsPerMillimeter)
    end()
    number("seed", header.seed)
    for parameter in header.parameters {
      begin("parameter")
      append(parameter.name)
      append(parameter.value)
      end()
    }
    begin("reduced-motion")
    line.append(header.isMotionReduced ? "yes" : "no")
    end()
    begin("motion-sensors")
    line.append(header.hasMotion ? "yes" : "no")
    end()
    if !header.pictures.isEmpty { number("frames-per-picture", UInt64(header.framesPerPicture)) }
    for picture in header.pictures {
      begin("picture")
      line.append(picture.isFront ? "front" : "back")
      line.append(hexadecimal: picture.digest)
      append(quoted: picture.path)
      end()
    }
    if !header.tool.isEmpty {
      begin("tool")
      append(quoted: header.tool)
      end()
    }
  }

  // MARK: - Body

  mutating func writeBody() {
    begin("input")
    end()
    switch recording.header.kind {
    case .scene: writeFrames()
    case .model: writeEvents()
    }
    begin("end")
    line.append(decimal: UInt64(recording.stepCount))
    if let chain = recording.chain {
      line.append("chain")
      line.append(hexadecimal: chain)
    }
    if let chain = recording.pixelChain {
      line.append("pixels")
      line.append(hexadecimal: chain)
    }
    end()
  }

  private mutating func writeEvents() {
    var keyframe = 0
    for step in 0..<Int(recording.stepCount) {
      writeKeyframes(at: UInt32(step), from: &keyframe)
      if step < recording.events.count {
        let event = recording.events[step]
        begin("event")
        line.append(decimal: event.timeNanoseconds)
        // Any other unquoted name would be read as malformed, or as several words.
        if Self.isPlain(event.name) { append(event.name) } else { append(quoted: event.name) }
        for argument in event.arguments { append(quoted: argument) }
        end()
      }
      writeDigest(UInt32(step))
    }
  }

  private mutating func writeFrames() {
    let input = recording.input
    let clock = FrameClock(framesPerSecond: recording.header.framesPerSecond)
    var (entry, change, span, keyframe, action) = (0, 0, 0, 0, 0)
    var active: UInt32 = 0
    var said = SaidBefore(motion: recording.header.hasMotion ? .still : nil)
    for frame in 0..<recording.stepCount {
      writeKeyframes(at: frame, from: &keyframe)
      while span < recording.backgroundSpans.count, recording.backgroundSpans[span].end == frame {
        numbered("foreground", frame)
        span += 1
      }
      let isInBackground =
        span < recording.backgroundSpans.count
        && recording.backgroundSpans[span].contains(frame)
      if isInBackground, recording.backgroundSpans[span].start == frame {
        numbered("background", frame)
      }
      while change < recording.canvasChanges.count, recording.canvasChanges[change].frame == frame {
        begin("canvas", frame)
        append(recording.canvasChanges[change].canvas)
        end()
        change += 1
      }
      writeGateActions(at: frame, from: &action)
      if !isInBackground {
        let start = clock.startNanoseconds(ofFrame: active)
        if entry < input.entries.count, input.entries[entry].frame == active {
          write(input, entry, &said, frame, start)
          entry += 1
        } else if active == 0, said.motion != nil {
          // A recording without entries has no motion at all, not even rest.
          writeMotion(nil, frame)
          said.motion = nil
        }
        active += 1
      }
      writeDigest(frame)
    }
  }

  /// The values that apply unless a line changes them.
  private struct SaidBefore {
    var motion: MotionSample?
    var rest: [Touch] = []
  }

  private mutating func write(
    _ input: InputRecording, _ index: Int, _ said: inout SaidBefore, _ frame: UInt32,
    _ start: UInt64
  ) {
    let entry = input.entries[index]
    let motion = entry.motion == .max ? nil : input.motions[Int(entry.motion)]
    if !MotionSample.areIdentical(motion, said.motion) { writeMotion(motion, frame) }
    said.motion = motion
    if entry.extra != .max { write(input.extras[Int(entry.extra)], frame) }
    let rest = said.rest
    let isListed = input.isListed(entry: index, rest: rest)
    if isListed { numbered("listed", frame) }
    for place in input.touchRange(ofEntry: index) {
      let touch = input.touches[place]
      let known = rest.first { $0.id == touch.id }
      if !isListed, let known, touch.isIdentical(to: known) { continue }
      write(touch, after: known, input, index, frame, start)
    }
    said.rest = input.rest(afterEntry: index)
  }

  private mutating func writeMotion(_ motion: MotionSample?, _ frame: UInt32) {
    begin("motion", frame)
    if let motion {
      for value in motion.values { append(value) }
    } else {
      line.append("none")
    }
    end()
  }

  private mutating func write(_ extra: InputRecording.Extra, _ frame: UInt32) {
    if !extra.keyPresses.isEmpty {
      begin("keys", frame)
      var rest = extra.keyPresses.rawValue
      for bit in 0..<UInt32(32) where rest >> bit & 1 == 1 {
        guard let name = RecordingText.keyName(bit) else { continue }
        line.append(name)
        rest &= ~(1 << bit)
      }
      if rest > 0 { line.append(decimal: UInt64(rest)) }
      end()
    }
    if extra.previousFrameNanoseconds > 0 || extra.previousGraphicsNanoseconds > 0 {
      begin("took", frame)
      line.append(decimal: UInt64(extra.previousFrameNanoseconds))
      line.append(decimal: UInt64(extra.previousGraphicsNanoseconds))
      end()
    }
  }

  private mutating func write(
    _ touch: Touch, after known: Touch?, _ input: InputRecording, _ index: Int, _ frame: UInt32,
    _ start: UInt64
  ) {
    let usual = Touch(
      id: touch.id, phase: touch.phase, position: touch.position, after: known, frameStart: start)
    begin("touch", frame)
    line.append(decimal: UInt64(touch.id))
    line.append(RecordingText.name(of: touch.phase))
    append(touch.position)
    if touch.timestampNanoseconds != usual.timestampNanoseconds {
      line.append("at")
      line.append(decimal: touch.timestampNanoseconds)
    }
    if !touch.previousPosition.isIdentical(to: usual.previousPosition) {
      line.append("from")
      append(touch.previousPosition)
    }
    if touch.radius.bitPattern != usual.radius.bitPattern {
      line.append("radius")
      append(touch.radius)
    }
    if touch.pressure.bitPattern != usual.pressure.bitPattern {
      line.append("pressure")
      append(touch.pressure)
    }
    if touch.kind != usual.kind { line.append(touch.kind == .pencil ? "pencil" : "finger") }
    let samples = input.sampleRange(of: touch, ofEntry: index)
    let hasOwn = samples.last.map { touch.isSampled(by: input.samples[$0]) } ?? false
    if hasOwn != (usual.sampleCount > 0) { line.append(hasOwn ? "sampled" : "unsampled") }
    end()
    for place in hasOwn ? samples.dropLast() : samples {
      write(input.samples[place], of: touch, frame, start)
    }
  }

  private mutating func write(
    _ sample: TouchSample, of touch: Touch, _ frame: UInt32, _ start: UInt64
  ) {
    begin("coalesced", frame)
    line.append(decimal: UInt64(touch.id))
    append(sample.position)
    if sample.timestampNanoseconds != start {
      line.append("at")
      line.append(decimal: sample.timestampNanoseconds)
    }
    if sample.pressure.bitPattern != touch.pressure.bitPattern {
      line.append("pressure")
      append(sample.pressure)
    }
    end()
  }

  private mutating func writeGateActions(at frame: UInt32, from index: inout Int) {
    while index < recording.gateActions.count, recording.gateActions[index].frame == frame {
      let action = recording.gateActions[index]
      begin("gate", frame)
      line.append(action.kind.name)
      if action.attempt > 0 { line.append(decimal: UInt64(action.attempt)) }
      end()
      index += 1
    }
  }

  private mutating func writeDigest(_ step: UInt32) {
    guard Int(step) < recording.digests.count else { return }
    begin("digest", step)
    line.append(hexadecimal: recording.digests[Int(step)])
    end()
  }

  private mutating func writeKeyframes(at step: UInt32, from index: inout Int) {
    while index < recording.keyframes.count, recording.keyframes[index].step == step {
      begin("keyframe", step)
      line.append(hexadecimal: recording.keyframes[index].state)
      if !recording.keyframes[index].log.isEmpty {
        line.append(hexadecimal: recording.keyframes[index].log)
      }
      end()
      index += 1
    }
  }

  // MARK: - Parts of lines

  private mutating func begin(_ word: StaticString) { line.begin(word) }

  private mutating func begin(_ word: StaticString, _ step: UInt32) {
    line.begin(word)
    line.append(decimal: UInt64(step))
  }

  private mutating func number(_ word: StaticString, _ value: UInt64) {
    line.begin(word)
    line.append(decimal: value)
    end()
  }

  private mutating func numbered(_ word: StaticString, _ step: UInt32) {
    number(word, UInt64(step))
  }

  private mutating func append(_ value: Float) { line.append(exact: value) }

  private mutating func append(_ position: Vector2) {
    append(position.x)
    append(position.y)
  }

  private mutating func append(_ canvas: SceneCanvas) {
    append(canvas.widthPoints)
    append(canvas.heightPoints)
    append(canvas.scale)
    line.append(RecordingText.name(of: canvas.orientation))
  }

  private mutating func append(_ word: [UInt8]) { line.append(word: word) }

  private mutating func append(quoted text: [UInt8]) { line.append(quoted: text) }

  /// Whether a name is a word of letters, digits, periods, hyphens and underscores.
  private static func isPlain(_ name: [UInt8]) -> Bool {
    for byte in name {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"):
        continue
      default: return false
      }
    }
    return !name.isEmpty
  }

  private mutating func end() {
    line.end()
    bytes.append(contentsOf: line.bytes)
  }
}

extension Touch {
  /// Whether a sample has the position, time and pressure of the contact.
  func isSampled(by sample: TouchSample) -> Bool {
    sample.position.isIdentical(to: position)
      && sample.timestampNanoseconds == timestampNanoseconds
      && sample.pressure.bitPattern == pressure.bitPattern
  }

  /// The sample with the position, time and pressure of the contact.
  var ownSample: TouchSample {
    TouchSample(
      touchID: id, position: position, timestampNanoseconds: timestampNanoseconds,
      pressure: pressure)
  }
}

extension MotionSample {
  /// The acceleration and rotation rate as x, y and z each.
  var values: [Float] {
    [
      accelerationX, accelerationY, accelerationZ, rotationRateX, rotationRateY, rotationRateZ,
    ]
  }
}
