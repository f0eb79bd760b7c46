internal import CPlatform

/// Valgrind, if it runs this process.
package enum Valgrind {
  /// Whether this build can mark the start and end of a region for valgrind.
  package static var canMark: Bool { simbench_valgrind_can_mark() }

  /// Whether valgrind can start here: on Linux it reads its own memory map from `/proc`.
  package static var canStart: Bool {
    #if os(Linux)
      FileStore.exists("/proc/self/maps")
    #else
      true
    #endif
  }

  /// Whether valgrind runs this process.
  package static var isRunning: Bool { simbench_valgrind_is_running() }

  /// Makes callgrind start or stop counting; has no effect without it.
  package static func toggleCollection() { simbench_valgrind_toggle_collection() }
}
