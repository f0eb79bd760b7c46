import Formats
import Harness
import Platform
import Report
import SimbenchCommands
import Testing

/// Goal: `tune` gives every device class its cap, the same bytes every time, or says why not.
///
/// Method: a tiny scenario under the built-in classes and one whose costs are made up; bad words.
@Suite struct TuneCommandTests {
  private func tune(
    _ folder: TemporaryFolder, _ options: [String]
  ) throws -> CommandRun {
    let path = try folder.write(TinyScenario.text(flakes: 20, frames: 6), to: "tiny.json")
    return CommandRun(["tune", path, "--frames", "6", "--out", folder.at("out")] + options)
  }

  @Test func everyClassGetsACapTheSameEveryTime() throws {
    let folder = try TemporaryFolder()
    let files = ["--json", folder.at("caps.json"), "--swift", folder.at("Caps.swift")]
    let first = try tune(folder, files)
    #expect(first.code == .pass && first.error.isEmpty, "\(first.error)")
    let names = ["caps.json", "Caps.swift", "out/tune-tiny.svg"]
    let before = try names.map { try FileStore.read(folder.at($0), limitByteCount: 1 << 20) }
    for device in BuiltInDevices.all { #expect(first.output.contains(device.name)) }
    let caps = try JSONDocument.read(before[0], file: "caps.json").root["caps"].array()
    #expect(caps.count == BuiltInDevices.all.count)
    for cap in caps {
      #expect(try cap["outcome"].string() == "found" && cap["cap"].text == "600")
      #expect(try cap["costs"].string() == "estimated")
      #expect(try cap["population"].string() == "flakes")
    }
    let swift = String(decoding: before[1], as: UTF8.self)
    #expect(swift.contains("case (\"tiny\", \"iphone-se-2\"): 600  // flakes, estimated"))
    let plot = String(decoding: before[2], as: UTF8.self)
    #expect(plot.hasPrefix("<svg ") && plot.contains("iphone-se-2: cap 600 of 600"))
    let second = try tune(folder, files)
    #expect(second.output == first.output)
    let after = try names.map { try FileStore.read(folder.at($0), limitByteCount: 1 << 20) }
    #expect(after == before)
  }

  @Test func aSlowClassGetsFewerOrNoneAndAReason() throws {
    let folder = try TemporaryFolder()
    try FileStore.makeDirectory(folder.at("devices"))
    let slow = """
      {
        "name": "slow-phone", "title": "Slow", "widthPoints": 375, "heightPoints": 667,
        "scale": 2, "pixelsPerInch": 326, "refreshRate": 60, "touchSamplesPerSecond": 60,
        "pencilSamplesPerSecond": 0, "pipelineDepth": 2,
        "costs": {
          "kind": "estimated", "speed": 0.02, "source": "made up", "uncertainty": 0.5,
          "sustained": [{ "afterSeconds": 600, "speed": 0.5 }], "sustainedSource": "made up"
        }
      }
      """
    try folder.write(slow, to: "devices/slow-phone.json")
    let result = try tune(folder, ["--device", "slow-phone", "--json", "-"])
    #expect(result.code == .pass, "\(result.error)")
    let hot = try tune(
      folder, ["--device", "slow-phone", "--json", "-", "--sustained", "20m"])
    let limits = try [result, hot].map { run in
      let cap = try #require(try run.json()["caps"].array().first)
      return try cap["limitNanoseconds"].double(in: 0...1e9)
    }
    #expect(limits[1] < limits[0] && limits[1] > 0)
  }

  @Test(arguments: [
    ["--frames", "1"], ["--device", "nokia"], ["--sustained", "soon"], ["--heat"],
    ["--json", "-", "--swift", "-"],
  ])
  func badWordsAreOneLineAndWriteNothing(options: [String]) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(TinyScenario.text(), to: "tiny.json")
    let before = try folder.listing()
    let result = CommandRun(["tune", path, "--out", folder.at("out")] + options)
    #expect(result.code == .usage)
    #expect(result.error.split(separator: "\n").count <= 2 && !result.error.isEmpty)
    #expect(try folder.listing() == before)
  }
}
