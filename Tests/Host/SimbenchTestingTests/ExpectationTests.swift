import SimHarness
import SimPlatform
import SimbenchKit
import SimbenchTesting
import Testing

/// Goal: a failure in an app's tests says enough to mend it: requirement, limit and value in the
/// message, and picture, recording and command in files that exist.
///
/// Method: a scene with planted faults; the issues that an expectation records are known ones, so
/// that a missing issue, another one or another message fails the test.
@Suite(.simbench(scenes: .catalog.adding(PlantedScene.self), folder: ".build/simbench-tests"))
struct ExpectationTests {
  /// A short run of the planted scene.
  static func scenario(_ name: String, _ members: String = "") throws -> Scenario {
    try Scenario(
      json: """
        { "scene": "planted", "frames": 30\(members),
          "input": { "generators": [{ "kind": "tap", "eventsPerMinute": 600 }] } }
        """, name: name)
  }

  static func file(_ test: String, _ path: String) -> String {
    ".build/simbench-tests/\(test)/\(path)"
  }

  static func text(_ path: String) throws -> String {
    String(decoding: try FileStore.read(path, limitByteCount: 1 << 20), as: UTF8.self)
  }

  /// Whether an issue's message has all of these words.
  static func says(_ issue: Issue, _ words: String...) -> Bool {
    let text = issue.comments.map(\.rawValue).joined()
    return words.allSatisfy { text.contains($0) }
  }

  @Test func soundScenarioHolds() throws {
    let report = try expectHolds(
      Self.scenario(
        "sound",
        """
        , "budgets": [{ "id": "PLANTED-CAP", "metric": "population.lights.max", "atMost": 5 },
          { "id": "PLANTED-P99", "metric": "timing.frame.p99", "atMost": 0.000001 }]
        """))
    #expect(report.verdict == .passed)
    #expect(report.budgets.map(\.status) == [.passed, .notMeasured])
    #expect(report.budgets[1].note?.hasPrefix("not judged") == true)
    #expect(report.notes.contains { $0.hasPrefix("Wall times were not judged") })
    #expect(report.properties.map(\.name) == ["stays-free"] && report.properties[0].checked > 0)
  }

  @Test func failedBudgetsAreAnIssueEach() throws {
    let scenario = try Self.scenario(
      "crowded",
      """
      , "budgets": [{ "id": "PLANTED-CAP", "metric": "population.lights.max", "atMost": 3 },
        { "id": "PLANTED-FEW", "metric": "population.lights.min", "below": 5 }]
      """)
    try withKnownIssue {
      try expectHolds(scenario)
    } matching: { issue in
      Self.says(
        issue, "crowded: PLANTED-CAP: population.lights.max is 5, limit ≤ 3", "swift test",
        "simbench-tests/failedBudgetsAreAnIssueEach/crowded")
        || Self.says(issue, "crowded: PLANTED-FEW: population.lights.min is 5, limit < 5")
    }
    let failure = try Self.text(Self.file("failedBudgetsAreAnIssueEach", "crowded/failure.txt"))
    #expect(failure.contains("PLANTED-CAP") && failure.contains("PLANTED-FEW"))
    #expect(failure.contains("swift test --filter 'SimbenchTestingTests.*failedBudgets"))
    let picture = Self.file("failedBudgetsAreAnIssueEach", "crowded/picture.png")
    #expect(try FileStore.read(picture, limitByteCount: 1 << 20).starts(with: [0x89, 0x50]))
    let recording = try Recording(
      contentsOf: Self.file("failedBudgetsAreAnIssueEach", "crowded/recording.txt"))
    #expect(recording.stepCount == 30)
  }

  @Test func violatedPropertyIsAnIssue() throws {
    let scenario = try Self.scenario("held", ", \"parameters\": { \"touches\": 1 }")
    try withKnownIssue {
      try expectHolds(scenario)
    } matching: {
      Self.says($0, "held: PLANTED-FREE: stays-free is violated in step", "limit 1")
    }
  }

  @Test func exploreShrinksAndRecords() throws {
    let scenario = try Self.scenario("explored", ", \"parameters\": { \"touches\": 2 }")
    try withKnownIssue {
      let found = try explore(scenario, seeds: 0..<40)
      let failure = try #require(found.failures.first)
      #expect(failure.isMinimal)
      let recording = try #require(failure.recording)
      let replayed = try Simbench.replay(recording, scenes: .catalog.adding(PlantedScene.self))
      #expect(replayed.violation == failure.violation && replayed.firstDifference == nil)
      let folder = "explored-stays-free-\(failure.seed)"
      let file = Self.file("exploreShrinksAndRecords", "\(folder)/recording.txt")
      #expect(try Recording(contentsOf: file) == recording)
      #expect(FileStore.isFile(Self.file("exploreShrinksAndRecords", "\(folder)/picture.png")))
      try withKnownIssue {
        try expectReplays(recording)
      } matching: {
        Self.says($0, "PLANTED-FREE: stays-free is violated")
      }
    } matching: {
      Self.says($0, "PLANTED-FREE", "stays-free", "Found with seed", "shrunk from")
    }
  }

  @Test func soundSceneIsExplored() throws {
    let found = try explore(
      Self.scenario("calm", ", \"parameters\": { \"touches\": 100 }, \"device\": \"iphone-12\""),
      seeds: 0..<2)
    #expect(found.runs == 2)
  }

  @Test func unlistedFieldsAreAnIssueEach() throws {
    try expectAllStateListed(PlantedScene.self)
    try withKnownIssue {
      try expectAllStateListed(UnlistedScene.self)
    } matching: {
      Self.says($0, "unlisted: visitState does not list forgotten,")
        || Self.says($0, "unlisted: visitState does not list clock.lost,")
        || Self.says($0, "unlisted: visitState does not list lights.phase,")
    }
    // One issue per field, however many elements have it.
    let failure = try Self.text(Self.file("unlistedFieldsAreAnIssueEach", "unlisted/failure.txt"))
    #expect(failure.split(separator: "\n").count { $0.contains("does not list") } == 3)
    let listed = try Self.text(
      Self.file("unlistedFieldsAreAnIssueEach", "unlisted/listed-fields.txt"))
    #expect(listed == "clock\nclock.ticks\nlights\nlights.x\n")
  }

  @Test func recordingsReplay() throws {
    let scenario = try Self.scenario("recorded")
    let evidence = try Simbench.evidence(
      of: scenario, at: nil, isSmall: true, scenes: .catalog.adding(PlantedScene.self),
      options: Simbench.Options())
    let text = try #require(evidence.recording)
    let replayed = try expectReplays(try Recording(parsing: text), identically: true)
    #expect(replayed.compared == 30 && replayed.verdict == .passed)
    var lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    let index = try #require(lines.firstIndex { $0.hasPrefix("digest 7 ") })
    lines[index] = "digest 7 0000000000000001"
    // The chain over the digests would be wrong, too.
    lines[lines.count - 1] = "end 30"
    let other = try Recording(parsing: Array((lines.joined(separator: "\n") + "\n").utf8))
    try expectReplays(other)
    try withKnownIssue {
      try expectReplays(other, identically: true)
    } matching: {
      Self.says($0, "step 7 differs from the recording")
    }
  }
}
