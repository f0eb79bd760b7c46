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
public final class FileTransaction {
  private struct Staged {
    var path: String
    var target: String
    var file: TemporaryFile
    var existed: Bool
    var backup: String?
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
  public init() {}

  deinit { discard() }

  /// How many files are staged.
  public var fileCount: Int { staged.count + direct.count }

  /// Writes a file that `commit` will put in place; missing directories are made.
  ///
  /// Bytes for an existing device or pipe are kept until `commit`.
  ///
  /// - Throws: `isDirectory`, `notADirectory`, `unwritable` or `diskFull`; the transaction is then
  ///   discarded. A target staged before is `unwritable`.
  /// - Precondition: neither `commit` nor `discard` was called.
  public func stage(_ bytes: [UInt8], at path: String) throws(FileError) {
    precondition(isOpen, "a transaction that ended takes no more files")
    do {
      switch try OutputTarget.resolve(path) {
      case .file(let target, let permissions):
        try stageFile(bytes, path: path, target: target, permissions: permissions)
      case let target:
        direct.append(Direct(path: path, target: target, bytes: bytes))
      }
    } catch {
      discard()
      throw error
    }
  }

  /// Writes text in UTF-8 that `commit` will put in place; otherwise like `stage(_:at:)`.
  ///
  /// - Throws: what `stage(_:at:)` throws.
  public func stage(_ text: String, at path: String) throws(FileError) {
    try stage(Array(text.utf8), at: path)
  }

  /// Puts all files in place.
  ///
  /// Devices and pipes come first, because what they have taken cannot be taken back.
  ///
  /// - Throws: `unwritable`, `diskFull` or `notFound`; every target is then as it was.
  /// - Precondition: neither `commit` nor `discard` was called.
  public func commit() throws(FileError) {
    precondition(isOpen, "a transaction ends only once")
    for output in direct {
      do {
        try output.target.writeDirectly(output.bytes)
      } catch {
        discard()
        throw .writing(output.path, error)
      }
    }
    for index in staged.indices {
      do {
        try putInPlace(index)
      } catch {
        putBack(upTo: index)
        discard()
        throw .writing(staged[index].path, error)
      }
    }
    isOpen = false
    for one in staged {
      one.file.keep()
      if let backup = one.backup { unlink(backup) }
    }
    for directory in Set(staged.map { FileStore.parentDirectory(of: $0.target) }) {
      SystemCalls.syncDirectory(directory)
    }
  }

  /// Removes everything staged; does nothing after `commit` or a second time.
  public func discard() {
    guard isOpen else { return }
    isOpen = false
    for one in staged { one.file.remove() }
    for directory in madeDirectories.reversed() { rmdir(directory) }
  }

  // MARK: - Inside

  private func stageFile(
    _ bytes: [UInt8], path: String, target: String, permissions: mode_t?
  ) throws(FileError) {
    do {
      let directory = FileStore.parentDirectory(of: target)
      try FileStore.makeDirectories(directory, made: &madeDirectories)
      let resolved = try Self.resolved(target, in: directory)
      if staged.contains(where: { $0.target == resolved }) {
        throw FileError.unwritable(path: path, reason: "two outputs have this name")
      }
      let file = try TemporaryFile.create(in: directory)
      try file.fill(bytes, permissions: permissions)
      staged.append(
        Staged(path: path, target: resolved, file: file, existed: permissions != nil))
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

  private func putInPlace(_ index: Int) throws(SystemError) {
    let target = staged[index].target
    if staged.count > 1 && staged[index].existed {
      let backup = FileStore.parentDirectory(of: target) + "/" + TemporaryFile.uniqueName()
      if let code = FileFaults.current?.failure(at: .backup) { throw SystemError(code: code) }
      // A second name keeps the target in sight all along; some file systems have none.
      if link(target, backup) != 0 && rename(target, backup) != 0 { throw .last }
      staged[index].backup = backup
    }
    try SystemCalls.renameFile(staged[index].file.path, to: target)
  }

  /// Undoes the renames before `failed`, and its backup, newest first.
  private func putBack(upTo failed: Int) {
    for index in (0...failed).reversed() {
      let one = staged[index]
      if let backup = one.backup {
        // Two names of one file: the rename does nothing and leaves the second name.
        rename(backup, one.target)
        unlink(backup)
      } else if index < failed {
        unlink(one.target)
      }
    }
  }
}
