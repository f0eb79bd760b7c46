import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a command has read or is going to read, so that nothing it writes replaces any of it.
///
/// Takes effect for the code inside `FileRegister.$current.withValue(register) { … }`, on that task
/// only. There, `FileStore.read` notes what it opened, and every write and every early check refuse
/// a file with the same device and inode, whatever path or link leads to it. Safe on any thread.
package final class FileRegister: @unchecked Sendable {
  /// The register of this task; nil lets everything be replaced.
  @TaskLocal package static var current: FileRegister?

  private let lock = NSLock()
  private var paths: [FileIdentity: [String]] = [:]
  private var pipes: [String: Int32] = [:]

  /// Makes a register of nothing.
  package init() {}

  deinit {
    for descriptor in pipes.values { _ = close(descriptor) }
  }

  /// Notes a file that is going to be read, or that another program reads for this one.
  ///
  /// A file that is not there is noted by its name.
  package func note(_ path: String) {
    if let identity = FileIdentity(path) { note(identity, path) }
  }

  /// Notes a file that was opened.
  func note(_ identity: FileIdentity, _ path: String) {
    lock.withLock {
      if paths[identity]?.contains(path) != true { paths[identity, default: []].append(path) }
    }
  }

  /// Forgets a file, or all below a folder: that this process made and removed again, so that the
  /// system gives its inode to the next file, or that turned out to be no input.
  package func forget(_ path: String) {
    lock.withLock {
      for (identity, names) in paths {
        let kept = names.filter { $0 != path && !$0.hasPrefix(path + "/") }
        paths[identity] = kept.isEmpty ? nil : kept
      }
    }
  }

  /// The path under which a file was read; nil when it was not.
  ///
  /// - Parameter path: a path that does not count, since what was read there is brought up to date.
  func reader(of identity: FileIdentity, butFor path: String?) -> String? {
    lock.withLock { paths[identity]?.first { $0 != path } }
  }

  /// The path under which the file behind standard output was read; nil when it is another one or
  /// no regular file.
  package var readerOfStandardOutput: String? {
    guard let status = try? SystemCalls.status(descriptor: 1), status.kind == .file
    else { return nil }
    return reader(of: status.identity, butFor: nil)
  }

  // MARK: - Pipes

  /// Opens a pipe and keeps it, so that its reader, who sees the end when a writer leaves, waits.
  func keepPipe(_ path: String) throws(FileError) {
    guard !lock.withLock({ pipes.keys.contains(path) }) else { return }
    do {
      let descriptor = try SystemCalls.openPipe(path)
      lock.withLock { pipes[path] = descriptor }
    } catch {
      throw .writing(path, error)
    }
  }

  /// The descriptor of a pipe that was kept, which then is the caller's; nil when none was.
  func takePipe(_ path: String) -> Int32? {
    lock.withLock { pipes.removeValue(forKey: path) }
  }
}
