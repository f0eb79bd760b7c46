/// The painting order of members of different sizes.
enum PaintOrder {
  /// Indices by ascending radius, then by index: far ones first.
  static func farToNear(_ radius: [Float]) -> [UInt16] {
    var order = radius.indices.map { UInt16($0) }
    // Insertion sort: stable on every target, and runs only once.
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
