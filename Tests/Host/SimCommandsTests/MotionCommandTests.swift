import SimCommands
import SimFormats
import SimPlatform
import Testing

/// Goal: recorded motion in another unit, with gravity or with holes is never taken in silence, and
/// options convert it.
@Suite struct MotionCommandTests {
  /// 50 Hz for two seconds, at rest but for a shake, and the hole of a logger that slept.
  private func table(hole: Double = 0, _ rest: String = "0.01,-0.02,-0.01") -> String {
    let lines = (0..<100).map { index in
      let time = Double(index) / 50 + (index > 49 ? hole : 0)
      return "\(time),\((60..<68).contains(index) ? "1.5,0.5,-1.4" : rest),0.1,0.2,0.3\n"
    }
    return MotionCSV.columnNames.joined(separator: ",") + "\n" + lines.joined()
  }

  private func folder(_ table: String) throws -> (folder: TemporaryFolder, scenario: String) {
    let folder = try TemporaryFolder()
    try folder.write(table, to: "walk.csv")
    return (folder, try folder.write(TinyScenario.text(frames: 130), to: "tiny.json"))
  }

  private func run(
    _ folder: TemporaryFolder, _ scenario: String, _ options: String...
  ) -> CommandRun {
    CommandRun(
      ["run", scenario, "--motion", folder.at("walk.csv"), "--no-render", "--no-wall"] + options)
  }

  @Test func gravityIsRefusedUntilItIsSaid() throws {
    let (folder, scenario) = try folder(table("0.01,-0.02,-1"))
    let refused = run(folder, scenario)
    #expect(refused.code == .usage && refused.output.isEmpty)
    #expect(refused.error.contains("walk.csv: the mean acceleration is 1.09 g"))
    #expect(refused.error.contains("convert with --motion-gravity included, in a scenario "))
    #expect(refused.error.split(separator: "\n").count == 1)
    let shaken = try [["--motion-gravity", "included"], ["--motion-gravity", "excluded"]].map {
      let json = CommandRun(
        ["run", scenario, "--motion", folder.at("walk.csv"), "--no-render", "--json", "-"] + $0)
      return try json.row("runs")["input"]["framesShaken"].uint64()
    }
    #expect(shaken[0] < shaken[1], "\(shaken)")
  }

  @Test func metersAreConverted() throws {
    let (folder, scenario) = try folder(table("0.3,0.2,9.81"))
    let refused = run(folder, scenario)
    #expect(refused.code == .usage)
    #expect(refused.error.contains("--motion-units m/s2 --motion-gravity included"))
    #expect(
      run(folder, scenario, "--motion-units", "m/s2", "--motion-gravity", "included").code == .pass)
    // What a scenario says of its own file is the same.
    let own = try folder.write(
      TinyScenario.text(frames: 130).replacing(
        #""input": {"#,
        with: #""input": { "motion": "walk.csv", "motionUnits": "m/s2", "#
          + #""motionGravity": "included","#), to: "own.json")
    #expect(CommandRun(["run", own, "--no-render", "--no-wall"]).code == .pass)
    let wrong = run(folder, scenario, "--motion-units", "feet")
    #expect(wrong.code == .usage && wrong.error.contains("m/s2"))
    let none = CommandRun(["run", scenario, "--motion-units", "m/s2"])
    #expect(none.code == .usage)
    #expect(none.error.contains("--motion-units: there is no recorded motion"))
  }

  @Test func holesAreSaidByEveryOutput() throws {
    let (folder, scenario) = try folder(table(hole: 126_000))
    let hole = "no reading for 126,000.02 s after row 50, 0.98 s from the first"
    let words = "\(folder.at("walk.csv")): \(hole): the last one for 0.4 s, then rest"
    let kinds = ["json", "junit", "sarif", "markdown", "html"]
    let outputs = kinds.flatMap { ["--\($0)", folder.at("r.\($0)")] }
    let result = CommandRun(
      [
        "run", scenario, "--motion", folder.at("walk.csv"), "--no-render", "--no-wall",
        "--annotations",
      ]
        + outputs)
    #expect(result.code == .pass && result.output.contains("assumed      \(words)"))
    #expect(result.output.contains("::warning file="))
    for kind in kinds {
      let text = try FileStore.readText(folder.at("r.\(kind)"), limitByteCount: 1 << 22)
      #expect(text.contains(hole), "\(kind)")
    }
    let again = CommandRun(["report", folder.at("r.json")])
    #expect(again.output.contains("assumed      \(words)"))
    let refused = run(folder, scenario, "--motion-gaps", "refuse")
    #expect(refused.code == .usage && refused.error.contains("\(hole); leave out --motion-gaps"))
    let (other, plain) = try self.folder(table(hole: 0.2))
    let bridged = run(other, plain, "--motion-gaps", "refuse")
    #expect(bridged.code == .pass && !bridged.output.contains("assumed"))
  }

  /// Commands whose results do not have it say it on standard error.
  @Test func otherCommandsSayHoles() throws {
    let (folder, _) = try folder(table(hole: 9))
    try folder.write(
      TinyScenario.text().replacing(
        #""input": {"#, with: #""input": { "motion": "walk.csv","#), to: "own.json")
    let words = "walk.csv: no reading for 9.02 s after row 50, "
    for command in [["render", "own.json", "--at", "0", "--out", "out"], ["verify", "own.json"]] {
      let more = command[0] == "verify" ? ["--only", "repeat"] : []
      let result = try Executable.run(command + more, in: folder)
      #expect(result.errorText.contains("simbench: \(words)"), "\(command) \(result.errorText)")
      let quiet = try Executable.run(command + more + ["--quiet"], in: folder)
      #expect(quiet.errorText.isEmpty, "\(quiet.errorText)")
    }
    let valid = try Executable.run(["validate", "own.json"], in: folder)
    #expect(valid.exitCode == 0 && valid.outputText.contains("; \(words)"))
    let run = try Executable.run(["run", "own.json", "--no-render"], in: folder)
    #expect(run.errorText.isEmpty && run.outputText.contains("assumed      \(words)"))
  }

  /// Equal numbers that mean another motion are another scenario.
  @Test func fingerprintsTellConventionsApart() throws {
    let (folder, scenario) = try folder(table())
    func digest(_ options: String...) throws -> String {
      let json = CommandRun(
        ["run", scenario, "--motion", folder.at("walk.csv"), "--no-render", "--json", "-"] + options
      )
      return try json.row("runs")["scenarioDigest"].text
    }
    let plain = try digest()
    #expect(try digest("--motion-units", "m/s2") != plain)
    #expect(try digest("--motion-rotation-units", "deg/s") != plain)
    #expect(try digest("--motion-gaps", "refuse") == plain)
  }
}
