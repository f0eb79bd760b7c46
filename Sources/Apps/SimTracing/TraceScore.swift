import SimbenchKit

/// A recording scored against a letter: its likeness, and its result as a trace.
///
/// `LetterMatch` places the recording over the letter, which is `heightMillimeters` high on a
/// screen with `pointsPerMillimeter`. Then the meter and the haptics process its samples one by
/// one, like those of a finger.
///
/// The score is based on the ink on the paper, counting each spot once (`InkSpots`): pauses,
/// retraced strokes, the sampling rate and the starting point of a round letter affect neither
/// score nor completion. Since ink that is placed afterward fits better than ink that had to follow
/// the letter, the rules of small letters apply at every height. A recording is not complete if its
/// likeness is below `minimumLikeness` or if it is more like the letter's mirror image.
package struct TraceScore: Sendable {
  /// The letter.
  package let letter: Letter
  /// The likeness, 0 to 1, comparable across letters.
  package let score: Float
  /// The likeness to the letter's mirror image; for an `o` or an `A` it equals the likeness to the
  /// letter.
  package let mirrorScore: Float
  /// Maps the ink to a letter of height 1; nil if the ink is too small to be a letter.
  package let placement: Placement?
  /// The height of the letter in millimeters.
  package let heightMillimeters: Float
  /// Points of the screen per millimeter.
  package let pointsPerMillimeter: Float
  /// The tolerance around the path.
  package let tolerance: TraceTolerance
  /// The letter's path in points.
  package let path: TracePath
  /// The placed recording in points.
  package let ink: InkRecording
  /// Whether lifting the pen after some stroke completed the letter.
  package let isComplete: Bool
  /// The meter after the last sample; it does not consider likeness.
  package let meter: TraceMeter
  /// All vibrations.
  package let pulses: [HapticPulse]
  /// The fraction of the ink within the tolerance, counting each spot once; 0 without ink.
  package let onPath: Float
  /// The root mean square of the ink's distance from the path in points, counting each spot once;
  /// nil without ink.
  package let rms: Float?
  /// The ink's largest distance from the path in points; nil without ink.
  package let largestDeviation: Float?
  /// The distances of the ink from the path.
  private let deviations: InkDeviations
  /// Time, speed and smoothness of the writing, in points.
  package let writing: WritingMeasures
  /// The Fréchet distance in points between ink and letter, each with all strokes connected in
  /// order by straight lines.
  package let frechet: Float
  /// The mean distance in points along the cheapest monotonic pairing (time warping).
  package let warped: Float
  /// The Hausdorff distance in points; infinite without ink.
  package let hausdorff: Float

  /// The allowed heights of the letter.
  package static var heightRange: ClosedRange<Float> { 10...500 }
  /// The minimum likeness of a complete letter.
  package static var minimumLikeness: Float { 0.6 }
  /// Ink is mirrored if its likeness to the mirror image is higher by this margin.
  ///
  /// In the recordings used for tuning, correctly written letters exceed their own likeness by at
  /// most 0.002, and those are `o`.
  package static var mirrorMargin: Float { 0.05 }
  /// Whether the ink is more like the letter's mirror image than like the letter; false if it
  /// represents only a part of the letter.
  package let isMirrored: Bool

  /// Whether ink with two likenesses is the mirror image.
  package static func isMirrored(score: Float, mirrorScore: Float) -> Bool {
    mirrorScore > score + mirrorMargin
  }

  /// The number of points per curve for the time-warping distance.
  private static var curveCount: Int { 128 }
  /// The maximum number of samples for the Fréchet distance; longer recordings are thinned.
  private static var largestWalk: Int { 16_384 }
  /// The exactness of the Fréchet and Hausdorff distances, in millimeters.
  private static var exactness: Float { 0.001 }

  /// Scores a recording.
  ///
  /// - Parameter isStopped: Called from time to time; once it returns true, the results are
  ///   invalid.
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
    // A missing part, such as the ring of an a, may distinguish a letter from its mirror image.
    isMirrored =
      match.extent == .whole && Self.isMirrored(score: match.score, mirrorScore: mirrorScore)
    let height = heightMillimeters * pointsPerMillimeter
    let template = LetterTemplate(letter)
    path = TracePath(
      letter, in: PointRectangle(x: 0, y: 0, width: height * template.width, height: height),
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
    // At least the largest deviation, which is already known.
    hausdorff = max(
      CurveDistance.hausdorff(lines, target, exactness: exactness), largestDeviation ?? 0)
    frechet = CurveDistance.frechet(
      Self.thinned(Array(lines.joined())), Array(target.joined()), exactness: exactness)
  }

  /// The deviation in points that a fraction of the ink does not exceed, counting each spot once;
  /// nil without ink.
  package func deviation(at share: Float) -> Float? { deviations.quantile(share) }

  /// The distance of a point from the path, in points.
  package func deviation(of point: Vector2) -> Float { meter.index.nearest(to: point).distance }

  /// The placement of ink that is too small to be a letter: small, in the letter's middle.
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

  /// A line without some of its points if there are very many; its ends are kept.
  private static func thinned(_ line: [Vector2]) -> [Vector2] {
    let step = (line.count + largestWalk - 1) / largestWalk
    guard step > 1 else { return line }
    return stride(from: 0, to: line.count - 1, by: step).map { line[$0] } + [line[line.count - 1]]
  }

  /// Points at even distances along all strokes; empty without ink.
  private static func curve(_ strokes: [[Vector2]]) -> [Vector2] {
    let walk = StrokesWalk(strokes)
    guard walk.length > 0 else { return strokes.first.map { [$0[0]] } ?? [] }
    return (0..<curveCount).map { index in
      walk.point(at: walk.position(at: walk.length * Float(index) / Float(curveCount - 1)))
    }
  }
}

/// A meter and haptics that process a recording sample by sample.
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

  /// The approximate maximum number of ink parts per recording: enough for a minute of scribbling.
  private static var partCount: Float { 262_144 }

  /// Whether the ink after a stroke completes the letter.
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
        // A waiting pulse starts as soon as possible, even between samples.
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
