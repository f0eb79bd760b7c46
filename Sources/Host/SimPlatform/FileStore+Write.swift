#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FileStore {
  /// Replaces a file atomically, or creates it and the directories above it.
  ///
  /// The bytes are written to a temporary file next to the target, synced to the disk, and renamed
  /// to the target in one step. If anything fails, the old file is unchanged and nothing else is
  /// left behind. An existing device or pipe, such as `/dev/stdout`, is written directly.
  ///
  /// - Throws: `isDirectory`, `notADirectory`, `unwritable` or `diskFull`.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let transaction = FileTransaction()
    try transaction.stage(bytes, at: path)
    try transaction.commit()
  }

  /// Replaces a file atomically with UTF-8 text; otherwise like `write(_:to:)`.
  ///
  /// - Throws: `isDirectory`, `notADirectory`, `unwritable` or `diskFull`.
  package static func write(_ text: String, to path: String) throws(FileError) {
    try write(Array(text.utf8), to: path)
  }

  /// Checks early whether a file can be written, and leaves nothing behind.
  ///
  /// Missing directories count as writable if the nearest existing one is. Use it before a long
  /// run, although the disk may still fill up. A pipe is opened, and kept open for the write in the
  /// current `FileRegister`; this waits up to two seconds for its reader.
  ///
  /// - Parameter isUpdate: Whether the file replaces the one that was read from this path.
  /// - Throws: The errors of `write(_:to:)`.
  package static func checkWritable(
    file path: String, isUpdate: Bool = false
  ) throws(FileError) {
    let target = try OutputTarget.resolve(path)
    try target.checkIsNotRead(path, isUpdate: isUpdate)
    switch target {
    case .device: return
    case .pipe: try FileRegister.current?.keepPipe(path)
    case .descriptor(let descriptor):
      let mode = fcntl(descriptor, F_GETFL)
      guard mode >= 0 else { throw .writing(path, .last) }
      if mode & O_ACCMODE == O_RDONLY { throw .writing(path, SystemError(code: EACCES)) }
    case .file(let resolved, _):
      try probe(directory: parentDirectory(of: resolved), namedAs: path)
    }
  }

  /// Checks early whether files can be written to a directory, and leaves nothing behind.
  ///
  /// A directory that does not exist counts as writable if the nearest existing one above it is.
  ///
  /// - Throws: `notADirectory`, `unwritable` or `diskFull`.
  package static func checkWritable(directory path: String) throws(FileError) {
    do {
      try checkPath(path)
    } catch {
      throw .writing(path, error)
    }
    try probe(directory: path, namedAs: path)
  }

  /// Creates and deletes a file in the nearest existing directory: permission bits do not reflect
  /// read-only file systems, quotas and access lists.
  private static func probe(directory: String, namedAs path: String) throws(FileError) {
    var nearest = directory
    while true {
      let status: SystemCalls.Status
      do throws(SystemError) {
        status = try SystemCalls.status(nearest)
      } catch {
        let parent = parentDirectory(of: nearest)
        guard error.code == ENOENT, parent != nearest else { throw .writing(path, error) }
        nearest = parent
        continue
      }
      do throws(SystemError) {
        guard status.kind == .directory else { throw SystemError(code: ENOTDIR) }
        try TemporaryFile.create(in: nearest).abandon()
        return
      } catch {
        // For an existing directory such as /proc, this error is not a reason to check the parent.
        guard error.code == ENOENT else { throw .writing(path, error) }
        throw .unwritable(path: path, reason: "its folder takes no new files")
      }
    }
  }
}
