import Foundation
import SimCommands
import SimFormats
import SimInput
import SimPlatform
import TestTier
import Testing

/// Goal: what `run --record` leaves is the whole run, and `replay` finds whatever is not the same.
///
/// Method: runs with all that can come from outside, deflated and inflated; recordings with one
/// planted fault each.
@Suite struct ReplayCommandTests {
  /// 90 frames with all kinds of input, a turn, and a stay in the background.
  static let scenario = """
    {
      "scene": "snowglobe", "frames": 90, "seed": 11, "parameters": {"flakes": 40},
      "canvasSize": {"width": \(Tier.isDebug ? 48 : 120), "height": \(Tier.isDebug ? 80 : 200)},
      "background": [{"from": 30, "frames": 5}, {"from": 85, "frames": 20}],
      "canvas": [{"frame": 60, "orientation": "landscape-left"}],
      "input": {
        "generators": [
          {"kind": "shake", "eventsPerMinute": 200},
          {"kind": "toddler-mash", "eventsPerMinute": 200},
          {"kind": "drag", "eventsPerMinute": 200}, {"kind": "tap", "eventsPerMinute": 200}
        ],
        "defects": {"latePerMille": 50, "coalescedPerMille": 50}
      }
    }
    """

  /// A recording of the scenario.
  private static let recorded = Result {
    let folder = try TemporaryFolder()
    return try FileStore.read(record(folder, "a.gz"), limitByteCount: 1 << 24)
  }

  /// Records the scenario.
  private static func record(
    _ folder: TemporaryFolder, _ name: String, _ options: [String] = []
  ) throws -> String {
    let scenario = try folder.write(Self.scenario, to: "storm.json")
    let path = folder.at(name)
    let run = CommandRun(
      ["run", scenario, "--no-wall", "--out", folder.at("out"), "--record", path] + options)
    #expect(run.code == .pass && run.error.isEmpty)
    #expect(
      run.output.contains("recording  \(path): 90 of 90 frames equal when read back"))
    return path
  }

  private func recording(_ path: String) throws -> Recording {
    try Recording(parsing: FileStore.read(path, limitByteCount: 1 << 24))
  }

  @Test(.enabled(if: !Tier.isDebug)) func recordedRunIsHadAgainFromTextAndGzip() throws {
    let folder = try TemporaryFolder()
    let text = try Self.record(folder, "a.txt", ["--keyframes", "25"])
    let deflated = try Self.record(folder, "a.txt.gz", ["--keyframes", "25"])
    for path in [text, deflated] {
      let result = CommandRun(["replay", path, "--verify", "--json", "-"])
      #expect(result.code == .pass && result.error.isEmpty)
      let row = try result.row("replays")
      #expect(try row["compared"].uint64() == 90 && row["equal"].uint64() == 90)
      #expect(try row["keyframes"].uint64() == 4 && row["picturesEqual"].bool())
      #expect(try row["outcome"].string() == "equal" && row["violation"].isNull)
    }
    for (path, other, name) in [(text, deflated, "b.txt.gz"), (deflated, text, "b.txt")] {
      let back = folder.at(name)
      let convert = CommandRun(["recording", "convert", path, back])
      #expect(convert.code == .pass && convert.output.contains("90 of 90 frames equal"))
      #expect(
        try FileStore.read(back, limitByteCount: 1 << 24)
          == FileStore.read(other, limitByteCount: 1 << 24))
    }
    let difference = CommandRun(["diff", text, deflated, "--scenario", folder.at("storm.json")])
    #expect(difference.code == .pass && difference.error.isEmpty)
    let said = CommandRun(["replay", deflated, "--verify"]).output
    #expect(said.contains("90 of 90 frames equal") && said.contains("equal in every pixel"))
  }

  @Test(.enabled(if: !Tier.isDebug)) func lastFrameBecomesAPicture() throws {
    let folder = try TemporaryFolder()
    let path = try Self.record(folder, "a.txt")
    let picture = folder.at("last.png")
    let result = CommandRun(["replay", path, "--until", "1s", "--picture", picture])
    #expect(result.code == .pass && result.output.contains("61 of 61 frames equal"))
    let rendered = CommandRun([
      "render", folder.at("storm.json"), "--at", "60", "--out", folder.at("r"),
    ])
    #expect(rendered.code == .pass)
    #expect(
      try FileStore.read(picture, limitByteCount: 1 << 24)
        == FileStore.read(folder.at("r/storm/storm-00060.png"), limitByteCount: 1 << 24))
    #expect(CommandRun(["replay", path, "--until", "90"]).code == .usage)
  }

  // MARK: - Planted faults

  /// Replays what a change made of a recording.
  private func replay(
    _ folder: TemporaryFolder, _ recording: Recording, _ options: [String] = ["--verify"]
  ) throws -> CommandRun {
    let path = folder.at("planted.txt")
    try FileStore.write(recording.text, to: path)
    return CommandRun(["replay", path, "--json", "-"] + options)
  }

  @Test(.enabled(if: !Tier.isDebug)) func otherInputIsFoundInItsFrame() throws {
    let folder = try TemporaryFolder()
    let path = try Self.record(folder, "a.txt")
    let text = try FileStore.readText(path, limitByteCount: 1 << 24)
    let lines = text.split(separator: "\n").map { String($0) }
    let place = try #require(
      lines.firstIndex { $0.hasPrefix("motion 2") || $0.hasPrefix("motion 3") })
    let frame = try #require(UInt64(lines[place].split(separator: " ")[1]))
    var other = lines
    other.remove(at: place)
    try FileStore.write(Array(other.joined(separator: "\n").utf8), to: path)
    let result = CommandRun(["replay", path, "--verify", "--json", "-"])
    #expect(result.code == .determinismBroken)
    #expect(try result.row("replays")["firstDifference"].uint64() == frame)
    #expect(
      CommandRun(["replay", path]).output.contains("frame \(frame) differs from the recording"))
  }

  @Test(.enabled(if: !Tier.isDebug)) func oneWrongDigestIsFound() throws {
    let folder = try TemporaryFolder()
    var recording = try recording(try Self.record(folder, "a.txt"))
    recording.digests[89] ^= 1
    recording.chain = nil
    let result = try replay(folder, recording)
    #expect(result.code == .determinismBroken)
    #expect(try result.row("replays")["firstDifference"].uint64() == 89)
    #expect(try result.row("replays")["equal"].uint64() == 89)
  }

  @Test(.enabled(if: !Tier.isDebug)) func fieldsOfASavedStateThatDiffersAreNamed() throws {
    let folder = try TemporaryFolder()
    var recording = try recording(try Self.record(folder, "a.txt", ["--keyframes", "25"]))
    // The state of another frame fits, and is none of this one.
    recording.keyframes[2].state = recording.keyframes[1].state
    recording.keyframes[2].log = recording.keyframes[1].log
    let result = try replay(folder, recording)
    #expect(result.code == .determinismBroken)
    let row = try result.row("replays")
    #expect(try row["firstDifference"].uint64() == 50 && row["keyframe"].uint64() == 50)
    let fields = try row["fields"].array()
    #expect(fields.count == 6)
    #expect(try fields.allSatisfy { try $0["first"].string() != $0["second"].string() })
    #expect(try fields.map { try $0["name"].string() }.contains("activeFrame"))
  }

  @Test(.enabled(if: !Tier.isDebug)) func otherPicturesAreFound() throws {
    let folder = try TemporaryFolder()
    var recording = try recording(try Self.record(folder, "a.txt"))
    recording.pixelChain = 1
    let result = try replay(folder, recording)
    #expect(result.code == .determinismBroken)
    #expect(try result.row("replays")["picturesEqual"].bool() == false)
    #expect(try replay(folder, recording, []).code == .pass, "only --verify paints them")
  }

  @Test func whatComparedNothingIsNoPass() throws {
    let folder = try TemporaryFolder()
    var recording = try recording(try Self.record(folder, "a.txt", ["--no-render"]))
    recording.digests = []
    recording.chain = nil
    let result = try replay(folder, recording)
    #expect(result.code == .determinismBroken)
    #expect(try result.row("replays")["outcome"].string() == "nothing-compared")
    let plain = try replay(folder, recording, [])
    #expect(plain.code == .pass)
    #expect(try plain.row("replays")["outcome"].string() == "unchecked")
  }

  @Test(.enabled(if: !Tier.isDebug)) func otherVersionsAreNamedAndRunOnlyWhenAsked() throws {
    let folder = try TemporaryFolder()
    var recording = try recording(try Self.record(folder, "a.txt"))
    recording.header.behaviorVersion = 4
    let refused = try replay(folder, recording)
    #expect(refused.code == .usage)
    #expect(
      refused.error.hasSuffix(
        "planted.txt: behavior 4 was recorded, this build has 5; "
          + "--allow-version-mismatch replays it anyway\n"))
    let result = try replay(folder, recording, ["--verify", "--allow-version-mismatch"])
    #expect(result.code == .pass)
    #expect(
      try result.row("replays")["versions"].array().map { try $0.string() } == [
        "behavior 4 was recorded, this build has 5"
      ])
  }

  // MARK: - By hand

  /// The recording that the page of the format shows.
  private static func documented() throws -> String {
    let page = try String(
      contentsOf: URL(filePath: #filePath).appending(
        path: "../../../../Sources/Host/SimFormats/SimFormats.docc/RecordingFormat.md"
      ).standardizedFileURL, encoding: .utf8)
    return try #require(page.components(separatedBy: "```").dropFirst().first)
  }

  @Test(.enabled(if: !Tier.isDebug), arguments: ["snowglobe", "trace"])
  func recordingOfThePageDrivesScenes(scene: String) throws {
    let folder = try TemporaryFolder()
    let text = try Self.documented().split(separator: "\n")
      .filter { scene == "snowglobe" || !$0.hasPrefix("parameter") }
      .joined(separator: "\n").replacing("scene snowglobe", with: "scene \(scene)")
    let path = try folder.write(text, to: "hand.txt")
    let result = CommandRun(["replay", path])
    #expect(result.code == .pass && result.error.isEmpty)
    #expect(result.output.contains("120 run; the recording has no digests to compare"))
    let still = try folder.write(
      "simbench-recording 1\nscene \(scene)\ncanvas 200 400 1\ninput\nend 120\n", to: "still.txt")
    let picture = ["one.png", "two.png"].map { folder.at($0) }
    for (path, picture) in zip([path, still], picture) {
      #expect(
        CommandRun(["replay", path, "--until", "62", "--picture", picture]).code == .pass)
    }
    let files = try picture.map { try FileStore.read($0, limitByteCount: 1 << 24) }
    #expect(files[0] != files[1], "the touches were seen")
  }

  @Test(.enabled(if: !Tier.isDebug)) func recordingDrivesAScenario() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(try Self.documented(), to: "hand.txt")
    func run(_ more: String, _ size: String = #"{"width": 200, "height": 400}"#) throws
      -> CommandRun
    {
      let scenario = try folder.write(
        """
        {"scene": "snowglobe", "frames": 100, "parameters": {"flakes": 30},
         "canvasSize": \(size), "input": {"recording": "hand.txt"\(more)}}
        """, to: "driven.json")
      return CommandRun([
        "run", scenario, "--no-wall", "--out", folder.at("out"), "--json", "-",
      ])
    }
    let row = try run("").row("runs")
    #expect(try row["input"]["touches"].uint64() == 2)
    let wide = #"{"width": 300, "height": 400}"#
    let refused = try run("", wide)
    #expect(refused.code == .usage)
    #expect(refused.error.contains("found a canvas of 200 by 400 points, allowed 300 by 400"))
    #expect(try run(#", "fit": true"#, wide).row("runs")["input"]["touches"].uint64() == 2)
    let both = try run(#", "generators": []"#)
    #expect(both.code == .usage && both.error.contains("excludes recording"))
  }

  // MARK: - Bad input

  @Test(
    arguments: [
      (["replay", "cut.gz"], "cut.gz: the gzip data ends early; the file was cut off"),
      (["replay", "more.gz"], "more.gz: the gzip data ends at byte "),
      (["replay", "storm.json"], "storm.json:1:1: expected simbench-recording, found \"{\""),
      (
        ["replay", "scene.txt"], "scene.txt: scene: found \"snowglob\"; did you mean \"snowglobe\""
      ),
      (["replay", "value.txt"], "value.txt: parameter flakes: found 700.0, allowed "),
      (["replay", "name.txt"], "name.txt: parameter: found \"flake\"; did you mean \"flakes\""),
      (["replay", "none.txt"], "none.txt: "),
      (["recording", "convert", "cut.gz", "o.txt"], "cut.gz: the gzip data ends early"),
      (["run", "storm.json", "storm.json", "--record", "o.gz"], "--record: 2 runs"),
      (["run", "storm.json", "--keyframes", "5"], "--keyframes needs --record"),
    ])
  func badInputIsOneLine(arguments: [String], message: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.scenario, to: "storm.json")
    let recorded = try Self.recorded.get()
    try FileStore.write(Array(recorded.dropLast(9)), to: folder.at("cut.gz"))
    try FileStore.write(recorded + [0], to: folder.at("more.gz"))
    let head = "simbench-recording 1\n"
    _ = try folder.write("\(head)scene snowglob\ninput\nend 3\n", to: "scene.txt")
    _ = try folder.write(
      "\(head)scene snowglobe\nparameter flakes 700\ninput\nend 3\n", to: "value.txt")
    _ = try folder.write(
      "\(head)scene snowglobe\nparameter flake 7\ninput\nend 3\n", to: "name.txt")
    let names = [
      "cut.gz", "more.gz", "storm.json", "scene.txt", "value.txt", "name.txt", "none.txt", "o.gz",
      "o.txt",
    ]
    let result = CommandRun(arguments.map { names.contains($0) ? folder.at($0) : $0 })
    #expect(result.code == .usage && result.output.isEmpty)
    #expect(result.error.contains(message), "\(result.error)")
    #expect(result.error.split(separator: "\n").count == 1)
    #expect(!FileStore.exists(folder.at("o.txt")) && !FileStore.exists(folder.at("o.gz")))
  }
}
