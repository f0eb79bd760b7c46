internal import CPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The right to read, change and write files of some folders, which one process has at a time.
///
/// The lock is on the folders themselves (`flock`), so nothing is left behind however the process
/// ends. It is advisory: it keeps out processes that ask for it, and no others. A file system
/// without such locks, as some networks' are, keeps no process out.
package final class FileLock {
  private var descriptors: [Int32] = []
  private var madeDirectories: [String] = []

  /// After so long it says whom it waits for.
  private static let patienceSeconds = 2.0

  /// Waits for the folders that hold the files; missing ones are made, and removed again by
  /// `release` when nothing came into them.
  ///
  /// - Parameters:
  ///   - paths: the files, whose symbolic links are followed.
  ///   - limitSeconds: how long to wait at most.
  ///   - onWait: is told once, in one line, who holds it.
  /// - Throws: `locked` after the limit, `interrupted` by a signal, or what a write throws.
  package convenience init(
    files paths: [String], limitSeconds: Double = 60, onWait: (String) -> Void = { _ in }
  ) throws(FileError) {
    var folders: [String] = []
    for path in paths {
      guard case .file(let target, _) = try OutputTarget.resolve(path) else { continue }
      folders.append(FileStore.parentDirectory(of: target))
    }
    try self.init(folders: folders, limitSeconds: limitSeconds, onWait: onWait)
  }

  /// Waits for folders; otherwise like `init(files:limitSeconds:onWait:)`.
  package init(
    folders: [String], limitSeconds: Double = 60, onWait: (String) -> Void = { _ in }
  ) throws(FileError) {
    let start = MonotonicClock.nanoseconds()
    for folder in folders { try make(folder) }
    // The same order in every process, so that no two wait for each other.
    var seen: [FileIdentity] = []
    var ordered: [(identity: FileIdentity, folder: String)] = []
    for folder in folders {
      guard let identity = FileIdentity(folder), !seen.contains(identity) else { continue }
      seen.append(identity)
      ordered.append((identity, folder))
    }
    ordered.sort {
      ($0.identity.device, $0.identity.inode) < ($1.identity.device, $1.identity.inode)
    }
    var hasSaid = false
    for (_, folder) in ordered {
      try lock(folder) { () throws(FileError) in
        let waited = Double(MonotonicClock.nanoseconds() &- start) / 1e9
        if Interrupt.isRequested { throw .interrupted(path: folder) }
        guard waited < limitSeconds else {
          throw .locked(
            path: folder, holder: Self.holder(of: folder), waitedSeconds: limitSeconds)
        }
        guard waited > min(Self.patienceSeconds, limitSeconds / 2), !hasSaid else { return }
        hasSaid = true
        onWait(
          "\(folder): locked by \(Self.holder(of: folder) ?? "another process"); waiting "
            + "at most \(Int(limitSeconds.rounded(.up))) s for it")
      }
    }
  }

  deinit { release() }

  /// Gives the folders back; doing it again changes nothing.
  package func release() {
    for directory in madeDirectories.reversed() { rmdir(directory) }
    madeDirectories = []
    for descriptor in descriptors { _ = close(descriptor) }
    descriptors = []
  }

  // MARK: - Inside

  private func make(_ folder: String) throws(FileError) {
    do {
      try FileStore.checkPath(folder)
      try FileStore.makeDirectories(folder, made: &madeDirectories)
    } catch {
      release()
      throw .writing(folder, error)
    }
  }

  /// - Parameter onPause: is called before every pause and ends the wait by throwing.
  private func lock(
    _ folder: String, _ onPause: () throws(FileError) -> Void
  ) throws(FileError) {
    while true {
      let descriptor: Int32
      do {
        descriptor = try SystemCalls.openFile(folder, O_RDONLY | O_DIRECTORY)
      } catch {
        guard error.code == ENOENT else {
          release()
          throw .writing(folder, error)
        }
        try make(folder)
        continue
      }
      do {
        while simbench_lock(descriptor) == EWOULDBLOCK {
          try onPause()
          usleep(20_000)
        }
      } catch {
        _ = close(descriptor)
        release()
        throw error
      }
      // Its last owner may have removed the folder, and another process made it again.
      if (try? SystemCalls.status(descriptor: descriptor).identity) == FileIdentity(folder) {
        descriptors.append(descriptor)
        return
      }
      _ = close(descriptor)
    }
  }

  /// The process that holds a folder's lock, with its command; nil where the system hides it.
  private static func holder(of folder: String) -> String? {
    guard let inode = FileIdentity(folder)?.inode,
      let table = FileStore.kernelText("/proc/locks")
    else { return nil }
    for line in table.split(separator: "\n") {
      // Such as "1: FLOCK  ADVISORY  WRITE 4711 08:01:1234 0 EOF"; waiting ones have an arrow.
      let words = line.split(separator: " ")
      guard words.count > 5, words[1] == "FLOCK", let process = Int32(words[4]), process > 0,
        words[5].split(separator: ":").last == "\(inode)"[...]
      else { continue }
      guard let command = FileStore.kernelText("/proc/\(process)/cmdline") else {
        return "process \(process)"
      }
      let shown = command.split(separator: "\0").joined(separator: " ")
      return "process \(process) (\(shown.count > 80 ? shown.prefix(79) + "…" : shown[...]))"
    }
    return nil
  }
}

extension FileStore {
  /// A text that the kernel makes up, which is no input; nil when there is none.
  fileprivate static func kernelText(_ path: String) -> String? {
    FileRegister.$current.withValue(nil) {
      (try? read(path, limitByteCount: 1 << 22)).map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
