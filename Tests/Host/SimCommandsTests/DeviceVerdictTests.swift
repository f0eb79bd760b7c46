import SimFormats
import SimPlatform
import SimRuntime
import SimCommands
import TestTier
import Testing

/// Goal: `run --device` says whether that phone would hold its refresh rate, the same bytes every
/// time, and a budget on it decides the exit code.
///
/// Method: a tiny scenario on made-up phones, from fast to hopeless, in every output.
@Suite struct DeviceVerdictTests {
  private static let budget =
    #", "budgets": [{ "id": "BV-FPS", "metric": "deviceFrame.p99", "#
    + #""atMost": "frame-interval" }]"#

  /// A phone that pays for primitives alone, 50 µs each: one for a flake and a few for the globe.
  private func phone(
    _ name: String, uncertainty: Double, refreshRate: Int = 60, in folder: TemporaryFolder
  ) throws {
    let (least, most) = (50_000 / (1 + uncertainty), 50_000 * (1 + uncertainty))
    try folder.write(
      """
      {
        "name": "\(name)", "title": "Made up", "widthPoints": 160, "heightPoints": 80,
        "scale": 1, "pixelsPerInch": 326, "refreshRate": \(refreshRate),
        "touchSamplesPerSecond": 60,
        "pencilSamplesPerSecond": 0, "pipelineDepth": 2,
        "renderers": {
          "canvas": {
            "kind": "measured", "source": "made up", "gpu": {},
            "cpu": { "primitives": [\(least), 50000, \(most)] }
          }
        }
      }
      """, to: "devices/\(name).json")
  }

  private func run(
    _ folder: TemporaryFolder, _ device: String, flakes: Int = 20, budget: String = budget,
    _ options: [String] = []
  ) throws -> CommandRun {
    let path = try folder.write(TinyScenario.text(flakes: flakes, budget), to: "tiny.json")
    return CommandRun(["run", path, "--device", device, "--out", folder.at("out")] + options)
  }

  @Test func heavierScenariosFlipTheVerdict() throws {
    let folder = try TemporaryFolder()
    try phone("slow-phone", uncertainty: 0.5, in: folder)
    var verdicts: [String] = []
    for (flakes, code, verdict) in [
      (1, ExitCode.pass, "within"), (600, .budgetFailed, "over"),
    ] {
      let result = try run(folder, "slow-phone", flakes: flakes, ["--json", "-"])
      #expect(result.code == code, "\(flakes) flakes: \(result.output)")
      let frame = try result.row("runs")["deviceFrame"]
      verdicts.append(try frame["verdict"].string())
      #expect(verdicts.last == verdict, "\(flakes) flakes")
      #expect(try frame["costs"].string() == "measured" && frame["source"].string() == "made up")
    }
    #expect(Set(verdicts).count == 2)
  }

  /// 20 flakes take more than 1 ms, 300 more than 15 ms and 600 more than 30 ms.
  @Test(.enabled(if: !Tier.isDebug)) func framesMayTakeUntilTheyAreDue() throws {
    let folder = try TemporaryFolder()
    try phone("slow-phone", uncertainty: 0, in: folder)
    try phone("slow-tablet", uncertainty: 0, refreshRate: 120, in: folder)
    for (device, rate, flakes, refreshes, interval) in [
      ("slow-phone", 60, 300, 1, 16_666_666), ("slow-phone", 30, 600, 2, 33_333_333),
      ("slow-tablet", 60, 300, 2, 16_666_666), ("slow-tablet", 30, 600, 4, 33_333_333),
      ("slow-tablet", 120, 20, 1, 8_333_333),
    ] {
      let run = try run(
        folder, device, flakes: flakes, budget: ", \"frameRate\": \(rate)" + Self.budget,
        ["--json", "-"])
      let result = try run.row("runs")
      #expect(run.code == .pass, "\(device) at \(rate): \(run.output)")
      #expect(try result["timing"]["dueRefreshes"].int(in: 1...9) == refreshes)
      for part in ["timing", "deviceFrame"] {
        #expect(try result[part]["frameInterval"].int(in: 0...100_000_000) == interval)
      }
      #expect(try result["deviceFrame"]["verdict"].string() == "within")
    }
    let hurried = try run(
      folder, "slow-phone", flakes: 600, budget: ", \"frameRate\": 60" + Self.budget)
    #expect(hurried.code == .budgetFailed && hurried.output.contains("over 16.7 ms"))
    let text = try run(folder, "slow-phone", budget: ", \"frameRate\": 30")
    #expect(text.output.contains(" of 33.3 ms, 2 refreshes  ·  "), "\(text.output)")
  }

  @Test func whatIsTooCloseIsNeitherPassNorFailure() throws {
    let folder = try TemporaryFolder()
    try phone("unsure-phone", uncertainty: 10, in: folder)
    let result = try run(folder, "unsure-phone", flakes: 100)
    #expect(result.code == .inconclusive && result.output.hasPrefix("INCONCLUSIVE  tiny"))
    #expect(result.output.contains(", too close to say: it may be "))
    #expect(result.output.contains("too close to say against 16.7 ms  ·  predicted p99 "))
    let unasked = try run(folder, "unsure-phone", flakes: 100, budget: "")
    #expect(unasked.code == .pass && unasked.output.contains("too close to say against"))
  }

  @Test func itIsExactAndInEveryOutput() throws {
    let folder = try TemporaryFolder()
    let files = ["json", "md", "html"].map { folder.at("a.\($0)") }
    let first = try run(
      folder, "iphone-se-2",
      ["--json", files[0], "--markdown", files[1], "--html", files[2]])
    #expect(first.code == .pass && first.error.isEmpty, "\(first.error)")
    #expect(first.output.contains("  within 16.7 ms  ·  predicted p99 "))
    for file in files.dropFirst() {
      let text = try FileStore.readText(file, limitByteCount: 1 << 22)
      #expect(text.contains("within 16.7 ms") && text.contains("canvas costs estimated"), "\(file)")
    }
    let second = try run(folder, "iphone-se-2", ["--json", folder.at("b.json")])
    #expect(second.code == .pass)
    let blocks = try ["a.json", "b.json"].map { name in
      let bytes = try FileStore.read(folder.at(name), limitByteCount: 1 << 22)
      return try JSONDocument.read(bytes, file: name).root["runs"].array()[0]["deviceFrame"].text
    }
    #expect(blocks[0] == blocks[1] && blocks[0].contains("\"p99Upper\""))
    let other = try run(folder, "iphone-15-pro", ["--json", "-"])
    #expect(try other.row("runs")["deviceFrame"].text != blocks[0])
    // A stored result says the same.
    let stored = CommandRun(["report", files[0]])
    let line = first.output.split(separator: "\n").first { $0.hasPrefix("  device ") }
    #expect(stored.output.contains(try #require(line)))
  }

  /// A GPU's work is counted whether this machine paints or not.
  @Test func predictionsNeedNoPixels() throws {
    let folder = try TemporaryFolder()
    let outputs = try [[], ["--no-render"]].map { options in
      let result = try run(folder, "iphone-se-2", options + ["--json", "-"])
      #expect(result.code == .pass)
      let frame = try result.row("runs")["deviceFrame"]
      #expect(try frame["renderer"].string() == "canvas")
      #expect(try frame["gpuP99"].uint64() > 0 && frame["cpuP99"].uint64() > 0)
      return frame.text
    }
    #expect(outputs[0] == outputs[1])
  }
}
