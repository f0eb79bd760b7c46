internal import CPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A new file with a name of its own, deleted by the interrupt handler as long as it is pending.
struct TemporaryFile {
  let path: String
  let descriptor: Int32
  private let ticket: Int32

  /// Makes the file, hidden and beside the target so that a rename stays on one file system.
  static func create(in directory: String) throws(SystemError) -> TemporaryFile {
    StandardStreams.ignoreWriteSignals()
    while true {
      let separator = directory.hasSuffix("/") ? "" : "/"
      let path = directory + separator + uniqueName()
      // Told before it exists, so that no signal can fall in between.
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

  /// A hidden name that no other file has; also used for the second name of an old file.
  static func uniqueName() -> String {
    ".simbench-" + String(UInt64.random(in: .min ... .max), radix: 36) + ".tmp"
  }

  /// Where it is; on failure the file is gone.
  func identity() throws(SystemError) -> FileIdentity {
    do {
      return try SystemCalls.status(descriptor: descriptor).identity
    } catch {
      abandon()
      throw error
    }
  }

  /// Writes the bytes, forces them to the disk and closes; on failure the file is gone.
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

  /// Deletes the file, which is closed already.
  func remove() {
    unlink(path)
    simbench_pending_remove(ticket)
  }

  /// Says that the file has its final name.
  func keep() {
    simbench_pending_remove(ticket)
  }
}
