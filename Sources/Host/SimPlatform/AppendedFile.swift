internal import CPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that grows while work goes on, so that what is done is kept however the process ends.
///
/// One process has it at a time. What is appended is there as a whole or not at all, except when
/// the system itself stops in between: then the last bytes may be a part of what was meant.
package final class AppendedFile {
  private let path: String
  private var descriptor: Int32

  /// Opens a file, or makes it and the directories above it.
  ///
  /// - Throws: `locked` when another process has it open, or what a write throws.
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
    guard simbench_lock(descriptor) == 0 else {
      _ = Self.closed(descriptor)
      throw .locked(path: path, holder: nil, waitedSeconds: 0)
    }
  }

  deinit { _ = Self.closed(descriptor) }

  private static func closed(_ descriptor: Int32) -> Int32 { close(descriptor) }

  /// Forgets what comes after so many bytes.
  package func truncate(to byteCount: Int) throws(FileError) {
    guard ftruncate(descriptor, off_t(byteCount)) == 0 else { throw .writing(path, .last) }
  }

  /// Adds bytes; when that fails the file is as it was.
  package func append(_ bytes: [UInt8]) throws(FileError) {
    do throws(SystemError) {
      let size = try SystemCalls.status(descriptor: descriptor).byteCount
      let outcome = bytes.withUnsafeBytes { buffer -> Result<Void, SystemError> in
        Result { () throws(SystemError) in try SystemCalls.writeAll(descriptor, buffer) }
      }
      if case .failure(let error) = outcome {
        _ = ftruncate(descriptor, off_t(size))
        throw error
      }
      try SystemCalls.sync(descriptor)
    } catch {
      throw .writing(path, error)
    }
  }
}
