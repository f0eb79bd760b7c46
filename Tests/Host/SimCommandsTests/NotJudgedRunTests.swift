import Foundation
import SimCommands
import SimFormats
import SimPlatform
import Testing

/// Goal: a run that the machine ends does not take the others along, and is named with its reason.
///
/// Method: a script stands in for the program; it kills itself, or ends with exit code 75, for one
/// scenario, and is the program for the others.
@Suite struct NotJudgedRunTests {
  private func folder(dying words: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["first", "dies", "last"] {
      try folder.write(TinyScenario.text(name: name, TinyScenario.heldBudget), to: "\(name).json")
    }
    let script = """
      #!/bin/sh
      case "$*" in *dies.json*) \(words);; esac
      exec '\(try Executable.path())' "$@"

      """
    let path = try folder.write(script, to: "program")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return folder
  }

  private func run(_ folder: TemporaryFolder, _ more: [String] = []) -> CommandRun {
    let files = ["first", "dies", "last"].map { folder.at("\($0).json") }
    return CommandRun(
      ["run"] + files + ["--no-wall", "--out", folder.at("out")] + more,
      executable: folder.at("program"))
  }

  @Test(arguments: [
    ("kill -9 $$", "killed by signal 9"),
    ("echo 'simbench: r.json: no space' >&2; exit 75", "r.json: no space"),
  ])
  func theOthersAreJudged(dying: String, reason: String) throws {
    let folder = try folder(dying: dying)
    let run = run(
      folder,
      ["--json", folder.at("r.json"), "--junit", folder.at("r.xml"), "--csv", folder.at("r.csv")])
    #expect(run.code == .notJudged, "\(run.error)")
    #expect(run.output.contains(reason) && run.output.contains("NOT JUDGED  1 of 3 scenarios"))
    let text = try FileStore.readText(folder.at("r.json"), limitByteCount: 1 << 22)
    let json = try CommandRun.json(text)
    #expect(try json["runs"].array().map { try $0["scenario"].string() } == ["first", "last"])
    let lost = try #require(try json["notJudgedRuns"].array().first)
    #expect(try lost["file"].string() == folder.at("dies.json"))
    #expect(try lost["reason"].string().contains(reason))
    #expect(try lost["next"].string().contains("run \(folder.at("dies.json"))"))
    #expect(folder.names(in: "out").sorted() == ["first.png", "last.png"])
    let rows = try FileStore.readText(folder.at("r.csv"), limitByteCount: 1 << 22)
    #expect(rows.split(separator: "\n").count == 1 + 2 * 6)
    let junit = try FileStore.readText(folder.at("r.xml"), limitByteCount: 1 << 22)
    #expect(junit.contains("<error type=\"not-judged\""))
    // The stored result says the same.
    let report = CommandRun(["report", folder.at("r.json")])
    #expect(report.code == .notJudged && report.output.contains(reason))
  }

  /// A failure hides the machine's in the exit code, and only there.
  @Test func aFailureDecides() throws {
    let folder = try folder(dying: "kill -9 $$")
    try folder.write(
      TinyScenario.text(name: "first", TinyScenario.impossibleBudget), to: "first.json")
    let run = run(folder, ["--quiet"])
    #expect(run.code == .budgetFailed && run.output.isEmpty)
    #expect(run.error.contains("dies.json: not judged: ") && run.error.contains("signal 9"))
  }

  @Test func aMissingTemporaryFolderIsNamed() throws {
    let folder = try folder(dying: "exit 0")
    let result = try Executable.shell(
      "TMPDIR=/nonexistent \"$SIMBENCH\" run first.json last.json --quiet --json r.json",
      in: folder)
    #expect(result.exitCode == ExitCode.notJudged.rawValue)
    #expect(result.errorText.split(separator: "\n").count == 2)
    #expect(result.errorText.contains("set TMPDIR to a writable folder"))
    let text = try FileStore.readText(folder.at("r.json"), limitByteCount: 1 << 22)
    #expect(try CommandRun.json(text)["notJudgedRuns"].array().count == 2)
  }

  @Test func verifyGoesOnWithTheOtherVariants() throws {
    let folder = try folder(dying: "kill -9 $$")
    let run = CommandRun(
      ["verify", folder.at("dies.json"), folder.at("last.json"), "--only", "repeat,process"],
      executable: folder.at("program"))
    #expect(run.code == .notJudged, "\(run.output) \(run.error)")
    #expect(run.output.contains("not judged: ") && run.output.contains("killed by signal 9"))
    #expect(run.output.contains("last.json"))
  }
}
