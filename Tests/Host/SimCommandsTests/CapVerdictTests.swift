import SimFormats
import SimPlatform
import SimRuntime
import SimCommands
import TestTier
import Testing

/// Goal: numbers of any size in files end in an answer, and `tune` says in its exit code when a
/// device class has no cap.
///
/// Method: synthetic device classes: far too slow, and without costs; history lines at the ends
/// of the range.
@Suite struct CapVerdictTests {
  /// Tunes a class that pays for a frame by itself.
  private func tune(_ nanoseconds: String?) throws -> CommandRun {
    let folder = try TemporaryFolder()
    let member =
      nanoseconds.map { frame in
        #", "renderers": { "canvas": { "kind": "measured", "source": "made up", "gpu": {}, "#
          + #""cpu": { "frame": [\#(frame), \#(frame), \#(frame)] } } }"#
      } ?? ""
    try folder.write(
      """
      {
        "name": "odd-phone", "title": "Odd", "widthPoints": 375, "heightPoints": 667,
        "scale": 2, "pixelsPerInch": 326, "refreshRate": 60, "touchSamplesPerSecond": 60,
        "pencilSamplesPerSecond": 0, "pipelineDepth": 2\(member)
      }
      """, to: "devices/odd-phone.json")
    let path = try folder.write(TinyScenario.text(), to: "tiny.json")
    return CommandRun(
      ["tune", path, "--device", "odd-phone", "--frames", "6", "--out", folder.at("out")])
  }

  @Test(.enabled(if: !Tier.isDebug)) func aClassWithoutACapIsNoPass() throws {
    let slow = try tune("1000000000000")
    #expect(slow.code == .budgetFailed && slow.output.contains(": impossible: "))
    #expect(slow.output.contains("tiny.json --device odd-phone\n"), "\(slow.output)")
    let none = try tune(nil)
    #expect(none.code == .inconclusive && none.output.contains("no costs of the renderer canvas"))
    #expect(try tune("0.001").code == .pass)
    let cheap = try tune("0.000000000000001")
    #expect(cheap.code == .pass && cheap.error.isEmpty, "\(cheap.error)")
  }

  @Test(arguments: ["1e20", "1e300", "-1e300", "-5"])
  func historiesOfAnyNumberAreShown(value: String) throws {
    let folder = try TemporaryFolder()
    func line(_ value: String) -> String {
      #"{"date": "d", "commit": "c", "scenario": "s", "machine": "m", "metrics": "#
        + #"{"timing.frame.p99": \#(value), "work.primitives": \#(value)}}"# + "\n"
    }
    let path = try folder.write(line("1") + line(value) + line("1e300"), to: "h.ndjson")
    let shown = CommandRun(["history", path, "--svg", folder.at("h.svg")])
    #expect(shown.code == .pass && shown.output.contains("timing.frame.p99"))
    #expect(shown.output.contains("now 1,000,000,000 s"))
    let svg = try FileStore.readText(folder.at("h.svg"), limitByteCount: 1 << 20)
    #expect(!svg.contains("nan") && !svg.contains("inf"))
  }
}
