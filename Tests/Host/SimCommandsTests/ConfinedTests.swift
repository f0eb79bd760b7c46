import Foundation
import SimPlatform
import SimCommands
import Testing

/// Goal: with `--confined`, no verb reads a file outside the folder, however the path gets there.
///
/// Method: each verb with an input outside, by name, through `..` and through links; the same
/// inputs inside are read.
@Suite struct ConfinedTests {
  private static let secret = "ghp_token,which nobody may see"

  /// A folder with `in`, which is sound, and `out`, which holds a secret.
  private func project() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(TinyScenario.text(), to: "in/tiny.json")
    try folder.write(TinyScenario.text(), to: "out/tiny.json")
    for name in ["secret.json", "secret.csv", "secret.txt", "secret.png", "secret.golden"] {
      try folder.write(Self.secret, to: "out/\(name)")
    }
    let manager = FileManager.default
    for (name, end) in [("link.json", "secret.json"), ("link.png", "secret.png")] {
      try manager.createSymbolicLink(
        atPath: folder.at("in/\(name)"), withDestinationPath: "../out/\(end)")
    }
    try manager.createSymbolicLink(atPath: folder.at("in/away"), withDestinationPath: "../out")
    for (name, motion) in [
      ("up", "../out/secret.csv"), ("absolute", folder.at("out/secret.csv")),
      ("linked", "away/secret.csv"), ("passwd", "/etc/passwd"), ("gone", "../out/none.csv"),
    ] {
      try folder.write(
        #"{ "scene": "snowglobe", "frames": 2, "input": { "motion": "\#(motion)" } }"#,
        to: "in/\(name).json")
    }
    try folder.write(
      #"{ "scene": "ring-light", "frames": 2, "input": { "camera": { "front": ["link.png"] } } }"#,
      to: "in/camera.json")
    try folder.write(
      "golden 1\nscenario ../../out/tiny.json\ndevice iphone-12\ncanvas 160 80 1\nframes 6\n",
      to: "in/goldens/tiny.golden")
    return folder
  }

  @Test(arguments: [
    ["run", "in/up.json"], ["run", "in/absolute.json"], ["run", "in/linked.json"],
    ["run", "in/passwd.json"], ["run", "in/gone.json"], ["run", "in/camera.json"],
    ["run", "out/tiny.json"], ["run", "in/../out/tiny.json"], ["run", "in/away/tiny.json"],
    ["run", "in/link.json"], ["run", "in/tiny.json", "--motion", "out/secret.csv"],
    ["validate", "in/up.json"],
    ["render", "in/up.json"], ["gate", "in/up.json"], ["baseline", "update", "in/up.json"],
    ["tune", "in/up.json"],
    ["golden", "check", "--goldens", "in/goldens"], ["golden", "check", "--goldens", "out"],
    ["golden", "update", "--goldens", "out"], ["golden", "accept", "secret", "--goldens", "out"],
    ["golden", "reject", "secret", "--reason", "no", "--goldens", "out"],
    ["score", "a", "out/secret.txt"], ["flash", "in/link.png"], ["flash", "out"],
    ["flash", "out/secret.csv"], ["image", "diff", "in/link.png", "in/link.png"],
    ["report", "out/secret.json"], ["history", "out/secret.json"],
    ["history", "in/new.ndjson", "--append", "out/secret.json"],
    ["list", "devices", "--devices", "out"],
  ])
  func outsideIsRefused(line: [String]) throws {
    let folder = try project()
    let words = line.map { $0.contains("/") || $0 == "out" ? folder.at($0) : $0 }
    let output =
      ["run", "render", "tune", "score", "flash"].contains(line[0])
      ? ["--out", folder.at("in/made")] : []
    let before = try folder.listing()
    let result = CommandRun(words + output + ["--confined", folder.at("in")])
    #expect(result.code == .usage, "\(result.code) \(result.output)\(result.error)")
    let says = result.error.contains("lies outside \(folder.at("in"))")
    #expect(says, "\(result.error)")
    #expect(result.error.split(separator: "\n").count == 1)
    #expect(!(result.error + result.output).contains("ghp_"))
    #expect(try folder.listing() == before)
  }

  @Test func insideIsRead() throws {
    let folder = try project()
    try FileManager.default.createSymbolicLink(
      atPath: folder.at("in/same.json"), withDestinationPath: "tiny.json")
    let confined = ["--confined", folder.at("in/goldens/..")]
    for name in ["tiny.json", "same.json", "goldens/../tiny.json"] {
      let run = CommandRun(
        ["run", folder.at("in/\(name)"), "--out", folder.at("elsewhere"), "--quiet"] + confined)
      #expect(run.code == .pass, "\(name): \(run.error)")
    }
    // Outputs are no inputs.
    #expect(folder.names(in: "elsewhere") == ["tiny.png"])
  }

  @Test func theFolderMustBeThere() throws {
    let folder = try project()
    for (name, words) in [("none", "no such file"), ("in/tiny.json", "is not a directory")] {
      let run = CommandRun(["validate", folder.at("in/tiny.json"), "--confined", folder.at(name)])
      #expect(run.code == .usage && run.error.contains(words), "\(run.error)")
    }
  }

  /// Without the option nothing is confined, but what a scenario names is still not repeated.
  @Test func aFileThatAScenarioNamesIsNotRepeated() throws {
    let folder = try project()
    for verb in ["validate", "run", "render", "gate", "tune"] {
      let run = CommandRun([verb, folder.at("in/up.json")])
      #expect(run.code == .usage && !run.error.contains("ghp_"), "\(run.error)")
      #expect(run.error.contains("found a line without any of them, expected the columns time"))
    }
  }

  @Test func everyVerbThatReadsHasTheOption() {
    let free: Set = [
      "init", "completions", "man", "schema", "help", "selftest",
    ]
    for command in SimbenchTable.table.commands {
      let has = command.options.contains { $0.name == "confined" }
      #expect(has != free.contains(command.name), "\(command.name)")
    }
  }
}
