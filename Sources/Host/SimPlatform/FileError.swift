/// Why a file could not be read or written.
///
/// Every case names the path as the caller gave it.
package enum FileError: Error, Equatable, Sendable {
  /// There is nothing at the path.
  case notFound(path: String)
  /// A file was wanted and the path is a directory.
  case isDirectory(path: String)
  /// A directory was wanted and the path, or a part of it, is something else.
  case notADirectory(path: String)
  /// A file was wanted for reading and the path is a device, pipe or socket.
  case notAFile(path: String, kind: String)
  /// The file holds more than the caller allows; when its size is unknown `byteCount` is nil.
  case tooLarge(path: String, byteCount: Int?, limitByteCount: Int)
  /// The file was wanted as text and is not valid UTF-8 from this byte on, counted from 0.
  case notUTF8(path: String, byteOffset: Int)
  /// Reading failed for the reason that the system gives.
  case unreadable(path: String, reason: String)
  /// Writing failed for the reason that the system gives.
  case unwritable(path: String, reason: String)
  /// The path leads out of the folder that inputs are confined to.
  case outside(path: String, folder: String)
  /// The disk or the user's share of it is full.
  case diskFull(path: String)
  /// Another process holds the lock of the folder and kept it for as long as the caller waited.
  ///
  /// The holder is nil where the system does not say who it is.
  case locked(path: String, holder: String?, waitedSeconds: Double)
  /// A signal ended the wait for a pipe, a device or a lock.
  case interrupted(path: String)

  /// The path the error is about, as the caller gave it.
  package var path: String {
    switch self {
    case .notFound(let path), .isDirectory(let path), .notADirectory(let path),
      .notAFile(let path, _), .tooLarge(let path, _, _), .notUTF8(let path, _),
      .unreadable(let path, _), .unwritable(let path, _), .outside(let path, _),
      .diskFull(let path), .locked(let path, _, _), .interrupted(let path):
      return path
    }
  }

  /// One line for people, beginning with the path.
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
    case .diskFull: return "\(shown): cannot be written: the disk is full"
    case .locked(_, let holder, let seconds):
      return "\(shown): still locked by \(holder ?? "another process") after "
        + "\(Int(seconds.rounded(.up))) s; nothing was changed, run it again when that has ended"
    case .interrupted: return "\(shown): a signal ended the wait for it"
    }
  }
}
