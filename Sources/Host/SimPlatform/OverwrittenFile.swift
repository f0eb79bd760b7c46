#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file with new content, written in place since the system refuses to replace it by a rename.
///
/// That is the case for a file that is a mount itself, as containers mount single files. Its old
/// content is kept next to it until the end of the transaction, also if the process is killed.
struct OverwrittenFile {
  private let path: String
  private let copy: TemporaryFile

  /// Whether a rename that failed with this error was refused because of the target.
  static func isNeeded(_ error: SystemError) -> Bool {
    error.code == EBUSY || error.code == EXDEV
  }

  /// Copies the old content next to the file, then overwrites the file.
  ///
  /// - Parameters:
  ///   - path: The file, as messages name it.
  ///   - target: The file with its directory resolved.
  ///   - source: The file with the new content.
  ///   - reason: The error of the rename.
  /// - Throws: `machine`, `diskFull`, `unreadable` or `unwritable`; the file then has its old
  ///   content.
  init(
    _ path: String, at target: String, from source: String, since reason: SystemError
  ) throws(FileError) {
    // Both are read before anything is written, so that an unreadable file is left as it is.
    let (old, new) = (try Self.bytes(of: target), try Self.bytes(of: source))
    do {
      let copy = try TemporaryFile.create(in: FileStore.parentDirectory(of: target))
      try copy.fill(old, permissions: 0o600)
      (self.path, self.copy) = (target, copy)
    } catch {
      throw .writing(path, error)
    }
    // A signal must not delete the only complete copy.
    copy.keep()
    do {
      try Self.overwrite(target, with: new)
    } catch {
      restore()
      throw .writing(path, error)
    }
    FileRegister.current?.say("\(path): written in place, since a rename fails: \(reason.reason)")
  }

  /// Writes the old content back.
  func restore() {
    do {
      try Self.overwrite(path, with: Self.bytes(of: copy.path))
      deleteCopy()
    } catch {
      FileRegister.current?.say("\(path): cannot be restored; its old content is in \(copy.path)")
    }
  }

  /// Deletes the copy of the old content.
  func deleteCopy() { unlink(copy.path) }

  private static func bytes(of path: String) throws(FileError) -> [UInt8] {
    // Not an input: once recorded as read, the file could not be replaced.
    let bytes = FileRegister.$current.withValue(nil) {
      Result { () throws(FileError) in
        try FileStore.read(path, limitByteCount: .max, isInput: false)
      }
    }
    return try bytes.get()
  }

  private static func overwrite(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    let descriptor = try SystemCalls.openFile(path, O_WRONLY)
    do throws(SystemError) {
      let outcome = bytes.withUnsafeBytes { buffer -> Result<Void, SystemError> in
        Result { () throws(SystemError) in try SystemCalls.writeAll(descriptor, buffer) }
      }
      try outcome.get()
      guard ftruncate(descriptor, off_t(bytes.count)) == 0 else { throw SystemError.last }
      try SystemCalls.sync(descriptor)
    } catch {
      _ = close(descriptor)
      throw error
    }
    try SystemCalls.closeFile(descriptor)
  }
}
