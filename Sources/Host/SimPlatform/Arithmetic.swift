internal import CPlatform

/// The CPU's treatment of subnormal numbers.
package enum Arithmetic {
  /// The environment variable that makes this process flush subnormal numbers, as a library might.
  ///
  /// Any value enables it. Used by `verify`, which must detect the difference.
  package static var flushVariable: String { "SIMBENCH_FLUSH_SUBNORMALS" }

  /// Makes the calling thread, and threads that it starts, flush subnormal numbers to zero.
  ///
  /// - Returns: Whether the CPU supports it.
  @discardableResult
  package static func setFlushing(_ isFlushing: Bool) -> Bool {
    simbench_flush_subnormals(isFlushing)
  }
}
