/// A least-squares cubic over equally spaced positions in time, by orthogonal polynomials.
///
/// After Savitzky and Golay (1964): speed and jerk are derivatives of the cubic in the middle of
/// the window, which are far less sensitive to noise than differences of positions.
struct CubicFit: Sendable {
  /// The number of fitted positions, odd.
  let count: UInt32
  /// The linear and the cubic polynomial at each position.
  private let linear: [Float]
  private let cubic: [Float]
  private let linearNorm: Float
  private let cubicNorm: Float
  /// The negative slope of the cubic polynomial in the middle.
  private let cubicSlope: Float

  /// Prepares a fit of `count` positions.
  ///
  /// - Precondition: The count is odd and at least 5.
  init(count: UInt32) {
    precondition(count % 2 == 1 && count >= 5, "an odd number of places, at least 5")
    self.count = count
    let size = Float(count)
    cubicSlope = (3 * size * size - 7) / 20
    var linear: [Float] = []
    var cubic: [Float] = []
    var (linearNorm, cubicNorm) = (Float(0), Float(0))
    for index in 0..<count {
      let time = Float(index) - Float(count / 2)
      linear.append(time)
      cubic.append(time * time * time - time * cubicSlope)
      linearNorm += time * time
      cubicNorm += cubic[Int(index)] * cubic[Int(index)]
    }
    self.linear = linear
    self.cubic = cubic
    self.linearNorm = linearNorm
    self.cubicNorm = cubicNorm
  }

  /// Two running sums over the positions of one coordinate.
  struct Sums {
    var linear: Float = 0
    var cubic: Float = 0
  }

  /// Adds a position.
  func add(_ position: Float, at index: UInt32, to sums: inout Sums) {
    sums.linear += linear[Int(index)] * position
    sums.cubic += cubic[Int(index)] * position
  }

  /// The cubic's first derivative in the middle, per step.
  func velocity(_ sums: Sums) -> Float {
    sums.linear / linearNorm - sums.cubic / cubicNorm * cubicSlope
  }

  /// The cubic's third derivative, per step cubed.
  func jerk(_ sums: Sums) -> Float { 6 * sums.cubic / cubicNorm }
}
