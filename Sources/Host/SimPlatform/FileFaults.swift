import Foundation

/// Injected file system failures, to test their handling.
///
/// They apply to code inside `FileFaults.$current.withValue(faults) { … }`, on that task only, so
/// that concurrent tests do not affect each other.
package final class FileFaults: @unchecked Sendable {
  /// The step that fails.
  package enum Step: Hashable, Sendable {
    /// Creating a temporary file.
    case create
    /// Writing bytes.
    case write
    /// Syncing the bytes to the disk.
    case sync
    /// Closing.
    case close
    /// Locking a file or folder.
    case lock
    /// Keeping the old file under a second name.
    case backup
    /// Moving the temporary file over the target.
    case rename
  }

  /// The injected failures of this task.
  @TaskLocal package static var current: FileFaults?

  private let lock = NSLock()
  private var failures: [Step: (remaining: Int, code: Int32)] = [:]
  private var writableByteCount: Int?
  private var writeCode: Int32 = 0
  private let largestWriteByteCount: Int?

  /// Makes a plan without failures that may limit each write call to a number of bytes.
  package init(largestWriteByteCount: Int? = nil) {
    self.largestWriteByteCount = largestWriteByteCount
  }

  /// Lets a step succeed `after` times and then always fail with the `errno` value.
  @discardableResult
  package func fail(_ step: Step, code: Int32, after count: Int = 0) -> FileFaults {
    lock.withLock { failures[step] = (count, code) }
    return self
  }

  /// Lets a total number of bytes be written, then fails every write with the `errno` value.
  @discardableResult
  package func failWrites(afterByteCount count: Int, code: Int32) -> FileFaults {
    lock.withLock {
      writableByteCount = count
      writeCode = code
    }
    return self
  }

  /// The `errno` value with which this step must fail now, or nil.
  func failure(at step: Step) -> Int32? {
    lock.withLock {
      guard let (remaining, code) = failures[step] else { return nil }
      guard remaining > 0 else { return code }
      failures[step] = (remaining - 1, code)
      return nil
    }
  }

  /// The number of the `wanted` bytes that the next write may take, or its `errno` value.
  func allowance(wanted: Int) -> Result<Int, SystemError> {
    lock.withLock {
      var allowed = min(wanted, largestWriteByteCount ?? wanted)
      guard let left = writableByteCount else { return .success(allowed) }
      guard left > 0 else { return .failure(SystemError(code: writeCode)) }
      allowed = min(allowed, left)
      writableByteCount = left - allowed
      return .success(allowed)
    }
  }
}
