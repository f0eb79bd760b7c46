extension Math {
  /// The sum of many numbers in a guaranteed order.
  ///
  /// Four double-precision lanes: lane i adds the elements i, i + 4, i + 8 … in that order; the
  /// result is (lane 0 + lane 1) + (lane 2 + lane 3), rounded once to single precision. The
  /// explicit order leaves no choice to the compiler or CPU.
  ///
  /// - Complexity: O(count)
  public static func sum(_ values: Span<Float>) -> Float {
    var lane0 = 0.0
    var lane1 = 0.0
    var lane2 = 0.0
    var lane3 = 0.0
    let whole = values.count & ~3
    var index = 0
    while index < whole {
      lane0 += Double(values[index])
      lane1 += Double(values[index + 1])
      lane2 += Double(values[index + 2])
      lane3 += Double(values[index + 3])
      index += 4
    }
    if index < values.count { lane0 += Double(values[index]) }
    if index + 1 < values.count { lane1 += Double(values[index + 1]) }
    if index + 2 < values.count { lane2 += Double(values[index + 2]) }
    return Float((lane0 + lane1) + (lane2 + lane3))
  }
}
