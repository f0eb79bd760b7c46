import SimCommands
import SimFormats
import SimPlatform
import TestTier
import Testing

/// Goal: scenes and models are one thing to every command that takes results.
///
/// Method: a scene and a model side by side on one command line, one of them short of what is
/// demanded;
/// what is stored gives the same outputs again; the gate in the optimized build alone, since a
/// debug build has no baselines.
@Suite struct MixedRunTests {
  /// A short scene, and a short history of which more is demanded than it has, or nothing.
  private func folder(demand: Double? = nil) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(TinyScenario.text(frames: 130), to: "tiny.json")
    try folder.write(
      """
      { "model": "sketch-magic", "duration": "2h",
        "shares": { \(demand.map { "\"success\": \($0)" } ?? "") } }
      """, to: "sketch.json")
    return folder
  }

  @Test func everyOutputHasBothAndIsMadeAgain() throws {
    let folder = try folder(demand: 1)
    let kinds = ["json", "sarif", "junit", "markdown", "html"]
    func outputs(_ prefix: String) -> [String] {
      kinds.flatMap { ["--\($0)", folder.at("\(prefix).\($0)")] }
    }
    let scenarios = [folder.at("tiny.json"), folder.at("sketch.json")]
    let run = CommandRun(
      ["run"] + scenarios + ["--no-render", "--no-wall", "--series", "--annotations"]
        + outputs("first"))
    #expect(run.code == .budgetFailed)
    #expect(run.output.contains("FAILED  1 of 2 scenarios: sketch"), "\(run.output)")
    #expect(run.output.contains("::error file=\(scenarios[1]),line=1,title=sketch%3A success"))
    let again = CommandRun(["report", folder.at("first.json"), "--series"] + outputs("again"))
    #expect(again.code == .budgetFailed)
    for kind in kinds {
      let first = try FileStore.read(folder.at("first.\(kind)"), limitByteCount: 1 << 22)
      let second = try FileStore.read(folder.at("again.\(kind)"), limitByteCount: 1 << 22)
      #expect(first == second && !first.isEmpty, "\(kind)")
      let text = String(decoding: first, as: UTF8.self)
      // SARIF has what failed alone.
      #expect(text.contains("tiny") || kind == "sarif", "\(kind)")
      #expect(text.contains("sketch"), "\(kind)")
    }
  }

  @Test func historyHasBoth() throws {
    let folder = try folder()
    let paths = ["tiny.json", "sketch.json"].map { folder.at($0) }
    let result = folder.at("r.json")
    #expect(
      CommandRun(["run"] + paths + ["--no-render", "--no-wall", "--quiet", "--json", result]).code
        == .pass)
    let history = CommandRun(["history", folder.at("h"), "--append", result, "--commit", "c"])
    #expect(history.code == .pass)
    let lines = try FileStore.readText(folder.at("h"), limitByteCount: 1 << 20)
      .split(separator: "\n")
    #expect(lines.count == 2 && lines[1].contains("\"milliseconds\":7200000"))
  }

  @Test(.enabled(if: !Tier.isDebug)) func gateNamesTheStepsBetweenWhichAModelParts() throws {
    let folder = try folder()
    func run(_ arguments: [String]) throws -> ProcessResult {
      try Executable.run(arguments, in: folder)
    }
    let both = ["tiny.json", "sketch.json"]
    #expect(try run(["baseline", "update"] + both).exitCode == 0)
    let equal = try run(["gate"] + both + ["--junit", "g.xml", "--sarif", "g.sarif"])
    #expect(equal.exitCode == 0, "\(equal.outputText)\(equal.errorText)")
    let check = try run(["check"] + both + ["--json", "c.json"])
    #expect([0, 7].contains(check.exitCode), "\(check.outputText)")
    // Another seed of the same length, as if the model had changed.
    let other = try run(["gate", "sketch.json", "--seed", "2"])
    #expect(other.exitCode == 6 && other.outputText.contains("baseline update sketch.json"))
    let path = "baselines/sketch.json"
    let text = try FileStore.readText(folder.at(path), limitByteCount: 1 << 20)
    let line = try #require(text.split(separator: "\n").first { $0.contains("\"128\": \"") })
    let digit = try #require(line.dropLast(2).last)
    let changed = line.dropLast(3) + (digit == "0" ? "1" : "0") + line.suffix(2)
    let chain = try #require(text.split(separator: "\n").first { $0.contains("digest.chain") })
    try folder.write(
      text.replacing(line, with: changed)
        .replacing(chain, with: "\"digest.chain\": \"0000000000000000\","), to: path)
    let parted = try run(["gate", "sketch.json", "--json", "g.json"])
    #expect(parted.exitCode == 4, "\(parted.outputText)\(parted.errorText)")
    #expect(parted.outputText.contains("after step 64, by step 128"), "\(parted.outputText)")
  }
}
