internal import CPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A new file with a unique name; the interrupt handler deletes it while it is pending.
struct TemporaryFile {
  let path: String
  let descriptor: Int32
  private let ticket: Int32

  /// Creates the file, hidden and next to the target, so that a rename stays within the file
  /// system.
  static func create(in directory: String) throws(SystemError) -> TemporaryFile {
    StandardStreams.ignoreWriteSignals()
    while true {
      let separator = directory.hasSuffix("/") ? "" : "/"
      let path = directory + separator + uniqueName()
      // Recorded before it exists, so that a signal in between is handled.
      let ticket = simbench_pending_add(path)
      do {
        let descriptor = try SystemCalls.openFile(path, O_WRONLY | O_CREAT | O_EXCL)
        return TemporaryFile(path: path, descriptor: descriptor, ticket: ticket)
      } catch {
        simbench_pending_remove(ticket)
        if error.code != EEXIST { throw error }
      }
    }
  }

  /// A unique hidden name; also used for the second name of an old file.
  static func uniqueName() -> String {
    ".simbench-" + String(UInt64.random(in: .min ... .max), radix: 36) + ".tmp"
  }

  /// The file's identity; on failure the file is deleted.
  func identity() throws(SystemError) -> FileIdentity {
    do {
      return try SystemCalls.status(descriptor: descriptor).identity
    } catch {
      abandon()
      throw error
    }
  }

  /// Writes the bytes, syncs them to the disk and closes the file; on failure the file is deleted.
  func fill(_ bytes: [UInt8], permissions: mode_t?) throws(SystemError) {
    do {
      let outcome = bytes.withUnsafeBytes { buffer -> Result<Void, SystemError> in
        Result { () throws(SystemError) in try SystemCalls.writeAll(descriptor, buffer) }
      }
      try outcome.get()
      if let permissions { fchmod(descriptor, permissions) }
      try SystemCalls.sync(descriptor)
    } catch {
      abandon()
      throw error
    }
    do {
      // Not in the block above: a descriptor whose close failed must not be closed again.
      try SystemCalls.closeFile(descriptor)
    } catch {
      remove()
      throw error
    }
  }

  /// Closes and deletes the file.
  func abandon() {
    _ = close(descriptor)
    remove()
  }

  /// Deletes the file, which is already closed.
  func remove() {
    unlink(path)
    simbench_pending_remove(ticket)
  }

  /// Marks the file as final after it was renamed.
  func keep() {
    simbench_pending_remove(ticket)
  }
}
