/// Finds particles that touch, and how they push each other apart.
///
/// A uniform grid of about as many cells as particles, filled by a counting sort. Cells are at
/// least as wide as the contact distance, so partners are in the same or a neighboring cell; each
/// pair is met once, and its two pushes are exact opposites. Particles outside the area count to
/// the cells at its edge, which keeps neighbors neighbors.
struct ContactGrid: Sendable {
  /// Columns, and rows as well.
  private let side: UInt32
  /// Each particle's cell.
  private var cellOf: [UInt32]
  /// Where each cell begins in the sorted order; one more for the end.
  private var cellStart: [UInt32]
  /// Particles sorted by cell, those of one cell by index.
  private var order: [UInt32]
  private var sortedX: [Float]
  private var sortedY: [Float]
  private var pushX: [Float]
  private var pushY: [Float]
  /// Each particle's acceleration to the right, points per second squared.
  private(set) var accelerationX: [Float]
  /// Each particle's acceleration downwards, points per second squared.
  private(set) var accelerationY: [Float]

  init(count: Int) {
    var side: UInt32 = 1
    while Int(side + 1) * Int(side + 1) <= count && side < 1024 { side += 1 }
    self.side = side
    let zeros = [Float](repeating: 0, count: count)
    let none = [UInt32](repeating: 0, count: count)
    cellOf = none
    cellStart = [UInt32](repeating: 0, count: Int(side * side) + 1)
    order = none
    sortedX = zeros
    sortedY = zeros
    pushX = zeros
    pushY = zeros
    accelerationX = zeros
    accelerationY = zeros
  }

  /// Writes what contacts do to every particle.
  ///
  /// - Returns: how many particles' pushes were cut down to the bound.
  mutating func findContacts(
    _ x: [Float], _ y: [Float], width: Float, height: Float, rules: ParticleRules
  ) -> UInt32 {
    let distance = rules.contactDistance
    sort(
      x, y, perWidth: 1 / max(distance, width / Float(side)),
      perHeight: 1 / max(distance, height / Float(side)))
    // The push (1 - u)² d with u = d²/D² is greatest, 0.2862 D, at d = D / √5.
    let scale = rules.contactAcceleration / (0.28621671 * distance)
    push(perSquare: 1 / (distance * distance), scale: scale)
    return handOut(limit: rules.maximumContactAcceleration)
  }

  private mutating func sort(
    _ x: [Float], _ y: [Float], perWidth: Float, perHeight: Float
  ) {
    let last = Float(side - 1)
    for cell in cellStart.indices { cellStart[cell] = 0 }
    for index in x.indices {
      let column = Self.clamp(x[index] * perWidth, last)
      let cell = Self.clamp(y[index] * perHeight, last) * side + column
      cellOf[index] = cell
      cellStart[Int(cell)] += 1
    }
    var sum: UInt32 = 0
    for cell in cellStart.indices {
      sum += cellStart[cell]
      cellStart[cell] = sum
    }
    // Placed from the last to the first, each cell's end moves down to its start.
    var index = x.count
    while index > 0 {
      index -= 1
      let cell = Int(cellOf[index])
      let place = cellStart[cell] - 1
      cellStart[cell] = place
      order[Int(place)] = UInt32(truncatingIfNeeded: index)
      sortedX[Int(place)] = x[index]
      sortedY[Int(place)] = y[index]
      pushX[Int(place)] = 0
      pushY[Int(place)] = 0
    }
  }

  /// A whole number from 0 to `last`; 0 for what is not a number.
  @inline(__always)
  private static func clamp(_ value: Float, _ last: Float) -> UInt32 {
    guard value > 0 else { return 0 }
    return UInt32(value < last ? value : last)
  }

  private mutating func push(perSquare: Float, scale: Float) {
    let side = Int(side)
    for row in 0..<side {
      for column in 0..<side {
        let cell = row * side + column
        let start = Int(cellStart[cell])
        let end = Int(cellStart[cell + 1])
        guard start < end else { continue }
        // The cell to the right follows in the sorted order, and so do the three cells below.
        let right = column + 1 < side ? Int(cellStart[cell + 2]) : end
        var (below, belowEnd) = (0, 0)
        if row + 1 < side {
          below = Int(cellStart[cell + side - (column > 0 ? 1 : 0)])
          belowEnd = Int(cellStart[cell + side + (column + 1 < side ? 2 : 1)])
        }
        for one in start..<end {
          push(one, against: one + 1..<right, perSquare, scale)
          push(one, against: below..<belowEnd, perSquare, scale)
        }
      }
    }
  }

  @inline(__always)
  private mutating func push(
    _ one: Int, against others: Range<Int>, _ perSquare: Float, _ scale: Float
  ) {
    let (x, y) = (sortedX[one], sortedY[one])
    var (sumX, sumY) = (pushX[one], pushY[one])
    for other in others {
      let (dx, dy) = (x - sortedX[other], y - sortedY[other])
      let gap = 1 - (dx * dx + dy * dy) * perSquare
      guard gap > 0 else { continue }
      let strength = scale * gap * gap
      let (px, py) = (dx * strength, dy * strength)
      sumX += px
      sumY += py
      pushX[other] -= px
      pushY[other] -= py
    }
    pushX[one] = sumX
    pushY[one] = sumY
  }

  private mutating func handOut(limit: Float) -> UInt32 {
    var limited: UInt32 = 0
    for place in order.indices {
      var (px, py) = (pushX[place], pushY[place])
      let squared = px * px + py * py
      if squared > limit * limit {
        let factor = limit / squared.squareRoot()
        px *= factor
        py *= factor
        limited += 1
      }
      accelerationX[Int(order[place])] = px
      accelerationY[Int(order[place])] = py
    }
    return limited
  }
}
