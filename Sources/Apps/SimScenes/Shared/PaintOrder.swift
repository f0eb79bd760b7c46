/// The order in which things of different sizes are painted.
enum PaintOrder {
  /// Indices by ascending radius, ties by index: the far ones first.
  static func farToNear(_ radius: [Float]) -> [UInt16] {
    var order = radius.indices.map { UInt16($0) }
    // Insertion sort: stable on every target, and run once.
    for position in order.indices.dropFirst() {
      var slot = position
      while slot > 0, radius[Int(order[slot - 1])] > radius[Int(order[slot])] {
        order.swapAt(slot - 1, slot)
        slot -= 1
      }
    }
    return order
  }
}
