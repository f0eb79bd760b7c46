/// The minimum-cost one-to-one assignment of the rows of a square table to its columns.
///
/// The Hungarian method with shortest augmenting paths (Jonker and Volgenant, 1987).
///
/// - Complexity: O(n³).
enum Assignment {
  /// The assigned column of each row.
  ///
  /// - Precondition: `costs` holds `count * count` finite numbers, row by row.
  static func cheapest(_ costs: [Float], count: Int) -> [Int] {
    precondition(costs.count == count * count, "a square table")
    // Rows and columns count from 1; column 0 stands for the row that is being assigned.
    var rowPrice = [Float](repeating: 0, count: count + 1)
    var columnPrice = rowPrice
    var rowOf = [Int](repeating: 0, count: count + 1)
    var cameFrom = rowOf
    for row in 1...count {
      rowOf[0] = row
      var column = 0
      var minima = [Float](repeating: .infinity, count: count + 1)
      var isVisited = [Bool](repeating: false, count: count + 1)
      repeat {
        isVisited[column] = true
        let current = rowOf[column]
        var (gap, next) = (Float.infinity, 0)
        for other in 1...count where !isVisited[other] {
          let cost = costs[(current - 1) * count + other - 1]
          let reduced = cost - rowPrice[current] - columnPrice[other]
          if reduced < minima[other] {
            minima[other] = reduced
            cameFrom[other] = column
          }
          if minima[other] < gap || next == 0 { (gap, next) = (minima[other], other) }
        }
        for other in 0...count {
          if isVisited[other] {
            rowPrice[rowOf[other]] += gap
            columnPrice[other] -= gap
          } else {
            minima[other] -= gap
          }
        }
        column = next
      } while rowOf[column] != 0
      while column != 0 {
        rowOf[column] = rowOf[cameFrom[column]]
        column = cameFrom[column]
      }
    }
    var columnOf = [Int](repeating: 0, count: count)
    for column in 1...count { columnOf[rowOf[column] - 1] = column - 1 }
    return columnOf
  }
}
