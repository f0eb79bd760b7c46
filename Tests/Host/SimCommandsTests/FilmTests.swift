import SimCommands
import SimFormats
import SimPNG
import SimPlatform
import TestTier
import Testing

/// Goal: a moving picture shows the frames that were asked for, as `render` writes them, in the
/// size and at the speed that were asked for.
///
/// Method: films of a scene that turns, read back with the decoder of animated pictures and
/// compared with single frames.
@Suite struct FilmTests {
  private static let scenario = """
    {
      "scene": "snowglobe", "frames": 90, "parameters": {"flakes": 30},
      "canvasSize": {"width": 40, "height": 60, "scale": 1},
      "canvas": [{"frame": 60, "orientation": "landscape-left"}],
      "input": {"generators": [{"kind": "shake", "eventsPerMinute": 200}]}
    }
    """

  private func frames(_ path: String) throws -> [APNGFrame] {
    try APNGDecoder.decodeFrames(FileStore.read(path, limitByteCount: 1 << 24))
  }

  @Test func pictureOfAFilmIsTheFrame() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.scenario, to: "turn.json")
    let film = folder.at("film.png")
    let result = CommandRun([
      "render", file, "--apng", film, "--from", "10", "--to", "1s", "--every", "7",
    ])
    #expect(result.code == .pass && result.output.contains("8 pictures of 40 by 60"))
    #expect(result.error.contains("8 frames of 40 by 60: at most"))
    let shown = try frames(film)
    // From the tenth frame to the one a second in.
    #expect(shown.count == 8)
    #expect(shown.allSatisfy { $0.delay == APNGDelay(numerator: 7, denominator: 60) })
    let single = CommandRun(["render", file, "--at", "10,17,45", "--out", folder.at("out")])
    #expect(single.code == .pass)
    for (index, frame) in [(0, "10"), (1, "17"), (5, "45")] {
      let path = folder.at("out/turn/turn-000\(frame).png")
      let picture = try PNGDecoder.decode(FileStore.read(path, limitByteCount: 1 << 24))
      #expect(shown[index].image == picture, "frame \(frame)")
    }
  }

  @Test func turnedCanvasFitsIntoTheFirst() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.scenario, to: "turn.json")
    let film = folder.at("film.png")
    let result = CommandRun(["render", file, "--apng", film, "--size", "30", "--quiet"])
    #expect(result.code == .pass && result.output.isEmpty && result.error.isEmpty)
    let shown = try frames(film)
    #expect(shown.count == 45 && shown.allSatisfy { $0.image.width == 20 && $0.image.height == 30 })
    // Landscape in the middle, black above and below.
    let last = try #require(shown.last).image
    func row(_ y: Int) -> Bool { (0..<20).allSatisfy { x in last.isBlack(x, y) } }
    #expect(row(0) && row(29) && !row(15))
  }

  @Test(.enabled(if: !Tier.isDebug)) func recordingBecomesAFilmToo() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.scenario, to: "turn.json")
    let path = folder.at("a.txt")
    let film = folder.at("film.png")
    let run = CommandRun(["run", file, "--no-wall", "--out", folder.at("out"), "--record", path])
    #expect(run.code == .pass)
    let replay = CommandRun(["replay", path, "--until", "20", "--apng", film])
    #expect(replay.code == .pass && replay.output.contains("11 pictures of 40 by 60"))
    let rendered = CommandRun(["render", file, "--apng", folder.at("b.png"), "--to", "20"])
    #expect(rendered.code == .pass)
    #expect(
      try FileStore.read(film, limitByteCount: 1 << 24)
        == FileStore.read(folder.at("b.png"), limitByteCount: 1 << 24))
  }

  @Test func whatMakesNoSenseIsRefused() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.scenario, to: "turn.json")
    let film = ["--apng", folder.at("film.png")]
    for options in [
      film + ["--at", "1"], film + ["--photos"], ["--from", "3"], ["--size", "20"],
      film + ["--from", "20", "--to", "10"], film + ["--to", "90"], film + ["--size", "0"],
      ["--apng", file],
    ] {
      let result = CommandRun(["render", file] + options)
      #expect(result.code == .usage, "\(options)")
      #expect(!FileStore.exists(folder.at("film.png")))
    }
  }
}

extension PNGImage {
  /// Whether a pixel is black.
  fileprivate func isBlack(_ x: Int, _ y: Int) -> Bool {
    let start = (y * Int(width) + x) * 4
    return pixels[start] == 0 && pixels[start + 1] == 0 && pixels[start + 2] == 0
  }
}
