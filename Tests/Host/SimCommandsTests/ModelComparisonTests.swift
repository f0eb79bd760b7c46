import SimCommands
import SimFormats
import SimHarness
import SimPlatform
import TestTier
import Testing

/// Goal: `verify` finds whatever makes two histories of a model differ, and says where; `diff` says
/// the same of two recordings.
///
/// Method: a model with one planted fault after the other, each to be located by the variant and
/// field it belongs to; a recording in which one event says something else; a recording of a
/// history that breaks a property. One after another, since a fault is of the whole process.
@Suite(.serialized) struct ModelComparisonTests {
  private static var scenes: SceneRegistry {
    var scenes = SceneRegistry()
    scenes.register(model: FaultyModel.self)
    return scenes
  }

  private func scenario(_ folder: TemporaryFolder, _ planted: FaultyModel.Planted) throws -> String
  {
    FaultyModel.runCount = 0
    return try folder.write(
      """
      {
        "model": "faulty-model", "parameters": {"fault": \(planted.rawValue)}, "duration": "40s",
        "faults": {"kinds": ["clock-jump"]}
      }
      """, to: "faulty-model.json")
  }

  @Test(arguments: [
    (FaultyModel.Planted.sharedState, "repeat"), (.missingField, "rewind"),
  ]) func plantedFaultIsLocated(planted: FaultyModel.Planted, variant name: String) throws {
    let folder = try TemporaryFolder()
    let file = try scenario(folder, planted)
    let result = CommandRun(["verify", file, "--only", name, "--json", "-"], scenes: Self.scenes)
    #expect(result.code == .determinismBroken && result.error.isEmpty)
    let variant = try #require(try result.row("scenarios")["variants"].array().first)
    #expect(try variant["name"].string() == name && variant["outcome"].string() == "different")
    let divergence = try variant["divergence"]
    // The start and ten presses come before.
    #expect(try divergence["frame"].uint64() >= 11 && divergence["phase"].string() == "step")
    let field = try #require(try divergence["fields"].array().first)
    #expect(try field["name"].string().hasPrefix("model.total"))
    for path in try divergence["states"].array() {
      #expect(FileStore.isFile(try path.string()))
      try FileStore.remove(path.string())
    }
  }

  @Test(.enabled(if: !Tier.isDebug)) func equalReplayOfAFailingHistoryFails() throws {
    let folder = try TemporaryFolder()
    let file = try scenario(folder, .brokenProperty)
    let explored = CommandRun(
      ["explore", file, "--seeds", "1", "--out", folder.path, "--json", "-"], scenes: Self.scenes)
    #expect(explored.code == .budgetFailed, "\(explored.error)")
    let recording = try explored.row("failures")["recording"].string()
    let json = CommandRun(["replay", recording, "--verify", "--json", "-"], scenes: Self.scenes)
    #expect(json.code == .budgetFailed && json.error.isEmpty)
    let row = try json.row("replays")
    #expect(try row["outcome"].string() == "equal" && row["verdict"].string() == "failed")
    #expect(try row["violation"]["property"].string() == "few")
    let text = CommandRun(["replay", recording], scenes: Self.scenes)
    #expect(text.code == .budgetFailed)
    #expect(text.output.contains("violated  few, X-FEW, in step "), "\(text.output)")
    #expect(text.output.contains("FAIL  the replay is equal, and the recorded run fails\n"))
  }

  @Test func soundModelIsTheSameInEveryLaneOfThisProcess() throws {
    let folder = try TemporaryFolder()
    let file = try scenario(folder, .none)
    let result = CommandRun(
      ["verify", file, "--targets", folder.at("targets"), "--json", "-"], scenes: Self.scenes)
    #expect(result.code == .pass && result.error.isEmpty)
    let row = try result.row("scenarios")
    #expect(try row["model"].string() == "faulty-model" && row["scene"].isNull)
    let steps = try row["frames"].uint64()
    #expect(steps > 30)
    let variants = try row["variants"].array()
    for name in ["repeat", "rewind"] {
      let variant = try #require(try variants.first { try $0["name"].string() == name })
      #expect(try variant["outcome"].string() == "equal" && variant["compared"].uint64() == steps)
    }
    // Threads paint, and a model has nothing to be painted.
    #expect(try !variants.contains { try $0["name"].string().hasPrefix("threads") })
    for option in [["--frames", "9"], ["--pixels", "3"], ["--device", "iphone-12"]] {
      let refused = CommandRun(["verify", file] + option, scenes: Self.scenes)
      #expect(refused.code == .usage && refused.error.contains("a model has no frames"))
    }
  }

  @Test func eventThatSaysSomethingElseIsFound() throws {
    let folder = try TemporaryFolder()
    let file = try scenario(folder, .none)
    let path = folder.at("whole.txt")
    #expect(
      CommandRun(["run", file, "--record", path, "--quiet"], scenes: Self.scenes).code == .pass)
    #expect(CommandRun(["diff", path, path], scenes: Self.scenes).code == .pass)
    let text = try FileStore.readText(path, limitByteCount: 1 << 20)
    let head = try #require(text.firstRange(of: "\ninput\n")).upperBound
    let empty = try folder.write(text[..<head] + "end 0\n", to: "empty.txt")
    let nothing = CommandRun(["diff", empty, empty], scenes: Self.scenes)
    #expect(nothing.code == .usage && nothing.error.contains("the run has no events"))
    var lines = text.split(separator: "\n")
      .filter { !$0.hasPrefix("digest") }.map { String($0) }
    let presses = lines.indices.filter { lines[$0].contains(" press ") }
    let changed = try #require(presses.dropFirst(5).first)
    lines[changed].replace(/"[0-9]"$/, with: "\"9\"")
    lines[lines.count - 1].replace(#/ chain .*/#, with: "")
    let other = try folder.write(lines.joined(separator: "\n") + "\n", to: "other.txt")
    let result = CommandRun(["diff", path, other, "--json", "-"], scenes: Self.scenes)
    #expect(result.code == .determinismBroken, "\(result.error)")
    let divergence = try result.row("comparisons")["divergence"]
    #expect(try divergence["phase"].string() == "input")
    let field = try #require(try divergence["fields"].array().first)
    #expect(try field["name"].string().hasPrefix("first"))
    #expect(try field["second"].string().hasSuffix("9"))
    for path in try divergence["states"].array() { try FileStore.remove(path.string()) }
    // Of a recording and a log the same is found.
    let log = folder.at("other.log")
    #expect(
      CommandRun(["verify", file, "--log", log], scenes: Self.scenes).code == .pass)
    #expect(CommandRun(["diff", path, log], scenes: Self.scenes).code == .pass)
    #expect(CommandRun(["diff", other, log], scenes: Self.scenes).code == .determinismBroken)
  }
}
