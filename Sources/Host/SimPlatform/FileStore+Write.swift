#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FileStore {
  /// Replaces a file as a whole, or makes it and the directories above it.
  ///
  /// The bytes go to a temporary file beside the target, reach the disk, and take the target's
  /// name in one step. Whatever fails, the old file is as it was and nothing else is left behind.
  /// An existing device or pipe, such as `/dev/stdout`, is written into directly.
  ///
  /// - Throws: `isDirectory`, `notADirectory`, `unwritable` or `diskFull`.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let transaction = FileTransaction()
    try transaction.stage(bytes, at: path)
    try transaction.commit()
  }

  /// Replaces a file as a whole with text in UTF-8; otherwise like `write(_:to:)`.
  ///
  /// - Throws: `isDirectory`, `notADirectory`, `unwritable` or `diskFull`.
  package static func write(_ text: String, to path: String) throws(FileError) {
    try write(Array(text.utf8), to: path)
  }

  /// Finds out early whether a file could be written, and leaves nothing behind.
  ///
  /// Missing directories count as writable when the nearest one that exists is. For the start of
  /// a long run; the disk may of course still fill up before its end. A pipe is opened, and kept
  /// open for the write in the current `FileRegister`; that waits two seconds for its reader.
  ///
  /// - Parameter isUpdate: whether the file replaces what was read from this very path.
  /// - Throws: what `write(_:to:)` would throw.
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

  /// Finds out early whether files could be written into a directory, and leaves nothing behind.
  ///
  /// A directory that does not exist counts as writable when the nearest one above it is.
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

  /// Makes and removes a file in the nearest directory that exists: permission bits alone do not
  /// know about read-only file systems, quotas and access lists.
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
        // Said of a directory that is there, as /proc says it, it is no reason to look above.
        guard error.code == ENOENT else { throw .writing(path, error) }
        throw .unwritable(path: path, reason: "its folder takes no new files")
      }
    }
  }
}
