/// Sums over squares of a plane, at a cost that does not depend on the size of the squares.
///
/// Squares are clipped at the plane's edges. Elements are integers, so that the order of additions
/// does not matter and subtraction is exact.
///
/// Method: one sum per column, updated by adding the entering row and subtracting the leaving row,
/// and a sum that slides along the columns: four additions per element, instead of (2 radius + 1)².
package struct BoxSums<Value: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
  private var columns: [Value]

  /// Allocates storage for planes of up to `maximumWidth` columns.
  package init(maximumWidth: Int) {
    columns = [Value](repeating: 0, count: maximumWidth)
  }

  /// Sums the squares that extend `radius` elements in each direction around each element.
  ///
  /// A sum that does not fit `Value` wraps around.
  /// - Complexity: O(width * height), regardless of the radius.
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
    // Split into three loops, so that the long one has no branches.
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

  /// The number of elements along one side of the clipped square around a place.
  @inline(__always)
  package static func count(
    _ place: Int, _ length: Int, _ radius: Int
  ) -> Int {
    min(place &+ radius, length &- 1) &- max(place &- radius, 0) &+ 1
  }
}
