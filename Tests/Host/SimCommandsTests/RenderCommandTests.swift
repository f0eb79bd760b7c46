import SimFormats
import SimPNG
import SimPlatform
import SimRaster
import SimCommands
import TestTier
import Testing

/// Goal: `render` writes exactly the frames asked for.
///
/// Method: decode every picture it leaves, compare sizes and contents; ask for what is not there
/// and compare the line.
@Suite struct RenderCommandTests {
  private func render(
    _ folder: TemporaryFolder, _ options: [String], frames: Int = 6, out: String = "out"
  ) throws -> CommandRun {
    let scenario = try folder.write(TinyScenario.text(frames: frames), to: "tiny.json")
    return CommandRun(["render", scenario, "--out", folder.at(out)] + options)
  }

  private func picture(_ folder: TemporaryFolder, _ name: String) throws -> PNGImage {
    try PNGDecoder.decode(FileStore.read(folder.at(name), limitByteCount: 1 << 24))
  }

  @Test(
    .enabled(if: !Tier.isDebug),
    arguments: [
      (["--at", "0,2,50ms"], [0, 2, 3]),
      (["--at", "5,5,0"], [0, 5]),
      (["--every", "4"], [0, 4]),
      (["--every", "6"], [0]),
      ([], [0, 1, 2, 3, 4, 5]),
      (["--frames", "3", "--every", "2"], [0, 2]),
    ] as [([String], [Int])])
  func chosenFramesBecomePictures(options: [String], frames: [Int]) throws {
    let folder = try TemporaryFolder()
    let result = try render(folder, options + ["--json", "-"])
    #expect(result.code == .pass && result.error.isEmpty)
    let names = frames.map { "tiny-0000\($0).png" }
    #expect(folder.names(in: "out") == ["tiny", "tiny.png"])
    #expect(folder.names(in: "out/tiny") == names, "nothing but frames")
    for name in names {
      let decoded = try picture(folder, "out/tiny/\(name)")
      #expect(decoded.width == 160 && decoded.height == 80)
    }
    let sheet = try picture(folder, "out/tiny.png")
    let columns = min(5, frames.count)
    let rows = (frames.count + 4) / 5
    #expect(Int(sheet.width) == 20 + columns * 180 && Int(sheet.height) == 20 + rows * 126)
    let pictures = try result.row("renderings")["pictures"].array()
    #expect(try pictures.map { try Int($0["frame"].uint64()) } == frames)
    let paths = names.map { folder.at("out/tiny/\($0)") }
    #expect(try pictures.map { try $0["path"].string() } == paths)
    #expect(try result.row("renderings")["contactSheet"].string() == folder.at("out/tiny.png"))
  }

  /// The middle of the preview is the picture given, one after the other.
  @Test func givenPicturesAreSeen() throws {
    let folder = try TemporaryFolder()
    for (name, color) in [("red", [200, 30, 30]), ("blue", [30, 30, 200])] as [(String, [UInt8])] {
      try FileStore.write(
        PNGEncoder.encode(color + color, width: 2, height: 1, layout: .rgb),
        to: folder.at("\(name).png"))
    }
    let scenario = try folder.write(
      """
      { "scene": "ring-light", "canvasSize": { "width": 60, "height": 90 }, "frames": 6,
      "parameters": { "thickness": 10, "grid": "off" }, "input": { "camera": {
      "front": ["red.png", "blue.png"], "framesPerPicture": 3 } } }
      """, to: "given.json")
    let result = CommandRun(["render", scenario, "--at", "2,3", "--out", folder.at("out")])
    #expect(result.code == .pass && result.error.isEmpty)
    let (red, blue) = (
      try picture(folder, "out/given/given-00002.png").color(x: 20, y: 20),
      try picture(folder, "out/given/given-00003.png").color(x: 20, y: 20)
    )
    #expect(red.red > red.blue + 80 && blue.blue > blue.red + 80, "\(red), \(blue)")
  }

  @Test func pictureOfFrameDoesNotDependOnTheOthers() throws {
    let folder = try TemporaryFolder()
    #expect(try render(folder, ["--at", "4"], out: "one").code == .pass)
    #expect(try render(folder, ["--every", "2"], out: "many").code == .pass)
    let alone = try picture(folder, "one/tiny/tiny-00004.png")
    #expect(try picture(folder, "many/tiny/tiny-00004.png") == alone)
    #expect(try picture(folder, "many/tiny/tiny-00000.png") != alone)
    #expect(Set(alone.pixels).count > 10)
  }

  @Test(.enabled(if: !Tier.isDebug)) func photosOfTheCameraAreWrittenWhenTheyAreWanted() throws {
    let folder = try TemporaryFolder()
    let scenario = try folder.write(
      """
      { "name": "selfie", "scene": "ring-light", "frames": 60, "frameRate": 30,
        "parameters": { "script": "captures", "every": 15 },
        "canvasSize": { "width": 60, "height": 90 } }
      """, to: "selfie.json")
    let line = ["render", scenario, "--at", "3", "--out", folder.at("out")]
    let plain = CommandRun(line + ["--json", "-"])
    #expect(plain.code == .pass && folder.names(in: "out") == ["selfie", "selfie.png"])
    #expect(try plain.row("renderings")["photos"].array().isEmpty)

    let result = CommandRun(line + ["--photos", "--json", "-"])
    #expect(result.code == .pass && result.error.isEmpty)
    let photos = try result.row("renderings")["photos"].array()
    #expect(photos.count >= 2)
    var seen: Set<[UInt8]> = []
    for photo in photos {
      let frame = try photo["frame"].uint64()
      let name = "selfie-photo-000\(frame).png"
      #expect(try photo["path"].string() == folder.at("out/selfie-photos/\(name)"))
      let decoded = try picture(folder, "out/selfie-photos/\(name)")
      // Half the sensor, whose pixels are two of the display wide.
      #expect(decoded.width == 15 && decoded.height == 22)
      seen.insert(decoded.pixels)
    }
    #expect(seen.count == photos.count)
    let none = try render(folder, ["--photos"])
    #expect(none.output.hasSuffix("\nno photos were taken\n"))
  }

  @Test(.enabled(if: !Tier.isDebug)) func sheetGoesWhereItIsTold() throws {
    let folder = try TemporaryFolder()
    let result = try render(
      folder, ["--every", "1", "--columns", "2", "--contact-sheet", folder.at("sheet.png")])
    #expect(
      result.output == "6 pictures in \(folder.at("out/tiny")), contact sheet: "
        + "\(folder.at("sheet.png"))\n")
    let sheet = try picture(folder, "sheet.png")
    #expect(sheet.width == 20 + 2 * 180 && sheet.height == 20 + 3 * 126)
    #expect(!folder.names(in: "out").contains("tiny.png"))
    #expect(try render(folder, ["--quiet"]).output.isEmpty)
  }

  @Test func captionWiderThanItsPictureFits() throws {
    let folder = try TemporaryFolder()
    let narrow = TinyScenario.text().replacing("\"width\": 160", with: "\"width\": 3")
    let scenario = try folder.write(narrow, to: "tiny.json")
    let result = CommandRun(["render", scenario, "--at", "0", "--out", folder.at("out")])
    #expect(result.code == .pass)
    let sheet = try picture(folder, "out/tiny.png")
    #expect(sheet.width == 20 + 23 && sheet.height == 20 + 126)
  }

  @Test(.enabled(if: !Tier.isDebug)) func sheetOfManyPicturesStaysSmall() throws {
    let folder = try TemporaryFolder()
    // In rows of five they would be 4,556 pixels high.
    #expect(try render(folder, ["--every", "1"], frames: 180).code == .pass)
    #expect(folder.names(in: "out/tiny").count == 180)
    let sheet = try picture(folder, "out/tiny.png")
    #expect(sheet.width < 4_000 && sheet.height < 4_000)
  }

  @Test(
    arguments: [
      (["--at", "9"], "--at", "frames from 0 to 5, or times within them", "9"),
      (["--at", "0,"], "--at", "frames from 0 to 5, or times within them", ""),
      (["--at", "+3"], "--at", "frames from 0 to 5, or times within them", "+3"),
      (["--at", "100ms"], "--at", "frames from 0 to 5, or times within them", "100ms"),
      (
        ["--at", "1,99999999999999999999"], "--at", "frames from 0 to 5, or times within them",
        "99999999999999999999"
      ),
      (["--every", "7"], "--every", "a whole number from 1 to 6", "7"),
      (["--every", "0"], "--every", "a whole number from 1 to 6", "0"),
      (["--columns", "0"], "--columns", "a whole number from 1 to 100", "0"),
    ])
  func whatIsNotThereIsRefused(
    options: [String], option: String, expected: String, found: String
  ) throws {
    let folder = try TemporaryFolder()
    let result = try render(folder, options)
    #expect(result.code == .usage)
    #expect(
      result.error == "simbench: option \"\(option)\" takes \(expected), found \"\(found)\". "
        + "See simbench render --help\n")
    #expect(folder.names() == ["tiny.json"])
  }

  @Test(.enabled(if: !Tier.isDebug)) func conflictsAndUnwritableOutputsAreRefused() throws {
    let folder = try TemporaryFolder()
    let both = try render(folder, ["--at", "0", "--every", "2"])
    #expect(both.code == .usage && both.error.contains("exclude each other"))
    let outputs = [
      ["--json", folder.path], ["--json", "/dev/full"], ["--contact-sheet", folder.path],
      ["--contact-sheet", folder.at("out/tiny/tiny-00000.png")],
    ]
    for options in outputs {
      let result = try render(folder, options)
      let expected: ExitCode = options.contains("/dev/full") ? .notJudged : .usage
      #expect(result.code == expected, "\(options)")
      #expect(result.error.split(separator: "\n").count == 1)
      #expect(folder.names() == ["tiny.json"])
    }
  }

  @Test func tooManyPicturesAreRefused() throws {
    let folder = try TemporaryFolder()
    let result = try render(folder, ["--every", "1"], frames: 10_001)
    #expect(result.code == .usage)
    #expect(result.error.contains("at most 10000 pictures, found \"10001\""))
    #expect(folder.names() == ["tiny.json"])
  }
}
