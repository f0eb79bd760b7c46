import SimCommands
import SimFormats
import SimHarness
import SimInput
import SimJSON
import SimPlatform
import TestTier
import Testing

/// Goal: seeds find what only a combination of inputs breaks, and the run that is left shows
/// nothing but that.
///
/// Method: a scene with five planted bugs, each found, made small twice with the same bytes, and
/// had again by replay; the same scene without a bug.
@Suite struct ExploreCommandTests {
  static func scenes(_ bug: BreakableBug) -> SceneRegistry {
    var scenes = SceneRegistry()
    switch bug {
    case .none: scenes.register(BreakableScene<BreakableChoices.None>.self)
    case .pastCap: scenes.register(BreakableScene<BreakableChoices.PastCap>.self)
    case .countedThrice: scenes.register(BreakableScene<BreakableChoices.CountedThrice>.self)
    case .dividedByNothing: scenes.register(BreakableScene<BreakableChoices.DividedByNothing>.self)
    case .waitsForever: scenes.register(BreakableScene<BreakableChoices.WaitsForever>.self)
    case .notSaved: scenes.register(BreakableScene<BreakableChoices.NotSaved>.self)
    }
    return scenes
  }

  /// A bug, what finds it, and the most that may be left of it.
  struct Planted: CustomTestStringConvertible, Sendable {
    var bug: BreakableBug
    var property: String
    var events: UInt64
    var testDescription: String { property }
  }

  static let planted = [
    // Eight dots take as many taps, and one more; and the device has to be turned.
    Planted(bug: .pastCap, property: "caps", events: 11),
    Planted(bug: .countedThrice, property: "counts-agree", events: 2),
    Planted(bug: .dividedByNothing, property: "finite-state", events: 4),
    Planted(bug: .waitsForever, property: "comes-to-rest", events: 2),
    Planted(bug: .notSaved, property: "snapshot-round-trip", events: 2),
  ]

  static func scenario(_ folder: TemporaryFolder) throws -> String {
    try folder.write(
      """
      {
        "scene": "breakable", "frames": 600,
        "input": {
          "generators": [
            { "kind": "tap", "eventsPerMinute": 60 }, { "kind": "hold", "eventsPerMinute": 30 },
            { "kind": "multi-tap", "eventsPerMinute": 30 },
            { "kind": "toddler-mash", "eventsPerMinute": 10 }
          ]
        }
      }
      """, to: "breakable.json")
  }

  private func explore(
    _ bug: BreakableBug, _ folder: TemporaryFolder, _ more: [String]
  ) throws -> CommandRun {
    CommandRun(
      ["explore", try Self.scenario(folder), "--device", "iphone-12", "--out", folder.path] + more,
      scenes: Self.scenes(bug))
  }

  @Test(.enabled(if: !Tier.isDebug), arguments: planted) func plantedBugIsFoundAndMadeSmall(
    _ planted: Planted
  ) throws {
    let folder = try TemporaryFolder()
    let run = try explore(planted.bug, folder, ["--seeds", "0..<200", "--json", "-"])
    #expect(run.code == .budgetFailed && run.error.isEmpty, "\(run.error)")
    let failure = try run.row("failures")
    #expect(try failure["violation"]["property"].string() == planted.property)
    let verdicts = try run.row("scenarios")["properties"].array().filter {
      try $0["verdict"].string() == "failed"
    }
    #expect(try verdicts.map { try $0["name"].string() } == [planted.property])
    let shrunk = try failure["shrunk"]
    let events = try shrunk["after"].uint64()
    #expect(events <= planted.events, "\(events)")
    #expect(try shrunk["minimal"].bool())
    #expect(try shrunk["violation"]["property"].string() == planted.property)
    let recording = try failure["recording"].string()
    let scenes = Self.scenes(planted.bug)
    let replay = CommandRun(["replay", recording, "--verify"], scenes: scenes)
    #expect(replay.code == .budgetFailed, "\(replay.error)")
    #expect(replay.output.contains("violated  \(planted.property)"), "\(replay.output)")
    #expect(replay.output.contains("FAIL  the replay is equal, and the recorded run fails\n"))
    #expect(FileStore.isFile(try failure["picture"].string()))
    // Made small once more, it is the same.
    let again = CommandRun(
      ["shrink", recording, "--to", folder.at("again.txt"), "--json", "-"], scenes: scenes)
    #expect(again.code == .budgetFailed, "\(again.error)")
    let events2 = try again.row("failures")["shrunk"]["after"].uint64()
    #expect(events2 == events)
    // The seed that was named finds it again.
    let seed = try failure["seed"].uint64()
    let pasted = try explore(planted.bug, folder, ["--seeds", "\(seed)", "--no-shrink"])
    #expect(pasted.code == .budgetFailed && pasted.output.contains("violated  \(planted.property)"))
  }

  /// Every output names the violated property; the page has the picture of the failing frame.
  @Test(.enabled(if: !Tier.isDebug)) func failureIsInEveryOutput() throws {
    let folder = try TemporaryFolder()
    let planted = try #require(Self.planted.first)
    let names = ["html", "markdown", "junit", "sarif"]
    let outputs = names.flatMap { ["--\($0)", folder.at($0)] }
    let run = try explore(planted.bug, folder, ["--seeds", "0..<200", "--annotations"] + outputs)
    #expect(run.code == .budgetFailed && run.error.isEmpty, "\(run.error)")
    #expect(run.output.contains("::error file="))
    for name in names {
      let text = try FileStore.readText(folder.at(name), limitByteCount: 1 << 22)
      #expect(text.contains(planted.property), "\(name)")
      #expect(!text.contains("do not fit"), "\(name)")
      if name == "html" { #expect(text.contains("data:image/png;base64,")) }
      if name == "junit" { #expect(text.contains("<failure type=\"property-violated\"")) }
    }
    let sound = try explore(.none, folder, ["--seeds", "0..<2", "--junit", "-"])
    #expect(!sound.output.contains("<failure") && sound.output.contains("<testcase"))
  }

  @Test(.enabled(if: !Tier.isDebug)) func unshrunkRunHasDigestsAndReplacesNoMinimalOne() throws {
    let folder = try TemporaryFolder()
    func explored(_ seeds: String, _ more: [String] = []) throws -> JSONNode {
      let run = try explore(.countedThrice, folder, ["--seeds", seeds, "--json", "-"] + more)
      #expect(run.code == .budgetFailed, "\(run.error)")
      return try run.row("failures")
    }
    let minimal = try explored("0..<200")
    let paths = ["recording", "picture"]
    let kept = try paths.map { try FileStore.read(minimal[$0].string(), limitByteCount: 1 << 24) }
    let whole = try explored("\(minimal["seed"].uint64())", ["--no-shrink"])
    #expect(try whole["shrunk"].isNull)
    for (path, kept) in zip(paths, kept) {
      let (old, new) = (try minimal[path].string(), try whole[path].string())
      #expect(try FileStore.read(old, limitByteCount: 1 << 24) == kept)
      let dot = try #require(old.lastIndex(of: "."))
      #expect(new == "\(old[..<dot])-unshrunk\(old[dot...])")
    }
    let replay = CommandRun(
      ["replay", try whole["recording"].string(), "--verify", "--json", "-"],
      scenes: Self.scenes(.countedThrice))
    let row = try replay.row("replays")
    #expect(try row["outcome"].string() == "equal", "\(replay.error)")
    #expect(try row["violation"]["property"].string() == "counts-agree")
    #expect(try row["frames"].uint64() == whole["violation"]["frame"].uint64() + 1)
    #expect(try row["equal"].uint64() == row["frames"].uint64())
  }

  @Test(.enabled(if: !Tier.isDebug)) func soundSceneHoldsAndItsMarksAreCounted() throws {
    let folder = try TemporaryFolder()
    let run = try explore(.none, folder, ["--seeds", "0..<40"])
    #expect(run.code == .pass && run.error.isEmpty, "\(run.output)")
    #expect(run.output.contains("40 runs, 24,000 frames"))
    #expect(run.output.contains("goals     1 of 2 reached; never: never\n"))
    let one = try explore(.none, folder, ["--seeds", "0..<40", "--json", "-", "--jobs", "1"])
    let two = try explore(.none, folder, ["--seeds", "0..<40", "--json", "-", "--jobs", "3"])
    #expect(one.output == two.output)
  }

  /// Both ends of a range belong to it, unless it is written with `..<`.
  @Test(
    arguments: [
      ("5", 5..<6), ("3..<5", 3..<5), ("3...5", 3..<6), ("3..5", 3..<6), ("4...4", 4..<5),
    ] as [(String, Range<UInt64>)])
  func everyFormOfARangeNamesItsSeeds(text: String, seeds: Range<UInt64>) throws {
    let run = try explore(
      .none, try TemporaryFolder(), ["--seeds", text, "--frames", "1", "--json", "-"])
    let report = try CommandRun.json(run.output)
    #expect(try report["firstSeed"].uint64() == seeds.lowerBound, "\(run.error)")
    #expect(try report["endSeed"].uint64() == seeds.upperBound)
    #expect(try run.row("scenarios")["runs"].uint64() == UInt64(seeds.count))
  }

  @Test(arguments: [
    (["--seeds", "9..<9"], "a seed, or a range such as 0...999"),
    (["--seeds", "9...8"], "a seed, or a range such as 0...999"),
    (["--seeds", "0..<100000001"], "a seed, or a range such as 0...999"),
    (["--seeds", "0...100000000"], "a seed, or a range such as 0...999"),
    (["--seeds", "x"], "a seed, or a range such as 0...999"),
    (["--seeds", "18446744073709551615"], "seeds are below 18446744073709551615"),
    (["--seeds", "0...100000000"], "at most 100000000 of them"),
    (["--duration", "long"], "a time such as 10m"),
    (["--jobs", "0"], "1 to 32"),
  ])
  func badOptionsAreRefused(options: [String], words: String) throws {
    let run = try explore(.none, try TemporaryFolder(), options)
    #expect(run.code == .usage && run.error.contains(words), "\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1)
  }

  @Test(.enabled(if: !Tier.isDebug)) func recordingThatHoldsCannotBeMadeSmaller() throws {
    let folder = try TemporaryFolder()
    let scenes = Self.scenes(.none)
    let file = try Self.scenario(folder)
    let recorded = CommandRun(
      [
        "run", file, "--record", folder.at("a.txt"), "--out", folder.path, "--quiet", "--no-wall",
        "--frames", "60",
      ], scenes: scenes)
    #expect(recorded.code == .pass, "\(recorded.error)")
    let shrink = CommandRun(["shrink", folder.at("a.txt")], scenes: scenes)
    #expect(shrink.code == .usage && shrink.error.contains("no property fails in any of its 60"))
    #expect(!FileStore.isFile(folder.at("a-small.txt")))
  }
}
