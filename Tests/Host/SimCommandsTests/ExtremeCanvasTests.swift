import SimFormats
import SimHarness
import SimPNG
import SimPlatform
import SimRuntime
import SimCommands
import TestTier
import Testing

/// Goal: whatever canvas, rate and length the schema allows runs, and what is beyond is refused by
/// every verb alike, in one line, before anything is written.
///
/// Method: every scene on the narrowest, lowest, smallest and oddest canvases with a rotation, at
/// the least and greatest rate; then scenarios just beyond each limit through all verbs.
@Suite struct ExtremeCanvasTests {
  private static let scenes = SceneRegistry.catalog.descriptors.map { $0.name.description }

  /// The long side of a strip, in points: the longest there is where painting is optimized.
  private static let long: Double = Tier.isDebug ? 96 : 4096

  /// Width, height, scale, frames per second and frames.
  private static let extremes: [(Double, Double, Double, Int, Int)] = [
    (1, 1, 4, 240, 3), (1, long, 4, 24, 2), (long, 1, 4, 240, 2), (long - 6, 20, 1, 60, 2),
    (3.3, 2.1, 1.7, 60, 2), (1, 1, 1, 24, 2),
  ]

  @Test func everySceneIsHere() { #expect(Self.scenes.count >= 9) }

  @Test(arguments: scenes) func extremesRun(scene: String) throws {
    let folder = try TemporaryFolder()
    for (width, height, scale, rate, frames) in Self.extremes.suffix(Tier.isDebug ? 2 : 6) {
      // What the camera of this scene sees grows with the square of the height; the command line's
      // checks run the highest, optimized.
      let height = scene == "ring-light" ? min(height, 1024) : height
      let text = """
        { "scene": "\(scene)", "frames": \(frames), "frameRate": \(rate),
          "canvasSize": { "width": \(width), "height": \(height), "scale": \(scale) },
          "canvas": [{ "frame": 1, "orientation": "landscape-left" }],
          "input": { "generators": [{ "kind": "toddler-mash", "eventsPerMinute": 600 }] } }
        """
      let path = try folder.write(text, to: "extreme.json")
      let what = "\(width) × \(height) at \(scale)"
      let check = CommandRun(["validate", path])
      #expect(check.code == .pass, "\(what): \(check.error)")
      let run = CommandRun(["run", path, "--out", folder.at("out"), "--json", "-"])
      #expect(run.error.isEmpty, "\(what): \(run.error)")
      #expect(try run.row("runs")["frames"].uint32() == UInt32(frames), "\(what)")
    }
  }

  /// Both ways of holding a strip on one sheet, in as many columns as may be asked for.
  @Test(.enabled(if: !Tier.isDebug)) func stripsAreRendered() throws {
    let folder = try TemporaryFolder()
    let text = """
      { "scene": "calm-static", "frames": 4, "canvasSize": { "width": 4096, "height": 1 },
        "canvas": [{ "frame": 2, "orientation": "landscape-left" }] }
      """
    let path = try folder.write(text, to: "strip.json")
    let render = CommandRun([
      "render", path, "--every", "1", "--columns", "100", "--out", folder.at("out"), "--quiet",
    ])
    #expect(render.code == .pass, "\(render.error)")
    let sheet = try FileStore.read(folder.at("out/strip.png"), limitByteCount: 1 << 26)
    let size = try PNGDecoder.size(sheet)
    #expect(max(size.width, size.height) <= 16_384)
  }

  /// Members beyond a limit, and the words that say so.
  @Test(arguments: [
    (#""canvasSize": { "width": 4097, "height": 1 }"#, "allowed 1 to 4096"),
    (#""canvasSize": { "width": 1, "height": 1, "scale": 4.01 }"#, "allowed 1 to 4"),
    (#""canvasSize": { "width": 4096, "height": 2049, "scale": 2 }"#, "allowed 33554432 pixels"),
    (#""frameRate": 241"#, "allowed 24 to 240"), (#""frames": 2160001"#, "1 to 2160000"),
    (
      #""frames": 2160000, "canvasSize": { "width": 4096, "height": 2048, "scale": 1 }"#,
      "allowed 17592186044416 pixels in all frames together"
    ),
  ])
  func beyondIsRefusedAlike(members: String, words: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(#"{ "scene": "calm-static", \#(members) }"#, to: "beyond.json")
    try folder.write(
      "golden 1\nscenario ../beyond.json\ndevice iphone-12\ncanvas 10 10 1\nframes 6\n",
      to: "goldens/beyond.golden")
    let before = try folder.listing()
    let lines = [
      ["validate"], ["run", "--out", folder.at("out")], ["render", "--out", folder.at("out")],
      ["baseline", "update"], ["gate"],
    ].map { $0 + [path] }
    for line in lines {
      let result = CommandRun(line)
      #expect(result.code == .usage, "\(line): \(result.code)")
      #expect(result.error.contains(words), "\(line): \(result.error)")
      #expect(result.error.split(separator: "\n").count == 1)
      #expect(try folder.listing() == before, "\(line)")
    }
    // Those two give the run a length, or a canvas and a length, of their own.
    guard !members.contains(#""frames": 2160000,"#) else { return }
    let tune = CommandRun(["tune", path, "--out", folder.at("out")])
    #expect(tune.code == .usage && tune.error.contains(words), "\(tune.error)")
    let golden = CommandRun(["golden", "check", "--goldens", folder.at("goldens")])
    #expect(golden.code == .usage && golden.error.contains(words), "\(golden.error)")
  }

  /// A change that the run never reaches needs no memory: its canvas is not even part of the plan.
  @Test func lengthOptionsAreCheckedToo() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      #"{ "scene": "calm-static", "frames": 2, "canvasSize": { "width": 4096, "height": 4096 } }"#,
      to: "large.json")
    for option in ["--frames", "--duration"] {
      let value = option == "--frames" ? "2160000" : "10h"
      let result = CommandRun(["run", path, option, value, "--no-render"])
      #expect(result.code == .usage && result.error.contains(": \(option): found 2160000 frames"))
    }
  }

  @Test func moreThanTenThousandPicturesAreRefused() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      #"{ "scene": "calm-static", "frames": 10002, "canvasSize": { "width": 1, "height": 1 } }"#,
      to: "many.json")
    let list = (0...10_000).map(String.init).joined(separator: ",")
    for options in [["--every", "1"], ["--at", list]] {
      let result = CommandRun(["render", path, "--out", folder.at("out")] + options)
      #expect(result.code == .usage && result.error.contains("at most 10000 pictures"))
      #expect(folder.names() == ["many.json"])
    }
  }
}
