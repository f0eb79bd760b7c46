import Foundation
import SimCommands
import SimFormats
import SimPlatform
import TestTier
import Testing

/// Goal: commands accept scenes and models together.
///
/// Method: a scene and a model on one command line, the model below its required rate; outputs of
/// `run` and of `report` compared byte by byte; baselines edited; a base build that reads another
/// scenario.
/// The gate runs in the optimized tier only, because debug builds refuse it.
@Suite struct MixedRunTests {
  /// A short scene and a short model run.
  ///
  /// - Parameter demand: the required success rate; nil for none.
  private func folder(demand: Double? = nil) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(TinyScenario.text(frames: 130), to: "tiny.json")
    try folder.write(
      """
      { "model": "sketch-magic", "duration": "2h",
        "rates": { \(demand.map { "\"success\": \($0)" } ?? "") } }
      """, to: "sketch.json")
    return folder
  }

  @Test(.enabled(if: !Tier.isDebug)) func everyOutputHasBothAndIsMadeAgain() throws {
    let folder = try folder(demand: 1)
    let kinds = ["json", "sarif", "junit", "markdown", "html", "bmf", "openmetrics"]
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

  @Test(.enabled(if: !Tier.isDebug)) func historyHasBoth() throws {
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

  /// Two shards produce the same bytes as one sweep; explore reports the same counts.
  @Test(.enabled(if: !Tier.isDebug)) func sweepsAndExplorationsHaveBoth() throws {
    let folder = try folder()
    let both = [folder.at("tiny.json"), folder.at("sketch.json")]
    let seeds = ["--seeds", "0...1", "--frames", "20"]
    func run(_ arguments: [String]) { #expect(CommandRun(arguments).code == .pass) }
    run(["plan"] + both + seeds + ["--shards", "2", "--out", folder.at("p")])
    run(["sweep", folder.at("p"), "--out", folder.at("whole")])
    for shard in ["1", "2"] {
      run(["sweep", folder.at("p"), "--shard", "\(shard)/2", "--out", folder.at(shard)])
    }
    let merged = CommandRun(
      ["merge", folder.at("p"), folder.at("2"), folder.at("1"), "--out", folder.at("merged")])
    let bytes = try ["whole", "merged"].map {
      try FileStore.read(folder.at($0), limitByteCount: 1 << 20)
    }
    #expect(bytes[0] == bytes[1] && !bytes[0].isEmpty)
    let explored = CommandRun(["explore"] + both + seeds)
    for words in ["snowglobe, 2 runs, 40 frames", "sketch-magic, 2 runs, "] {
      #expect(merged.output.contains(words), "\(merged.output)")
      #expect(explored.output.contains(words), "\(explored.output)")
    }
    // --frames applies to scenes only.
    #expect(CommandRun(["plan", both[1]] + seeds).code == .usage)
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
    // The baseline has no entry for another seed.
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

  /// A base build with a patient user diverges and needs fewer steps.
  @Test(.enabled(if: !Tier.isDebug)) func gateNamesStepAndFieldAgainstABuild() throws {
    let folder = try folder(demand: 1)
    try folder.write(
      """
      { "name": "sketch", "model": "sketch-magic", "duration": "2h",
        "parameters": { "user": "patient" } }
      """, to: "other.json")
    let script = """
      #!/bin/sh
      for argument; do
        case $argument in *sketch.json) argument='\(folder.at("other.json"))' ;; esac
        shift
        set -- "$@" "$argument"
      done
      exec '\(try Executable.path())' "$@"
      """
    let base = try folder.write(script, to: "base")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: base)
    let gate = ["gate", "sketch.json", "--base", base, "--sarif", "g.sarif"]
    let run = try Executable.run(gate, in: folder)
    #expect(run.exitCode == 4, "\(run.outputText)\(run.errorText)")
    #expect(run.outputText.contains(/in step [0-9]+, field model.[a-zA-Z.]+/), "\(run.outputText)")
    #expect(run.outputText.contains("success: 95 % lower confidence bound"), "\(run.outputText)")
    let log = try FileStore.readText(folder.at("g.sarif"), limitByteCount: 1 << 20)
    #expect(log.contains("GATE-RUN") && log.contains("GATE-WORK"))
  }

  @Test func framesOfAModelAreRefused() throws {
    let folder = try folder()
    for verb in [["gate"], ["baseline", "update"]] {
      let refused = try Executable.run(verb + ["sketch.json", "--frames", "9"], in: folder)
      #expect(refused.exitCode == 2)
      #expect(refused.errorText.contains("--frames: a model has no frames"))
    }
  }
}
