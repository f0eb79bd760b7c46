import SimbenchKit

/// A recording scored against a letter: how like it is, and how it would have traced it.
///
/// The recording is laid over the letter as `LetterMatch` says; the letter is `heightMillimeters`
/// high on a screen of `pointsPerMillimeter`. Then the meter and the haptics take its samples one
/// by one as they would take a finger's.
///
/// What is judged is what is on the paper, each spot once (`InkSpots`): resting, going over a
/// stroke again, the rate of samples and where a round letter begins change neither the score nor
/// completion. Since ink that was laid over the letter afterwards fits better than ink that had to
/// follow it, the rules are those of small letters at every height, and nothing is complete that
/// is less like the letter than `minimumLikeness` or more like the letter's mirror image.
package struct TraceScore: Sendable {
  /// The letter.
  package let letter: Letter
  /// Likeness from 0 to 1, by which letters compare.
  package let score: Float
  /// The likeness to the letter's mirror image; that of an `o` or an `A` is as high as its own.
  package let mirrorScore: Float
  /// What brought the ink to a letter of height 1; nil for a mark that is no letter.
  package let placement: Placement?
  /// Height of the letter in millimeters.
  package let heightMillimeters: Float
  /// Points of the screen in a millimeter.
  package let pointsPerMillimeter: Float
  /// How far off still counts as on the path.
  package let tolerance: TraceTolerance
  /// The letter in points.
  package let path: TracePath
  /// The recording in the letter's position, in points.
  package let ink: InkRecording
  /// Whether lifting the pen at the end of some stroke completed the letter.
  package let isComplete: Bool
  /// The meter after the last sample; it knows nothing of likeness.
  package let meter: TraceMeter
  /// Every vibration.
  package let pulses: [HapticPulse]
  /// The share of the ink within the tolerance of the path, each spot once; 0 without ink.
  package let onPath: Float
  /// The root mean square of the ink's distance from the path in points, each spot once; nil
  /// without ink.
  package let rms: Float?
  /// The ink's largest distance from the path in points; nil without ink.
  package let largestDeviation: Float?
  /// How far the ink is from the path.
  private let deviations: InkDeviations
  /// How it was written, in points.
  package let writing: WritingMeasures
  /// The distance of ink and letter whose strokes are walked in order, and straight from stroke to
  /// stroke, in points.
  package let frechet: Float
  /// The mean distance along the cheapest walk in order, in points.
  package let warped: Float
  /// The largest distance of either from the other, in points; infinite without ink.
  package let hausdorff: Float

  /// Heights of the letter that make sense.
  package static var heightRange: ClosedRange<Float> { 10...500 }
  /// The minimum likeness of a complete letter.
  package static var minimumLikeness: Float { 0.6 }
  /// How much more like the mirror image ink is that is not complete.
  ///
  /// Correctly written letters of
  /// the recordings that scores were tuned with are at most 0.002 more like it, and those are `o`.
  package static var mirrorMargin: Float { 0.05 }
  /// Whether the ink is more like the letter's mirror image than like the letter; never if it lies
  /// on a part of the letter.
  package let isMirrored: Bool

  /// Whether ink of two scores is the mirror image.
  package static func isMirrored(score: Float, mirrorScore: Float) -> Bool {
    mirrorScore > score + mirrorMargin
  }

  /// Points of each curve for the mean distance along the cheapest walk.
  private static var curveCount: Int { 128 }
  /// Samples of ink that are walked in order; of longer recordings as many are left out as must be.
  private static var largestWalk: Int { 16_384 }
  /// How exact the largest distances are, in millimeters.
  private static var exactness: Float { 0.001 }

  /// Scores a recording.
  ///
  /// - Parameter isStopped: asked now and then; when true, the figures are of no use.
  package init(
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
    mirrorScore = LetterMatch(recording.mirrored, letter: letter).score
    // What is missing may be what tells a letter from its mirror image, as the ring of an a.
    isMirrored =
      match.extent == .whole && Self.isMirrored(score: match.score, mirrorScore: mirrorScore)
    let height = heightMillimeters * pointsPerMillimeter
    let template = LetterTemplate(letter)
    path = TracePath(
      letter, in: Rectangle(x: 0, y: 0, width: height * template.width, height: height),
      spacing: 0.5 * pointsPerMillimeter)
    let placed = match.placement ?? Self.middle(of: recording, width: template.width)
    ink = recording.moved(
      by: Placement(scale: placed.scale * height, offset: placed.offset * height))
    let isLike =
      match.score >= Self.minimumLikeness && !isMirrored && match.extent != .roughPart
    var session = TraceSession(path, tolerance, pointsPerMillimeter, isLike: isLike)
    deviations = InkDeviations(ink, session.meter)
    session.play(ink, deviations, isStopped)
    isComplete = session.isComplete
    meter = session.meter
    pulses = session.pulses
    onPath = deviations.share(within: meter.tolerance)
    rms = deviations.meanSquare?.squareRoot()
    largestDeviation = ink.strokes.isEmpty ? nil : meter.largestDeviation
    writing = WritingMeasures(ink)
    let lines = ink.polylines
    let target = template.strokes.map { $0.map { $0 * height } }
    let exactness = Self.exactness * pointsPerMillimeter
    warped =
      CurveDistance.warped(Self.curve(lines), Self.curve(target)) / Float(Self.curveCount)
    // Known to be no less than what was met on the way.
    hausdorff = max(
      CurveDistance.hausdorff(lines, target, exactness: exactness), largestDeviation ?? 0)
    frechet = CurveDistance.frechet(
      Self.thinned(Array(lines.joined())), Array(target.joined()), exactness: exactness)
  }

  /// The deviation in points that a share of the ink does not exceed, each spot once; nil without
  /// ink.
  package func deviation(at share: Float) -> Float? { deviations.quantile(share) }

  /// How far a point in points is from the path.
  package func deviation(of point: Vector2) -> Float { meter.index.nearest(to: point).distance }

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

  /// A line with some of its points left out when there are very many, never its ends.
  private static func thinned(_ line: [Vector2]) -> [Vector2] {
    let step = (line.count + largestWalk - 1) / largestWalk
    guard step > 1 else { return line }
    return stride(from: 0, to: line.count - 1, by: step).map { line[$0] } + [line[line.count - 1]]
  }

  /// Points evenly along all strokes; empty without ink.
  private static func curve(_ strokes: [[Vector2]]) -> [Vector2] {
    let walk = StrokesWalk(strokes)
    guard walk.length > 0 else { return strokes.first.map { [$0[0]] } ?? [] }
    return (0..<curveCount).map { index in
      walk.point(at: walk.position(at: walk.length * Float(index) / Float(curveCount - 1)))
    }
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
    meter = TraceMeter(path, tolerance: tolerance, pointsPerMillimeter: pointsPerMillimeter)
    haptics = Haptics(tolerance: tolerance)
  }

  /// Parts of ink in a recording, about: enough for a minute's scribble.
  private static var partCount: Float { 262_144 }

  /// Whether what is on the paper after a stroke completes the letter.
  private func isEnough(_ deviations: InkDeviations, afterStroke stroke: Int) -> Bool {
    let rules = meter.rules
    return meter.coverage >= rules.coverage && meter.minimumStrokeCoverage >= rules.strokeCoverage
      && deviations.share(within: meter.tolerance, throughStroke: stroke) >= rules.smallOnPath
  }

  mutating func play(
    _ recording: InkRecording, _ deviations: InkDeviations, _ isStopped: () -> Bool
  ) {
    var time: UInt64 = 0
    let sampleCount = recording.strokes.reduce(0) { $0 + $1.count }
    let maximumPartCount = max(1, Self.partCount / Float(max(sampleCount, 1)))
    for (index, stroke) in recording.strokes.enumerated() {
      for (index, sample) in stroke.enumerated() {
        if index & 1023 == 1023 && isStopped() { return }
        time = sample.time
        // A pulse that waits starts when it may, between samples if need be.
        if index > 0 { wait(until: time) }
        meter.add(sample.position, isFirst: index == 0, maximumPartCount: maximumPartCount)
        guard !isComplete else { continue }
        note(
          haptics.add(
            deviationMillimeters: meter.deviationMillimeters, at: sample.position, time: time))
      }
      meter.lift()
      haptics.lift()
      if isStopped() { return }
      if isLike && !isComplete && isEnough(deviations, afterStroke: index) {
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
