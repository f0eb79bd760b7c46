import SimbenchKit

/// A position on the path that follows the ink and only moves forward, by a limited distance at a
/// time.
struct OrderPointer: Sendable {
  private let reach: Float
  /// The number of passed nodes, from the start of the first stroke; 0 before the first.
  private(set) var passed: UInt32 = 0

  /// - Parameter reach: The maximum advance along the path per piece of ink, in points.
  init(reach: Float) {
    self.reach = reach
  }

  /// Advances to the nearest node within reach, if the ink is on it.
  mutating func follow(_ ink: Vector2, _ path: TracePath, tolerance: Float) {
    let first = passed > 0 ? Int(passed) - 1 : 0
    let limit = path.nodeArc[first] + reach
    var best = first
    var minimum = Float.infinity
    var node = first
    while node < path.nodes.count && path.nodeArc[node] <= limit {
      let squared = (path.nodes[node] - ink).lengthSquared
      if squared < minimum {
        minimum = squared
        best = node
      }
      node += 1
    }
    if minimum <= tolerance * tolerance { passed = UInt32(best) + 1 }
  }

  /// Adopts the position on the same path of another size.
  mutating func take(from other: OrderPointer, _ from: TracePath, _ to: TracePath) {
    passed = 0
    guard other.passed > 0 else { return }
    guard Int(other.passed) < from.nodes.count else {
      passed = UInt32(to.nodes.count)
      return
    }
    let share = from.length > 0 ? from.nodeArc[Int(other.passed) - 1] / from.length : 0
    passed = 1
    while Int(passed) < to.nodes.count, to.nodeArc[Int(passed)] <= share * to.length {
      passed += 1
    }
  }

  func share(of path: TracePath) -> Float { Float(passed) / Float(path.nodes.count) }
}

extension OrderPointer: StateFields {
  /// Visits the position; the reach follows from the plan.
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.derived("reach")
    visitor.field(&passed, "passed")
  }
}
