internal import CPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes several files atomically: either all of them appear, or none.
///
/// `stage` writes each file to a temporary file next to its target; `commit` renames them all. On a
/// failure, or if the transaction is released, temporary files and created directories are removed,
/// and targets that were already replaced are restored. An interrupt has the same effect before the
/// renames, which follow each other without a pause. A target that cannot be replaced by a rename,
/// such as a mount, is written in place, and the current `FileRegister` says so.
///
/// Files that the current `FileRegister` has recorded as read are not replaced.
package final class FileTransaction {
  /// The treatment of an existing file.
  package enum Existing: Sendable {
    /// Replace it, unless it was read as input.
    case replaced
    /// Replace it even if it was read by this path: it is updated in place.
    case updated
    /// Append to it; a missing file is created.
    case appended
    /// Keep it; the transaction fails.
    case kept
  }

  private struct Staged {
    var path: String
    var target: String
    var file: TemporaryFile
    var existing: Existing
    /// The identity of the new file.
    var identity: FileIdentity
    /// The identity of the file to replace; nil if there is none.
    var oldIdentity: FileIdentity?
    var backup: (path: String, ticket: Int32)?
    /// The target, if it was written in place instead of being replaced.
    var overwritten: OverwrittenFile?
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

  /// Makes an empty transaction.
  package init() {}

  deinit { discard() }

  /// The number of staged files.
  package var fileCount: Int { staged.count + direct.count }

  /// Writes a file that `commit` will move to its place; creates missing directories.
  ///
  /// Bytes for an existing device or pipe, or to be appended, are kept until `commit`.
  ///
  /// - Parameter existing: The treatment of an existing file.
  /// - Throws: `isDirectory`, `notADirectory`, `unwritable` or `diskFull`; the transaction is then
  ///   discarded. A target that was staged before or was read is `unwritable`.
  /// - Precondition: Neither `commit` nor `discard` was called.
  package func stage(
    _ bytes: [UInt8], at path: String, existing: Existing = .replaced
  ) throws(FileError) {
    precondition(isOpen, "a transaction that ended takes no more files")
    do throws(FileError) {
      let target = try OutputTarget.resolve(path)
      try target.checkIsNotRead(path, isUpdate: existing == .updated)
      switch target {
      // A missing file to append to is staged, so that it appears complete or not at all.
      case .file(let name, let permissions) where existing != .appended || permissions == nil:
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

  /// Stages text in UTF-8; otherwise like `stage` for bytes.
  ///
  /// - Throws: The errors of `stage` for bytes.
  package func stage(
    _ text: String, at path: String, existing: Existing = .replaced
  ) throws(FileError) {
    try stage(Array(text.utf8), at: path, existing: existing)
  }

  /// Moves all files to their places.
  ///
  /// Devices, pipes and appended files are written first, since their data cannot be withdrawn.
  ///
  /// - Throws: `unwritable`, `diskFull`, `notFound` or `interrupted`; all targets are then
  ///   unchanged.
  /// - Precondition: Neither `commit` nor `discard` was called.
  package func commit() throws(FileError) {
    precondition(isOpen, "a transaction ends only once")
    simbench_critical_begin()
    defer { simbench_critical_end() }
    do throws(FileError) {
      // Checked again, since files may have changed since they were staged.
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
      if let overwritten = one.overwritten {
        overwritten.deleteCopy()
        one.file.remove()
      } else {
        one.file.keep()
      }
      if let backup = one.backup { Self.remove(backup) }
    }
    for directory in Set(staged.map { FileStore.parentDirectory(of: $0.target) }) {
      SystemCalls.syncDirectory(directory)
    }
  }

  /// Removes all staged files; has no effect after `commit` or a previous call.
  package func discard() {
    guard isOpen else { return }
    isOpen = false
    for one in staged { one.file.remove() }
    for directory in madeDirectories.reversed() { rmdir(directory) }
  }

  // MARK: - Implementation

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

  /// The target with its directory resolved, so that different spellings of one file are equal.
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
    // On a case-insensitive file system, two names may refer to a file that this transaction has
    // just placed.
    if let now = FileIdentity(one.target), staged[..<index].contains(where: { $0.identity == now })
    {
      throw Self.isTwice(one.path)
    }
    do {
      if one.existing == .kept {
        try SystemCalls.renameNewFile(one.file.path, to: one.target)
        return
      }
      // A single rename needs no backup: it succeeds, or nothing has changed.
      if staged.count > 1 && one.oldIdentity != nil { staged[index].backup = try Self.backup(one) }
      try SystemCalls.renameFile(one.file.path, to: one.target)
    } catch {
      if OverwrittenFile.isNeeded(error), let old = one.oldIdentity,
        FileIdentity(one.target) == old
      {
        return try overwrite(index, since: error)
      }
      throw error.code == EEXIST ? Self.isThere(one.path) : .writing(one.path, error)
    }
  }

  private func overwrite(_ index: Int, since error: SystemError) throws(FileError) {
    let one = staged[index]
    // A second name of the same file would get the new content, too.
    if let backup = one.backup { Self.remove(backup) }
    staged[index].backup = nil
    staged[index].overwritten = try OverwrittenFile(
      one.path, at: one.target, from: one.file.path, since: error)
  }

  private static func backup(_ one: Staged) throws(SystemError) -> (path: String, ticket: Int32) {
    let backup = FileStore.parentDirectory(of: one.target) + "/" + TemporaryFile.uniqueName()
    if let code = FileFaults.current?.failure(at: .backup) { throw SystemError(code: code) }
    // A second name keeps the target visible at all times; some file systems do not support it.
    let ticket = simbench_pending_add(backup)
    if link(one.target, backup) == 0 { return (backup, ticket) }
    // The only name of the old file must not be deleted.
    simbench_pending_remove(ticket)
    guard rename(one.target, backup) == 0 else { throw .last }
    return (backup, -1)
  }

  private static func remove(_ backup: (path: String, ticket: Int32)) {
    unlink(backup.path)
    simbench_pending_remove(backup.ticket)
  }

  /// Reverts the renames before `failed`, and its backup, newest first.
  private func putBack(upTo failed: Int) {
    for index in (0...failed).reversed() {
      let one = staged[index]
      if let overwritten = one.overwritten {
        overwritten.restore()
      } else if let backup = one.backup {
        // If both are names of the same file, the rename does nothing and keeps the second name.
        rename(backup.path, one.target)
        Self.remove(backup)
      } else if index < failed {
        unlink(one.target)
      }
    }
  }
}
