import SimCommands
import SimPlatform
import TestTier
import Testing

/// Goal: a run's timeline on the simulated clock is the same in every run, and has what happened.
///
/// Method: the same run twice, byte by byte, and once on the machine's clock; the names of tracks
/// and slices looked for. That other programs read it is checked with their decoder, outside of
/// the tests.
@Suite struct TimelineTests {
  private static let scenario = """
    {
      "scene": "snowglobe", "frames": 60, "parameters": {"flakes": 20},
      "canvasSize": {"width": 40, "height": 60, "scale": 1},
      "background": [{"from": 30, "frames": 5}],
      "input": {"touches": [{"at": 0.2, "x": 0.5, "y": 0.5}, {"at": 0.21, "x": 0.2, "y": 0.2}]}
    }
    """

  private func timeline(
    _ folder: TemporaryFolder, _ name: String, _ options: [String] = []
  ) throws -> [UInt8] {
    let file = try folder.write(Self.scenario, to: "run.json")
    let path = folder.at(name)
    let run = CommandRun(
      ["run", file, "--no-wall", "--quiet", "--out", folder.at("out"), "--trace", path] + options)
    #expect(run.code == .pass && run.error.isEmpty)
    return try FileStore.read(path, limitByteCount: 1 << 20)
  }

  @Test(.enabled(if: !Tier.isDebug)) func simulatedTimelineIsTheSameInEveryRun() throws {
    let folder = try TemporaryFolder()
    let first = try timeline(folder, "a.pftrace")
    #expect(try timeline(folder, "b.pftrace") == first)
    let wall = try timeline(folder, "c.pftrace", ["--trace-clock", "wall"])
    #expect(wall != first)
    for bytes in [first, wall] {
      let text = String(decoding: bytes, as: UTF8.self)
      for name in [
        "frame 0", "frame 59", "input", "step", "draw", "raster", "background", "contact 1",
        "contact 2", "finger 1", "finger 2", "flakes", "touches",
      ] {
        #expect(text.contains(name), "\(name)")
      }
      #expect(!text.contains("frame 30") && !text.contains("contact 3"))
    }
  }

  @Test func whatMakesNoSenseIsRefused() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.scenario, to: "run.json")
    let path = folder.at("a.pftrace")
    for options in [
      ["--trace-clock", "wall"], ["--trace", path, "--trace-clock", "atomic"], ["--trace", file],
    ] {
      #expect(CommandRun(["run", file] + options).code == .usage, "\(options)")
    }
    #expect(CommandRun(["run", file, file, "--trace", path]).code == .usage)
    #expect(!FileStore.exists(path))
  }
}
