import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Files and directories, with errors that contain path and reason.
///
/// Paths may be relative to the current directory. All calls are thread-safe.
package enum FileStore {
  /// Whether the path exists; symbolic links are followed.
  package static func exists(_ path: String) -> Bool {
    kind(path) != nil
  }

  /// Whether the path is a directory or a symbolic link to one.
  package static func isDirectory(_ path: String) -> Bool {
    kind(path) == .directory
  }

  /// Whether the path is a regular file or a symbolic link to one.
  package static func isFile(_ path: String) -> Bool {
    kind(path) == .file
  }

  /// Whether the path is a named pipe, which takes only one output.
  package static func isNamedPipe(_ path: String) -> Bool {
    guard case .pipe? = try? OutputTarget.resolve(path) else { return false }
    return true
  }

  /// The nearest folder at or above a path from the root that holds a name; nil if none does.
  package static func nearestFolder(holding name: String, from folder: String) -> String? {
    var folder = folder
    while !exists(folder == "/" ? "/\(name)" : "\(folder)/\(name)") {
      let parent = parentDirectory(of: folder)
      guard parent != folder, parent != "." else { return nil }
      folder = parent
    }
    return folder
  }

  /// The names in a directory without `.` and `..`, sorted by their UTF-8 bytes.
  ///
  /// The order is the same on every machine and in every locale.
  ///
  /// - Throws: `notFound`, `notADirectory`, `outside` or `unreadable`.
  /// - Complexity: O(*n* log *n*) in the number of names.
  package static func list(directory path: String) throws(FileError) -> [String] {
    try Confinement.current?.check(path)
    do throws(SystemError) {
      try checkPath(path)
      guard let stream = opendir(path) else { throw SystemError.last }
      defer { closedir(stream) }
      var names: [String] = []
      while let entry = readdir(stream) {
        let capacity = MemoryLayout.size(ofValue: entry.pointee.d_name)
        let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
          field.withMemoryRebound(to: CChar.self, capacity: capacity) { String(cString: $0) }
        }
        if name != "." && name != ".." { names.append(name) }
      }
      return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    } catch {
      throw .reading(path, error)
    }
  }

  /// Deletes a file or an empty directory.
  ///
  /// - Throws: `notFound` if the path does not exist, otherwise `unwritable` with the reason.
  package static func remove(_ path: String) throws(FileError) {
    do throws(SystemError) {
      try checkPath(path)
      guard removeEntry(path) == 0 else { throw SystemError.last }
      FileRegister.current?.forget(path)
    } catch {
      throw .writing(path, error)
    }
  }

  /// Deletes a file, or a directory with its contents; symbolic links are not followed.
  ///
  /// - Throws: `notFound` if the path does not exist, otherwise `unwritable` with the reason.
  package static func removeTree(_ path: String) throws(FileError) {
    do {
      try checkPath(path)
    } catch {
      throw .writing(path, error)
    }
    do {
      try FileManager.default.removeItem(atPath: path)
      TemporaryFolders.forget(path)
      FileRegister.current?.forget(path)
    } catch {
      if !exists(path) { throw .notFound(path: path) }
      throw .unwritable(path: path, reason: error.localizedDescription)
    }
  }

  /// Creates a directory and its parents; an existing one is not an error.
  ///
  /// - Throws: `notADirectory` or `unwritable`; directories created before the error are removed.
  package static func makeDirectory(_ path: String) throws(FileError) {
    var made: [String] = []
    do {
      try checkPath(path)
      try makeDirectories(path, made: &made)
    } catch {
      for directory in made.reversed() { rmdir(directory) }
      throw .writing(path, error)
    }
  }

  /// Creates a new, empty directory that only this user can access, and returns its path.
  ///
  /// It is in `TMPDIR` or `/tmp`; the caller deletes it with `removeTree`. A second signal, which
  /// ends the process immediately, also deletes it.
  ///
  /// - Throws: `machine`.
  package static func makeTemporaryDirectory(prefix: String = "simbench") throws(FileError)
    -> String
  {
    let parent = Environment.value("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let separator = parent.hasSuffix("/") ? "" : "/"
    while true {
      // Constant length: the arguments of a process move its stack, whose position affects the
      // instruction count of copies, which is measured.
      let digits = String(UInt64.random(in: .min ... .max), radix: 36)
      let name = String(repeating: "0", count: 13 - digits.count) + digits
      let path = "\(parent)\(separator)\(prefix)-\(name)"
      // Recorded before it exists, so that a signal in between is handled.
      TemporaryFolders.note(path)
      if mkdir(path, 0o700) == 0 { return path }
      let error = SystemError.last
      TemporaryFolders.forget(path)
      if error.code != EEXIST {
        throw .machine(
          path: parent,
          reason: "the folder for temporary files cannot be used: \(error.reason); set TMPDIR to "
            + "a writable folder")
      }
    }
  }
}

// MARK: - Implementation

extension FileStore {
  static func kind(_ path: String) -> SystemCalls.Kind? {
    guard (try? checkPath(path)) != nil else { return nil }
    return try? SystemCalls.status(path).kind
  }

  /// Rejects a path that is empty or contains NUL, which the system would misinterpret.
  static func checkPath(_ path: String) throws(SystemError) {
    if path.isEmpty { throw SystemError(code: ENOENT) }
    if path.utf8.contains(0) { throw SystemError(code: EINVAL) }
  }

  /// Creates a directory and its parents, and appends the created ones to `made`.
  static func makeDirectories(_ path: String, made: inout [String]) throws(SystemError) {
    // Tried before any check, since another process may create it in between.
    if mkdir(path, 0o777) == 0 {
      made.append(path)
      return
    }
    switch errno {
    case EEXIST, EISDIR:
      guard kind(path) == .directory else { throw SystemError(code: ENOTDIR) }
    case ENOENT:
      let parent = parentDirectory(of: path)
      if parent == path { throw SystemError(code: ENOENT) }
      try makeDirectories(parent, made: &made)
      guard mkdir(path, 0o777) == 0 else {
        // A trailing slash or dot refers to the directory just created by the recursion.
        if errno == EEXIST && kind(path) == .directory { return }
        throw .last
      }
      made.append(path)
    default:
      throw .last
    }
  }

  /// The directory that contains a path: `.` if it has no slash.
  static func parentDirectory(of path: String) -> String {
    var trimmed = path[...]
    while trimmed.count > 1 && trimmed.last == "/" { trimmed.removeLast() }
    guard let slash = trimmed.lastIndex(of: "/") else { return "." }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }
}

extension FileError {
  /// The error for a system call that failed while reading `path`.
  static func reading(_ path: String, _ error: SystemError) -> FileError {
    switch error.code {
    case ENOENT: return .notFound(path: path)
    case ENOTDIR: return .notADirectory(path: path)
    case EISDIR: return .isDirectory(path: path)
    default:
      return error.isMachineFault
        ? .machine(path: path, reason: "cannot be read: \(error.reason)")
        : .unreadable(path: path, reason: error.reason)
    }
  }

  /// The error for a system call that failed while writing `path`.
  static func writing(_ path: String, _ error: SystemError) -> FileError {
    switch error.code {
    case ENOSPC, EDQUOT: return .diskFull(path: path)
    case ENOENT: return .notFound(path: path)
    case ENOTDIR: return .notADirectory(path: path)
    case EISDIR: return .isDirectory(path: path)
    // Not from the system: `SystemCalls` reports an interrupted wait with it.
    case ECANCELED: return .interrupted(path: path)
    case ENXIO:
      return .unwritable(path: path, reason: "nothing reads the pipe; start its reader first")
    case EFBIG:
      return .unwritable(
        path: path, reason: "it would be larger than files may be here (ulimit -f)")
    default:
      return error.isMachineFault
        ? .machine(path: path, reason: "cannot be written: \(error.reason)")
        : .unwritable(path: path, reason: error.reason)
    }
  }
}

/// The C library's `remove`; inside `FileStore` the name would refer to the method.
private func removeEntry(_ path: String) -> Int32 { remove(path) }
