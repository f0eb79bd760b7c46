import Foundation
import SimPlatform
import Testing

@Suite("Writing files")
struct FileWriteTests {
  private func writeError(_ text: String, _ path: String) -> FileError? {
    fileError { () throws(FileError) in try FileStore.write(text, to: path) }
  }

  private func text(_ path: String) throws -> String {
    try FileStore.readText(path, limitByteCount: 1 << 20)
  }

  @Test("A file is replaced as a whole and keeps its permissions")
  func replacing() throws {
    try withTemporaryDirectory { directory in
      let path = directory + "/a/b/file"
      try FileStore.write("a long first text", to: path)
      chmod(path, 0o640)
      try FileStore.write("short", to: path)
      #expect(try text(path) == "short")
      #expect(try FileStore.list(directory: directory + "/a/b") == ["file"])
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o640)
    }
  }

  @Test("A symbolic link stays one and its target is replaced")
  func links() throws {
    try withTemporaryDirectory { directory in
      try FileStore.write("old", to: directory + "/real/file")
      #expect(symlink("real/file", directory + "/link") == 0)
      try FileStore.write("new", to: directory + "/link")
      #expect(try text(directory + "/real/file") == "new")
      #expect(symlink("nowhere", directory + "/loose") == 0)
      guard case .unwritable? = writeError("x", directory + "/loose") else {
        Issue.record("a loose link was written to")
        return
      }
    }
  }

  static let failures: [(String, @Sendable () -> FileFaults)] = [
    ("full at once", { FileFaults().failWrites(afterByteCount: 0, code: ENOSPC) }),
    ("full midway", { FileFaults().failWrites(afterByteCount: 3, code: ENOSPC) }),
    ("quota", { FileFaults().failWrites(afterByteCount: 3, code: EDQUOT) }),
    ("full at sync", { FileFaults().fail(.sync, code: ENOSPC) }),
    ("full at close", { FileFaults().fail(.close, code: ENOSPC) }),
    ("device error", { FileFaults().failWrites(afterByteCount: 3, code: EIO) }),
    ("no permission", { FileFaults().fail(.create, code: EACCES) }),
    ("no rename", { FileFaults().fail(.rename, code: EACCES) }),
  ]

  @Test("Whatever fails, the old file is intact and nothing is left behind", arguments: failures)
  func failing(name: String, make: @Sendable () -> FileFaults) throws {
    try withTemporaryDirectory { directory in
      let path = directory + "/file"
      try FileStore.write("old", to: path)
      let fresh = directory + "/deep/down/file"
      for target in [path, fresh] {
        let error = FileFaults.$current.withValue(make()) { writeError("new text", target) }
        if name.hasPrefix("full") || name == "quota" {
          #expect(error == .diskFull(path: target))
        } else {
          switch error {
          case .machine(target, let reason)?:
            #expect(!reason.isEmpty && name == "device error")
          case .unwritable(target, let reason)?:
            #expect(!reason.isEmpty && name != "device error")
          default: Issue.record("unexpected \(String(describing: error))")
          }
        }
      }
      #expect(try FileStore.list(directory: directory) == ["file"])
      #expect(try text(path) == "old")
      #expect(writeError("new text", path) == nil)
    }
  }

  @Test("Writes cut short by the system go on where they stopped")
  func shortWrites() throws {
    try withTemporaryDirectory { directory in
      let path = directory + "/file"
      let content = String(repeating: "0123456789", count: 50)
      let error = FileFaults.$current.withValue(FileFaults(largestWriteByteCount: 7)) {
        writeError(content, path)
      }
      let written = try text(path)
      #expect(error == nil && written == content)
    }
  }

  #if os(Linux)
    @Test("A device is written into, and a full one says so")
    func devices() throws {
      #expect(writeError("x", "/dev/null") == nil)
      #expect(writeError("x", "/dev/full") == .diskFull(path: "/dev/full"))
    }
  #endif

  @Test("A descriptor named as a path is written at its position")
  func descriptors() throws {
    try withTemporaryDirectory { directory in
      let path = directory + "/redirected"
      let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
      defer { close(descriptor) }
      try FileStore.write("one ", to: "/dev/fd/\(descriptor)")
      try FileStore.write("two", to: "/dev/fd/\(descriptor)")
      #expect(try text(path) == "one two")
      try FileStore.checkWritable(file: "/dev/fd/\(descriptor)")
    }
  }

  @Test("Paths that cannot be files are refused with the reason")
  func paths() throws {
    try withTemporaryDirectory { directory in
      #expect(writeError("x", directory) == .isDirectory(path: directory))
      #expect(writeError("x", "") == .notFound(path: ""))
      try FileStore.write("x", to: directory + "/file")
      let below = directory + "/file/below"
      #expect(writeError("x", below) == .notADirectory(path: below))
      for path in [directory + "/new/", directory + "/" + String(repeating: "n", count: 300)] {
        guard case .unwritable(path, _)? = writeError("x", path) else {
          Issue.record("written: \(path)")
          continue
        }
      }
      #expect(try FileStore.list(directory: directory) == ["file"])
    }
  }

  @Test("Looking whether output can be written leaves nothing behind")
  func checking() throws {
    try withTemporaryDirectory { directory in
      try FileStore.checkWritable(directory: directory)
      try FileStore.checkWritable(directory: directory + "/not/yet")
      try FileStore.checkWritable(file: directory + "/not/yet/file")
      try FileStore.checkWritable(file: "/dev/null")
      #expect(try FileStore.list(directory: directory) == [])
      try FileStore.write("old", to: directory + "/file")
      try FileStore.checkWritable(file: directory + "/file")
      #expect(try text(directory + "/file") == "old")
      let below = directory + "/file/below"
      #expect(
        fileError { () throws(FileError) in try FileStore.checkWritable(directory: below) }
          == .notADirectory(path: below))
      #expect(
        fileError { () throws(FileError) in try FileStore.checkWritable(file: directory) }
          == .isDirectory(path: directory))
      let refusal = FileFaults.$current.withValue(FileFaults().fail(.create, code: EROFS)) {
        fileError { () throws(FileError) in try FileStore.checkWritable(directory: directory) }
      }
      #expect(
        refusal
          == .machine(path: directory, reason: "cannot be written: read-only file system"))
      // As in /proc: the folder is there, and yet there is no such file.
      let other = FileFaults.$current.withValue(FileFaults().fail(.create, code: ENOENT)) {
        fileError { () throws(FileError) in try FileStore.checkWritable(file: directory + "/file") }
      }
      let reason = "its folder takes no new files"
      #expect(other == .unwritable(path: directory + "/file", reason: reason))
      #expect(try FileStore.list(directory: directory) == ["file"])
    }
  }

  @Test("Directories are made with their parents, and a file in the way is named")
  func directories() throws {
    try withTemporaryDirectory { directory in
      try FileStore.makeDirectory(directory + "/a/b/c/")
      try FileStore.makeDirectory(directory + "/a/b/./d/../e")
      #expect(FileStore.isDirectory(directory + "/a/b/c"))
      try FileStore.write("x", to: directory + "/a/file")
      for path in [directory + "/a/file", directory + "/a/file/x/y"] {
        #expect(
          fileError { () throws(FileError) in try FileStore.makeDirectory(path) }
            == .notADirectory(path: path))
      }
    }
  }
}
