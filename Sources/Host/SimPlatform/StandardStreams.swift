internal import CPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The reason why a standard stream accepted no more bytes.
package enum StreamError: Error, Equatable, Sendable {
  /// The other end of the pipe is closed, as after `| head`.
  case closed
  /// The disk of a redirected stream is full.
  case diskFull
  /// A signal ended the wait for a slow reader.
  case interrupted
  /// Writing failed with the system's reason.
  case failed(reason: String)

  /// A one-line message.
  package var message: String {
    switch self {
    case .closed: return "the reader of the output is gone"
    case .diskFull: return "the output cannot be written: the disk is full"
    case .interrupted: return "a signal ended the wait for the reader of the output"
    case .failed(let reason): return "the output cannot be written: \(reason)"
    }
  }
}

/// Standard output and standard error, unbuffered.
///
/// Data has left this process when a call returns, so nothing is lost or reordered, however the
/// process ends.
package enum StandardStreams {
  /// One of the two streams.
  package enum Stream: Equatable, Sendable {
    /// Standard output, descriptor 1.
    case output
    /// Standard error, descriptor 2.
    case error

    var descriptor: Int32 { self == .output ? 1 : 2 }
  }

  /// Whether standard input is a terminal.
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

  /// Writes bytes unchanged.
  ///
  /// - Throws: `closed`, `diskFull` or `failed`; a closed pipe does not end the process.
  package static func write(_ bytes: [UInt8], to stream: Stream = .output) throws(StreamError) {
    let outcome = bytes.withUnsafeBytes { write($0, descriptor: stream.descriptor) }
    try outcome.get()
  }

  /// Whether the stream is a terminal.
  package static func isTerminal(_ stream: Stream) -> Bool {
    isatty(stream.descriptor) == 1
  }

  /// The number of columns of the stream's terminal, or nil if it is not a terminal or does not
  /// report it.
  ///
  /// `COLUMNS` is used otherwise: shells rarely export it, so it is set on purpose.
  package static func columnCount(_ stream: Stream) -> Int? {
    let columns = Int(simbench_terminal_columns(stream.descriptor))
    if columns > 0 { return columns }
    guard isTerminal(stream), let text = Environment.value("COLUMNS"), let count = Int(text)
    else { return nil }
    return count > 0 ? count : nil
  }

  /// Whether to send color to the stream.
  ///
  /// Only a terminal gets color, unless `NO_COLOR` is not empty, or `TERM` is `dumb` or empty.
  package static func wantsColor(_ stream: Stream) -> Bool {
    wantsColor(
      isTerminal: isTerminal(stream), noColor: Environment.value("NO_COLOR"),
      terminal: Environment.value("TERM"))
  }

  /// The rule of `wantsColor(_:)` for given values.
  package static func wantsColor(isTerminal: Bool, noColor: String?, terminal: String?) -> Bool {
    isTerminal && (noColor ?? "").isEmpty && terminal != "dumb" && !(terminal ?? "").isEmpty
  }

  /// Turns writing to a pipe without a reader, or beyond the maximum file size, into an error
  /// instead of ending the process.
  ///
  /// Every write of this module calls it; programs started by `ProcessRunner` are not affected.
  package static func ignoreWriteSignals() {
    _ = writeSignalsAreIgnored
  }

  private static let writeSignalsAreIgnored: Bool = {
    simbench_ignore_write_signals()
    return true
  }()

  /// Whether the stream is writable: false if the parent process closed it.
  package static func isOpen(_ stream: Stream) -> Bool {
    let mode = fcntl(stream.descriptor, F_GETFL)
    return mode >= 0 && mode & O_ACCMODE != O_RDONLY
  }

  /// Opens the null device for closed standard streams, so that no file opened later gets their
  /// descriptors and the printed data.
  ///
  /// Standard output then still counts as closed; data for standard error is lost.
  package static func reserveDescriptors() {
    // Output is opened only for reading, by which `isOpen` still recognizes it as closed.
    for (descriptor, flags) in [(Int32(0), O_RDONLY), (1, O_RDONLY), (2, O_WRONLY)] {
      guard fcntl(descriptor, F_GETFD) < 0, errno == EBADF else { continue }
      // `open` uses the lowest free descriptor.
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
