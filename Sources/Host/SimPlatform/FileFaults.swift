import Foundation

/// Failures of the file system to happen on purpose, so that tests can see them handled.
///
/// Takes effect for the code inside `FileFaults.$current.withValue(faults) { … }`, on that task
/// only, so that tests running at the same time do not disturb each other.
package final class FileFaults: @unchecked Sendable {
  /// The step that is to fail.
  package enum Step: Hashable, Sendable {
    /// Creating a temporary file.
    case create
    /// Writing bytes.
    case write
    /// Forcing the bytes to the disk.
    case sync
    /// Closing.
    case close
    /// Keeping the old file under a second name.
    case backup
    /// Moving the temporary file over the target.
    case rename
  }

  /// What fails on this task.
  @TaskLocal package static var current: FileFaults?

  private let lock = NSLock()
  private var failures: [Step: (remaining: Int, code: Int32)] = [:]
  private var writableByteCount: Int?
  private var writeCode: Int32 = 0
  private let largestWriteByteCount: Int?

  /// Makes a plan that fails nothing but may cut each write call to at most so many bytes.
  package init(largestWriteByteCount: Int? = nil) {
    self.largestWriteByteCount = largestWriteByteCount
  }

  /// Lets a step succeed `after` times and fail with the `errno` value from then on.
  @discardableResult
  package func fail(_ step: Step, code: Int32, after count: Int = 0) -> FileFaults {
    lock.withLock { failures[step] = (count, code) }
    return self
  }

  /// Lets so many bytes be written in all, then fails every write with the `errno` value.
  @discardableResult
  package func failWrites(afterByteCount count: Int, code: Int32) -> FileFaults {
    lock.withLock {
      writableByteCount = count
      writeCode = code
    }
    return self
  }

  /// The `errno` value with which this step is to fail now, or nil.
  func failure(at step: Step) -> Int32? {
    lock.withLock {
      guard let (remaining, code) = failures[step] else { return nil }
      guard remaining > 0 else { return code }
      failures[step] = (remaining - 1, code)
      return nil
    }
  }

  /// How many of `wanted` bytes the next write may take, or the `errno` value it is to fail with.
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
