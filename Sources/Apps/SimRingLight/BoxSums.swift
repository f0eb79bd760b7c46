/// Sums over squares of a plane, at the same cost whatever the squares' size.
///
/// A square that reaches beyond the plane is cut off. Whole numbers only, so that the order of
/// additions changes nothing and what was added can be taken off again exactly.
///
/// Method: a sum for each column, to which the entering row is added and from which the leaving row
/// is taken, and a sum that slides along them: four additions for an element, where the plain form
/// has (2 radius + 1)².
package struct BoxSums<Value: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
  private var columns: [Value]

  /// Takes storage for planes of so many columns.
  package init(maximumWidth: Int) {
    columns = [Value](repeating: 0, count: maximumWidth)
  }

  /// Sums the squares that reach `radius` in all four directions around each element.
  ///
  /// Sums may wrap around where a square's sum does not fit.
  /// - Complexity: O(width * height), whatever the radius.
  package mutating func sum(
    _ source: [Value], width: Int, height: Int, radius: Int, into target: inout [Value]
  ) {
    precondition(width > 0 && width <= columns.count && height > 0 && radius >= 0, "plane size")
    precondition(source.count >= width * height && target.count >= width * height, "plane size")
    for column in 0..<width { columns[column] = 0 }
    for row in 0..<min(radius, height) { add(source, row * width, width) }
    for row in 0..<height {
      if row + radius < height { add(source, (row + radius) * width, width) }
      if row > radius { subtract(source, (row - radius - 1) * width, width) }
      slide(row * width, width, radius, &target)
    }
  }

  private mutating func add(_ source: [Value], _ start: Int, _ width: Int) {
    let source = source.span
    var columns = columns.mutableSpan
    for column in 0..<width { columns[column] &+= source[start &+ column] }
  }

  private mutating func subtract(_ source: [Value], _ start: Int, _ width: Int) {
    let source = source.span
    var columns = columns.mutableSpan
    for column in 0..<width { columns[column] &-= source[start &+ column] }
  }

  private func slide(_ start: Int, _ width: Int, _ radius: Int, _ target: inout [Value]) {
    let columns = columns.span
    var target = target.mutableSpan
    var sum: Value = 0
    for column in 0..<min(radius, width) { sum &+= columns[column] }
    // In three parts, so that the long one asks nothing.
    let entering = max(0, width - radius)
    let leaving = min(width, radius + 1)
    for column in 0..<min(entering, leaving) {
      sum &+= columns[column &+ radius]
      target[start &+ column] = sum
    }
    if entering > leaving {
      for column in leaving..<entering {
        sum &+= columns[column &+ radius] &- columns[column &- radius &- 1]
        target[start &+ column] = sum
      }
    } else if leaving > entering {
      for column in entering..<leaving { target[start &+ column] = sum }
    }
    for column in max(entering, leaving)..<max(width, max(entering, leaving)) {
      sum &-= columns[column &- radius &- 1]
      target[start &+ column] = sum
    }
  }

  /// How many elements the square around a place has.
  @inline(__always)
  package static func count(
    _ place: Int, _ length: Int, _ radius: Int
  ) -> Int {
    min(place &+ radius, length &- 1) &- max(place &- radius, 0) &+ 1
  }
}
