internal import CPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Several files written as one: either all of them appear, or none.
///
/// `stage` writes each to a temporary file beside its target; `commit` renames them all. A failure
/// on the way, or letting go of the transaction, removes the temporary files and the directories
/// made for them, and puts targets that were already replaced back. An interrupt does the same up
/// to the renames, which follow each other without a pause.
///
/// No file is replaced that the current `FileRegister` says was read.
package final class FileTransaction {
  /// What becomes of a file that is there already.
  package enum Existing: Sendable {
    /// It is replaced, unless it was read as input.
    case replaced
    /// It is replaced even if it was read, as long as that was by this very path: it is brought up
    /// to date.
    case updated
    /// It stays, and the transaction fails.
    case kept
  }

  private struct Staged {
    var path: String
    var target: String
    var file: TemporaryFile
    var existing: Existing
    /// The new file.
    var identity: FileIdentity
    /// The file to be replaced; nil when there is none.
    var oldIdentity: FileIdentity?
    var backup: (path: String, ticket: Int32)?
  }

  private struct Direct {
    var path: String
    var target: OutputTarget
    var bytes: [UInt8]
  }

  private var staged: [Staged] = []
  private var direct: [Direct] = []
  private var madeDirectories: [String] = []
  private var isOpen = true

  /// Begins a transaction without files.
  package init() {}

  deinit { discard() }

  /// How many files are staged.
  package var fileCount: Int { staged.count + direct.count }

  /// Writes a file that `commit` will put in place; missing directories are made.
  ///
  /// Bytes for an existing device or pipe are kept until `commit`.
  ///
  /// - Parameter existing: what becomes of a file that is there already.
  /// - Throws: `isDirectory`, `notADirectory`, `unwritable` or `diskFull`; the transaction is then
  ///   discarded. A target staged before, or one that was read, is `unwritable`.
  /// - Precondition: neither `commit` nor `discard` was called.
  package func stage(
    _ bytes: [UInt8], at path: String, existing: Existing = .replaced
  ) throws(FileError) {
    precondition(isOpen, "a transaction that ended takes no more files")
    do throws(FileError) {
      let target = try OutputTarget.resolve(path)
      try target.checkIsNotRead(path, isUpdate: existing == .updated)
      switch target {
      case .file(let name, let permissions):
        if existing == .kept && permissions != nil { throw Self.isThere(path) }
        try stageFile(bytes, path, name, permissions, existing)
      case let target:
        direct.append(Direct(path: path, target: target, bytes: bytes))
      }
    } catch {
      discard()
      throw error
    }
  }

  /// Writes text in UTF-8 that `commit` will put in place; otherwise like `stage` for bytes.
  ///
  /// - Throws: what `stage` throws for bytes.
  package func stage(
    _ text: String, at path: String, existing: Existing = .replaced
  ) throws(FileError) {
    try stage(Array(text.utf8), at: path, existing: existing)
  }

  /// Puts all files in place.
  ///
  /// Devices and pipes come first, because what they have taken cannot be taken back.
  ///
  /// - Throws: `unwritable`, `diskFull`, `notFound` or `interrupted`; every target is then as it
  ///   was.
  /// - Precondition: neither `commit` nor `discard` was called.
  package func commit() throws(FileError) {
    precondition(isOpen, "a transaction ends only once")
    simbench_critical_begin()
    defer { simbench_critical_end() }
    do throws(FileError) {
      // Again, since much may have happened after they were staged.
      for one in staged {
        try OutputTarget.file(path: one.target, permissions: nil)
          .checkIsNotRead(one.path, isUpdate: one.existing == .updated)
      }
      for output in direct {
        try output.target.checkIsNotRead(output.path, isUpdate: false)
        do throws(SystemError) {
          try output.target.writeDirectly(output.bytes)
        } catch {
          throw .writing(output.path, error)
        }
      }
    } catch {
      discard()
      throw error
    }
    for index in staged.indices {
      do {
        try putInPlace(index)
      } catch {
        putBack(upTo: index)
        discard()
        throw error
      }
    }
    isOpen = false
    for one in staged {
      one.file.keep()
      if let backup = one.backup { Self.remove(backup) }
    }
    for directory in Set(staged.map { FileStore.parentDirectory(of: $0.target) }) {
      SystemCalls.syncDirectory(directory)
    }
  }

  /// Removes everything staged; does nothing after `commit` or a second time.
  package func discard() {
    guard isOpen else { return }
    isOpen = false
    for one in staged { one.file.remove() }
    for directory in madeDirectories.reversed() { rmdir(directory) }
  }

  // MARK: - Inside

  private static func isThere(_ path: String) -> FileError {
    .unwritable(path: path, reason: "it is already there; nothing is overwritten")
  }

  private static func isTwice(_ path: String) -> FileError {
    .unwritable(path: path, reason: "two outputs have this name")
  }

  private func stageFile(
    _ bytes: [UInt8], _ path: String, _ target: String, _ permissions: mode_t?,
    _ existing: Existing
  ) throws(FileError) {
    do {
      let directory = FileStore.parentDirectory(of: target)
      try FileStore.makeDirectories(directory, made: &madeDirectories)
      let resolved = try Self.resolved(target, in: directory)
      let old = permissions == nil ? nil : try SystemCalls.status(resolved).identity
      if staged.contains(where: { $0.target == resolved || (old != nil && $0.oldIdentity == old) })
      {
        throw Self.isTwice(path)
      }
      let file = try TemporaryFile.create(in: directory)
      let identity = try file.identity()
      try file.fill(bytes, permissions: permissions)
      staged.append(
        Staged(
          path: path, target: resolved, file: file, existing: existing, identity: identity,
          oldIdentity: old))
    } catch let error as FileError {
      throw error
    } catch let error as SystemError {
      throw .writing(path, error)
    } catch {
      throw .unwritable(path: path, reason: "\(error)")
    }
  }

  /// The target with its directory spelled out, so that two spellings of one file are the same.
  private static func resolved(_ target: String, in directory: String) throws(SystemError) -> String
  {
    guard let raw = realpath(directory, nil) else { throw .last }
    defer { free(raw) }
    let parent = String(cString: raw)
    let name = target.split(separator: "/").last.map(String.init) ?? target
    return parent == "/" ? "/" + name : parent + "/" + name
  }

  private func putInPlace(_ index: Int) throws(FileError) {
    let one = staged[index]
    // Where case does not count, two names may lead to what this transaction has just put there.
    if let now = FileIdentity(one.target), staged[..<index].contains(where: { $0.identity == now })
    {
      throw Self.isTwice(one.path)
    }
    do {
      if one.existing == .kept {
        try SystemCalls.renameNewFile(one.file.path, to: one.target)
        return
      }
      if staged.count > 1 && one.oldIdentity != nil { staged[index].backup = try Self.backup(one) }
      try SystemCalls.renameFile(one.file.path, to: one.target)
    } catch {
      throw error.code == EEXIST ? Self.isThere(one.path) : .writing(one.path, error)
    }
  }

  private static func backup(_ one: Staged) throws(SystemError) -> (path: String, ticket: Int32) {
    let backup = FileStore.parentDirectory(of: one.target) + "/" + TemporaryFile.uniqueName()
    if let code = FileFaults.current?.failure(at: .backup) { throw SystemError(code: code) }
    // A second name keeps the target in sight all along; some file systems have none.
    let ticket = simbench_pending_add(backup)
    if link(one.target, backup) == 0 { return (backup, ticket) }
    // The only name of the old file is nothing to delete.
    simbench_pending_remove(ticket)
    guard rename(one.target, backup) == 0 else { throw .last }
    return (backup, -1)
  }

  private static func remove(_ backup: (path: String, ticket: Int32)) {
    unlink(backup.path)
    simbench_pending_remove(backup.ticket)
  }

  /// Undoes the renames before `failed`, and its backup, newest first.
  private func putBack(upTo failed: Int) {
    for index in (0...failed).reversed() {
      let one = staged[index]
      if let backup = one.backup {
        // Two names of one file: the rename does nothing and leaves the second name.
        rename(backup.path, one.target)
        Self.remove(backup)
      } else if index < failed {
        unlink(one.target)
      }
    }
  }
}
