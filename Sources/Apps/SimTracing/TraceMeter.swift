import SimbenchKit

/// Measures, sample by sample, how much of a path a finger has traced.
///
/// - Coverage is the share of the path's arc length whose parts have both ends within the
///   tolerance of the ink.
/// - On-path is the share of the ink within the tolerance of the path: coverage alone is fooled by
///   a scribble.
/// - Ordered coverage is how far along the path the ink led, in writing order, without skipping:
///   it distinguishes a letter from its mirror image, but decides nothing.
///
/// Complete means coverage, every stroke's coverage and the on-path share of the latest ink, two
/// lengths of the path, are enough. Since old ink is forgotten, careful tracing always completes.
/// Nothing here says pass or fail.
///
/// Ink between two samples counts as a straight line, divided as the path is; a move shorter than
/// `minimumMove` waits for the next sample.
///
/// - Complexity: a sample costs its nearest point and the path's nodes near its move; nothing is
///   allocated after `init`.
package struct TraceMeter: Sendable {
  /// What makes a trace complete.
  package struct Rules: Equatable, Sendable {
    /// The minimum share of the path's length.
    package var coverage: Float = 0.7
    /// The minimum share of each stroke's length.
    package var strokeCoverage: Float = 0.45
    /// The minimum on-path share of the latest ink.
    package var onPath: Float = 0.7
    /// The same for letters lower than `smallHeightMillimeters`.
    package var smallOnPath: Float = 0.85
    /// Where the tolerance is more than a tenth of the letter's height.
    package var smallHeightMillimeters: Float = 60

    /// The rules as they are meant.
    package init() {}
  }

  /// The path that is traced.
  package let path: TracePath
  /// How far off still counts, in points.
  package let tolerance: Float
  /// Points of the screen in a millimeter.
  package let pointsPerMillimeter: Float
  /// What makes a trace complete.
  package let rules: Rules

  /// Where the last sample met the path; nil before the first.
  package private(set) var lastNearest: NearestPoint?
  /// Samples taken so far; it wraps around.
  package private(set) var sampleCount: UInt32 = 0
  /// True since a finger was lifted from a complete trace.
  package private(set) var isComplete = false

  let index: NearestPointIndex
  var cover: CoverageGrid
  var ink: InkWindow
  var order: OrderPointer
  private let step: Float
  private var previous = Vector2.zero

  /// Ink shorter than this waits, as a share of the longest part.
  private static var minimumMove: Float { 1 / 16 }
  /// No screen is as large, in points, and no figure overflows within it.
  private static var farthest: Float { 1_000_000 }
  /// The longest part of ink in millimeters.
  private static var partMillimeters: Float { 0.5 }

  /// Makes a meter for an untouched path.
  ///
  /// - Precondition: the tolerance and the resolution are positive.
  package init(
    _ path: TracePath, tolerancePoints: Float, pointsPerMillimeter: Float, rules: Rules = Rules()
  ) {
    precondition(tolerancePoints > 0 && pointsPerMillimeter > 0, "a meter has a scale")
    self.path = path
    tolerance = tolerancePoints
    self.pointsPerMillimeter = pointsPerMillimeter
    self.rules = rules
    step = Self.partMillimeters * pointsPerMillimeter
    index = NearestPointIndex(path)
    cover = CoverageGrid(path, reach: tolerancePoints)
    ink = InkWindow(length: 2 * path.length, step: step)
    order = OrderPointer(reach: 2 * tolerancePoints)
  }

  /// Makes a meter with one of the named tolerances.
  package init(
    _ path: TracePath, tolerance: TraceTolerance = .sixMillimeters, pointsPerMillimeter: Float,
    rules: Rules = Rules()
  ) {
    self.init(
      path, tolerancePoints: tolerance.millimeters * pointsPerMillimeter,
      pointsPerMillimeter: pointsPerMillimeter, rules: rules)
  }

  // MARK: - Tracing

  /// Takes a sample of a finger or pencil; one that is on no screen is passed over.
  ///
  /// - Parameters:
  ///   - sample: where it is, in points.
  ///   - isFirst: whether it begins a stroke, so that no ink leads to it.
  ///   - maximumPartCount: into how many parts its ink is divided at most, so that a leap across
  ///     the screen has a bounded cost.
  package mutating func add(_ sample: Vector2, isFirst: Bool, maximumPartCount: Float = 2048) {
    // Written so that NaN is passed over as well.
    guard sample.x.magnitude <= Self.farthest, sample.y.magnitude <= Self.farthest else { return }
    sampleCount &+= 1
    if isFirst || sampleCount == 1 {
      previous = sample
      cover.cover(from: sample, to: sample)
      lastNearest = deposit(sample, weight: step)
      return
    }
    let move = (sample - previous).length
    guard move >= step * Self.minimumMove else {
      lastNearest = index.nearest(to: sample)
      return
    }
    cover.cover(from: previous, to: sample)
    let count = max(1, min((move / step).roundedUp, maximumPartCount))
    for part in 1...UInt32(count) {
      let point = previous + (sample - previous) * (Float(part) / count)
      lastNearest = deposit(part == UInt32(count) ? sample : point, weight: move / count)
    }
    previous = sample
  }

  /// Lifts the finger: a trace that is complete now stays so.
  package mutating func lift() {
    if isEnough { isComplete = true }
  }

  /// Takes over the trace of the same strokes at another position or size, and forgets its own.
  ///
  /// What was covered stays covered, and ink on the path stays on it: at another size the
  /// tolerance would judge it differently. Allocates nothing.
  ///
  /// - Precondition: the other path has the same strokes, moved and scaled.
  mutating func take(from other: TraceMeter, _ change: (Vector2) -> Vector2) {
    precondition(path.strokeCount == other.path.strokeCount, "the same strokes")
    sampleCount = other.sampleCount
    isComplete = other.isComplete
    previous = change(other.previous)
    lastNearest = other.lastNearest == nil ? nil : index.nearest(to: previous)
    cover.take(from: other.cover)
    ink.take(
      from: other.ink, scale: other.path.length > 0 ? path.length / other.path.length : 1)
    order.take(from: other.order, other.path, path)
  }

  private mutating func deposit(_ point: Vector2, weight: Float) -> NearestPoint {
    let nearest = index.nearest(to: point)
    ink.add(deviation: nearest.distance, weight: weight, isOnPath: nearest.distance <= tolerance)
    order.follow(point, path, tolerance: tolerance)
    return nearest
  }

  // MARK: - Figures

  /// How far the last sample was from the path in points; 0 before the first.
  package var deviation: Float { lastNearest?.distance ?? 0 }

  /// The same in millimeters.
  package var deviationMillimeters: Float { deviation / pointsPerMillimeter }

  /// The covered share of the path's length.
  package var coverage: Float { cover.share }

  /// The covered share of a stroke's length.
  package func strokeCoverage(_ stroke: Int) -> Float { cover.share(ofStroke: stroke) }

  /// The minimum covered share of any stroke.
  package var minimumStrokeCoverage: Float {
    var minimum: Float = 1
    for stroke in 0..<path.strokeCount { minimum = min(minimum, cover.share(ofStroke: stroke)) }
    return minimum
  }

  /// The share of all ink that is within the tolerance; 0 without ink.
  package var onPath: Float { ink.share }

  /// The share of the latest ink that is within the tolerance; 0 without ink.
  package var recentOnPath: Float { ink.recentShare }

  /// The share of the path that the ink led along in order.
  package var ordered: Float { order.share(of: path) }

  /// The root mean square of the ink's deviation in points.
  package var rms: Float { ink.meanSquare.squareRoot() }

  /// The largest deviation of the ink in points.
  package var largestDeviation: Float { ink.largest }

  /// The length of the ink in points.
  package var inkLength: Float { ink.length }

  /// Whether lifting the finger now would complete the trace.
  package var isEnough: Bool {
    let isSmall = path.bounds.height < rules.smallHeightMillimeters * pointsPerMillimeter
    return coverage >= rules.coverage && minimumStrokeCoverage >= rules.strokeCoverage
      && recentOnPath >= (isSmall ? rules.smallOnPath : rules.onPath)
  }
}

extension TraceMeter: StateFields {
  /// Shows every field that decides later figures; the path and what follows from it are the
  /// caller's.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.derived("path")
    visitor.derived("tolerance")
    visitor.derived("pointsPerMillimeter")
    visitor.derived("rules")
    visitor.derived("index")
    visitor.derived("step")
    visitor.field(&sampleCount, "sampleCount")
    visitor.field(&isComplete, "isComplete")
    visitor.field(&previous.x, "previous.x")
    visitor.field(&previous.y, "previous.y")
    visitLastNearest(&visitor)
    visitor.field(&cover, "cover")
    visitor.field(&ink, "ink")
    visitor.field(&order, "order")
    if order.passed > UInt32(path.nodes.count) { visitor.refuse("order") }
  }

  /// Shows where the last sample met the path, or zeros before the first.
  private mutating func visitLastNearest(_ visitor: inout some StateVisitor) {
    visitor.enter("lastNearest")
    var isThere = lastNearest != nil
    visitor.presence(&isThere, "stroke")
    var nearest =
      lastNearest ?? NearestPoint(point: .zero, distance: 0, stroke: 0, arcLength: 0)
    nearest.visitState(&visitor)
    lastNearest = isThere ? nearest : nil
    visitor.leave()
  }
}
