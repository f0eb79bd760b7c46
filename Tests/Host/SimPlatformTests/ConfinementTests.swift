import Foundation
import SimPlatform
import Testing

/// Goal: what is read lies in the folder, judged by where it really is.
///
/// Method: files reached by names, links and links to folders, inside and outside.
@Suite struct ConfinementTests {
  private func read(_ path: String, within folder: String) -> FileError? {
    fileError { () throws(FileError) in
      let confinement = try Confinement(folder)
      let outcome = Confinement.run(within: confinement) { () -> Result<[UInt8], FileError> in
        do throws(FileError) {
          return .success(try FileStore.read(path, limitByteCount: 100))
        } catch {
          return .failure(error)
        }
      }
      _ = try outcome.get()
    }
  }

  @Test func linksAreFollowed() throws {
    try withTemporaryDirectory { top in
      for name in ["a/in.txt", "ab/out.txt"] { try FileStore.write("x", to: "\(top)/\(name)") }
      let links = [
        ("a/here", "in.txt"), ("a/there", "../ab/out.txt"), ("a/folder", "../ab"),
        ("ab/back", "../a"),
        ("a/lost", "../ab/none"),
      ]
      for (name, end) in links {
        try FileManager.default.createSymbolicLink(
          atPath: "\(top)/\(name)", withDestinationPath: end)
      }
      let folder = "\(top)/a"
      for name in ["a/in.txt", "a/here", "ab/back/in.txt", "a/../a/in.txt"] {
        #expect(read("\(top)/\(name)", within: folder) == nil, "\(name)")
      }
      for name in [
        "ab/out.txt", "a/there", "a/folder/out.txt", "a/../ab/out.txt", "ab/none.txt",
        "a/folder/none.txt",
      ] {
        let path = "\(top)/\(name)"
        #expect(read(path, within: folder) == .outside(path: path, folder: folder), "\(name)")
      }
      // Nothing is there, so nothing tells where it would be.
      #expect(read("\(folder)/none.txt", within: folder) == .notFound(path: "\(folder)/none.txt"))
      #expect(read("\(top)/a/lost", within: folder) == .notFound(path: "\(top)/a/lost"))
      #expect(read("\(top)/ab/out.txt", within: "\(top)/ab/back/..") == .none)
      #expect(read("\(top)/ab/out.txt", within: "/") == nil)
    }
  }

  @Test func ownFilesAreNoInputs() throws {
    try withTemporaryDirectory { top in
      try FileStore.write("x", to: "\(top)/b.txt")
      try FileStore.makeDirectory("\(top)/a")
      let bytes = Confinement.run(within: try Confinement("\(top)/a")) {
        try? FileStore.read("\(top)/b.txt", limitByteCount: 10, isInput: false)
      }
      #expect(bytes == [UInt8(ascii: "x")])
      #expect(Confinement.current == nil)
    }
  }

  /// A build of the tool that is started by a confined one is told so.
  @Test func startedProgramsAreTold() throws {
    try withTemporaryDirectory { top in
      let script = "echo $\(Confinement.variable)"
      let told = try Confinement.run(within: Confinement(top)) {
        Result { try ProcessRunner.run("sh", ["-c", script]).outputText }
      }.get()
      #expect(told.hasSuffix("\n") && told.count > 2)
      #expect(try ProcessRunner.run("sh", ["-c", script]).outputText == "\n")
    }
  }
}
