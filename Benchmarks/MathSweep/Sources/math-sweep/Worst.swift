/// The result furthest from the truth among those looked at.
struct Worst {
  /// The distance in units in the last place of the true value rounded to single precision.
  var ulps = -1.0
  /// The first argument.
  var x: Float = 0
  /// The second argument; 0 for a unary function.
  var y: Float = 0
  /// The library's result there.
  var value: Float = 0
  /// The reference's result there.
  var truth = 0.0
  /// How many arguments were looked at.
  var count: UInt64 = 0

  /// Looks at one result.
  @inline(__always)
  mutating func look<F: Function>(_ function: F.Type, _ x: Float, _ y: Float) {
    let value = F.value(x, y)
    let truth = F.truth(Double(x), Double(y))
    let distance = Self.ulps(value, truth)
    count += 1
    if distance > ulps {
      ulps = distance
      self.x = x
      self.y = y
      self.value = value
      self.truth = truth
    }
  }

  /// Takes over another's result if it is worse, ties by the lower argument bits.
  mutating func merge(_ other: Worst) {
    let total = count + other.count
    let isLower =
      (other.x.bitPattern, other.y.bitPattern) < (x.bitPattern, y.bitPattern)
    if other.ulps > ulps || (other.ulps == ulps && isLower) { self = other }
    count = total
  }

  /// The distance between a result and the truth; infinite when only one of them is finite or NaN.
  @inline(__always)
  private static func ulps(_ value: Float, _ truth: Double) -> Double {
    let nearest = Float(truth)
    if nearest.isFinite && value.isFinite {
      return abs(Double(value) - truth) / Double(nearest.ulp)
    }
    return value == nearest || (value.isNaN && nearest.isNaN) ? 0 : .infinity
  }
}
