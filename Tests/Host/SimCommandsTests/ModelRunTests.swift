import SimCommands
import SimFormats
import Testing

/// Goal: what people read of a history says what its result says.
///
/// Method: the rows of a summary beside the properties of the same run's JSON.
@Suite struct ModelRunTests {
  @Test func propertiesAndGoalsHaveTheirRows() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      #"{ "model": "letter-voice", "duration": "5m" }"#, to: "voice.json")
    let json = CommandRun(["run", path, "--quiet", "--json", "-"])
    let summary = CommandRun(["run", path, "--quiet", "--markdown", "-"])
    #expect(json.code == .pass && summary.code == .pass && summary.error.isEmpty)
    let lines = summary.output.split(separator: "\n")
    func rows(under head: String) -> [Substring] {
      Array(lines.drop { $0 != head }.dropFirst(2).prefix { $0.hasPrefix("|") })
    }
    let properties = rows(under: "| | property | requirement | checked | held | says |")
    let goals = rows(under: "| | goal | reached | says |")
    let result = try #require(
      ResultFile.read(Array(json.output.utf8), file: "voice").runs.first?.model)
    #expect(properties.count + goals.count == result.properties.count && !properties.isEmpty)
    var reached = 0
    for property in result.properties {
      let isGoal = property.kind == "sometimes"
      reached += isGoal && property.held > 0 ? 1 : 0
      let tone = isGoal && property.held == 0 ? "–" : "✓"
      let middle =
        isGoal
        ? "\(property.held)" : "\(property.requirement) | \(property.checked) | \(property.held)"
      let row = "| \(tone) | \(property.name) | \(middle) | "
      #expect((isGoal ? goals : properties).contains { $0.hasPrefix(row) }, "\(row)")
    }
    #expect(reached > 0 && reached < goals.count)
  }
}
