import Formats
import Platform
import SimbenchCommands
import Testing

/// Goal: `init` writes what runs, and never over what is there.
///
/// Method: look at the files it leaves; that the package builds and runs is the matter of
/// `.ci/starter`.
@Suite struct InitCommandTests {
  @Test func starterScenarioRuns() throws {
    let folder = try TemporaryFolder()
    let made = CommandRun(["init", "quiet-snow", "--out", folder.path])
    #expect(made.code == .pass && made.error.isEmpty)
    let path = folder.at("quiet-snow.json")
    #expect(made.output == "wrote \(path)\nnext: simbench run \(path)\n")
    #expect(CommandRun(["validate", path]).code == .pass)
    let run = CommandRun(["run", path, "--frames", "2", "--no-render", "--json", "-"])
    // The exit code would judge frame times as well, on a machine that does other things.
    #expect(try run.json()["verdict"].string() == "passed")
    #expect(try run.json()["scenario"].string() == "quiet-snow")
  }

  @Test func nothingIsOverwritten() throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: "snow.json")
    try folder.write("mine", to: "boats/notes.txt")
    let before = try folder.listing()
    for arguments in [["snow"], ["boats", "--scene", "--package", try Self.checkout()]] {
      let result = CommandRun(["init"] + arguments + ["--out", folder.path])
      #expect(result.code == .usage)
      #expect(result.error.hasSuffix(": is already there; nothing is overwritten\n"))
    }
    #expect(try folder.listing() == before)
  }

  @Test(arguments: [
    "Snow", "snow_globe", "1snow", "snow--globe", "snow-", "../snow", "snow/globe", "sn\nw", "ſnow",
    String(repeating: "a", count: 65),
  ]) func badNameIsRefused(name: String) throws {
    let folder = try TemporaryFolder()
    for options in [[], ["--scene", "--package", try Self.checkout()]] {
      let result = CommandRun(["init", name, "--out", folder.path] + options)
      #expect(result.code == .usage)
      #expect(result.error.hasPrefix("simbench: NAME: found \""))
      #expect(result.error.split(separator: "\n").count == 1)
      #expect(folder.names().isEmpty)
    }
  }

  @Test(arguments: ["snowglobe", "raster", "scene", "string", "swift", "simbench", "tuning"])
  func nameThatIsTakenIsRefused(name: String) throws {
    let folder = try TemporaryFolder()
    let result = CommandRun([
      "init", name, "--scene", "--package", try Self.checkout(), "--out", folder.path,
    ])
    #expect(result.code == .usage)
    #expect(result.error.contains("is the name of a module or type already"))
    #expect(folder.names().isEmpty)
    // A scenario may have the name all the same.
    #expect(CommandRun(["init", name, "--out", folder.path]).code == .pass)
  }

  @Test func packageHasToBeOne() throws {
    let folder = try TemporaryFolder()
    let alone = CommandRun(["init", "snow", "--package", folder.path, "--out", folder.path])
    #expect(alone.code == .usage)
    #expect(alone.error.hasPrefix("simbench: --package needs --scene"))
    let empty = CommandRun([
      "init", "snow", "--scene", "--package", folder.path, "--out", folder.path,
    ])
    #expect(empty.code == .usage)
    #expect(empty.error.contains("holds no Package.swift"))
    #expect(folder.names().isEmpty)
  }

  @Test func packageReferenceSurvivesOddPaths() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "a \"b\\c/Package.swift")
    let result = CommandRun([
      "init", "boats", "--scene", "--package", folder.at("a \"b\\c"), "--out", folder.path,
    ])
    #expect(result.code == .pass)
    let manifest = try FileStore.readText(
      folder.at("boats/Package.swift"), limitByteCount: 1 << 16)
    #expect(manifest.contains("path: \"\(folder.path)/a \\\"b\\\\c\""))
    let remote = CommandRun([
      "init", "ships", "--scene", "--package", "https://example.com/simbench.git", "--out",
      folder.path,
    ])
    #expect(remote.code == .pass)
    #expect(
      try FileStore.readText(folder.at("ships/Package.swift"), limitByteCount: 1 << 16)
        .contains(".package(url: \"https://example.com/simbench.git\", branch: \"main\")"))
  }

  /// The checkout these tests were compiled from.
  static func checkout() throws -> String {
    let parts = #filePath.split(separator: "/").dropLast(3)
    return "/" + parts.joined(separator: "/")
  }
}
