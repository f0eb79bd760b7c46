/// Cost as a function of a count: a straight line or a parabola through measured points.
package struct CostCurve: Equatable, Sendable {
  /// The cost of nothing, per member, and per member squared, in nanoseconds.
  package var coefficients: [Double]
  /// The share of the points' variation that the curve explains.
  package var determination: Double

  /// The minimum share of explained variation with which a fit is believed.
  package static var requiredDetermination: Double { 0.999 }

  /// Fits a line; a parabola only where a line explains too little and the parabola enough.
  package init(_ points: [(count: Double, nanoseconds: Double)]) {
    let line = Self.fit(points, degree: 1)
    self = line
    guard line.determination < Self.requiredDetermination else { return }
    let parabola = Self.fit(points, degree: 2)
    if parabola.determination >= Self.requiredDetermination { self = parabola }
  }

  private init(coefficients: [Double], determination: Double) {
    self.coefficients = coefficients
    self.determination = determination
  }

  /// Whether the curve explains enough to be believed.
  package var isTrusted: Bool { determination >= Self.requiredDetermination }
  /// Whether it is a straight line.
  package var isLine: Bool { coefficients.count == 2 }

  /// The cost of a count in nanoseconds.
  package func nanoseconds(_ count: Double) -> Double {
    coefficients.reversed().reduce(0) { $0 * count + $1 }
  }

  /// The count at which the cost reaches a limit; nil when it never does.
  package func count(reaching limit: Double) -> Double? {
    if isLine {
      guard coefficients[1] > 0 else { return nil }
      return (limit - coefficients[0]) / coefficients[1]
    }
    let (constant, slope, bend) = (coefficients[0] - limit, coefficients[1], coefficients[2])
    let inside = slope * slope - 4 * bend * constant
    guard bend != 0, inside >= 0 else { return nil }
    // Of the two crossings, the one at which the cost rises.
    let root = (-slope + inside.squareRoot()) / (2 * bend)
    return root.isFinite && root > 0 ? root : nil
  }

  /// Least squares by the normal equations, on counts scaled to 0...1.
  private static func fit(
    _ points: [(count: Double, nanoseconds: Double)], degree: Int
  ) -> CostCurve {
    let width = degree + 1
    // Powers of large counts would leave the elimination few correct digits.
    let scale = points.map { $0.count }.max() ?? 1
    var matrix = [[Double]](repeating: [Double](repeating: 0, count: width + 1), count: width)
    for point in points {
      var powers = [1.0]
      for _ in 0..<degree { powers.append((powers.last ?? 1) * point.count / scale) }
      for row in 0..<width {
        for column in 0..<width { matrix[row][column] += powers[row] * powers[column] }
        matrix[row][width] += powers[row] * point.nanoseconds
      }
    }
    for pivot in 0..<width {
      for row in 0..<width where row != pivot && matrix[pivot][pivot] != 0 {
        let share = matrix[row][pivot] / matrix[pivot][pivot]
        for column in 0...width { matrix[row][column] -= share * matrix[pivot][column] }
      }
    }
    var power = 1.0
    var coefficients: [Double] = []
    for row in 0..<width {
      let value = matrix[row][row] == 0 ? 0 : matrix[row][width] / matrix[row][row]
      coefficients.append(value / power)
      power *= scale
    }
    var curve = CostCurve(coefficients: coefficients, determination: 0)
    let mean = points.reduce(0) { $0 + $1.nanoseconds } / Double(max(points.count, 1))
    var (unexplained, variation) = (0.0, 0.0)
    for point in points {
      let error = point.nanoseconds - curve.nanoseconds(point.count)
      unexplained += error * error
      variation += (point.nanoseconds - mean) * (point.nanoseconds - mean)
    }
    // Points that do not vary leave nothing to explain.
    curve.determination = variation > 0 ? 1 - unexplained / variation : 1
    return curve
  }
}
