#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The meaning of writing to a path, determined before anything is changed.
enum OutputTarget: Equatable {
  /// A file to create or to replace; the path does not end in a symbolic link.
  case file(path: String, permissions: mode_t?)
  /// A device, which is written directly.
  case device(path: String)
  /// A pipe, which needs a reader.
  case pipe(path: String)
  /// An open descriptor of this process, such as `/dev/stdout`.
  case descriptor(Int32)

  /// Determines the kind of a path.
  static func resolve(_ path: String) throws(FileError) -> OutputTarget {
    do {
      try FileStore.checkPath(path)
    } catch {
      throw .writing(path, error)
    }
    // Opening these by name would overwrite a redirected file from its start.
    if let descriptor = descriptorNamed(path) { return .descriptor(descriptor) }
    do {
      let status = try SystemCalls.status(path)
      return try existing(path, status)
    } catch let error as FileError {
      throw error
    } catch let error as SystemError {
      guard error.code == ENOENT else { throw .writing(path, error) }
      return try missing(path)
    } catch {
      throw .unwritable(path: path, reason: "\(error)")
    }
  }

  private static func existing(
    _ path: String, _ status: SystemCalls.Status
  ) throws(FileError) -> OutputTarget {
    switch status.kind {
    case .directory: throw .isDirectory(path: path)
    case .blockDevice: throw .unwritable(path: path, reason: "it is a disk, not a file")
    case .socket: throw .unwritable(path: path, reason: "it is a socket, not a file")
    default: break
    }
    guard access(path, W_OK) == 0 else { throw .writing(path, .last) }
    if status.kind == .pipe { return .pipe(path: path) }
    guard status.kind == .file else { return .device(path: path) }
    guard let resolved = realpath(path, nil) else { throw .writing(path, .last) }
    defer { free(resolved) }
    return .file(path: String(cString: resolved), permissions: status.permissions)
  }

  private static func missing(_ path: String) throws(FileError) -> OutputTarget {
    if path.hasSuffix("/") {
      throw .unwritable(path: path, reason: "a path that ends in a slash names a directory")
    }
    var raw = stat()
    if lstat(path, &raw) == 0 {
      throw .unwritable(path: path, reason: "it is a symbolic link that leads nowhere")
    }
    return .file(path: path, permissions: nil)
  }

  private static func descriptorNamed(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default: break
    }
    for prefix in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(prefix) {
      return Int32(path.dropFirst(prefix.count))
    }
    return nil
  }

  /// Fails if this is a file that was read; see `FileRegister`.
  ///
  /// - Parameters:
  ///   - path: The path for messages.
  ///   - isUpdate: Whether the file replaces the one that was read from this path.
  func checkIsNotRead(_ path: String, isUpdate: Bool) throws(FileError) {
    guard let register = FileRegister.current else { return }
    let identity: FileIdentity?
    switch self {
    case .device, .pipe: return
    case .file(let target, _): identity = FileIdentity(target)
    case .descriptor(let descriptor):
      let status = try? SystemCalls.status(descriptor: descriptor)
      identity = status?.kind == .file ? status?.identity : nil
    }
    guard let identity, let input = register.reader(of: identity, butFor: isUpdate ? path : nil)
    else { return }
    let name = input == path ? "" : ", as \(input)"
    throw .unwritable(path: path, reason: "it is read as input" + name)
  }

  /// Writes to a device, pipe or descriptor, or appends to a file; to replace a file, use a
  /// transaction.
  func writeDirectly(_ bytes: [UInt8]) throws(SystemError) {
    let opened: Int32
    switch self {
    case .descriptor(let descriptor):
      try Self.write(bytes, to: descriptor)
      return
    case .pipe(let path):
      if let kept = FileRegister.current?.takePipe(path) {
        opened = kept
      } else {
        opened = try SystemCalls.openPipe(path)
      }
    case .device(let path):
      // A terminal must not become the controlling one, and no wait may hide an interrupt.
      opened = try SystemCalls.openFile(path, O_WRONLY | O_NOCTTY | O_NONBLOCK)
    case .file(let path, _):
      opened = try SystemCalls.openFile(path, O_WRONLY | O_APPEND)
    }
    do {
      if case .file = self {
        try AppendedFile.append(bytes, to: opened)
      } else {
        try Self.write(bytes, to: opened)
      }
    } catch {
      _ = close(opened)
      throw error
    }
    try SystemCalls.closeFile(opened)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    StandardStreams.ignoreWriteSignals()
    let outcome = bytes.withUnsafeBytes { buffer -> Result<Void, SystemError> in
      Result { () throws(SystemError) in try SystemCalls.writeAll(descriptor, buffer) }
    }
    try outcome.get()
  }
}
