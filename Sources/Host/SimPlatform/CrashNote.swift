internal import CPlatform

/// What a process writes to standard error when a trap ends it: what its thread was doing.
///
/// A scene's precondition that fails ends the whole process; which run of thousands that was would
/// have to be guessed.
package enum CrashNote {
  /// Lets notes be written; calling it again changes nothing, and two threads do not call it at
  /// once.
  package static func install() { simbench_crash_note_install() }

  /// Sets the note of this thread, a line of up to 2,047 bytes; nil for none.
  package static func set(_ line: String?) {
    guard let line else { return simbench_crash_note_set(nil) }
    unsafe (line + "\n").withCString { unsafe simbench_crash_note_set($0) }
  }
}
