import Foundation
import SimPlatform
import Testing

@Suite("File transactions")
struct FileTransactionTests {
  private func text(_ path: String) throws -> String {
    try FileStore.readText(path, limitByteCount: 1 << 20)
  }

  @Test("Nothing appears before the commit and everything after it")
  func committing() throws {
    try withTemporaryDirectory { directory in
      try FileStore.write("old", to: directory + "/a")
      let transaction = FileTransaction()
      try transaction.stage("new", at: directory + "/a")
      try transaction.stage("more", at: directory + "/sub/b")
      try transaction.stage("gone", at: "/dev/null")
      #expect(transaction.fileCount == 3)
      #expect(try text(directory + "/a") == "old")
      #expect(!FileStore.exists(directory + "/sub/b"))
      try transaction.commit()
      #expect(try text(directory + "/a") == "new")
      #expect(try text(directory + "/sub/b") == "more")
      #expect(try FileStore.list(directory: directory) == ["a", "sub"])
      #expect(try FileStore.list(directory: directory + "/sub") == ["b"])
    }
  }

  @Test("What is appended follows what was there, in the same file")
  func appending() throws {
    try withTemporaryDirectory { directory in
      try FileStore.write("old", to: directory + "/a")
      let identity = FileIdentity(directory + "/a")
      for text in ["1", "2"] {
        let transaction = FileTransaction()
        try transaction.stage(text, at: directory + "/a", existing: .appended)
        try transaction.stage(text, at: directory + "/new/b", existing: .appended)
        #expect(transaction.fileCount == 2)
        #expect(try self.text(directory + "/a") == (text == "1" ? "old" : "old1"))
        try transaction.commit()
      }
      #expect(try text(directory + "/a") == "old12")
      #expect(try text(directory + "/new/b") == "12")
      #expect(FileIdentity(directory + "/a") == identity)
      let discarded = FileTransaction()
      try discarded.stage("3", at: directory + "/a", existing: .appended)
      discarded.discard()
      #expect(try text(directory + "/a") == "old12")
    }
  }

  @Test("Where nothing more can be appended, every file stays as it was")
  func appendingToAFullDisk() throws {
    try withTemporaryDirectory { directory in
      for name in ["a", "b"] { try FileStore.write("old", to: directory + "/" + name) }
      let transaction = FileTransaction()
      try transaction.stage("12345", at: directory + "/a", existing: .appended)
      try transaction.stage("new", at: directory + "/b")
      let faults = FileFaults(largestWriteByteCount: 1).failWrites(afterByteCount: 2, code: ENOSPC)
      let error = FileFaults.$current.withValue(faults) {
        fileError { () throws(FileError) in try transaction.commit() }
      }
      #expect(error == .diskFull(path: directory + "/a"))
      #expect(try FileStore.list(directory: directory) == ["a", "b"])
      #expect(try text(directory + "/a") == "old" && text(directory + "/b") == "old")
    }
  }

  @Test("Discarding, or letting go, leaves everything as it was", arguments: [true, false])
  func discarding(explicitly: Bool) throws {
    try withTemporaryDirectory { directory in
      try FileStore.write("old", to: directory + "/a")
      do {
        let transaction = FileTransaction()
        try transaction.stage("new", at: directory + "/a")
        try transaction.stage("more", at: directory + "/sub/deep/b")
        if explicitly { transaction.discard() }
      }
      #expect(try FileStore.list(directory: directory) == ["a"])
      #expect(try text(directory + "/a") == "old")
    }
  }

  @Test("When a file cannot be staged, none of them stays")
  func staging() throws {
    try withTemporaryDirectory { directory in
      let transaction = FileTransaction()
      try transaction.stage("12345", at: directory + "/sub/a")
      let faults = FileFaults().failWrites(afterByteCount: 2, code: ENOSPC)
      let error = FileFaults.$current.withValue(faults) {
        fileError { () throws(FileError) in try transaction.stage("12345", at: directory + "/b") }
      }
      #expect(error == .diskFull(path: directory + "/b"))
      #expect(try FileStore.list(directory: directory) == [])
    }
  }

  @Test("When a rename fails, those before it are taken back", arguments: 0..<4)
  func renaming(succeeding: Int) throws {
    try withTemporaryDirectory { directory in
      try FileStore.write("old a", to: directory + "/a")
      try FileStore.write("old c", to: directory + "/c")
      let transaction = FileTransaction()
      for name in ["a", "b", "c", "new/d"] {
        try transaction.stage("new " + name, at: directory + "/" + name)
      }
      let faults = FileFaults().fail(.rename, code: EIO, after: succeeding)
      let error = FileFaults.$current.withValue(faults) {
        fileError { () throws(FileError) in try transaction.commit() }
      }
      guard case .machine? = error else {
        Issue.record("unexpected \(String(describing: error))")
        return
      }
      #expect(try FileStore.list(directory: directory) == ["a", "c"])
      #expect(try text(directory + "/a") == "old a")
      #expect(try text(directory + "/c") == "old c")
    }
  }

  @Test("When an old file cannot be kept aside, nothing changes")
  func backup() throws {
    try withTemporaryDirectory { directory in
      try FileStore.write("old", to: directory + "/b")
      let transaction = FileTransaction()
      try transaction.stage("new", at: directory + "/a")
      try transaction.stage("new", at: directory + "/b")
      let error = FileFaults.$current.withValue(FileFaults().fail(.backup, code: EPERM)) {
        fileError { () throws(FileError) in try transaction.commit() }
      }
      #expect(error?.path == directory + "/b")
      #expect(try FileStore.list(directory: directory) == ["b"])
      #expect(try text(directory + "/b") == "old")
    }
  }

  #if os(Linux)
    @Test("A full device keeps the files from appearing")
    func device() throws {
      try withTemporaryDirectory { directory in
        let transaction = FileTransaction()
        try transaction.stage("new", at: directory + "/a")
        try transaction.stage("new", at: "/dev/full")
        #expect(
          fileError { () throws(FileError) in try transaction.commit() }
            == .diskFull(path: "/dev/full"))
        #expect(try FileStore.list(directory: directory) == [])
      }
    }
  #endif

  @Test("Two outputs of one name are refused, however it is spelled")
  func duplicates() throws {
    try withTemporaryDirectory { directory in
      let transaction = FileTransaction()
      try transaction.stage("one", at: directory + "/sub/a")
      let again = directory + "/./sub//a"
      #expect(
        fileError { () throws(FileError) in try transaction.stage("two", at: again) }
          == .unwritable(path: again, reason: "two outputs have this name"))
      #expect(try FileStore.list(directory: directory) == [])
    }
  }

  @Test("A file that a rename cannot replace is written in place", arguments: [EBUSY, EXDEV])
  func inPlace(code: Int32) throws {
    try withTemporaryDirectory { directory throws in
      let (first, second) = (directory + "/a", directory + "/b")
      try FileStore.write("a longer old text", to: first)
      #expect(chmod(first, 0o640) == 0)
      let old = FileIdentity(first)
      var said: [String] = []
      try FileRegister.$current.withValue(FileRegister { said.append($0) }) {
        try FileFaults.$current.withValue(FileFaults().fail(.rename, code: code)) {
          try FileStore.write("new", to: first)
        }
      }
      #expect(try FileStore.readText(first, limitByteCount: 100) == "new")
      #expect(FileIdentity(first) == old)
      #expect(said.count == 1 && said[0].hasPrefix("\(first): written in place, since a rename"))

      // One that is not there yet needs no rename over it, so that this is an error.
      let error = FileFaults.$current.withValue(FileFaults().fail(.rename, code: code)) {
        fileError { () throws(FileError) in try FileStore.write("new", to: second) }
      }
      #expect(error != nil)
      #expect(try FileStore.list(directory: directory) == ["a"])
    }
  }

  @Test("A file written in place gets its old content back if a later file fails")
  func inPlaceRestored() throws {
    try withTemporaryDirectory { directory throws in
      let (first, second) = (directory + "/a", directory + "/b")
      try FileStore.write("old", to: first)
      let transaction = FileTransaction()
      try transaction.stage("a longer new text", at: first)
      try transaction.stage("new", at: second, existing: .kept)
      try FileStore.write("meanwhile", to: second)
      let error = FileFaults.$current.withValue(FileFaults().fail(.backup, code: EXDEV)) {
        fileError { () throws(FileError) in try transaction.commit() }
      }
      #expect(error?.path == second)
      #expect(try FileStore.readText(first, limitByteCount: 100) == "old")
      #expect(try FileStore.readText(second, limitByteCount: 100) == "meanwhile")
      #expect(try FileStore.list(directory: directory) == ["a", "b"])
    }
  }

  @Test("If nothing can be written any more, the old content is in the file that is named")
  func inPlaceLost() throws {
    try withTemporaryDirectory { directory throws in
      let path = directory + "/a"
      try FileStore.write("old text", to: path)
      // The new file, the copy of the old one, and half of the new content.
      let faults = FileFaults().fail(.rename, code: EBUSY)
        .failWrites(afterByteCount: 8 + 8 + 4, code: ENOSPC)
      var said: [String] = []
      let error = FileRegister.$current.withValue(FileRegister { said.append($0) }) {
        FileFaults.$current.withValue(faults) {
          fileError { () throws(FileError) in try FileStore.write("new text", to: path) }
        }
      }
      #expect(error == .diskFull(path: path))
      let copy = try #require(said.first?.split(separator: " ").last.map(String.init))
      #expect(try FileStore.readText(copy, limitByteCount: 100) == "old text")
      #expect(said.count == 1 && said[0].contains("/a: cannot be restored; its old content is in "))
    }
  }
}
