internal import CPlatform

/// What the processor does with numbers that are too small for a normal one.
package enum Arithmetic {
  /// The variable that makes this process flush subnormal numbers, as a library might.
  ///
  /// Any value does. It is for `verify`, which has to see it noticed.
  package static var flushVariable: String { "SIMBENCH_FLUSH_SUBNORMALS" }

  /// Makes the calling thread, and those that it starts, flush subnormal numbers to zero.
  ///
  /// - Returns: whether this processor can.
  @discardableResult
  package static func setFlushing(_ isFlushing: Bool) -> Bool {
    simbench_flush_subnormals(isFlushing)
  }
}
