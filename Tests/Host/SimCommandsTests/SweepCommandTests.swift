import Foundation
import SimCommands
import SimFormats
import SimHarness
import SimJSON
import SimPlatform
import TestTier
import Testing

/// Goal: a sweep leaves the same bytes for any number of shards and after any kill, and nothing
/// that is missing, twice unlike or of another plan goes unseen.
///
/// Method: a small scene in one to seven shards beside a plain run; a part cut at many bytes; every
/// batch engine's variables; files of other plans, versions and shards.
@Suite struct SweepCommandTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try ExploreCommandTests.scenario(folder)
  }

  private func run(
    _ arguments: [String], bug: BreakableBug = .none, variables: [String: String] = [:]
  ) -> CommandRun {
    CommandRun(arguments, scenes: ExploreCommandTests.scenes(bug), variables: variables)
  }

  private func plan(
    shards: Int, seeds: String = "0..<14", frames: Int = 60, bug: BreakableBug = .none,
    to name: String = "a.plan"
  ) -> String {
    let path = folder.at(name)
    let run = run(
      [
        "plan", file, file, "--seeds", seeds, "--shards", "\(shards)", "--frames", "\(frames)",
        "--out", path,
      ], bug: bug)
    #expect(run.code == .pass && run.error.isEmpty, "\(run.error)")
    return path
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    try FileStore.read(path, limitByteCount: 1 << 24)
  }

  private func sweep(_ plan: String, _ shard: String?, to name: String) -> CommandRun {
    run(
      ["sweep", plan, "--out", folder.at(name)] + (shard.map { ["--shard", $0] } ?? []))
  }

  @Test(.enabled(if: !Tier.isDebug), arguments: [1, 2, 3, 7])
  func anyNumberOfShardsLeavesTheSameBytes(shards: Int) throws {
    let plan = plan(shards: shards)
    #expect(sweep(plan, nil, to: "plain.ndjson").code == .pass)
    // Into a folder that is not there yet, as other outputs go.
    let parts = (1...shards).map { "parts/part-\($0).ndjson" }
    for (index, part) in parts.enumerated() {
      let run = sweep(plan, "\(index + 1)/\(shards)", to: part)
      #expect(run.code == .pass && run.output.contains("shard \(index + 1) of \(shards)"))
    }
    let merged = run(
      ["merge", plan] + parts.reversed().map { folder.at($0) } + ["--out", folder.at("all.ndjson")])
    #expect(merged.code == .pass && merged.output.contains("28 runs"), "\(merged.error)")
    let plain = try bytes(folder.at("plain.ndjson"))
    #expect(try bytes(folder.at("all.ndjson")) == plain)
    #expect(plain.count { $0 == UInt8(ascii: "\n") } == 29)
    #expect(!String(decoding: plain, as: UTF8.self).contains(folder.path))
  }

  @Test func everyUnitHasOneShardAndShardsAreEven() throws {
    var plan = SweepPlan()
    plan.endSeed = 97
    for cost in [1, 40, 7, 300] {
      var subject = SweepPlan.Subject()
      (subject.frames, subject.stateBytes) = (UInt32(cost), 100)
      plan.subjects.append(subject)
    }
    for shardCount in [1, 2, 5, 31] as [UInt32] {
      plan.shardCount = shardCount
      let (shards, costs) = plan.shards()
      var sums = Array(repeating: UInt64.zero, count: Int(shardCount))
      for (unit, shard) in shards.enumerated() {
        sums[Int(shard)] += plan.subjects[plan.subject(of: UInt64(unit))].cost
      }
      #expect(sums == costs && shards.count == 97 * 4)
      // The last run of the longest shard went to it when it had least to do (Graham).
      let (most, least) = (try #require(costs.max()), try #require(costs.min()))
      let limit = shardCount < 31 ? plan.subjects[0].cost : plan.subjects[3].cost
      #expect(most - least <= limit, "\(shardCount)")
    }
  }

  @Test(.enabled(if: !Tier.isDebug)) func partThatWasKilledGoesOn() throws {
    let plan = plan(shards: 2)
    #expect(sweep(plan, "2/2", to: "whole.ndjson").code == .pass)
    let whole = try bytes(folder.at("whole.ndjson"))
    for count in [0, 1, 90, 100, 200, whole.count / 2, whole.count - 1, whole.count] {
      try FileStore.write(Array(whole[..<count]), to: folder.at("cut.ndjson"))
      let run = sweep(plan, "2/2", to: "cut.ndjson")
      #expect(run.code == .pass && run.error.isEmpty, "\(count): \(run.error)")
      #expect(try bytes(folder.at("cut.ndjson")) == whole, "\(count)")
    }
  }

  @Test func missingRunsAreNamedWithTheirCommand() throws {
    let plan = plan(shards: 3)
    for shard in [1, 3] { _ = sweep(plan, "\(shard)/3", to: "part-\(shard).ndjson") }
    let parts = [folder.at("part-1.ndjson"), folder.at("part-3.ndjson")]
    let merged = run(["merge", plan] + parts + ["--out", folder.at("all.ndjson")])
    #expect(merged.code == .referenceMissing)
    #expect(merged.output.contains("sweep \(plan) --shard 2/3 --out part-2.ndjson"))
    #expect(!FileStore.exists(folder.at("all.ndjson")))
    // Half a line at the end of a part is no run.
    _ = sweep(plan, "2/3", to: "part-2.ndjson")
    let part = try bytes(folder.at("part-2.ndjson"))
    try FileStore.write(Array(part.dropLast(2)), to: folder.at("part-2.ndjson"))
    let cut = run(
      ["merge", plan] + parts + [folder.at("part-2.ndjson"), "--out", folder.at("all.ndjson")])
    #expect(cut.code == .referenceMissing && cut.output.contains("1 run of shard 2"))
  }

  @Test func runsThatAreTwiceThereHaveToBeAlike() throws {
    let plan = plan(shards: 1)
    _ = sweep(plan, nil, to: "a.ndjson")
    let (a, b, all) = (folder.at("a.ndjson"), folder.at("b.ndjson"), folder.at("all.ndjson"))
    #expect(run(["merge", plan, a, a, "--out", all]).code == .pass)
    let text = String(decoding: try bytes(a), as: UTF8.self)
    let place = try #require(text.range(of: "\"frames\":60,\"digest\":\""))
    let other = text[place.upperBound] == "0" ? "1" : "0"
    var changed = text
    let digit = place.upperBound..<text.index(after: place.upperBound)
    changed.replaceSubrange(digit, with: other)
    try FileStore.write(changed, to: b)
    try FileStore.remove(all)
    let run = run(["merge", plan, a, b, "--out", all])
    #expect(run.code == .determinismBroken && run.output.contains("differs   run 0, "))
    #expect(!FileStore.exists(all))
  }

  @Test func whatBelongsToAnotherPlanIsRefusedAndStays() throws {
    let (plan, other) = (plan(shards: 2), plan(shards: 2, seeds: "1..<15", to: "b.plan"))
    _ = sweep(other, "1/2", to: "b.ndjson")
    let before = try bytes(folder.at("b.ndjson"))
    let swept = sweep(plan, "1/2", to: "b.ndjson")
    #expect(swept.code == .usage && swept.error.contains("another plan"))
    let merged = run(["merge", plan, folder.at("b.ndjson"), "--out", folder.at("c.ndjson")])
    #expect(merged.code == .usage && merged.error.contains("another plan"))
    let shard = sweep(other, "2/2", to: "b.ndjson")
    #expect(shard.code == .usage && shard.error.contains("another shard's runs"))
    #expect(try bytes(folder.at("b.ndjson")) == before)
    // Another behavior version, of a plan and of a part.
    let text = String(decoding: try bytes(plan), as: UTF8.self)
    try FileStore.write(
      text.replacing("\"behaviorVersion\": ", with: "\"behaviorVersion\": 9", maxReplacements: 1),
      to: folder.at("c.plan"))
    let old = sweep(folder.at("c.plan"), nil, to: "d.ndjson")
    #expect(old.code == .usage && old.error.contains("create a new plan"))
    let part = String(decoding: before, as: UTF8.self)
    try FileStore.write(
      part.replacing("\"behaviorVersion\":", with: "\"behaviorVersion\":9"),
      to: folder.at("e.ndjson"))
    let versions = run(["merge", other, folder.at("e.ndjson"), "--out", folder.at("f.ndjson")])
    #expect(versions.code == .usage && versions.error.contains("behavior version"))
    // A scenario that changed since.
    let scenario = String(decoding: try bytes(file), as: UTF8.self)
    try FileStore.write(scenario.replacing("\"hold\"", with: "\"tap\""), to: file)
    let changed = sweep(plan, "1/2", to: "g.ndjson")
    #expect(changed.code == .usage && changed.error.contains("changed since the plan was made"))
    #expect(!FileStore.exists(folder.at("g.ndjson")))
  }

  /// What a batch engine says, and the shard of four that it means; nil where it is refused.
  struct Told: Sendable {
    var variables: [String: String]
    var shard: Int?
    var words = ""
  }

  @Test(
    .enabled(if: !Tier.isDebug),
    arguments: [
      Told(
        variables: [
          "SLURM_ARRAY_TASK_ID": "16", "SLURM_ARRAY_TASK_MIN": "10", "SLURM_ARRAY_TASK_STEP": "2",
          "SLURM_ARRAY_TASK_COUNT": "4",
        ], shard: 4),
      Told(variables: ["JOB_COMPLETION_INDEX": "0"], shard: 1),
      Told(variables: ["TEST_SHARD_INDEX": "2", "TEST_TOTAL_SHARDS": "4"], shard: 3),
      Told(variables: ["JOB_COMPLETION_INDEX": "1", "TEST_SHARD_INDEX": "1"], shard: 2),
      Told(
        variables: ["SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_COUNT": "8"], shard: nil,
        words: "8 shards, but the plan has 4"),
      Told(
        variables: ["TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "3"], shard: nil,
        words: "3 shards, but the plan has 4"),
      Told(variables: ["JOB_COMPLETION_INDEX": "4"], shard: nil, words: "shard 5 is not one of 1"),
      Told(
        variables: ["JOB_COMPLETION_INDEX": "x"], shard: nil,
        words: "expected a whole number from 0 to 4294967295"),
      Told(
        variables: ["JOB_COMPLETION_INDEX": "1", "TEST_SHARD_INDEX": "2"], shard: nil,
        words: "JOB_COMPLETION_INDEX is shard 2"),
      Told(variables: [:], shard: nil, words: "no batch engine"),
    ])
  func batchEnginesSayWhichShard(told: Told) throws {
    let plan = plan(shards: 4)
    let status = folder.at("status")
    let isBazel = told.variables["TEST_TOTAL_SHARDS"] != nil
    let run = run(
      ["sweep", plan, "--shard", "auto", "--out", folder.at("part.ndjson")],
      variables: told.variables.merging(["TEST_SHARD_STATUS_FILE": status]) { a, _ in a })
    if let shard = told.shard {
      #expect(run.code == .pass && run.output.contains("shard \(shard) of 4"), "\(run.error)")
      #expect(FileStore.exists(status) == isBazel)
    } else {
      #expect(run.code == .usage && run.error.contains(told.words), "\(run.error)")
      #expect(!FileStore.exists(folder.at("part.ndjson")) && !FileStore.exists(status))
    }
  }

  @Test(arguments: ["0/4", "5/4", "1/3", "1", "a/4", "1/4/1", ""])
  func badShardsAreRefused(text: String) throws {
    let run = sweep(plan(shards: 4), text, to: "part.ndjson")
    #expect(run.code == .usage && run.error.contains("--shard"), "\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1)
  }

  /// Even for the file that tells a batch engine that its shard is known.
  @Test(arguments: ["--times", "--json"])
  func outputsThatCannotBeWrittenAreRefusedFirst(option: String) throws {
    let plan = plan(shards: 1)
    let before = try folder.listing()
    // A folder that takes no files from anybody, and one that is none.
    for path in ["/proc/version", file + "/below"] {
      let run = run(
        ["sweep", plan, "--shard", "auto", "--out", folder.at("part.ndjson"), option, path],
        variables: [
          "TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "1",
          "TEST_SHARD_STATUS_FILE": folder.at("status"),
        ])
      #expect(run.code == .usage && run.error.contains(path), "\(run.error)")
    }
    #expect(try folder.listing() == before)
  }

  @Test(.enabled(if: !Tier.isDebug)) func failuresAreShownWithTheirCommand() throws {
    let plan = plan(shards: 1, seeds: "0..<100", frames: 600, bug: .waitsForever)
    let part = folder.at("part.ndjson")
    let swept = run(["sweep", plan, "--out", part], bug: .waitsForever)
    #expect(swept.code == .budgetFailed && swept.output.contains("explore \(file) --seeds "))
    let merged = run(
      ["merge", plan, part, "--out", folder.at("all.ndjson"), "--json", "-"], bug: .waitsForever)
    #expect(merged.code == .budgetFailed)
    let failures = try merged.json()["failures"].array()
    #expect(try failures.first?["violation"]["property"].string() == "comes-to-rest")
    // Three of each of the two scenarios at most, as of an exploration.
    let rows = try FileStore.readText(part, limitByteCount: 1 << 24).split(separator: "\n")
    let failing = rows.count { $0.contains("\"seed\"") && $0.contains("comes-to-rest") }
    #expect(failures.count == 2 * min(3, failing / 2) && failing >= 6, "\(failing) fail")
    #expect(try bytes(folder.at("all.ndjson")) == bytes(part))
  }

  @Test func plansThatMakeNoSenseAreRefused() throws {
    for (options, words) in [
      (["--seeds", "0..<3", "--shards", "4"], "4 shards, but the plan has only 3 runs"),
      (["--seeds", "0..<1000001"], "at most 1,000,000 runs"), (["--shards", "0"], "1 to 1000"),
    ] {
      let run = run(["plan", file, "--out", folder.at("x.plan")] + options)
      #expect(run.code == .usage && run.error.contains(words), "\(run.error)")
      #expect(!FileStore.exists(folder.at("x.plan")))
    }
    try FileStore.write("{}", to: folder.at("empty.plan"))
    #expect(sweep(folder.at("empty.plan"), nil, to: "y.ndjson").code == .usage)
    #expect(sweep(folder.at("none.plan"), nil, to: "y.ndjson").code == .usage)
  }
}
