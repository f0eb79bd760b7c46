import SimFormats
import SimHarness
import SimPlatform
import Testing

/// Goal: instructions are counted by what is there, always said by what, and never a reason to
/// fail; the gate sees planted ones, and compares only what the same build counted.
///
/// Method: the executable in a folder of its own, with valgrind where it is installed and with a
/// path that has none.
@Suite struct InstructionCommandTests {
  static let hasValgrind = (try? ProcessRunner.run("valgrind", ["--version"]))?.exitCode == 0

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(TinyScenario.text(frames: 130), to: "tiny.json")
    return folder
  }

  private func run(
    _ arguments: [String], _ folder: TemporaryFolder, _ variables: [String: String] = [:]
  ) throws -> ProcessResult {
    try ProcessRunner.run(
      try Executable.path(), arguments,
      environment: Environment.variables.merging(variables) { $1 },
      workingDirectory: folder.path, limitSeconds: 300)
  }

  private func counts(_ folder: TemporaryFolder) throws -> JSONOutput {
    let bytes = try FileStore.read(folder.at("r.json"), limitByteCount: 1 << 20)
    let runs = try JSONDocument.read(bytes, file: "r.json").root["runs"].array()
    return try #require(JSONOutput(runs[0])["timing"]?["instructions"])
  }

  @Test func whatIsAbsentIsSaidAndNoFailure() throws {
    let folder = try folder()
    let command = ["run", "tiny.json", "--no-render", "--json", "r.json", "--instructions"]
    for method in ["valgrind", "difference"] {
      let absent = try run(command + [method], folder, ["PATH": "/nowhere"])
      #expect(absent.exitCode == 0, "\(absent.errorText)")
      #expect(absent.outputText.contains("not counted: \(method): valgrind: cannot be started"))
      #expect(try counts(folder)["source"]?.text == "none")
    }
    let plain = try run(Array(command.dropLast()), folder)
    #expect(plain.exitCode == 0 && !plain.outputText.contains("instructions"))
    #expect(try counts(folder)["note"]?.text == "not asked for")
  }

  @Test(
    arguments: [
      (["--instructions", "guess"], [:], "guess"),
      ([], ["SIMBENCH_COLLECT": "lunch"], "found \"lunch\", allowed: step or draw"),
    ] as [([String], [String: String], String)])
  func wrongWordsAreRefused(
    options: [String], variables: [String: String], words: String
  ) throws {
    let folder = try folder()
    let refused = try run(["run", "tiny.json"] + options, folder, variables)
    #expect(refused.exitCode == 2 && refused.output.isEmpty)
    #expect(refused.errorText.contains(words), "\(refused.errorText)")
    #expect(folder.names() == ["tiny.json"])
  }

  #if !DEBUG
    private func total(_ phase: String, _ folder: TemporaryFolder) throws -> UInt64 {
      try #require(try counts(folder)["total"]?[phase]?.uint64)
    }

    @Test(.enabled(if: hasValgrind)) func stepIsCountedExactlyAndPlantedWorkIsSeen() throws {
      let folder = try folder()
      let command = [
        "run", "tiny.json", "--no-render", "--json", "r.json", "--instructions", "valgrind",
      ]
      // An environment as large as that of planted work: its size decides how the stack is aligned,
      // and with that a few instructions of copies.
      let nothing = [String(repeating: "X", count: PlantedWork.variable.utf8.count): "work=1000"]
      let first = try run(command, folder, nothing)
      #expect(first.exitCode == 0 && first.outputText.contains("inside the phases only"))
      #expect(try counts(folder)["source"]?.text == "valgrind")
      let (step, draw) = (try total("step", folder), try total("draw", folder))
      _ = try run(command, folder, nothing)
      #expect(try total("step", folder) == step && total("draw", folder) == draw)
      _ = try run(command, folder, [PlantedWork.variable: "work=1000"])
      let more = try total("step", folder) - step
      // A thousand iterations of a few multiplications in each of 130 frames, and nowhere else.
      #expect(more > 130 * 5_000 && more < 130 * 20_000)
      #expect(try total("draw", folder) == draw)
      let difference = try run(Array(command.dropLast()) + ["difference"], folder)
      #expect(difference.exitCode == 0 && difference.outputText.contains("a long run less"))
      #expect(try counts(folder)["frames"]?.uint64 == 65)
    }

    @Test(.enabled(if: hasValgrind)) func gateComparesInstructionsOfTheSameBuild() throws {
      let folder = try folder()
      let update = ["baseline", "update", "tiny.json"]
      let counted = try run(update + ["--instructions", "valgrind", "--wall-time"], folder)
      #expect(counted.exitCode == 0 && counted.outputText.contains("counted by valgrind"))
      let equal = try run(["gate", "tiny.json"], folder)
      #expect(equal.exitCode == 0 && equal.outputText.contains("instructions  valgrind"))
      #expect(equal.outputText.contains("times, for information (p50): frame "))
      // An update that does not count keeps what was counted.
      #expect(try run(update, folder).outputText.hasPrefix("unchanged"))
      let planted = try run(
        ["gate", "tiny.json"], folder, [PlantedWork.variable: "work=1000"])
      #expect(planted.exitCode == 3 && planted.outputText.hasPrefix("REGRESSED"))
      let skipped = try run(["gate", "tiny.json", "--instructions", "none"], folder)
      #expect(skipped.exitCode == 0 && !skipped.outputText.contains("instructions"))
      let renewed = try run(
        update + ["--instructions", "valgrind"], folder, [PlantedWork.variable: "work=1000"])
      #expect(renewed.outputText.contains(", replacing: step "))
      try replace("\"toolchain\": \"", "\"toolchain\": \"other ", in: folder)
      let other = try run(["gate", "tiny.json"], folder)
      #expect(other.exitCode == 0 && other.outputText.contains("instructions not compared"))
      #expect(other.outputText.contains("no times of this machine and build"))
    }

    /// The same build on both sides; of times that rest on one process each any verdict may come.
    @Test(.enabled(if: hasValgrind)) func gateComparesInstructionsOfTwoBuilds() throws {
      let folder = try folder()
      let command = [
        "gate", "tiny.json", "--base", try Executable.path(), "--rounds", "1", "--no-render",
        "--frames", "100", "--instructions",
      ]
      for method in ["valgrind", "difference"] {
        let same = try run(command + [method, "--json", "r.json", "--junit", "j.xml"], folder)
        #expect([0, 3, 7].contains(same.exitCode), "\(same.outputText)\(same.errorText)")
        let line = "instructions  \(method), threshold "
        #expect(same.outputText.contains(line), "\(same.outputText)")
        #expect(same.outputText.contains("%  ·  equal"), "\(same.outputText)")
        let suites = try FileStore.readText(folder.at("j.xml"), limitByteCount: 1 << 20)
        #expect(suites.contains("name=\"instructions.method\" value=\"\(method)\""))
      }
    }

    private func replace(_ old: String, _ new: String, in folder: TemporaryFolder) throws {
      let path = "baselines/tiny.json"
      let text = try FileStore.readText(folder.at(path), limitByteCount: 1 << 20)
      #expect(text.contains(old))
      try folder.write(text.replacing(old, with: new), to: path)
    }
  #endif
}
