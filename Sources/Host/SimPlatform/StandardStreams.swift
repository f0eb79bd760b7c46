internal import CPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why a standard stream took no more bytes.
package enum StreamError: Error, Equatable, Sendable {
  /// The other end of the pipe is closed, as after `| head`.
  case closed
  /// The disk behind a redirected stream is full.
  case diskFull
  /// A signal ended the wait for a slow reader.
  case interrupted
  /// Writing failed for the reason that the system gives.
  case failed(reason: String)

  /// One line for people.
  package var message: String {
    switch self {
    case .closed: return "the reader of the output is gone"
    case .diskFull: return "the output cannot be written: the disk is full"
    case .interrupted: return "a signal ended the wait for the reader of the output"
    case .failed(let reason): return "the output cannot be written: \(reason)"
    }
  }
}

/// Standard output and standard error, without buffers.
///
/// What was written is gone from this process when the call returns, so nothing is lost or out of
/// order however the process ends.
package enum StandardStreams {
  /// One of the two streams.
  package enum Stream: Equatable, Sendable {
    /// Standard output, descriptor 1.
    case output
    /// Standard error, descriptor 2.
    case error

    var descriptor: Int32 { self == .output ? 1 : 2 }
  }

  /// Whether standard input is a terminal, at which a person may sit.
  package static var isInputTerminal: Bool { isatty(0) == 1 }

  /// Writes text in UTF-8.
  ///
  /// - Throws: `closed`, `diskFull` or `failed`; a closed pipe does not end the process.
  package static func write(_ text: String, to stream: Stream = .output) throws(StreamError) {
    var text = text
    let outcome = text.withUTF8 { buffer in
      write(UnsafeRawBufferPointer(buffer), descriptor: stream.descriptor)
    }
    try outcome.get()
  }

  /// Writes bytes as they are.
  ///
  /// - Throws: `closed`, `diskFull` or `failed`; a closed pipe does not end the process.
  package static func write(_ bytes: [UInt8], to stream: Stream = .output) throws(StreamError) {
    let outcome = bytes.withUnsafeBytes { write($0, descriptor: stream.descriptor) }
    try outcome.get()
  }

  /// Whether the stream is a terminal that a person may be looking at.
  package static func isTerminal(_ stream: Stream) -> Bool {
    isatty(stream.descriptor) == 1
  }

  /// Columns of the terminal behind the stream, or nil when it is none or does not say.
  ///
  /// `COLUMNS` comes second: shells rarely pass it on, so it is set on purpose.
  package static func columnCount(_ stream: Stream) -> Int? {
    let columns = Int(simbench_terminal_columns(stream.descriptor))
    if columns > 0 { return columns }
    guard isTerminal(stream), let text = Environment.value("COLUMNS"), let count = Int(text)
    else { return nil }
    return count > 0 ? count : nil
  }

  /// Whether to send color to the stream.
  ///
  /// Only a terminal gets color, and none when `NO_COLOR` is set to anything or `TERM` is `dumb`.
  package static func wantsColor(_ stream: Stream) -> Bool {
    wantsColor(
      isTerminal: isTerminal(stream), noColor: Environment.value("NO_COLOR"),
      terminal: Environment.value("TERM"))
  }

  /// The rule behind `wantsColor(_:)`, for given circumstances.
  package static func wantsColor(isTerminal: Bool, noColor: String?, terminal: String?) -> Bool {
    isTerminal && (noColor ?? "").isEmpty && terminal != "dumb" && !(terminal ?? "").isEmpty
  }

  /// Makes writing to a pipe without a reader, or beyond the size that files may have, an error
  /// instead of the end of the process.
  ///
  /// Every write of this target sees to it; programs started by `ProcessRunner` are not affected.
  package static func ignoreWriteSignals() {
    _ = writeSignalsAreIgnored
  }

  private static let writeSignalsAreIgnored: Bool = {
    simbench_ignore_write_signals()
    return true
  }()

  /// Whether the stream can be written to: not when the parent process closed it.
  package static func isOpen(_ stream: Stream) -> Bool {
    let mode = fcntl(stream.descriptor, F_GETFL)
    return mode >= 0 && mode & O_ACCMODE != O_RDONLY
  }

  /// Gives the descriptors of standard streams that are closed to the null device, so that no file
  /// opened later gets one of them and what is printed.
  ///
  /// Standard output then still counts as closed; what goes to standard error is lost.
  package static func reserveDescriptors() {
    for (descriptor, flags) in [(Int32(0), O_RDONLY), (1, O_RDONLY), (2, O_WRONLY)] {
      guard fcntl(descriptor, F_GETFD) < 0, errno == EBADF else { continue }
      // The lowest free descriptor is the one that `open` takes.
      _ = open("/dev/null", flags)
    }
  }

  private static func write(
    _ bytes: UnsafeRawBufferPointer, descriptor: Int32
  ) -> Result<Void, StreamError> {
    ignoreWriteSignals()
    do {
      try SystemCalls.writeAll(descriptor, bytes)
      return .success(())
    } catch {
      switch error.code {
      case EPIPE: return .failure(.closed)
      case ENOSPC, EDQUOT: return .failure(.diskFull)
      case ECANCELED: return .failure(.interrupted)
      case EFBIG:
        return .failure(.failed(reason: "it would be larger than files may be here (ulimit -f)"))
      default: return .failure(.failed(reason: error.reason))
      }
    }
  }
}
