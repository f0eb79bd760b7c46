internal import CPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A failed system call, without its file or stream.
struct SystemError: Error, Equatable {
  var code: Int32

  /// The error of this thread's last system call.
  static var last: SystemError { SystemError(code: errno) }

  /// Whether the code says that the machine failed: memory, descriptors, processes, locks, input or
  /// output, a read-only or busy file system.
  var isMachineFault: Bool {
    [
      EIO, ENOMEM, EMFILE, ENFILE, EROFS, EBUSY, ENOLCK, EAGAIN, ENOSPC, EDQUOT, ESTALE, ENOSYS,
      EOPNOTSUPP,
    ].contains(code)
  }

  /// The system's message without a leading capital, so that it fits after a colon.
  var reason: String {
    guard let text = strerror(code) else { return "error \(code)" }
    let words = String(cString: text)
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}

/// System calls with retries and typed errors, and with injected failures for tests.
enum SystemCalls {
  /// The kind of file at a path or descriptor.
  enum Kind: Equatable {
    case file, directory, characterDevice, blockDevice, pipe, socket, link, unknown

    /// The kind in words.
    var name: String {
      switch self {
      case .file: return "regular file"
      case .directory: return "directory"
      case .characterDevice, .blockDevice: return "device"
      case .pipe: return "pipe"
      case .socket: return "socket"
      case .link: return "symbolic link"
      case .unknown: return "special file"
      }
    }
  }

  struct Status {
    var kind: Kind
    var byteCount: Int
    var permissions: mode_t
    var identity: FileIdentity

    init(_ raw: stat) {
      switch raw.st_mode & S_IFMT {
      case S_IFREG: kind = .file
      case S_IFDIR: kind = .directory
      case S_IFCHR: kind = .characterDevice
      case S_IFBLK: kind = .blockDevice
      case S_IFIFO: kind = .pipe
      case S_IFSOCK: kind = .socket
      case S_IFLNK: kind = .link
      default: kind = .unknown
      }
      byteCount = Int(raw.st_size)
      permissions = raw.st_mode & 0o7777
      identity = FileIdentity(
        device: UInt64(truncatingIfNeeded: raw.st_dev),
        inode: UInt64(truncatingIfNeeded: raw.st_ino))
    }
  }

  static func status(_ path: String) throws(SystemError) -> Status {
    var raw = stat()
    guard stat(path, &raw) == 0 else { throw .last }
    return Status(raw)
  }

  static func status(descriptor: Int32) throws(SystemError) -> Status {
    var raw = stat()
    guard fstat(descriptor, &raw) == 0 else { throw .last }
    return Status(raw)
  }

  static func openFile(
    _ path: String, _ flags: Int32, permissions: mode_t = 0o666
  ) throws(SystemError) -> Int32 {
    if flags & O_CREAT != 0, let code = FileFaults.current?.failure(at: .create) {
      throw SystemError(code: code)
    }
    while true {
      // Started programs must not inherit it: they would keep locks held and pipes open.
      let descriptor = open(path, flags | O_CLOEXEC, permissions)
      if descriptor >= 0 { return descriptor }
      if errno != EINTR { throw .last }
    }
  }

  /// Reads up to `buffer.count` bytes; 0 at the end.
  static func readSome(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { throw .last }
    }
  }

  /// Writes all bytes, with as many calls as necessary.
  ///
  /// If the reader of a pipe is slow, a signal ends the wait with `ECANCELED`.
  static func writeAll(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer
  ) throws(SystemError) {
    var raw = stat()
    let mayBlock = fstat(descriptor, &raw) == 0 && raw.st_mode & S_IFMT != S_IFREG
    var done = 0
    while done < bytes.count {
      var wanted = bytes.count - done
      if mayBlock {
        try waitUntilWritable(descriptor)
        // A pipe with free space accepts this many bytes without blocking.
        wanted = min(wanted, smallestPipeByteCount)
      }
      if let faults = FileFaults.current { wanted = try faults.allowance(wanted: wanted).get() }
      let count = write(descriptor, bytes.baseAddress?.advanced(by: done), wanted)
      if count > 0 {
        done += count
      } else if count < 0 && errno == EAGAIN {
        try waitUntilWritable(descriptor)
      } else if count < 0 && errno != EINTR {
        throw .last
      }
    }
  }

  /// The number of bytes that every pipe accepts at once: 512 by POSIX.
  private static var smallestPipeByteCount: Int {
    #if os(Linux)
      return 4096
    #else
      return 512
    #endif
  }

  /// Waits until a write would not block; also returns on errors, which the write then reports.
  private static func waitUntilWritable(_ descriptor: Int32) throws(SystemError) {
    while true {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      // With a timeout, since a signal may have arrived just before.
      let count = poll(&waiting, 1, 200)
      if count > 0 || (count < 0 && errno != EINTR) { return }
      if Interrupt.isRequested { throw SystemError(code: ECANCELED) }
    }
  }

  /// Opens a pipe for writing once it has a reader; fails with `ENXIO` after two seconds without
  /// one.
  ///
  /// The descriptor is nonblocking.
  static func openPipe(_ path: String) throws(SystemError) -> Int32 {
    let start = MonotonicClock.nanoseconds()
    while true {
      do {
        return try openFile(path, O_WRONLY | O_NOCTTY | O_NONBLOCK)
      } catch {
        guard error.code == ENXIO else { throw error }
        if Interrupt.isRequested { throw SystemError(code: ECANCELED) }
        if MonotonicClock.nanoseconds() &- start > 2_000_000_000 { throw error }
      }
      usleep(20_000)
    }
  }

  static func sync(_ descriptor: Int32) throws(SystemError) {
    if let code = FileFaults.current?.failure(at: .sync) { throw SystemError(code: code) }
    while fsync(descriptor) != 0 {
      // Some file systems cannot sync; nothing more can be done.
      if errno == EINVAL || errno == ENOTSUP || errno == EROFS { return }
      if errno != EINTR { throw .last }
    }
  }

  /// Closes a file; network file systems report a full disk only here.
  static func closeFile(_ descriptor: Int32) throws(SystemError) {
    // Also closed if a failure is injected, so that tests leave no descriptors open.
    let failure = close(descriptor) == 0 ? 0 : errno
    if let code = FileFaults.current?.failure(at: .close) { throw SystemError(code: code) }
    if failure != 0 && failure != EINTR { throw SystemError(code: failure) }
  }

  /// Locks an open file or folder without waiting; false if another process holds the lock.
  ///
  /// - Throws: `machine` if the file system refuses locks.
  static func lock(_ descriptor: Int32, _ path: String) throws(FileError) -> Bool {
    let code = FileFaults.current?.failure(at: .lock) ?? simbench_lock(descriptor)
    if code == EWOULDBLOCK { return false }
    guard code != 0 else { return true }
    throw .machine(
      path: path,
      reason: "cannot be locked: \(SystemError(code: code).reason); nothing was changed; use a "
        + "folder on a local disk")
  }

  static func renameFile(_ old: String, to new: String) throws(SystemError) {
    if let code = FileFaults.current?.failure(at: .rename) { throw SystemError(code: code) }
    guard rename(old, new) == 0 else { throw .last }
  }

  /// Renames a file; fails with `EEXIST` if the new name exists.
  static func renameNewFile(_ old: String, to new: String) throws(SystemError) {
    if let code = FileFaults.current?.failure(at: .rename) { throw SystemError(code: code) }
    // Unlike a rename, a link does not replace an existing file.
    if link(old, new) == 0 {
      unlink(old)
      return
    }
    // Some file systems do not support hard links.
    var raw = stat()
    if errno == EEXIST || lstat(new, &raw) == 0 { throw SystemError(code: EEXIST) }
    guard rename(old, new) == 0 else { throw .last }
  }

  /// Makes renames in a directory survive a power loss, if the system can.
  static func syncDirectory(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    _ = close(descriptor)
  }
}
