import DeterministicMath
import Raster

/// A recording scored against a letter: how like it is, and how it would have traced it.
///
/// The recording is laid over the letter as `LetterMatch` says; the letter is `heightMillimeters`
/// high on a screen of `pointsPerMillimeter`. Then the meter and the haptics take its samples one
/// by one as they would take a finger's. Since ink that was laid over the letter afterwards fits
/// better than ink that had to follow it, the rules are those of small letters at every height,
/// and nothing is complete that is less than half like the letter.
public struct TraceScore: Sendable {
  /// The letter.
  public let letter: Letter
  /// Likeness from 0 to 1, by which letters compare.
  public let score: Float
  /// What brought the ink to a letter of height 1; nil for a mark that is no letter.
  public let placement: Placement?
  /// Height of the letter in millimeters.
  public let heightMillimeters: Float
  /// Points of the screen in a millimeter.
  public let pointsPerMillimeter: Float
  /// How far off still counts as on the path.
  public let tolerance: TraceTolerance
  /// The letter in points.
  public let path: TracePath
  /// The recording in the letter's place, in points.
  public let ink: InkRecording
  /// Whether lifting the pen at the end of some stroke completed the letter.
  public let isComplete: Bool
  /// The meter after the last sample; it knows nothing of likeness.
  public let meter: TraceMeter
  /// Every vibration.
  public let pulses: [HapticPulse]
  /// How far each piece of ink is from the path, in points, ascending.
  public let deviations: [Float]
  /// How it was written, in points.
  public let writing: WritingMeasures
  /// The distance of ink and letter whose strokes are walked in order, in points.
  public let frechet: Float
  /// The mean distance along the cheapest walk in order, in points.
  public let warped: Float
  /// The largest distance of either from the other, in points.
  public let hausdorff: Float

  /// Heights of the letter that make sense.
  public static var heightRange: ClosedRange<Float> { 10...500 }
  /// The least likeness of a complete letter.
  public static var leastLikeness: Float { 0.6 }
  /// Points of each curve for the distances of curves.
  private static var curveCount: Int { 128 }

  /// Scores a recording.
  ///
  /// - Parameter isStopped: asked now and then; when true, the figures are of no use.
  public init(
    _ recording: InkRecording, letter: Letter, heightMillimeters: Float = 60,
    tolerance: TraceTolerance = .sixMillimeters, pointsPerMillimeter: Float,
    isStopped: () -> Bool = { false }
  ) {
    self.letter = letter
    self.heightMillimeters = heightMillimeters
    self.pointsPerMillimeter = pointsPerMillimeter
    self.tolerance = tolerance
    let match = LetterMatch(recording, letter: letter)
    score = match.score
    placement = match.placement
    let height = heightMillimeters * pointsPerMillimeter
    let template = LetterTemplate(letter)
    path = TracePath(
      letter, in: Rectangle(x: 0, y: 0, width: height * template.width, height: height),
      spacing: 0.5 * pointsPerMillimeter)
    let placed = match.placement ?? Self.middle(of: recording, width: template.width)
    ink = recording.moved(
      by: Placement(scale: placed.scale * height, offset: placed.offset * height))
    var session = TraceSession(
      path, tolerance, pointsPerMillimeter, isLike: match.score >= Self.leastLikeness)
    session.play(ink, isStopped)
    isComplete = session.isComplete
    meter = session.meter
    pulses = session.pulses
    deviations = Self.deviations(of: ink, meter)
    writing = WritingMeasures(ink)
    let curve = Self.curve(ink.polylines)
    let target = Self.curve(template.strokes.map { $0.map { $0 * height } })
    frechet = CurveDistance.frechet(curve, target)
    warped = CurveDistance.warped(curve, target) / Float(Self.curveCount)
    hausdorff = CurveDistance.hausdorff(curve, target)
  }

  /// The deviation in points that a share of the ink does not exceed; nil without ink.
  public func deviation(at share: Float) -> Float? {
    guard !deviations.isEmpty else { return nil }
    let rank = (share * Float(deviations.count)).roundedUp
    return deviations[min(max(Int(rank) - 1, 0), deviations.count - 1)]
  }

  /// How far a point in points is from the path.
  public func deviation(of point: Vector2) -> Float { meter.index.nearest(to: point).distance }

  /// A mark that is no letter, small in the letter's middle.
  private static func middle(of recording: InkRecording, width: Float) -> Placement {
    guard let first = recording.strokes.first?.first else {
      return Placement(scale: Vector2(1, 1), offset: .zero)
    }
    var extent: Float = 0
    for sample in recording.strokes.joined() {
      let offset = sample.position - first.position
      extent = max(extent, offset.x.magnitude, offset.y.magnitude)
    }
    let scale = extent > 0 ? 0.04 / extent : 1
    return Placement(
      scale: Vector2(scale, scale), offset: Vector2(width, 1) * 0.5 - first.position * scale)
  }

  private static func deviations(of ink: InkRecording, _ meter: TraceMeter) -> [Float] {
    let length = ink.polylines.reduce(0) { $0 + PolylineWalk.length($1) }
    let step = max(0.5 * meter.pointsPerMillimeter, length / 16_384)
    var deviations: [Float] = []
    for stroke in ink.polylines {
      let walk = PolylineWalk(stroke)
      let count = (PolylineWalk.length(stroke) / step).roundedUp
      for place in 0...UInt32(count) {
        deviations.append(meter.index.nearest(to: walk.point(at: Float(place) * step)).distance)
      }
    }
    return deviations.sorted()
  }

  /// Points evenly along all strokes; empty without ink.
  private static func curve(_ strokes: [[Vector2]]) -> [Vector2] {
    let lengths = strokes.map { PolylineWalk.length($0) }
    let total = lengths.reduce(0, +)
    guard total > 0 else { return strokes.first.map { [$0[0]] } ?? [] }
    var points: [Vector2] = []
    var (stroke, start): (Int, Float) = (0, 0)
    var walk = PolylineWalk(strokes[0])
    for index in 0..<curveCount {
      let arc = total * Float(index) / Float(curveCount - 1)
      while stroke < strokes.count - 1 && arc > start + lengths[stroke] {
        start += lengths[stroke]
        stroke += 1
        walk = PolylineWalk(strokes[stroke])
      }
      points.append(walk.point(at: arc - start))
    }
    return points
  }
}

/// A meter and haptics that take a recording sample by sample.
private struct TraceSession {
  var meter: TraceMeter
  var haptics: Haptics
  var pulses: [HapticPulse] = []
  var isComplete = false
  private let isLike: Bool

  init(
    _ path: TracePath, _ tolerance: TraceTolerance, _ pointsPerMillimeter: Float, isLike: Bool
  ) {
    self.isLike = isLike
    var rules = TraceMeter.Rules()
    rules.onPath = rules.smallOnPath
    meter = TraceMeter(
      path, tolerance: tolerance, pointsPerMillimeter: pointsPerMillimeter, rules: rules)
    haptics = Haptics(tolerance: tolerance)
  }

  /// Parts of ink in a recording, about: enough for a minute's scribble.
  private static var partCount: Float { 262_144 }

  mutating func play(_ recording: InkRecording, _ isStopped: () -> Bool) {
    var time: UInt64 = 0
    let sampleCount = recording.strokes.reduce(0) { $0 + $1.count }
    let mostParts = max(1, Self.partCount / Float(max(sampleCount, 1)))
    for stroke in recording.strokes {
      for (index, sample) in stroke.enumerated() {
        if index & 1023 == 1023 && isStopped() { return }
        time = sample.time
        // A pulse that waits starts when it may, between samples if need be.
        if index > 0 { wait(until: time) }
        meter.add(sample.position, isFirst: index == 0, mostParts: mostParts)
        guard !isComplete else { continue }
        note(
          haptics.add(
            deviationMillimeters: meter.deviationMillimeters, at: sample.position, time: time))
      }
      meter.lift()
      haptics.lift()
      if isStopped() { return }
      if isLike && meter.isComplete && !isComplete {
        isComplete = true
        note(haptics.complete(time: time))
      }
    }
    if haptics.isWaiting { wait(until: time + Haptics.gap) }
  }

  private mutating func wait(until time: UInt64) {
    guard haptics.isWaiting, let last = pulses.last else { return }
    let due = last.time + Haptics.gap
    if due <= time { note(haptics.advance(to: due)) }
  }

  private mutating func note(_ pulse: HapticPulse?) {
    if let pulse { pulses.append(pulse) }
  }
}
