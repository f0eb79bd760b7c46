import SimCommands
import SimFormats
import SimPNG
import SimPlatform
import TestTier
import Testing

/// Goal: what fails is shown where it is worst: a run's frames, a golden's first frame that
/// differs, pictures that flash.
///
/// Method: small scenarios with limits that no scene keeps; a manifest with one digest changed; the
/// frame in the words, in the command and in the picture's name is the same.
@Suite struct ShownMomentTests {
  private static let budgets = """
    , "budgets": [
      { "id": "CALM", "metric": "calmness.localChange.worst", "atMost": 0.000001 },
      { "id": "FLASH", "metric": "flash.general.maxTransitionsPerSecond", "atMost": 100 } ]
    """

  /// A scenario whose calmness fails from its second frame on.
  private static func scenario(_ name: String, budgets: String = budgets) -> String {
    """
    { "name": "\(name)", "scene": "snowglobe", "frames": 40,
      "canvasSize": { "width": 60, "height": 90 }\(budgets) }
    """
  }

  @Test(.enabled(if: !Tier.isDebug)) func failedCalmnessHasItsChartItsFrameAndItsPicture() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.scenario("restless"), to: "restless.json")
    let run = CommandRun(["run", path, "--html", "-", "--out", folder.at("out")])
    #expect(run.code == .budgetFailed)
    let page = run.output
    let found = page.firstMatch(of: /<p>Frame ([0-9]+) at ([0-9.]+) s: change of light in 10°/)
    let match = try #require(found)
    let frame = try #require(UInt32(match.1))
    #expect(frame >= 1 && frame < 40)
    for words in [
      "Frames that exceeded limits", "CALM ≤", "worst frame</li>",
      "--at \(frame) ", "restless, frame \(frame), run 1", "<p>frame \(frame - 1)</p>",
    ] {
      #expect(page.contains(words), "\(words)")
    }
    // What holds has no chart.
    #expect(!page.contains("Transitions of a cell in a second"))
    #expect(page.matches(of: /<h[1-6]>Frames that exceeded limits/).count == 1)
  }

  /// Frames are those of the run, whatever it missed in the background.
  @Test(.enabled(if: !Tier.isDebug)) func framesInTheBackgroundAreCounted() throws {
    let folder = try TemporaryFolder()
    let text = Self.scenario("away").replacing(
      "\"frames\": 40,",
      with: """
        "frames": 40, "background": [{ "from": 1, "frames": 20 }],
        """)
    let path = try folder.write(text, to: "away.json")
    let page = CommandRun(["run", path, "--html", "-", "--out", folder.at("out")]).output
    let found = page.firstMatch(of: /<p>Frame ([0-9]+) at [0-9]/)
    let match = try #require(found, "\(page.prefix(200))")
    #expect(try #require(UInt32(match.1)) >= 21)
    #expect(page.contains("not drawn"))
  }

  @Test(.enabled(if: !Tier.isDebug)) func passedRunsAreFoldedWithTheirPictures() throws {
    let folder = try TemporaryFolder()
    let calm = try folder.write(Self.scenario("calm", budgets: ""), to: "calm.json")
    let restless = try folder.write(Self.scenario("restless"), to: "restless.json")
    let arguments = [calm, restless, "--no-wall", "--html", "-", "--out", folder.at("out")]
    let page = CommandRun(["run"] + arguments).output
    let articles = page.split(separator: "<article ").dropFirst()
    #expect(articles.count == 2)
    let (first, second) = (try #require(articles.first), try #require(articles.last))
    #expect(first.contains("restless</h2>") && !first.contains("class=\"folded\""))
    #expect(second.contains("calm</h2>") && second.contains("class=\"folded\""))
    let summary = try #require(second.split(separator: "</summary>").first)
    #expect(summary.contains("class=\"thumbnail\"><img alt=\"Frames of calm"))
    #expect(second.matches(of: /data:image/).count == 1)
  }

  @Test(
    .enabled(if: !Tier.isDebug),
    arguments: [(2, "the previous one"), (0, "this is the current one")])
  func firstDifferingFrameIsShownWithoutAKeptPicture(frame: Int, words: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(TinyScenario.text(), to: "tiny.json")
    try folder.write(
      "golden 1\nscenario ../tiny.json\ndevice iphone-12\ncanvas 160 80 1\nframes 6\npicture 4\n",
      to: "goldens/tiny.golden")
    let options = ["--goldens", folder.at("goldens")]
    let out = ["--out", folder.at("out")]
    #expect(CommandRun(["golden", "update"] + options + out).code == .pass)
    #expect(CommandRun(["golden", "accept", "tiny"] + options).code == .pass)
    let path = folder.at("goldens/tiny.golden")
    var lines = try FileStore.readText(path, limitByteCount: 1 << 20).split(separator: "\n")
      .map(String.init)
    let index = lines.firstIndex { $0.wholeMatch(of: /[0-9]+ [0-9a-f]{16}/) != nil }
    let first = try #require(index)
    #expect(lines[first + frame].hasPrefix("\(frame) "))
    lines[first + frame] = "\(frame) " + String(repeating: "0", count: 16)
    try folder.write(lines.joined(separator: "\n") + "\n", to: "goldens/tiny.golden")
    let run = CommandRun(["golden", "check", "--html", folder.at("page.html")] + options + out)
    #expect(run.code == .goldenMismatch, "\(run.error)")
    let page = try FileStore.readText(folder.at("page.html"), limitByteCount: 1 << 24)
    #expect(page.contains("tiny, first different frame \(frame)"))
    #expect(page.contains(words))
  }

  @Test(.enabled(if: !Tier.isDebug)) func flashingPicturesSayWhatToCompare() throws {
    let folder = try TemporaryFolder()
    for frame in 0..<12 {
      let pixels = (0..<48 * 48 * 4).map { $0 % 4 == 3 ? 255 : UInt8(frame % 2 * 255) }
      try FileStore.write(
        PNGEncoder.encode(pixels, width: 48, height: 48), to: folder.at("frames/\(frame).png"))
    }
    let arguments = ["flash", folder.at("frames"), "--out", folder.at("out"), "--fps"]
    let text = CommandRun(arguments + ["10"]).output
    let (before, frame) = (folder.at("frames/6.png"), folder.at("frames/7.png"))
    #expect(text.contains("fails from frame 7"))
    #expect(text.contains("next      simbench image diff \(before) \(frame) --html"), "\(text)")
    #expect(!CommandRun(arguments + ["2"]).output.contains("next "))
  }
}
