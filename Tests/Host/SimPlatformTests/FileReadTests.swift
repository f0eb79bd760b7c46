import Foundation
import SimPlatform
import Testing

@Suite("Reading files")
struct FileReadTests {
  private func readError(_ path: String, limit: Int = 1_000) -> FileError? {
    fileError { () throws(FileError) in _ = try FileStore.read(path, limitByteCount: limit) }
  }

  /// What this thread has read so far, as the system counts it; 0 where it does not.
  private func bytesRead() throws -> UInt64 {
    #if os(Linux)
      let counts = try FileStore.readText("/proc/thread-self/io", limitByteCount: 4_096)
      let line = try #require(counts.split(separator: "\n").first)
      return try #require(UInt64(line.filter(\.isNumber)))
    #else
      return 0
    #endif
  }

  @Test("Bytes and text come back, up to exactly the limit")
  func contents() throws {
    try withTemporaryDirectory { directory in
      let path = directory + "/a"
      try FileStore.write("héllo", to: path)
      #expect(try FileStore.read(path, limitByteCount: 6) == Array("héllo".utf8))
      #expect(try FileStore.readText(path, limitByteCount: 6) == "héllo")
      #expect(
        readError(path, limit: 5) == .tooLarge(path: path, byteCount: 6, limitByteCount: 5))
      try FileStore.write([UInt8](), to: path)
      #expect(try FileStore.read(path, limitByteCount: 0) == [])
      let large = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      try FileStore.write(large, to: path)
      #expect(try FileStore.read(path, limitByteCount: 300_000) == large)
    }
  }

  @Test("What is no file is refused by kind, at once")
  func kinds() throws {
    try withTemporaryDirectory { directory in
      #expect(readError(directory) == .isDirectory(path: directory))
      #expect(readError(directory + "/no") == .notFound(path: directory + "/no"))
      #expect(readError("") == .notFound(path: ""))
      #expect(readError("/dev/zero") == .notAFile(path: "/dev/zero", kind: "device"))
      let pipe = directory + "/pipe"
      #expect(mkfifo(pipe, 0o600) == 0)
      #expect(readError(pipe) == .notAFile(path: pipe, kind: "pipe"))
      try FileStore.write("x", to: directory + "/file")
      let below = directory + "/file/below"
      #expect(readError(below) == .notADirectory(path: below))
      guard case .unreadable? = readError(directory + "/file\0/no") else {
        Issue.record("a path with a NUL inside named another file")
        return
      }
    }
  }

  @Test("A huge file is refused without reading it")
  func huge() throws {
    try withTemporaryDirectory { directory in
      let path = directory + "/huge"
      try FileStore.write("x", to: path)
      #expect(truncate(path, 1 << 40) == 0)
      let before = try bytesRead()
      #expect(
        readError(path) == .tooLarge(path: path, byteCount: 1 << 40, limitByteCount: 1_000))
      #expect(try bytesRead() - before < 10_000)
    }
  }

  #if os(Linux)
    @Test("Files that claim to be empty are read to their end, or to the limit")
    func kernelFiles() throws {
      #expect(try FileStore.read("/proc/self/status", limitByteCount: 65_536).count > 100)
      #expect(
        readError("/proc/self/status", limit: 10)
          == .tooLarge(path: "/proc/self/status", byteCount: nil, limitByteCount: 10))
    }
  #endif

  @Test("A file without permission is unreadable", .disabled(if: isSuperuser))
  func permission() throws {
    try withTemporaryDirectory { directory in
      let path = directory + "/secret"
      try FileStore.write("x", to: path)
      chmod(path, 0)
      #expect(readError(path) == .unreadable(path: path, reason: "permission denied"))
    }
  }

  @Test("Wrong UTF-8 is reported at its first byte")
  func encoding() throws {
    try withTemporaryDirectory { directory in
      let path = directory + "/text"
      for (bytes, offset) in [
        ([0xFF], 0), ([0x61, 0xC3, 0xA9, 0x80], 3), ([0x61, 0xE2, 0x82], 1),
        ([0x61, 0xED, 0xA0, 0x80], 1),
      ] as [([UInt8], Int)] {
        try FileStore.write(bytes, to: path)
        let error = fileError { () throws(FileError) in
          _ = try FileStore.readText(path, limitByteCount: 100)
        }
        #expect(error == .notUTF8(path: path, byteOffset: offset), "\(bytes)")
      }
    }
  }

  @Test("Names in a directory are sorted by their bytes")
  func listing() throws {
    try withTemporaryDirectory { directory in
      for name in ["b", "a", "Z", "é", "a2", ".hidden"] {
        try FileStore.write("", to: directory + "/" + name)
      }
      let names = try FileStore.list(directory: directory)
      #expect(names == [".hidden", "Z", "a", "a2", "b", "é"])
      #expect(FileStore.exists(directory + "/a") && FileStore.isFile(directory + "/a"))
      #expect(FileStore.isDirectory(directory) && !FileStore.isFile(directory))
      try FileStore.remove(directory + "/a")
      #expect(!FileStore.exists(directory + "/a"))
      let missing = directory + "/none"
      #expect(
        fileError { () throws(FileError) in _ = try FileStore.list(directory: missing) }
          == .notFound(path: missing))
      #expect(
        fileError { () throws(FileError) in try FileStore.remove(missing) }
          == .notFound(path: missing))
      #expect(
        fileError { () throws(FileError) in _ = try FileStore.list(directory: directory + "/b") }
          == .notADirectory(path: directory + "/b"))
    }
  }

  @Test("Every error says path and reason in one line")
  func messages() {
    let errors: [FileError] = [
      .notFound(path: "p"), .isDirectory(path: "p"), .notADirectory(path: "p"),
      .notAFile(path: "p", kind: "pipe"), .tooLarge(path: "p", byteCount: 3, limitByteCount: 2),
      .tooLarge(path: "p", byteCount: nil, limitByteCount: 2), .notUTF8(path: "p", byteOffset: 4),
      .unreadable(path: "p", reason: "r"), .unwritable(path: "p", reason: "r"),
      .diskFull(path: "p"),
    ]
    for error in errors {
      #expect(error.path == "p" && error.message.hasPrefix("p: "))
      #expect(!error.message.contains("\n"))
    }
    #expect(FileError.notFound(path: "").message.hasPrefix("(empty path): "))
  }
}
