internal import CPlatform

/// A request to stop, by Ctrl-C or from a parent process.
///
/// The first signal sets a flag that long loops check between frames in order to end cleanly; it is
/// passed on to the programs run by `ProcessRunner`, and ends every wait. A second signal, or
/// SIGQUIT, immediately ends those programs, deletes unfinished files and temporary folders, and
/// ends the process with code 130.
package enum Interrupt {
  /// Starts to handle SIGINT, SIGTERM, SIGHUP and SIGQUIT; repeated calls have no effect.
  ///
  /// If the parent process ignored SIGHUP, it stays ignored.
  package static func install() { simbench_interrupt_install() }

  /// Restores the previous signal handlers.
  package static func uninstall() { simbench_interrupt_uninstall() }

  /// Whether a signal arrived since the last `reset`; costs one atomic load.
  package static var isRequested: Bool { simbench_interrupt_is_requested() }

  /// Clears received signals.
  package static func reset() { simbench_interrupt_reset() }

  /// Deletes the temporary files of all unfinished writes and transactions.
  ///
  /// For exiting after an interrupt; the interrupted writes fail. Existing files keep their
  /// content.
  package static func removePendingFiles() { simbench_pending_delete_all() }
}
