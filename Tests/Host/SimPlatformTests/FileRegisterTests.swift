import Foundation
import SimPlatform
import Testing

/// Goal: nothing that was read is replaced, whatever path or link leads there.
///
/// Method: read a file inside a register, and try to write over it under each of its names; the
/// same write without a register goes through, so that it is the register that refuses.
@Suite("Files that were read")
struct FileRegisterTests {
  private func text(_ path: String) throws -> String {
    try FileStore.readText(path, limitByteCount: 1 << 20)
  }

  /// A folder with `in`, and links to it and to the folder.
  private func withLinks(_ body: (String) throws -> Void) throws {
    try withTemporaryDirectory { directory throws in
      try FileStore.write("input", to: directory + "/in")
      try FileStore.makeDirectory(directory + "/sub")
      #expect(link(directory + "/in", directory + "/hard") == 0)
      #expect(symlink(directory + "/in", directory + "/soft") == 0)
      #expect(symlink("soft", directory + "/softer") == 0)
      #expect(symlink(".", directory + "/here") == 0)
      try body(directory)
    }
  }

  private func refusal(_ path: String, _ input: String) -> FileError {
    .unwritable(
      path: path, reason: "it is read as input" + (path == input ? "" : ", as \(input)"))
  }

  @Test(
    "Every name of an input is refused",
    arguments: ["in", "soft", "softer", "hard", "here/in", "sub/../in", ".//in", "here/here/soft"])
  func names(name: String) throws {
    try withLinks { directory throws in
      let (input, path) = (directory + "/in", directory + "/" + name)
      FileRegister.$current.withValue(FileRegister()) {
        #expect((try? text(input)) == "input")
        let staged = fileError { () throws(FileError) in try FileStore.write("x", to: path) }
        #expect(staged == refusal(path, input))
        let early = fileError { () throws(FileError) in
          try FileStore.checkWritable(file: path)
        }
        #expect(early == refusal(path, input))
      }
      #expect(try text(input) == "input")
      let names = try FileStore.list(directory: directory)
      #expect(names == ["hard", "here", "in", "soft", "softer", "sub"])
      try FileStore.write("x", to: path)
      #expect(try text(path) == "x")
    }
  }

  @Test("What is read after it was staged is seen at the commit, and nothing is written")
  func late() throws {
    try withLinks { directory throws in
      FileRegister.$current.withValue(FileRegister()) {
        let error = fileError { () throws(FileError) in
          let transaction = FileTransaction()
          try transaction.stage("new", at: directory + "/other")
          try transaction.stage("new", at: directory + "/soft")
          _ = try FileStore.read(directory + "/in", limitByteCount: 100)
          try transaction.commit()
        }
        #expect(error == refusal(directory + "/soft", directory + "/in"))
      }
      #expect(try text(directory + "/in") == "input")
      let names = try FileStore.list(directory: directory)
      #expect(names == ["hard", "here", "in", "soft", "softer", "sub"])
    }
  }

  @Test("What is brought up to date may replace itself, and nothing else that was read")
  func updates() throws {
    try withLinks { directory throws in
      let (input, hard) = (directory + "/in", directory + "/hard")
      FileRegister.$current.withValue(FileRegister()) {
        _ = try? text(input)
        let other = fileError { () throws(FileError) in
          let transaction = FileTransaction()
          try transaction.stage("x", at: hard, existing: .updated)
        }
        #expect(other == refusal(hard, input))
        let own = fileError { () throws(FileError) in
          let transaction = FileTransaction()
          try transaction.stage("new", at: input, existing: .updated)
          try transaction.commit()
        }
        #expect(own == nil)
      }
      #expect(try text(input) == "new")
      FileRegister.$current.withValue(FileRegister()) {
        // Read as two things, one of which is not the one to be brought up to date.
        _ = try? text(directory + "/soft")
        _ = try? text(input)
        let both = fileError { () throws(FileError) in
          try FileStore.checkWritable(file: input, isUpdate: true)
        }
        #expect(both == refusal(input, directory + "/soft"))
      }
    }
  }

  @Test("A file that will be read is known by its name before it is there")
  func missing() throws {
    try withTemporaryDirectory { directory throws in
      let register = FileRegister()
      register.note(directory + "/far/in")
      FileRegister.$current.withValue(register) {
        let path = directory + "/./far//in"
        let error = fileError { () throws(FileError) in try FileStore.write("x", to: path) }
        #expect(error == refusal(path, directory + "/far/in"))
        let other = directory + "/far/out"
        #expect(fileError { () throws(FileError) in try FileStore.write("x", to: other) } == nil)
      }
    }
  }

  @Test("A file that was read and removed again does not stand for the next one")
  func removed() throws {
    try withTemporaryDirectory { directory throws in
      try FileStore.write("old", to: directory + "/sub/in")
      FileRegister.$current.withValue(FileRegister()) {
        _ = try? text(directory + "/sub/in")
        // Its number may become that of any later file: here it stays the same for certain.
        #expect(link(directory + "/sub/in", directory + "/next") == 0)
        try? FileStore.removeTree(directory + "/sub")
        let next = directory + "/next"
        #expect(fileError { () throws(FileError) in try FileStore.write("x", to: next) } == nil)
      }
    }
  }

  @Test("Two outputs that are one file by a hard link are refused")
  func oneFile() throws {
    try withLinks { directory throws in
      let transaction = FileTransaction()
      try transaction.stage("one", at: directory + "/in")
      let hard = directory + "/hard"
      #expect(
        fileError { () throws(FileError) in try transaction.stage("two", at: hard) }
          == .unwritable(path: hard, reason: "two outputs have this name"))
      #expect(try text(directory + "/in") == "input")
    }
  }

  @Test("A new file does not replace one that has come meanwhile")
  func kept() throws {
    try withTemporaryDirectory { directory throws in
      let path = directory + "/new"
      let transaction = FileTransaction()
      try transaction.stage("first", at: directory + "/a", existing: .kept)
      try transaction.stage("mine", at: path, existing: .kept)
      try FileStore.write("theirs", to: path)
      let isThere = FileError.unwritable(
        path: path, reason: "it is already there; nothing is overwritten")
      #expect(fileError { () throws(FileError) in try transaction.commit() } == isThere)
      #expect(try FileStore.list(directory: directory) == ["new"])
      #expect(try text(path) == "theirs")
      let again = FileTransaction()
      #expect(
        fileError { () throws(FileError) in
          try again.stage("mine", at: path, existing: .kept)
        } == isThere)
    }
  }
}
