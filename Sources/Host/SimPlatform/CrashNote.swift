internal import CPlatform

/// Writes a note about the thread's current work to standard error if a trap ends the process.
///
/// A failed precondition in a scene ends the whole process; the note tells which of thousands of
/// runs caused it.
package enum CrashNote {
  /// Enables notes; repeated calls have no effect, but calls must not be concurrent.
  package static func install() { simbench_crash_note_install() }

  /// Sets this thread's note, a line of up to 2,047 bytes; nil for none.
  package static func set(_ line: String?) {
    guard let line else { return simbench_crash_note_set(nil) }
    unsafe (line + "\n").withCString { unsafe simbench_crash_note_set($0) }
  }
  /// Sets the frame, or the step of a model, that this thread begins; allocates nothing.
  package static func setStep(_ step: UInt32) { simbench_trap_step_set(step) }
}
