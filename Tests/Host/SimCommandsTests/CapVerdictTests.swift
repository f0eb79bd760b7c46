import SimFormats
import SimPlatform
import SimRuntime
import SimCommands
import Testing

/// Goal: numbers of any size in files end in an answer, and `tune` says in its exit code when a
/// device class has no cap.
///
/// Method: made-up device classes: too slow for anything, with costs left out, without any; history
/// lines at the ends of the range.
@Suite struct CapVerdictTests {
  private func tune(_ costs: String?) throws -> CommandRun {
    let folder = try TemporaryFolder()
    let member = costs.map { ",\n\"costs\": \($0)" } ?? ""
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

  private func costs(_ nanoseconds: String, _ units: [WorkUnit] = WorkUnit.all) -> String {
    let table = units.map { "\"\($0.fullName)\": \(nanoseconds)" }.joined(separator: ", ")
    return #"{ "kind": "measured", "nanoseconds": { \#(table) }, "source": "made up", "#
      + #""uncertainty": 0.1 }"#
  }

  @Test func aClassWithoutACapIsNoPass() throws {
    let dear = try tune(costs("1000000000000"))
    #expect(dear.code == .budgetFailed && dear.output.contains(": impossible: "))
    #expect(dear.output.contains("tiny.json --device odd-phone\n"), "\(dear.output)")
    let unknown = try tune(costs("1", []))
    #expect(unknown.code == .inconclusive && unknown.output.contains(": refused: "))
    let none = try tune(nil)
    #expect(none.code == .inconclusive && none.output.contains("no cost table"))
    #expect(try tune(costs("0.001")).code == .pass)
    let cheap = try tune(costs("0.000000000000001"))
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
