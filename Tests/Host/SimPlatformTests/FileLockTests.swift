import Foundation
import SimPlatform
import Testing

/// Goal: a process that reads, changes and writes has the folder alone; nothing of the lock stays.
///
/// Method: locks of one process keep each other out as those of several do, since each opens the
/// folder for itself.
@Suite("Locks")
struct FileLockTests {
  @Test("The second waits, says for whom, and gives up")
  func waiting() throws {
    try withTemporaryDirectory { directory throws in
      let first = try FileLock(files: [directory + "/a"])
      var said: [String] = []
      let error = fileError { () throws(FileError) in
        _ = try FileLock(files: [directory + "/b"], limitSeconds: 0.2) { said.append($0) }
      }
      guard case .locked(let path, let holder, let seconds) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(path == directory && seconds == 0.2 && said.count == 1)
      #expect(error?.message.contains("still locked by ") == true)
      #if os(Linux)
        #expect(holder?.hasPrefix("process \(getpid()) (") == true, "\(holder ?? "nobody")")
        #expect(said[0].hasPrefix("\(directory): locked by process \(getpid()) ("))
      #endif
      first.release()
      let second = try FileLock(files: [directory + "/b"], limitSeconds: 0.2)
      second.release()
      #expect(try FileStore.list(directory: directory) == [])
    }
  }

  @Test("A lock of the same inode on another device is not taken for the file's")
  func devices() {
    #expect(FileLock.isFile("08:01:1234", device: 0x801, inode: 1234))
    #expect(!FileLock.isFile("08:02:1234", device: 0x801, inode: 1234))
    #expect(!FileLock.isFile("09:01:1234", device: 0x801, inode: 1234))
    #expect(!FileLock.isFile("08:01:1235", device: 0x801, inode: 1234))
    // A minor number of more than eight bits, and a device that only programs see.
    #expect(FileLock.isFile("fe:12345:7", device: 0x1230_FE45, inode: 7))
    #expect(FileLock.isFile("00:2a:7", device: 0x1F, inode: 7))
    #expect(!FileLock.isFile("1234", device: 0x801, inode: 1234))
  }

  @Test(
    "A lock that the file system refuses is a fault of the machine",
    arguments: [ENOLCK, ENOSYS, EOPNOTSUPP, EINVAL, EBADF])
  func refused(code: Int32) throws {
    try withTemporaryDirectory { directory throws in
      func words(_ body: () throws(FileError) -> Void) -> String? {
        FileFaults.$current.withValue(FileFaults().fail(.lock, code: code)) {
          let error = fileError(body)
          return error?.isMachineFault == true ? error?.message : nil
        }
      }
      let reason = String(cString: strerror(code)).lowercased()
      func expected(_ path: String) -> String {
        "\(path): cannot be locked: \(reason); nothing was changed; use a folder on a local disk"
      }
      let folder = words { () throws(FileError) in _ = try FileLock(files: [directory + "/new/a"]) }
      #expect(folder?.lowercased() == expected(directory + "/new").lowercased())
      let file = directory + "/rows"
      let rows = words { () throws(FileError) in _ = try AppendedFile(file) }
      #expect(rows?.lowercased() == expected(file).lowercased())
      #expect(try FileStore.list(directory: directory) == ["rows"])
      #expect(try FileStore.read(file, limitByteCount: 0) == [])
    }
  }

  @Test("A link to the folder is the same folder, another folder is not")
  func folders() throws {
    try withTemporaryDirectory { directory throws in
      try FileStore.makeDirectory(directory + "/a")
      #expect(symlink("a", directory + "/b") == 0)
      let lock = try FileLock(files: [directory + "/a/x", directory + "/b/y"])
      defer { lock.release() }
      let same = fileError { () throws(FileError) in
        _ = try FileLock(files: [directory + "/b/z"], limitSeconds: 0.05)
      }
      #expect(same != nil)
      let other = fileError { () throws(FileError) in
        _ = try FileLock(files: [directory + "/x"], limitSeconds: 0.05)
      }
      #expect(other == nil)
    }
  }

  @Test("Folders made for the lock go again, unless something came into them")
  func made() throws {
    try withTemporaryDirectory { directory throws in
      try FileLock(files: [directory + "/a/b/file"]).release()
      #expect(try FileStore.list(directory: directory) == [])
      let lock = try FileLock(files: [directory + "/a/b/file"])
      try FileStore.write("x", to: directory + "/a/b/file")
      lock.release()
      #expect(FileStore.isFile(directory + "/a/b/file"))
    }
  }

  @Test("Many at once in a folder that comes and goes lose nothing")
  func many() throws {
    try withTemporaryDirectory { directory throws in
      let path = directory + "/new/count"
      DispatchQueue.concurrentPerform(iterations: 40) { turn in
        guard let lock = try? FileLock(files: [path]) else {
          Issue.record("no lock")
          return
        }
        defer { lock.release() }
        // Every other turn writes nothing, so that the first of them remove the folder.
        guard turn % 2 == 1 else { return }
        let old = (try? FileStore.readText(path, limitByteCount: 100)).flatMap { Int($0) } ?? 0
        try? FileStore.write("\(old + 1)", to: path)
      }
      #expect(try FileStore.readText(path, limitByteCount: 100) == "20")
      #expect(try FileStore.list(directory: directory + "/new") == ["count"])
    }
  }
}
