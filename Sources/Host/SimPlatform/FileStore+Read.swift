#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FileStore {
  /// Reads the bytes of a regular file.
  ///
  /// The size is checked first, so a file that is too large is rejected without reading it.
  /// Directories, devices, pipes and sockets are rejected without opening them. The current
  /// `FileRegister` records the file, so that no output replaces it.
  ///
  /// - Parameter isInput: Whether an option or a scenario names the file, so that it may be
  ///   rejected by its location; false for files written by the system or this tool.
  /// - Throws: `notFound`, `isDirectory`, `notAFile`, `tooLarge`, `outside` or `unreadable`.
  package static func read(
    _ path: String, limitByteCount: Int, isInput: Bool = true
  ) throws(FileError) -> [UInt8] {
    let confinement = isInput ? Confinement.current : nil
    do {
      try checkPath(path)
      try confinement?.check(path)
      try checkReadable(SystemCalls.status(path), path: path, limitByteCount: limitByteCount)
      // If the path has become a pipe since, this flag keeps the open from blocking.
      let descriptor = try SystemCalls.openFile(path, O_RDONLY | O_NONBLOCK)
      defer { _ = close(descriptor) }
      try confinement?.check(descriptor, openedAs: path)
      // Checked again, since the path may name another file by now.
      let status = try SystemCalls.status(descriptor: descriptor)
      try checkReadable(status, path: path, limitByteCount: limitByteCount)
      FileRegister.current?.note(status.identity, path)
      return try readAll(
        descriptor, expectedByteCount: status.byteCount, path: path,
        limitByteCount: limitByteCount)
    } catch let error as FileError {
      throw error
    } catch let error as SystemError {
      throw .reading(path, error)
    } catch {
      throw .unreadable(path: path, reason: "\(error)")
    }
  }

  /// Reads the text of a regular file, which must be UTF-8; a byte order mark is kept.
  ///
  /// - Throws: An error of `read`, or `notUTF8` with the offset of the first invalid byte.
  package static func readText(
    _ path: String, limitByteCount: Int, isInput: Bool = true
  ) throws(FileError) -> String {
    let bytes = try read(path, limitByteCount: limitByteCount, isInput: isInput)
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    throw .notUTF8(path: path, byteOffset: validUTF8Prefix(bytes))
  }

  private static func checkReadable(
    _ status: SystemCalls.Status, path: String, limitByteCount: Int
  ) throws(FileError) {
    switch status.kind {
    case .file: break
    case .directory: throw .isDirectory(path: path)
    default: throw .notAFile(path: path, kind: status.kind.name)
    }
    guard status.byteCount > limitByteCount else { return }
    throw .tooLarge(path: path, byteCount: status.byteCount, limitByteCount: limitByteCount)
  }

  /// Reads to the end without relying on the size: kernel files report 0, others may grow.
  private static func readAll(
    _ descriptor: Int32, expectedByteCount: Int, path: String, limitByteCount: Int
  ) throws -> [UInt8] {
    // One more than expected, so that the read that finds the end fits without growing.
    var capacity = max(expectedByteCount + 1, 4_096)
    var bytes: [UInt8] = []
    while true {
      let piece = try readPiece(descriptor, limitByteCount: capacity)
      // Usually the first piece is the whole file, and needs no copy.
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      if bytes.count > limitByteCount {
        throw FileError.tooLarge(path: path, byteCount: nil, limitByteCount: limitByteCount)
      }
      if piece.count < capacity { return bytes }
      capacity = max(4_096, min(bytes.count, 1 << 20))
    }
  }

  /// Reads until a number of bytes or the end of the file.
  private static func readPiece(
    _ descriptor: Int32, limitByteCount: Int
  ) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: limitByteCount) { buffer, count in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      while count < limitByteCount {
        let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[count..<limitByteCount])
        let added = try SystemCalls.readSome(descriptor, into: rest)
        if added == 0 { return }
        count += added
      }
    }
  }

  /// The number of bytes at the start that are complete, valid UTF-8 characters.
  private static func validUTF8Prefix(_ bytes: [UInt8]) -> Int {
    var decoder = UTF8()
    var source = bytes.makeIterator()
    var valid = 0
    while case .scalarValue(let scalar) = decoder.decode(&source) {
      valid += UTF8.width(scalar)
    }
    return valid
  }
}
