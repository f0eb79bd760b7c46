import SimbenchKit

/// Measures, sample by sample, how much of a path a finger has traced.
///
/// - Coverage is the fraction of the path's arc length in parts with both ends within the tolerance
///   of the ink.
/// - On-path is the fraction of the ink within the tolerance of the path: a scribble has high
///   coverage, but not on-path.
/// - Ordered coverage is the distance along the path that the ink followed in writing order without
///   skipping; it distinguishes a letter from its mirror image, but has no effect on completion.
///
/// A trace is complete if coverage, every stroke's coverage, and the on-path fraction of the most
/// recent ink (twice the path's length) are high enough. Since old ink is forgotten, careful
/// tracing always completes. There is no pass or fail.
///
/// Ink between two samples counts as a straight line, divided like the path; a move shorter than
/// `minimumMove` is combined with the next sample.
///
/// - Complexity: A sample costs its nearest point and the path's nodes near its move; allocates
///   nothing after `init`.
package struct TraceMeter: Sendable {
  /// The conditions for a complete trace.
  package struct Rules: Equatable, Sendable {
    /// The minimum fraction of the path's length.
    package var coverage: Float = 0.7
    /// The minimum fraction of each stroke's length.
    package var strokeCoverage: Float = 0.45
    /// The minimum on-path fraction of the most recent ink.
    package var onPath: Float = 0.7
    /// The same for letters lower than `smallHeightMillimeters`.
    package var smallOnPath: Float = 0.85
    /// The height below which the tolerance is more than 1/10 of the letter's height.
    package var smallHeightMillimeters: Float = 60

    /// Makes the default rules.
    package init() {}
  }

  /// The path that is traced.
  package let path: TracePath
  /// The tolerance around the path in points.
  package let tolerance: Float
  /// Points of the screen per millimeter.
  package let pointsPerMillimeter: Float
  /// The conditions for a complete trace.
  package let rules: Rules

  /// The point of the path nearest to the last sample; nil before the first.
  package private(set) var lastNearest: NearestPoint?
  /// The number of samples so far; wraps around.
  package private(set) var sampleCount: UInt32 = 0
  /// Whether a finger was lifted when the trace was complete.
  package private(set) var isComplete = false

  let index: NearestPointIndex
  var cover: CoverageGrid
  var ink: InkWindow
  var order: OrderPointer
  private let step: Float
  private var previous = Vector2.zero

  /// Ink shorter than this fraction of the longest part is combined with the next sample.
  private static var minimumMove: Float { 1 / 16 }
  /// Larger than any screen, in points; no value overflows within it.
  private static var farthest: Float { 1_000_000 }
  /// The longest part of ink in millimeters.
  private static var partMillimeters: Float { 0.5 }

  /// Makes a meter for an untouched path.
  ///
  /// - Precondition: The tolerance and the resolution are positive.
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

  /// Processes a sample of a finger or pencil; ignores positions beyond any screen.
  ///
  /// - Parameters:
  ///   - sample: The position in points.
  ///   - isFirst: Whether it starts a stroke, so that no ink leads to it.
  ///   - maximumPartCount: The maximum number of parts of its ink, which limits the cost of a jump
  ///     across the screen.
  package mutating func add(_ sample: Vector2, isFirst: Bool, maximumPartCount: Float = 2048) {
    // Written so that NaN is ignored as well.
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

  /// Handles the lifting of the finger: a trace that is complete now stays complete.
  package mutating func lift() {
    if isEnough { isComplete = true }
  }

  /// Replaces the trace by that of the same strokes at another position or size.
  ///
  /// Covered parts stay covered, and ink on the path stays on it, although the tolerance at another
  /// size might differ. Allocates nothing.
  ///
  /// - Precondition: The other path has the same strokes, moved and scaled.
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

  // MARK: - Results

  /// The distance of the last sample from the path in points; 0 before the first.
  package var deviation: Float { lastNearest?.distance ?? 0 }

  /// The distance of the last sample from the path in millimeters.
  package var deviationMillimeters: Float { deviation / pointsPerMillimeter }

  /// The covered fraction of the path's length.
  package var coverage: Float { cover.share }

  /// The covered fraction of a stroke's length.
  package func strokeCoverage(_ stroke: Int) -> Float { cover.share(ofStroke: stroke) }

  /// The minimum covered fraction of any stroke.
  package var minimumStrokeCoverage: Float {
    var minimum: Float = 1
    for stroke in 0..<path.strokeCount { minimum = min(minimum, cover.share(ofStroke: stroke)) }
    return minimum
  }

  /// The fraction of all ink within the tolerance; 0 without ink.
  package var onPath: Float { ink.share }

  /// The fraction of the most recent ink within the tolerance; 0 without ink.
  package var recentOnPath: Float { ink.recentShare }

  /// The fraction of the path that the ink followed in order.
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
  /// Visits every field that affects later results; the caller owns the path and values derived
  /// from it.
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

  /// Visits the nearest point of the last sample, or zeros before the first.
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
