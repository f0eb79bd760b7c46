import SimInput
import SimMath
import SimRuntime

/// What came to a run from outside, taken apart so that pieces can be left out.
///
/// Frames of contacts, readings and presses are those that the scene really ran; frames of
/// rotations, of the background and of actions at the gate are the loop's.
package struct ShrinkCase: Equatable, Sendable {
  /// What is said of a contact in a frame.
  package struct Point: Equatable, Sendable {
    /// The frame.
    package var frame: UInt32
    /// The contact.
    package var touch: Touch
    /// Its samples in the frame.
    package var samples: [TouchSample]
  }

  /// A contact from its beginning to its end.
  package struct Contact: Equatable, Sendable {
    /// What is said of it, in the order of frames.
    package var points: [Point]
  }

  /// A reading of the motion sensors that holds from a frame on.
  package struct Reading: Equatable, Sendable {
    /// The frame.
    package var frame: UInt32
    /// The reading.
    package var motion: MotionSample
  }

  /// Keys and times of a frame.
  package struct Press: Equatable, Sendable {
    /// The frame.
    package var frame: UInt32
    /// The keys.
    package var keys: ButtonPresses
    /// How long the frame before took the processor.
    package var frameNanoseconds: UInt32
    /// How long the graphics processor took.
    package var graphicsNanoseconds: UInt32
  }

  /// The configuration of the run, without external input.
  package var header: RecordingHeader
  /// Frames of the loop.
  package var frameCount: UInt32
  /// Contacts, by where they begin.
  package var contacts: [Contact] = []
  /// Readings, by frame.
  package var readings: [Reading] = []
  /// Keys and times, by frame.
  package var presses: [Press] = []
  /// Rotations, by frame.
  package var canvasChanges: [CanvasChange]
  /// Spans in the background, by frame.
  package var backgroundSpans: [FrameSpan]
  /// Actions at the gate, by frame.
  package var gateActions: [GateAction]

  private var hasReadings = false

  /// Takes a recording apart.
  package init(_ recording: Recording) {
    header = recording.header
    frameCount = recording.stepCount
    canvasChanges = recording.canvasChanges
    backgroundSpans = recording.backgroundSpans
    gateActions = recording.gateActions
    var places: [UInt32: Int] = [:]
    var input = FrameInput()
    var last: MotionSample?
    let clock = FrameClock(framesPerSecond: header.framesPerSecond)
    var before: [UInt32: Touch] = [:]
    for frame in 0..<activeFrames(upTo: frameCount) {
      recording.input.replay(frame, at: clock.startNanoseconds(ofFrame: frame), into: &input)
      if let motion = input.motion {
        hasReadings = true
        if last != motion { readings.append(Reading(frame: frame, motion: motion)) }
        last = motion
      }
      if !input.keyPresses.isEmpty || input.storedFrameNanoseconds > 0
        || input.storedGraphicsNanoseconds > 0
      {
        presses.append(
          Press(
            frame: frame, keys: input.keyPresses,
            frameNanoseconds: input.storedFrameNanoseconds,
            graphicsNanoseconds: input.storedGraphicsNanoseconds))
      }
      var now: [UInt32: Touch] = [:]
      for touch in input.touches {
        now[touch.id] = touch
        // A contact that rests where it was is said once.
        if let known = before[touch.id], touch == Self.resting(known) { continue }
        let point = Point(
          frame: frame, touch: touch, samples: Array(input.samples(of: touch)))
        if let place = places[touch.id], before[touch.id] != nil {
          contacts[place].points.append(point)
        } else {
          places[touch.id] = contacts.count
          contacts.append(Contact(points: [point]))
        }
      }
      before = now
    }
  }

  private static func resting(_ touch: Touch) -> Touch {
    var touch = touch
    touch.phase = .stationary
    touch.previousPosition = touch.position
    (touch.firstSample, touch.sampleCount) = (0, 0)
    return touch
  }

  /// Frames that the scene really ran up to one of the loop's.
  package func activeFrames(upTo frame: UInt32) -> UInt32 {
    frame - backgroundSpans.reduce(0) { $0 + min($1.end, frame) - min($1.start, frame) }
  }

  /// How many things come from outside: each point of a contact, reading, press, rotation, span and
  /// action at the gate.
  package var eventCount: Int {
    contacts.reduce(0) { $0 + $1.points.count } + readings.count + presses.count
      + canvasChanges.count + backgroundSpans.count + gateActions.count
  }

  /// The run that the pieces make up.
  package var recording: Recording {
    var input = InputRecording()
    var frame = FrameInput()
    let clock = FrameClock(framesPerSecond: header.framesPerSecond)
    let count = activeFrames(upTo: frameCount)
    var points: [UInt32: [(contact: Int, point: Point)]] = [:]
    for (index, contact) in contacts.enumerated() {
      for point in contact.points { points[point.frame, default: []].append((index, point)) }
    }
    let spoken = Set(points.keys).union(readings.map { $0.frame }).union(presses.map { $0.frame })
    var down: [(contact: Int, touch: Touch)] = []
    var motion: MotionSample? = hasReadings ? .still : nil
    var (nextReading, nextPress) = (0, 0)
    for spokenFrame in spoken.sorted() where spokenFrame < count {
      input.extend(to: spokenFrame)
      frame.begin(
        frame: spokenFrame, timeNanoseconds: clock.startNanoseconds(ofFrame: spokenFrame))
      while nextReading < readings.count, readings[nextReading].frame <= spokenFrame {
        motion = readings[nextReading].motion
        nextReading += 1
      }
      frame.motion = motion
      if nextPress < presses.count, presses[nextPress].frame == spokenFrame {
        frame.keyPresses = presses[nextPress].keys
        frame.storedFrameNanoseconds = presses[nextPress].frameNanoseconds
        frame.storedGraphicsNanoseconds = presses[nextPress].graphicsNanoseconds
        nextPress += 1
      }
      var said = points[spokenFrame] ?? []
      // Contacts stay in the order in which they arrived.
      for index in down.indices {
        if let place = said.firstIndex(where: { $0.contact == down[index].contact }) {
          down[index].touch = said[place].point.touch
          Self.append(said.remove(at: place).point, to: &frame)
        } else {
          down[index].touch = Self.resting(down[index].touch)
          frame.append(down[index].touch)
        }
      }
      for (contact, point) in said.sorted(by: { $0.contact < $1.contact }) {
        down.append((contact, point.touch))
        Self.append(point, to: &frame)
      }
      down.removeAll { !$0.touch.phase.isDown }
      input.append(frame)
    }
    input.extend(to: count)
    var recording = Recording(header, input: input, stepCount: frameCount)
    recording.canvasChanges = canvasChanges
    recording.backgroundSpans = backgroundSpans
    recording.gateActions = gateActions
    return recording
  }

  private static func append(_ point: Point, to frame: inout FrameInput) {
    frame.append(point.touch)
    for sample in point.samples { frame.append(sample) }
  }
}
