/// The reason why a file could not be read or written.
///
/// Every case contains the path as given by the caller.
package enum FileError: Error, Equatable, Sendable {
  /// The path does not exist.
  case notFound(path: String)
  /// The path is a directory, but a file is required.
  case isDirectory(path: String)
  /// The path, or a part of it, is not a directory.
  case notADirectory(path: String)
  /// The path is a device, pipe or socket, but a regular file is required.
  case notAFile(path: String, kind: String)
  /// The file exceeds the caller's limit; `byteCount` is nil if its size is unknown.
  case tooLarge(path: String, byteCount: Int?, limitByteCount: Int)
  /// The text file has invalid UTF-8 at a byte offset, counted from 0.
  case notUTF8(path: String, byteOffset: Int)
  /// Reading failed with the system's reason.
  case unreadable(path: String, reason: String)
  /// Writing failed with the system's reason.
  case unwritable(path: String, reason: String)
  /// The path is outside the folder to which input is confined.
  case outside(path: String, folder: String)
  /// The disk or the user's quota is full.
  case diskFull(path: String)
  /// Another process held the lock of the folder for the maximum waiting time.
  ///
  /// The holder is nil if the system does not report it.
  case locked(path: String, holder: String?, waitedSeconds: Double)
  /// The machine failed: memory, descriptors, locks, input or output, or a read-only or busy file
  /// system.
  case machine(path: String, reason: String)
  /// A signal ended the wait for a pipe, a device or a lock.
  case interrupted(path: String)

  /// The path as given by the caller.
  package var path: String {
    switch self {
    case .notFound(let path), .isDirectory(let path), .notADirectory(let path),
      .notAFile(let path, _), .tooLarge(let path, _, _), .notUTF8(let path, _),
      .unreadable(let path, _), .unwritable(let path, _), .outside(let path, _),
      .diskFull(let path), .locked(let path, _, _), .machine(let path, _), .interrupted(let path):
      return path
    }
  }

  /// Whether the machine failed, and not the input or the command line.
  package var isMachineFault: Bool {
    switch self {
    case .diskFull, .locked, .machine: true
    default: false
    }
  }

  /// A one-line message that starts with the path.
  package var message: String {
    let shown = path.isEmpty ? "(empty path)" : path
    switch self {
    case .notFound: return "\(shown): no such file or directory"
    case .isDirectory: return "\(shown): is a directory, not a file"
    case .notADirectory: return "\(shown): is not a directory, or lies below a file"
    case .notAFile(_, let kind): return "\(shown): is a \(kind), not a regular file"
    case .tooLarge(_, let byteCount, let limit):
      let size = byteCount.map { "\($0) bytes" } ?? "more bytes"
      return "\(shown): holds \(size), and at most \(limit) are allowed"
    case .notUTF8(_, let offset): return "\(shown): is not valid UTF-8 at byte \(offset)"
    case .unreadable(_, let reason): return "\(shown): cannot be read: \(reason)"
    case .unwritable(_, let reason): return "\(shown): cannot be written: \(reason)"
    case .outside(_, let folder):
      return "\(shown): lies outside \(folder), and --confined allows no input from there"
    case .diskFull:
      return "\(shown): cannot be written: the disk is full; free some space and run it again"
    case .locked(_, let holder, let seconds):
      return "\(shown): still locked by \(holder ?? "another process") after "
        + "\(Int(seconds.rounded(.up))) s; nothing was changed, run it again when that has ended"
    case .machine(_, let reason): return "\(shown): \(reason)"
    case .interrupted: return "\(shown): a signal ended the wait for it"
    }
  }
}
