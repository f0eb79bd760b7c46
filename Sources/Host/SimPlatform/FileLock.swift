internal import CPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An exclusive lock, between processes, on the files of some folders.
///
/// The folders themselves are locked (`flock`), so nothing is left behind, however the process
/// ends. The lock is advisory: it affects only processes that request it. A file system without
/// such locks, as on some networks, is an error, since two processes could lose each other's data.
package final class FileLock {
  private var descriptors: [Int32] = []
  private var madeDirectories: [String] = []

  /// After this time, `onWait` is called.
  private static let patienceSeconds = 2.0

  /// Waits for the folders of some files; creates missing folders, which `release` removes again if
  /// they are empty.
  ///
  /// - Parameters:
  ///   - paths: The files; symbolic links are followed.
  ///   - limitSeconds: The maximum waiting time.
  ///   - onWait: Called once with a line that names the holder.
  /// - Throws: `locked` after the maximum time, `interrupted` by a signal, `machine` if the file
  ///   system refuses locks, or an error of writing.
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
    // The same order in every process, to avoid deadlocks.
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
        // With half of a short limit, the wait is announced before it ends.
        guard waited > min(Self.patienceSeconds, limitSeconds / 2), !hasSaid else { return }
        hasSaid = true
        onWait(
          "\(folder): locked by \(Self.holder(of: folder) ?? "another process"); waiting "
            + "at most \(Int(limitSeconds.rounded(.up))) s for it")
      }
    }
  }

  deinit { release() }

  /// Releases the folders; repeated calls have no effect.
  package func release() {
    // Still locked, so that a process that waits for it then finds another folder or none.
    for directory in madeDirectories.reversed() { rmdir(directory) }
    madeDirectories = []
    for descriptor in descriptors { _ = close(descriptor) }
    descriptors = []
  }

  // MARK: - Implementation

  private func make(_ folder: String) throws(FileError) {
    do {
      try FileStore.checkPath(folder)
      try FileStore.makeDirectories(folder, made: &madeDirectories)
    } catch {
      release()
      throw .writing(folder, error)
    }
  }

  /// - Parameter onPause: Called before every pause; ends the wait by throwing.
  private func lock(
    _ folder: String, _ onPause: () throws(FileError) -> Void
  ) throws(FileError) {
    while true {
      let descriptor: Int32
      do {
        descriptor = try SystemCalls.openFile(folder, O_RDONLY | O_DIRECTORY)
      } catch {
        // The last holder may have removed the folder since it was made.
        guard error.code == ENOENT else {
          release()
          throw .writing(folder, error)
        }
        try make(folder)
        continue
      }
      do {
        while try !SystemCalls.lock(descriptor, folder) {
          try onPause()
          // Polled, since a blocking lock would ignore the time limit.
          usleep(20_000)
        }
      } catch {
        _ = close(descriptor)
        release()
        throw error
      }
      // The last holder may have removed the folder, and another process may have created it again.
      if (try? SystemCalls.status(descriptor: descriptor).identity) == FileIdentity(folder) {
        descriptors.append(descriptor)
        return
      }
      _ = close(descriptor)
    }
  }

  /// The process that holds a folder's lock, with its command; nil if the system hides it.
  private static func holder(of folder: String) -> String? {
    guard let identity = FileIdentity(folder),
      let table = FileStore.kernelText("/proc/locks")
    else { return nil }
    for line in table.split(separator: "\n") {
      // Such as "1: FLOCK ADVISORY WRITE 4711 08:01:1234 0 EOF"; waiting ones have an arrow.
      let words = line.split(separator: " ")
      guard words.count > 5, words[1] == "FLOCK", let process = Int32(words[4]), process > 0,
        isFile(words[5], device: identity.device, inode: identity.inode)
      else { continue }
      guard let command = FileStore.kernelText("/proc/\(process)/cmdline") else {
        return "process \(process)"
      }
      let shown = command.split(separator: "\0").joined(separator: " ")
      return "process \(process) (\(shown.count > 80 ? shown.prefix(79) + "…" : shown[...]))"
    }
    return nil
  }

  /// Whether a word such as `08:01:1234`, device numbers in hexadecimal and the inode, is a file.
  package static func isFile(_ word: some StringProtocol, device: UInt64, inode: UInt64) -> Bool {
    let parts = word.split(separator: ":")
    guard parts.count == 3, let major = UInt64(parts[0], radix: 16),
      let minor = UInt64(parts[1], radix: 16), parts[2] == "\(inode)"
    else { return false }
    let ownMajor = (device & 0xFFF00) >> 8 | (device & 0xFFFF_F000_0000_0000) >> 32
    let ownMinor = device & 0xFF | (device & 0xFFF_FFF0_0000) >> 12
    // Some file systems, such as btrfs, report another device to programs than to the kernel.
    return ownMajor == 0 || (major, minor) == (ownMajor, ownMinor)
  }
}

extension FileStore {
  /// The text of a kernel file, which is not recorded as input; nil if it cannot be read.
  fileprivate static func kernelText(_ path: String) -> String? {
    FileRegister.$current.withValue(nil) {
      (try? read(path, limitByteCount: 1 << 22)).map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
