import SimFormats
import SimPlatform
import SimCommands
import TestTier
import Testing

/// Goal: only frames that were recorded for the golden as it stands are accepted or rejected, and
/// exit codes say what `golden update` left open.
///
/// Method: a golden of six frames whose recorded file or manifest is edited between the commands.
@Suite struct GoldenJudgeTests {
  private func project() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(TinyScenario.text(), to: "tiny.json")
    try folder.write(
      "# why\ngolden 1\nscenario ../tiny.json\ndevice iphone-12\ncanvas 160 80 1\nframes 6\n"
        + "picture 4\n",
      to: "goldens/tiny.golden")
    return folder
  }

  private func golden(
    _ folder: TemporaryFolder, _ verb: String, _ arguments: String...
  ) -> CommandRun {
    var options = ["--goldens", folder.at("goldens")]
    if ["check", "update"].contains(verb) { options += ["--out", folder.at("out")] }
    return CommandRun(["golden", verb] + arguments + options)
  }

  private func text(_ folder: TemporaryFolder, _ name: String) throws -> String {
    try FileStore.readText(folder.at("goldens/\(name)"), limitByteCount: 1 << 20)
  }

  private func edit(
    _ folder: TemporaryFolder, _ name: String, _ old: String, _ new: String
  ) throws {
    let before = try text(folder, name)
    #expect(before.contains(old))
    try folder.write(before.replacing(old, with: new), to: "goldens/\(name)")
  }

  /// A golden that is accepted, and recorded once more.
  private func recorded() throws -> TemporaryFolder {
    let folder = try project()
    #expect(golden(folder, "update").code == .pass)
    #expect(golden(folder, "accept", "tiny").code == .pass)
    #expect(golden(folder, "update", "--record", "all").code == .pass)
    return folder
  }

  private func lastLine(_ text: String) -> String {
    String(text.split(separator: "\n").last ?? "")
  }

  @Test(
    .enabled(if: !Tier.isDebug),
    arguments: [
      ("tiny.pending", "frames 6\n", "frames 5\n"), ("tiny.pending", "iphone-12", "iphone-se-2"),
      ("tiny.pending", "frames 6\n", "seed 3\nframes 6\n"),
      ("tiny.pending", "canvas 160 80 1", "canvas 80 160 1"),
      ("tiny.pending", "picture 4\n", ""), ("tiny.golden", "picture 4", "picture 5"),
      ("tiny.golden", "frames 6\n", "tolerance pixels<=9\nframes 6\n"),
    ])
  func framesOfAnotherManifestAreRefused(name: String, old: String, new: String) throws {
    let folder = try recorded()
    try edit(folder, name, old, new)
    if new == "frames 5\n" { try edit(folder, name, lastLine(text(folder, name)) + "\n", "") }
    let before = try folder.listing()
    let manifest = try text(folder, "tiny.golden")
    for arguments in [["accept"], ["accept", "--keep-existing"], ["reject", "--reason", "no"]] {
      let result = CommandRun(
        ["golden", arguments[0], "tiny", "--goldens", folder.at("goldens")]
          + arguments.dropFirst())
      #expect(result.code == .usage && result.output.isEmpty, "\(arguments)")
      #expect(
        result.error == "simbench: \(folder.at("goldens/tiny.pending")): recorded for another "
          + "manifest; rerun simbench golden update\n")
      #expect(try folder.listing() == before && text(folder, "tiny.golden") == manifest)
    }
  }

  @Test func recordedFileWithoutFramesIsRefused() throws {
    let folder = try recorded()
    let lines = try text(folder, "tiny.pending").split(separator: "\n").filter { line in
      line.first?.isNumber != true
    }
    try folder.write(lines.joined(separator: "\n") + "\n", to: "goldens/tiny.pending")
    for arguments in [["accept"], ["accept", "--keep-existing"], ["reject", "--reason", "no"]] {
      let result = CommandRun(
        ["golden", arguments[0], "tiny", "--goldens", folder.at("goldens")]
          + arguments.dropFirst())
      #expect(result.code == .usage && result.error.contains("recorded for another manifest"))
    }
  }

  @Test func remarksAndRejectionsMayChange() throws {
    let folder = try recorded()
    try edit(folder, "tiny.golden", "# why", "# because")
    try edit(
      folder, "tiny.golden", "picture 4\n", "picture 4\nrejected 2 00000000000000ff no\n")
    #expect(golden(folder, "accept", "tiny").code == .pass)
    let manifest = try text(folder, "tiny.golden")
    #expect(manifest.hasPrefix("# because\n") && manifest.contains("rejected 2 "))
  }

  @Test(.enabled(if: !Tier.isDebug)) func updateSaysWhatItLeavesOpen() throws {
    let folder = try recorded()
    #expect(golden(folder, "accept", "tiny").code == .pass)
    try edit(folder, "tiny.golden", "frames 6\n", "seed 2\nframes 6\n")
    #expect(golden(folder, "check").code == .goldenMismatch)
    #expect(golden(folder, "update", "--record", "missing").code == .goldenMismatch)
    #expect(folder.names(in: "goldens") == ["tiny-4.png", "tiny.golden"])
    #expect(golden(folder, "update").code == .pass)
    #expect(golden(folder, "check").code == .goldenMismatch)
    try folder.write("", to: "none/readme.md")
    let empty = CommandRun(["golden", "update", "--goldens", folder.at("none")])
    #expect(empty.code == .referenceMissing)
  }

  @Test(.enabled(if: !Tier.isDebug)) func programsAreToldWhatBecameOfThem() throws {
    let folder = try project()
    #expect(golden(folder, "update").code == .pass)
    let accepted = golden(folder, "accept", "tiny", "--json", "-")
    let one = try #require(try accepted.json()["goldens"].array().first)
    #expect(try accepted.json()["schemaVersion"].text == "2")
    #expect(try one["name"].string() == "tiny" && one["outcome"].string() == "accepted")
    #expect(try one["path"].string() == folder.at("goldens/tiny.golden"))
    try edit(folder, "tiny.golden", "frames 6\n", "seed 2\nframes 6\n")
    #expect(golden(folder, "update").code == .pass)
    let path = folder.at("judged.json")
    let rejected = golden(folder, "reject", "tiny", "--reason", "no", "--json", path)
    #expect(rejected.code == .pass && rejected.output.hasPrefix("rejected  tiny"))
    let json = try CommandRun.json(FileStore.readText(path, limitByteCount: 1 << 20))
    #expect(try json["goldens"].array()[0]["outcome"].string() == "rejected")
    let check = golden(folder, "check", "--json", "-")
    #expect(try check.json()["schemaVersion"].text == "2")
    // The JSON must not replace what is judged.
    #expect(golden(folder, "update").code == .pass)
    let manifest = folder.at("goldens/tiny.golden")
    #expect(golden(folder, "accept", "tiny", "--json", manifest).code == .usage)
  }
}
