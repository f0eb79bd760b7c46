import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The input files of a command, which its output must not replace.
///
/// It applies to code inside `FileRegister.$current.withValue(register) { … }`, on that task only.
/// There, `FileStore.read` records the opened file, and every write and early check rejects a file
/// with the same device and inode, regardless of the path or link. Thread-safe.
package final class FileRegister: @unchecked Sendable {
  /// The register of this task; nil allows everything to be replaced.
  @TaskLocal package static var current: FileRegister?

  private let lock = NSLock()
  private var paths: [FileIdentity: [String]] = [:]
  private var pipes: [String: Int32] = [:]
  private let onNotice: (String) -> Void

  /// Makes an empty register.
  ///
  /// - Parameter onNotice: Called with one line if a file was written in another way than usual.
  package init(onNotice: @escaping (String) -> Void = { _ in }) { self.onNotice = onNotice }

  /// Passes a line on to the user.
  func say(_ line: String) { onNotice(line) }

  deinit {
    for descriptor in pipes.values { _ = close(descriptor) }
  }

  /// Records a file that will be read, or that another program reads for this one.
  ///
  /// A file that does not exist is recorded by name.
  package func note(_ path: String) {
    if let identity = FileIdentity(path) { note(identity, path) }
  }

  /// Records an opened file.
  func note(_ identity: FileIdentity, _ path: String) {
    lock.withLock {
      if paths[identity]?.contains(path) != true { paths[identity, default: []].append(path) }
    }
  }

  /// Removes a file, or everything below a folder: because this process made and deleted it, so
  /// that the system may reuse its inode, or because it was not an input.
  package func forget(_ path: String) {
    lock.withLock {
      for (identity, names) in paths {
        let kept = names.filter { $0 != path && !$0.hasPrefix(path + "/") }
        paths[identity] = kept.isEmpty ? nil : kept
      }
    }
  }

  /// The path under which a file was read; nil if it was not.
  ///
  /// - Parameter path: A path to ignore, since the file is updated in place.
  func reader(of identity: FileIdentity, butFor path: String?) -> String? {
    lock.withLock { paths[identity]?.first { $0 != path } }
  }

  /// The path under which the file behind standard output was read; nil if it was not, or is not a
  /// regular file.
  package var readerOfStandardOutput: String? {
    guard let status = try? SystemCalls.status(descriptor: 1), status.kind == .file
    else { return nil }
    return reader(of: status.identity, butFor: nil)
  }

  // MARK: - Pipes

  /// Opens a pipe and keeps it open, so that its reader waits instead of seeing the end.
  func keepPipe(_ path: String) throws(FileError) {
    guard !lock.withLock({ pipes.keys.contains(path) }) else { return }
    do {
      let descriptor = try SystemCalls.openPipe(path)
      lock.withLock { pipes[path] = descriptor }
    } catch {
      throw .writing(path, error)
    }
  }

  /// The descriptor of a kept pipe, passed to the caller; nil if there is none.
  func takePipe(_ path: String) -> Int32? {
    lock.withLock { pipes.removeValue(forKey: path) }
  }
}
