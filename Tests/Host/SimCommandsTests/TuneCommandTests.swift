import SimFormats
import SimHarness
import SimPlatform
import SimReport
import SimCommands
import TestTier
import Testing

/// Goal: `tune` gives every device class its cap, the same bytes every time, or says why not.
///
/// Method: a tiny scenario under the built-in classes and one whose costs are made up; bad words.
@Suite struct TuneCommandTests {
  private static let frames = Tier.isDebug ? "2" : "6"

  private func tune(
    _ folder: TemporaryFolder, _ options: [String]
  ) throws -> CommandRun {
    let path = try folder.write(TinyScenario.text(flakes: 20, frames: 6), to: "tiny.json")
    return CommandRun(["tune", path, "--frames", Self.frames, "--out", folder.at("out")] + options)
  }

  @Test(.enabled(if: !Tier.isDebug)) func everyClassGetsACapTheSameEveryTime() throws {
    let folder = try TemporaryFolder()
    let files = ["--json", folder.at("caps.json"), "--swift", folder.at("Caps.swift")]
    let first = try tune(folder, files)
    #expect(first.code == .pass && first.error.isEmpty, "\(first.error)")
    let names = ["caps.json", "Caps.swift", "out/tune-tiny.svg"]
    let before = try names.map { try FileStore.read(folder.at($0), limitByteCount: 1 << 20) }
    for device in BuiltInDevices.all { #expect(first.output.contains(device.name)) }
    let caps = try JSONDocument.read(before[0], file: "caps.json").root["caps"].array()
    // Displays of 120 Hz are tried at 60, too.
    #expect(caps.count == BuiltInDevices.all.count + 2)
    for cap in caps {
      let (likely, found) = (try cap["nominalCap"].uint64(), try cap["cap"].uint64())
      #expect(try cap["outcome"].string() == "found" && likely == 600)
      // A tablet of 120 Hz may not hold them all when everything costs as much as it may.
      let isHard =
        try cap["device"].string() == "ipad-pro-12-9-m2" && cap["frameRate"].uint64() == 120
      #expect((found == 600) != isHard, "\(found)")
      #expect(try cap["costs"].string() == "estimated")
      #expect(try cap["population"].string() == "flakes")
    }
    let swift = String(decoding: before[1], as: UTF8.self)
    #expect(swift.contains("case (.tiny, .iphoneSe2, 60): 600  // flakes, canvas, estimated"))
    #expect(swift.contains("case \"iPhone12,8\": self = .iphoneSe2"))
    let plot = String(decoding: before[2], as: UTF8.self)
    #expect(plot.hasPrefix("<svg ") && plot.contains("iphone-se-2, canvas, 60 Hz: cap 600 of 600"))
    let second = try tune(folder, files)
    #expect(second.output == first.output)
    let after = try names.map { try FileStore.read(folder.at($0), limitByteCount: 1 << 20) }
    #expect(after == before)
  }

  /// A device class with synthetic costs, slower by a factor after ten minutes.
  private func write(
    _ name: String, hot: Double, to folder: TemporaryFolder, frame: String = "[1, 1, 1]"
  ) throws {
    let device = """
      {
        "name": "\(name)", "title": "Made up", "widthPoints": 375, "heightPoints": 667,
        "scale": 2, "pixelsPerInch": 326, "refreshRate": 60, "touchSamplesPerSecond": 60,
        "pencilSamplesPerSecond": 0, "pipelineDepth": 2,
        "renderers": {
          "canvas": {
            "kind": "estimated", "source": "made up", "gpu": {},
            "cpu": {
              "primitives": [10000, 20000, 40000],
              "sustained": [{ "afterSeconds": 600, "speed": [\(hot), \(hot), \(hot)] }]
            },
            "sustainedSource": "made up"
          },
          "mine": {
            "kind": "measured", "source": "made up", "cpu": { "frame": \(frame) },
            "gpu": {}
          }
        }
      }
      """
    try folder.write(device, to: "devices/\(name).json")
  }

  /// What `tune` says of one class.
  private func cap(
    _ folder: TemporaryFolder, _ device: String, _ options: [String] = []
  ) throws -> JSONNode {
    let run = try tune(folder, ["--device", device, "--json", "-"] + options)
    #expect(run.error.isEmpty, "\(run.error)")
    return try #require(try run.json()["caps"].array().first)
  }

  @Test func aSlowClassGetsFewer() throws {
    let folder = try TemporaryFolder()
    try write("slow-phone", hot: 0.5, to: folder)
    let results = try [[], ["--sustained", "20m"]].map { try cap(folder, "slow-phone", $0) }
    for result in results {
      #expect(try result["outcome"].string() == "found" && result["reason"].isNull)
    }
    let caps = try results.map { try $0["cap"].uint64() }
    #expect(caps[0] < 600 && caps[1] < caps[0] && caps[1] > 0, "\(caps)")
    let times = try results.map { result in
      try #require(try result["runs"].array().last)["pessimistic"]["cpu"].double(in: 0...1e12)
    }
    #expect(times[1] > times[0])
  }

  @Test(.enabled(if: !Tier.isDebug)) func tooSlowAClassGetsNoneAndAReason() throws {
    let folder = try TemporaryFolder()
    try write("hopeless-phone", hot: 1, to: folder, frame: "[1e9, 1e9, 1e9]")
    let result = try cap(folder, "hopeless-phone", ["--renderer", "mine"])
    #expect(try result["outcome"].string() == "impossible" && result["cap"].isNull)
    #expect(try !result["reason"].string().isEmpty)
    let path = try folder.write(TinyScenario.text(flakes: 20, frames: 6), to: "tiny.json")
    func code(_ frame: String) throws -> ExitCode {
      try write("hopeless-phone", hot: 1, to: folder, frame: frame)
      return CommandRun([
        "tune", path, "--frames", Self.frames, "--out", folder.at("out"), "--device",
        "hopeless-phone", "--renderer", "mine",
      ]).code
    }
    #expect(try code("[1e9, 1e9, 1e9]") == .budgetFailed)
    // When the fewest fit if everything costs as little as it may, nothing can be said.
    #expect(try code("[1, 1e9, 1e9]") == .inconclusive)
    #expect(try code("[1, 1, 1e9]") == .pass, "likely, they all fit")
    #expect(try code("[1, 1, 1]") == .pass)
  }

  @Test(.enabled(if: !Tier.isDebug)) func ratesAndRenderersAreAskedFor() throws {
    let folder = try TemporaryFolder()
    let all = try cap(folder, "iphone-15-pro", ["--refresh", "60"])
    #expect(try all["frameRate"].uint64() == 60 && all["renderer"].string() == "canvas")
    let slow = try cap(folder, "iphone-se-2", ["--refresh", "120", "--renderer", "sprites"])
    #expect(try slow["frameRate"].uint64() == 60, "no more than the display has")
    #expect(try slow["renderer"].string() == "sprites")
    // A class that others have costs for, and it has not, says so; a name that none has is a slip.
    try write("my-phone", hot: 1, to: folder)
    let path = try folder.write(TinyScenario.text(flakes: 20, frames: 6), to: "tiny.json")
    let some = CommandRun([
      "tune", path, "--frames", Self.frames, "--out", folder.at("out"), "--renderer", "mine",
    ])
    #expect(some.code == .inconclusive)
    #expect(some.output.contains("the device class has no costs of the renderer mine"))
    let none = try tune(folder, ["--device", "iphone-se-2", "--renderer", "sprite"])
    #expect(none.code == .usage && none.error.contains("sprites"), "\(none.error)")
  }

  /// The source is one that a compiler takes, and says the same as the table.
  @Test(.enabled(if: !Tier.isDebug)) func tablesForAppsSayWhatWasFound() throws {
    let folder = try TemporaryFolder()
    let run = try tune(folder, ["--csv", "-"])
    let lines = run.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(lines.count == BuiltInDevices.all.count + 3)
    #expect(lines.allSatisfy { $0.count == lines[0].count })
    let place = try #require(lines[0].firstIndex(of: "nominalCap"))
    #expect(lines.dropFirst().allSatisfy { $0[place] == "600" })
    let swift = try tune(folder, ["--swift", "-"]).output
    for words in ["enum DeviceCaps: String", "case unknown\n", "default: self = .unknown"] {
      #expect(swift.contains(words), "\(words)")
    }
    #expect(swift.contains("case (.tiny, .unknown, 60): 600\n"))
    for words in ["enum Scenario: String", "cap(of scenario: Scenario,"] {
      #expect(swift.contains(words), "cases are names of scenarios: \(words)")
    }
    #expect(!swift.contains("Scene"))
  }

  @Test func classesWithoutAPencilAreSkippedAndSaySo() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      {
        "name": "pencil", "scene": "trace", "frames": 6, "device": "ipad-9",
        "canvasSize": { "width": 80, "height": 120 },
        "input": { "writer": { "skill": "adult", "pencil": true } }
      }
      """, to: "pencil.json")
    let options = ["tune", path, "--frames", Self.frames, "--out", folder.at("out")]
    let run = CommandRun(options + ["--json", "-"])
    #expect(run.error.isEmpty, "\(run.error)")
    for cap in try run.json()["caps"].array() {
      let device = try #require(BuiltInDevices.device(named: try cap["device"].string()))
      let isSkipped = try cap["outcome"].string() == "skipped"
      #expect(isSkipped == (device.pencilSamplesPerSecond == 0), "\(device.name)")
      #expect(try cap["scenario"].string() == "pencil")
    }
    let text = CommandRun(options).output
    #expect(text.contains("\npencil on iphone-12: skipped: iphone-12 takes no pencil\n"))
    // Who asks for such a class alone has made a mistake.
    let alone = CommandRun(options + ["--device", "iphone-12"])
    #expect(alone.code == .usage && alone.error.contains("iphone-12 takes no pencil"))
  }

  @Test(arguments: [
    ["--frames", "1"], ["--device", "nokia"], ["--sustained", "soon"], ["--heat"],
    ["--json", "-", "--swift", "-"], ["--all"], ["--refresh", "10"],
    ["--csv", "-", "--swift", "-"],
  ])
  func badWordsAreOneLineAndWriteNothing(options: [String]) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(TinyScenario.text(), to: "tiny.json")
    let before = try folder.listing()
    let result = CommandRun(["tune", path, "--out", folder.at("out")] + options)
    #expect(result.code == .usage && result.output.isEmpty)
    #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
    #expect(try folder.listing() == before)
  }
}
