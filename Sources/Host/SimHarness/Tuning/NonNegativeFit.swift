/// The sums that a least-squares fit needs, and their solutions.
///
/// Non-negative solutions follow C. L. Lawson and R. J. Hanson, "Solving Least Squares Problems",
/// 1974, chapter 23, on the normal equations with columns scaled alike: exact after a few steps,
/// where descent along coordinates takes thousands when counts are nearly collinear.
package struct NonNegativeFit {
  /// Columns.
  package let width: Int
  /// Sums of products of columns.
  private(set) var squares: [Double]
  /// Sums of products of columns and what is to be explained.
  private(set) var sums: [Double]

  /// Makes sums of nothing.
  package init(width: Int) {
    self.width = width
    squares = [Double](repeating: 0, count: width * width)
    sums = [Double](repeating: 0, count: width)
  }

  /// Adds a row whose product with the factors is to come near to a target.
  package mutating func add(_ row: [Double], target: Double) {
    for left in 0..<width where row[left] != 0 {
      sums[left] += row[left] * target
      for right in 0..<width { squares[left * width + right] += row[left] * row[right] }
    }
  }

  /// The factors that come nearest, none of them negative.
  package func nonNegative() -> [Double] {
    let scales = scales
    var factors = [Double](repeating: 0, count: width)
    var active: [Int] = []
    var refused: Set<Int> = []
    // Exact numbers would end this by themselves; rounding could repeat the same steps forever.
    for _ in 0..<(10 * width + 20) {
      var best: (index: Int, slope: Double)?
      for index in 0..<width where scales[index] > 0 && !active.contains(index) {
        guard !refused.contains(index) else { continue }
        var slope = sums[index] / scales[index]
        for other in active {
          slope -= scaled(index, other, scales) * factors[other]
        }
        if slope > max(best?.slope ?? 0, Self.tolerance) { best = (index, slope) }
      }
      guard let best else { break }
      active.append(best.index)
      guard var solution = solve(active, scales), (solution.last ?? 0) > 0 else {
        // It is what the others are together, to the last digits.
        active.removeLast()
        refused.insert(best.index)
        continue
      }
      while let share = step(active, factors, solution) {
        for (place, index) in active.enumerated() {
          factors[index] += share * (solution[place] - factors[index])
        }
        for index in active where factors[index] <= Self.tolerance { factors[index] = 0 }
        active.removeAll { factors[$0] == 0 }
        solution = solve(active, scales) ?? active.map { factors[$0] }
      }
      for (place, index) in active.enumerated() { factors[index] = solution[place] }
      // Next to other columns, a refused one may say something new.
      refused.removeAll()
    }
    return (0..<width).map { scales[$0] > 0 ? factors[$0] / scales[$0] : 0 }
  }

  /// How far the factors may move before one of them is negative; nil when none will be.
  private func step(_ active: [Int], _ factors: [Double], _ solution: [Double]) -> Double? {
    var share: Double?
    for (place, index) in active.enumerated() where solution[place] <= 0 {
      // Both may be 0, and their quotient is then no number.
      let own = factors[index] / (factors[index] - solution[place])
      share = min(share ?? 1, own.isFinite ? own : 0)
    }
    return share
  }

  /// Whether a column is anything but zero.
  func hasColumn(_ column: Int) -> Bool { squares[column * width + column] > 0 }

  /// What some of the columns cannot explain of one, as a share of its square.
  ///
  /// Columns that are themselves what others are together add nothing.
  package func unexplained(_ column: Int, by others: [Int]) -> Double {
    let scales = scales
    guard scales[column] > 0 else { return 0 }
    var rows: [[Double]] = []
    var left = 1.0
    for index in others where scales[index] > 0 && index != column {
      guard let row = pivot(index, rows, scales) else { continue }
      rows.append(row)
    }
    // One more step of Cholesky's, whose pivot is what the others leave.
    var tail = [Double](repeating: 0, count: rows.count)
    for (place, row) in rows.enumerated() {
      var product = scaled(column, Int(row[row.count - 1]), scales)
      for before in 0..<place { product -= row[before] * tail[before] }
      tail[place] = product / row[place]
      left -= tail[place] * tail[place]
    }
    return max(left, 0)
  }

  /// The least squares of what is to be explained by all columns that say something new, and
  /// the share of `target` squared that they leave.
  package func unexplainedTarget(_ targetSquare: Double) -> Double {
    let scales = scales
    var rows: [[Double]] = []
    var left = targetSquare
    var tail: [Double] = []
    for index in 0..<width where scales[index] > 0 {
      guard let row = pivot(index, rows, scales) else { continue }
      var product = sums[index] / scales[index]
      for before in 0..<rows.count { product -= row[before] * tail[before] }
      rows.append(row)
      tail.append(product / row[rows.count - 1])
      left -= tail[rows.count - 1] * tail[rows.count - 1]
    }
    return max(left, 0)
  }

  /// A row of Cholesky's triangle, and its column as the last element; nil if it is linearly
  /// dependent.
  private func pivot(_ index: Int, _ rows: [[Double]], _ scales: [Double]) -> [Double]? {
    var own: [Double] = []
    var square = 1.0
    for (place, row) in rows.enumerated() {
      var product = scaled(index, Int(row[row.count - 1]), scales)
      for before in 0..<place { product -= row[before] * own[before] }
      own.append(product / row[place])
      square -= own[place] * own[place]
    }
    guard square > Self.tolerance else { return nil }
    return own + [square.squareRoot(), Double(index)]
  }

  private func solve(_ active: [Int], _ scales: [Double]) -> [Double]? {
    var rows: [[Double]] = []
    var half: [Double] = []
    for index in active {
      guard let row = pivot(index, rows, scales) else { return nil }
      var product = sums[index] / scales[index]
      for before in 0..<rows.count { product -= row[before] * half[before] }
      half.append(product / row[rows.count])
      rows.append(row)
    }
    var solution = half
    for place in solution.indices.reversed() {
      for later in (place + 1)..<max(rows.count, place + 1) {
        solution[place] -= rows[later][place] * solution[later]
      }
      solution[place] /= rows[place][place]
    }
    return solution
  }

  private func scaled(_ left: Int, _ right: Int, _ scales: [Double]) -> Double {
    squares[left * width + right] / (scales[left] * scales[right])
  }

  private var scales: [Double] {
    (0..<width).map { squares[$0 * width + $0].squareRoot() }
  }

  private static var tolerance: Double { 1e-11 }
}
