import SimPlatform
import SimCommands
import Testing

/// Goal: an option that cannot be honored is refused before anything runs, in one line, exit code
/// 2, nothing written.
///
/// Method: a scenario that runs, one bad option, the folder compared.
@Suite struct BadOptionTests {
  @Test(
    arguments: [
      (["--seed", "-1"], "a whole number from 0 to 18446744073709551615"),
      (["--seed", "99999999999999999999"], "a whole number from 0 to 18446744073709551615"),
      (["--seed", "0x"], "a whole number from 0 to 18446744073709551615"),
      (["--threads", "0"], "a whole number from 1 to 64"),
      (["--threads", "65"], "a whole number from 1 to 64"),
      (["--frames", "0"], "a whole number from 1 to 2160000"),
      (["--frames", "2160001"], "a whole number from 1 to 2160000"),
      (["--duration", "10x"], "a time such as 10m, 90s, 1.5s or 500ms"),
      (["--duration", "0s"], "a time such as 10m, 90s, 1.5s or 500ms"),
    ])
  func badValueIsRefused(option: [String], expected: String) throws {
    let (folder, scenario) = try Self.soundScenario()
    try expectRefusal(
      [scenario] + option, in: folder,
      "option \"\(option[0])\" takes \(expected), found \"\(option[1])\". See simbench run --help")
  }

  @Test(
    arguments: [
      (["--device", "nope"], "--device: found \"nope\"; allowed: \(BadScenarioTests.devices)"),
      (
        ["--device", "iphone-21"],
        "--device: found \"iphone-21\"; did you mean \"iphone-12\"? allowed: "
          + BadScenarioTests.devices
      ),
      (["--devices", "FOLDER/none"], "FOLDER/none: no such file or directory"),
      (
        ["--devices", "FOLDER/tiny.json"],
        "FOLDER/tiny.json: is not a directory, or lies below a file"
      ),
      (["--motion", "FOLDER/none.csv"], "FOLDER/none.csv: no such file or directory"),
      (
        ["--duration", "100h"],
        "FOLDER/tiny.json: --duration: found 360000000 ms, allowed 1 to "
          + "2160000 frames"
      ),
      (
        ["--frames", "5", "--duration", "1s"],
        "options \"--frames\" and \"--duration\" exclude each other. See simbench run --help"
      ),
      (
        ["--sed", "1"], "unknown option \"--sed\"; did you mean \"--seed\"? See simbench run --help"
      ),
    ] as [([String], String)])
  func badNameIsRefused(options: [String], message: String) throws {
    let (folder, scenario) = try Self.soundScenario()
    let placed = options.map { $0.replacing("FOLDER", with: folder.path) }
    try expectRefusal(
      [scenario] + placed, in: folder, message.replacing("FOLDER", with: folder.path))
  }

  @Test(
    arguments: [
      (["--json", "FOLDER"], "FOLDER: is a directory, not a file"),
      (["--csv", "FOLDER"], "FOLDER: is a directory, not a file"),
      (
        ["--csv", "-", "--json", "-"],
        "--json and --csv: only one of them can go to standard output; give a file for the other"
      ),
      (
        ["--json", "FOLDER/tiny.json/x"],
        "FOLDER/tiny.json/x: is not a directory, or lies below a file"
      ),
      (
        ["--out", "FOLDER/tiny.json"],
        "FOLDER/tiny.json/tiny.png: is not a directory, or lies below a file"
      ),
      (
        ["--json", "FOLDER/a", "--csv", "FOLDER/./a"],
        "FOLDER/a: cannot be written: two outputs have this name"
      ),
      (
        ["--json", "FOLDER/out/tiny.png"],
        "FOLDER/out/tiny.png: cannot be written: two outputs have this name"
      ),
    ] as [([String], String)])
  func outputThatCannotBeWrittenIsRefused(options: [String], message: String) throws {
    let (folder, scenario) = try Self.soundScenario()
    var placed = options.map { $0.replacing("FOLDER", with: folder.path) }
    if !placed.contains("--out") { placed += ["--out", folder.at("out")] }
    try expectRefusal(
      [scenario] + placed, in: folder, message.replacing("FOLDER", with: folder.path))
  }

  @Test(arguments: ["--json", "--csv"]) func fullDisksAreFaultsOfTheMachine(option: String) throws {
    let (folder, scenario) = try Self.soundScenario()
    try expectRefusal(
      [scenario, option, "/dev/full", "--out", folder.at("out")], in: folder,
      "/dev/full: cannot be written: the disk is full; free some space and run it again",
      code: .notJudged)
  }

  @Test func standardOutputThatTakesNothingIsAnError() throws {
    let (folder, scenario) = try Self.soundScenario()
    let reason = "the output cannot be written: the disk is full"
    for arguments in [["--help"], ["run", scenario, "--out", folder.at("out"), "--json", "-"]] {
      let lost = CommandRun(arguments, outputFailure: reason)
      #expect(lost.code == .notJudged)
      #expect(lost.error == "simbench: \(reason)\n")
    }
  }

  static func soundScenario() throws -> (TemporaryFolder, String) {
    let folder = try TemporaryFolder()
    return (folder, try folder.write(TinyScenario.text(), to: "tiny.json"))
  }

  private func expectRefusal(
    _ arguments: [String], in folder: TemporaryFolder, _ message: String,
    code: ExitCode = .usage
  ) throws {
    let before = try folder.listing()
    let refused = CommandRun(["run"] + arguments)
    #expect(refused.code == code)
    #expect(refused.error == "simbench: \(message)\n")
    #expect(refused.output.isEmpty)
    #expect(try folder.listing() == before)
  }
}
