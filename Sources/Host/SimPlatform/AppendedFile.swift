#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file to which results are appended during long work, so that they survive any end of the
/// process.
///
/// Only one process can open it at a time. Each append is complete or has no effect, except if the
/// system itself stops in between: then the last bytes may be incomplete.
package final class AppendedFile {
  private let path: String
  private var descriptor: Int32

  /// Opens a file, or creates it and the directories above it.
  ///
  /// - Throws: `locked` if another process has it open, `machine` if the file system refuses locks,
  ///   or an error of writing.
  package init(_ path: String) throws(FileError) {
    self.path = path
    do {
      try FileStore.checkPath(path)
      var made: [String] = []
      try FileStore.makeDirectories(FileStore.parentDirectory(of: path), made: &made)
      descriptor = try SystemCalls.openFile(path, O_RDWR | O_CREAT | O_APPEND)
    } catch {
      throw .writing(path, error)
    }
    do throws(FileError) {
      guard try SystemCalls.lock(descriptor, path) else {
        throw .locked(path: path, holder: nil, waitedSeconds: 0)
      }
    } catch {
      _ = Self.closed(descriptor)
      throw error
    }
  }

  deinit { _ = Self.closed(descriptor) }

  private static func closed(_ descriptor: Int32) -> Int32 { close(descriptor) }

  /// Truncates the file.
  package func truncate(to byteCount: Int) throws(FileError) {
    guard ftruncate(descriptor, off_t(byteCount)) == 0 else { throw .writing(path, .last) }
  }

  /// Appends bytes; if that fails, the file is unchanged.
  package func append(_ bytes: [UInt8]) throws(FileError) {
    do {
      try Self.append(bytes, to: descriptor)
    } catch {
      throw .writing(path, error)
    }
  }

  /// Adds bytes to a file that was opened with `O_APPEND`; when that fails it is as it was.
  static func append(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    let size = try SystemCalls.status(descriptor: descriptor).byteCount
    let outcome = bytes.withUnsafeBytes { buffer -> Result<Void, SystemError> in
      Result { () throws(SystemError) in try SystemCalls.writeAll(descriptor, buffer) }
    }
    if case .failure(let error) = outcome {
      _ = ftruncate(descriptor, off_t(size))
      throw error
    }
    try SystemCalls.sync(descriptor)
  }
}
