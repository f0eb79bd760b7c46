internal import CPlatform

/// Valgrind, when it executes this process.
package enum Valgrind {
  /// Whether this build can tell valgrind where a region begins and ends.
  package static var canMark: Bool { simbench_valgrind_can_mark() }

  /// Whether this process is executed by valgrind.
  package static var isRunning: Bool { simbench_valgrind_is_running() }

  /// Makes callgrind begin to count, or stop; does nothing elsewhere.
  package static func toggleCollection() { simbench_valgrind_toggle_collection() }
}
