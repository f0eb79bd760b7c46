import SimFormats
import SimPlatform
import SimCommands
import Testing

/// Goal: several scenarios give the same results however many run at once, and one that fails does
/// not hide among the others.
///
/// Method: the executable runs tiny scenarios, some of which fail, in processes of their own.
@Suite struct SeveralRunsTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for index in 0..<4 {
      let budget = index == 2 ? TinyScenario.impossibleBudget : TinyScenario.heldBudget
      try folder.write(
        TinyScenario.text(name: "tiny-\(index)", flakes: 10 + index, frames: 8, budget),
        to: "\(index).json")
    }
    try folder.write(
      """
      { "name": "pops", "scene": "bubbles", "canvasSize": { "width": 120, "height": 90 },
        "frames": 6 }
      """, to: "4.json")
    return folder
  }

  private static let files = (0..<5).map { "\($0).json" }

  @Test func anyNumberOfJobsFindsTheSame() throws {
    let folder = try folder()
    var texts: [String] = []
    for jobs in ["1", "3"] {
      let run = try Executable.run(
        ["run"] + Self.files + ["--jobs", jobs, "--json", "r\(jobs).json", "--no-wall"]
          + ["--csv", "r\(jobs).csv", "--ndjson", "r.ndjson"],
        in: folder)
      #expect(run.exitCode == 1, "\(run.errorText)")
      let bytes = try FileStore.read(folder.at("r\(jobs).json"), limitByteCount: 1 << 22)
      let runs = try CommandRun.json(String(decoding: bytes, as: UTF8.self))["runs"].array()
      #expect(runs.count == 5)
      texts.append(runs.map { $0.text(without: ["timing"]) }.joined(separator: "\n"))
      let table = try FileStore.readText(folder.at("r\(jobs).csv"), limitByteCount: 1 << 22)
      let rows = table.split(separator: "\n")
      #expect(rows.count == 1 + 4 * 8 + 6)
      #expect(rows[0].contains(",flakes,") && rows[0].contains(",bubbles,"))
      #expect(folder.names(in: ".simbench").count == 5)
    }
    #expect(texts[0] == texts[1])
    let left = try FileStore.list(directory: folder.path)
    #expect(!left.contains { $0.hasPrefix("simbench-run") })
  }

  /// A time that no run keeps is measured again alone and fails still, unless nobody judges it.
  @Test func timesAreJudgedUnlessTheyAreNot() throws {
    let folder = try TemporaryFolder()
    let budget = #", "budgets": [{ "id": "T", "metric": "timing.frame.p99", "atMost": 1e-9 }]"#
    try folder.write(TinyScenario.text(name: "late", frames: 130, budget), to: "late.json")
    try folder.write(TinyScenario.text(name: "held"), to: "held.json")
    let run = ["run", "held.json", "late.json", "--no-render", "--jobs", "2"]
    let judged = try Executable.run(run + ["--json", "r.json", "--csv", "r.csv"], in: folder)
    #expect(judged.exitCode == 1 && judged.outputText.contains("✗ T  timing.frame.p99"))
    // What was measured again takes the place of its own scenario, with its frames.
    let bytes = try FileStore.read(folder.at("r.json"), limitByteCount: 1 << 22)
    let runs = try CommandRun.json(String(decoding: bytes, as: UTF8.self))["runs"].array()
    #expect(try runs.map { try $0["scenario"].string() } == ["held", "late"])
    let rows = try FileStore.readText(folder.at("r.csv"), limitByteCount: 1 << 22)
    #expect(rows.split(separator: "\n").count == 1 + 6 + 130)
    let left = try Executable.run(run + ["--no-wall", "--verbose"], in: folder)
    #expect(left.exitCode == 0, "\(left.outputText)")
    #expect(left.outputText.contains("  not judged: --no-wall"))
  }

  @Test func whatFailedStandsAtTheEndAgain() throws {
    let folder = try folder()
    let run = try Executable.run(["run"] + Self.files + ["--no-render"], in: folder)
    let lines = run.outputText.split(separator: "\n").map { String($0) }
    #expect(lines.last == "FAILED  1 of 5 scenarios: tiny-2")
    let next = "    next  \(try Executable.path()) render 2.json"
    #expect(lines[lines.count - 2].hasPrefix(next))
    #expect(lines[lines.count - 3] == "  ✗ tiny-2  1 of 2 checks failed: NEVER")
    #expect(lines[0].hasPrefix("✓  tiny-0  ·  2 checks"), "a line each for what passed")
    let whole = try Executable.run(
      ["run", "0.json", "--no-render", "--verbose"], in: folder
    ).outputText
    #expect(whole.contains("digest") && whole.hasSuffix("PASSED  tiny-0  2 checks\n"))
  }

  @Test func aBrokenScenarioIsOneErrorLine() throws {
    let folder = try folder()
    try folder.write("{", to: "1.json")
    let run = try Executable.run(["run"] + Self.files, in: folder)
    #expect(run.exitCode == 2 && run.errorText.split(separator: "\n").count == 1)
    #expect(folder.names().sorted() == Self.files.sorted(), "nothing is left")
    let wrong = try Executable.run(["run", "0.json", "--jobs", "0"], in: folder)
    #expect(wrong.exitCode == 2 && wrong.errorText.contains("1 to 32"))
  }
}
