internal import CPlatform

/// A wish to stop, sent by Ctrl-C or by a parent process.
///
/// The first signal sets a flag, which a long loop asks for between frames and then ends in order;
/// it is passed on to the programs that `ProcessRunner` runs, and ends every wait. A second one, or
/// SIGQUIT, ends those programs, deletes the unfinished files and the temporary folders, and ends
/// the process with code 130 at once.
package enum Interrupt {
  /// Starts listening for SIGINT, SIGTERM, SIGHUP and SIGQUIT; calling it again changes nothing.
  ///
  /// A SIGHUP that the parent process had ignored stays ignored.
  package static func install() { simbench_interrupt_install() }

  /// Gives the signals back what they did before.
  package static func uninstall() { simbench_interrupt_uninstall() }

  /// Whether a signal came since the last `reset`; costs one atomic load.
  package static var isRequested: Bool { simbench_interrupt_is_requested() }

  /// Forgets the signals that came.
  package static func reset() { simbench_interrupt_reset() }

  /// Deletes every temporary file of a write or transaction that has not finished.
  ///
  /// For the way out after an interrupt; the writes it cuts short then fail. Files that were
  /// already there keep what they held.
  package static func removePendingFiles() { simbench_pending_delete_all() }
}
