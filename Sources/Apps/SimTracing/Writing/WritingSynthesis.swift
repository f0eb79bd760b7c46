import SimbenchKit

/// Synthesizes a person's handwriting of a letter: a timed path for every touch.
///
/// Along the path the hand makes overlapping submovements with the minimum-jerk profile 10u³ − 15u⁴
/// + 6u⁵ (Flash and Hogan, "The coordination of arm movements", 1985); younger hands make more of
/// them (Morasso and Mussa-Ivaldi, "Trajectory formation and handwriting: a computational model",
/// 1982). It deviates in slow waves, trembles at 8 to 12 Hz, and starts and ends strokes slightly
/// off their ends. The amounts are our own estimates. Everything is derived from the seed; building
/// allocates, since it happens before the first frame.
struct WritingSynthesis {
  /// Nanoseconds between two points of a path.
  private static var stepNanoseconds: UInt64 { 4_000_000 }
  /// The number of different traces of a repeating writer, after which they recur.
  private static var traceCount: UInt32 { 4 }
  /// The pause between two traces, in seconds.
  private static var restSeconds: Float { 1.2 }

  let writer: Writer
  let hand: Hand
  let path: TracePath
  let pointsPerMillimeter: Float
  /// The canvas's width in points, which a scribbling writer does not leave.
  private let width: Float
  private var stream: RandomStream
  private var track = TouchTrack()
  /// The time at which the next touch may start, in nanoseconds.
  private var time: UInt64

  /// The touches of a plan's writer.
  static func track(
    _ writer: Writer, in plan: RunPlan, path: TracePath
  ) -> TouchTrack {
    var synthesis = WritingSynthesis(writer, in: plan, path: path)
    guard writer.isRepeating else {
      synthesis.write()
      return synthesis.track
    }
    for _ in 0..<traceCount {
      synthesis.write()
      synthesis.wait(restSeconds)
    }
    synthesis.track.repeat(everyNanoseconds: synthesis.time)
    return synthesis.track
  }

  private init(_ writer: Writer, in plan: RunPlan, path: TracePath) {
    self.writer = writer
    hand = Hand.of(writer.skill)
    self.path = path
    pointsPerMillimeter = plan.pointsPerMillimeter
    width = plan.canvas.widthPoints
    stream = RandomStream(seed: plan.seed, name: "writer", index: UInt32(writer.skill.rawValue))
    time = plan.clock.startNanoseconds(ofFrame: writer.startFrame)
  }

  /// Writes one trace of the letter, or the skill's other movement.
  private mutating func write() {
    switch writer.skill {
    case .adult, .sixYearOld, .fourYearOld, .tremor: writeStrokes()
    case .scribble:
      scribble()
      wait(0.4)
      // Recent ink counts, so tracing the letter again compensates for the scribble.
      for _ in 0..<3 { writeStrokes() }
    case .tap: tap()
    case .palm: writeBesidePalm()
    case .restarts: writeInSections()
    }
  }

  private mutating func wait(_ seconds: Float) {
    time += UInt64(Double(seconds / writer.pace) * 1e9)
  }

  private mutating func writeStrokes() {
    for stroke in 0..<path.strokeCount {
      // Younger hands end a stroke sometimes before and sometimes beyond its end.
      if hand.earlyLift > 0 && stream.chance(1, in: 2) {
        writeStroke(stroke, from: 0, to: 1 - hand.earlyLift * stream.uniform(), overshoots: false)
      } else {
        writeStroke(stroke, from: 0, to: 1, overshoots: true)
      }
      wait(hand.pause * stream.range(0.7, 1.3))
    }
  }

  /// Writes every stroke in two overlapping sections, the first one with a false start.
  private mutating func writeInSections() {
    for stroke in 0..<path.strokeCount {
      if stroke == 0 {
        writeStroke(stroke, from: 0, to: stream.range(0.2, 0.35), overshoots: false)
        wait(hand.pause)
      }
      let middle = stream.range(0.4, 0.6)
      writeStroke(stroke, from: 0, to: middle, overshoots: false)
      wait(hand.pause * 0.6)
      writeStroke(stroke, from: middle - stream.range(0.05, 0.12), to: 1, overshoots: true)
      wait(hand.pause)
    }
  }

  // MARK: - Strokes

  /// Writes a part of a stroke, given by fractions of its length.
  private mutating func writeStroke(_ stroke: Int, from: Float, to: Float, overshoots: Bool) {
    let length = path.length(ofStroke: stroke)
    let (start, end) = (from * length, to * length)
    let overshoot =
      overshoots ? hand.overshoot * stream.uniform() * pointsPerMillimeter : 0
    let travel = max(end - start, 0) + overshoot
    let millimeters = travel / pointsPerMillimeter
    let count = max(1, (millimeters / hand.submovement).roundedUp)
    let seconds = max(0.12, millimeters / hand.speed) / writer.pace
    let wander = Wander(&stream, hand: hand, pointsPerMillimeter: pointsPerMillimeter)
    let path = path
    moveContact(seconds: seconds) { elapsed in
      let arc = start + travel * Self.progress(elapsed / seconds, count: count)
      let position = Self.position(path, stroke, arc: arc, length: length)
      return position + wander.offset(elapsed)
    }
  }

  /// The covered fraction of the distance at a fraction of the time, with `count` overlapping
  /// submovements.
  private static func progress(_ share: Float, count: Float) -> Float {
    // Each lasts twice the interval between their starts.
    let spacing = 1 / (count + 1)
    var sum: Float = 0
    for index in 0..<UInt32(count) {
      sum += minimumJerk((share - Float(index) * spacing) / (2 * spacing))
    }
    return sum / count
  }

  private static func minimumJerk(_ u: Float) -> Float {
    if u <= 0 { return 0 }
    if u >= 1 { return 1 }
    return u * u * u * (10 + u * (6 * u - 15))
  }

  /// A point of a stroke, extrapolated straight beyond its end.
  private static func position(
    _ path: TracePath, _ stroke: Int, arc: Float, length: Float
  ) -> Vector2 {
    guard arc > length else { return path.point(ofStroke: stroke, at: arc) }
    let end = path.point(ofStroke: stroke, at: length)
    let before = path.point(ofStroke: stroke, at: max(0, length - 4))
    let way = end - before
    guard way.length > 0 else { return end }
    return end + way * ((arc - length) / way.length)
  }

  /// Adds a touch that follows a function of the seconds since it began.
  private mutating func moveContact(seconds: Float, _ position: (Float) -> Vector2) {
    let duration = UInt64(Double(seconds) * 1e9)
    let peak = writer.isPencil ? stream.range(0.45, 0.9) : 0
    let wave = stream.range(0, 6.28)
    var points: [TouchTrack.Point] = []
    var elapsed: UInt64 = 0
    while true {
      let now = min(elapsed, duration)
      let at = Float(Double(now) * 1e-9)
      // Pressure rises and falls within 60 ms of touch and lift.
      let ramp = Self.minimumJerk(min(1, min(at, seconds - at) / 0.06))
      let pressure = peak * (0.15 + 0.85 * ramp) * (1 + 0.2 * Math.sin(at * 7 + wave))
      points.append(
        TouchTrack.Point(
          timeNanoseconds: time + now, position: position(at), pressure: min(1, pressure)))
      if elapsed >= duration { break }
      elapsed += Self.stepNanoseconds
    }
    let radius: Float = writer.isPencil ? 2 : stream.range(6, 10)
    track.append(points, kind: writer.isPencil ? .pencil : .finger, radius: radius)
    time += duration
  }

  // MARK: - Other movements

  /// A few short taps on the letter.
  private mutating func tap() {
    for _ in 0..<5 {
      let stroke = Int(stream.below(UInt32(path.strokeCount)))
      let arc = stream.uniform() * path.length(ofStroke: stroke)
      let position = path.point(ofStroke: stroke, at: arc)
      let wander = Wander(&stream, hand: hand, pointsPerMillimeter: pointsPerMillimeter)
      moveContact(seconds: stream.range(0.06, 0.14)) { position + wander.offset($0) }
      wait(stream.range(0.25, 0.6))
    }
  }

  /// Scribbles back and forth over the letter and beyond, in one stroke, within the canvas.
  private mutating func scribble() {
    let bounds = path.bounds
    let margin = 8 * pointsPerMillimeter
    let strayed = (3 * hand.drift + hand.tremor) * pointsPerMillimeter
    let left = max(bounds.x - margin, strayed)
    let right = max(left, min(bounds.x + bounds.width + margin, width - strayed))
    let rows: Float = 9
    let seconds = 3 / writer.pace
    let wander = Wander(&stream, hand: hand, pointsPerMillimeter: pointsPerMillimeter)
    moveContact(seconds: seconds) { elapsed in
      let row = elapsed / seconds * rows
      let swing = 0.5 - 0.5 * Math.cos(row * 3.1415927)
      return Vector2(
        left + (right - left) * swing,
        bounds.y + bounds.height * (row / rows)) + wander.offset(elapsed)
    }
  }

  /// Writes while the heel of the hand rests below and to the right of the letter.
  private mutating func writeBesidePalm() {
    let landing = time
    let bounds = path.bounds
    let position = Vector2(
      bounds.x + bounds.width * stream.range(0.75, 0.95),
      bounds.y + bounds.height * stream.range(0.95, 1.1))
    wait(0.15)
    let hidden = track
    writeStrokes()
    wait(0.2)
    // Touches are stored in the order of their start: the palm before the finger.
    let writing = track
    track = hidden
    var points: [TouchTrack.Point] = []
    var at = landing
    while at <= time {
      let seconds = Float(Double(at - landing) * 1e-9)
      let roll = Vector2(Math.sin(seconds * 1.3), Math.sin(seconds * 0.9 + 1))
      points.append(
        TouchTrack.Point(
          timeNanoseconds: at, position: position + roll * pointsPerMillimeter))
      at += 10 * Self.stepNanoseconds
    }
    track.append(points, kind: .finger, radius: stream.range(28, 40))
    let first = hidden.contacts.count
    for contact in writing.contacts[first...] {
      let begin = Int(contact.firstPoint)
      track.append(
        Array(writing.points[begin..<begin + Int(contact.pointCount)]), kind: contact.kind,
        radius: contact.radius)
    }
  }
}

/// The deviation of a hand from its path: slow waves and tremor.
private struct Wander {
  private var amplitudes = (Float.zero, Float.zero)
  private var rates: [Float] = []
  private var phases: [Float] = []

  init(_ stream: inout RandomStream, hand: Hand, pointsPerMillimeter: Float) {
    amplitudes = (hand.drift * pointsPerMillimeter, hand.tremor * pointsPerMillimeter)
    // Three slow waves and one tremor per direction.
    for wave in 0..<8 {
      let isTremor = wave & 3 == 3
      let hertz = isTremor ? stream.range(8, 12) : stream.range(0.3, 1.6)
      rates.append(hertz * 6.2831855)
      phases.append(stream.range(0, 6.2831855))
    }
  }

  func offset(_ seconds: Float) -> Vector2 {
    Vector2(offset(seconds, from: 0), offset(seconds, from: 4))
  }

  private func offset(_ seconds: Float, from first: Int) -> Float {
    var slow: Float = 0
    for wave in first..<first + 3 { slow += Math.sin(seconds * rates[wave] + phases[wave]) }
    let tremor = Math.sin(seconds * rates[first + 3] + phases[first + 3])
    return slow * amplitudes.0 + tremor * amplitudes.1
  }
}
