import Formats
import PNGCodec
import Platform
import SimbenchCommands
import Testing

/// Goal: the package that `init --scene` writes is a working start: it builds, its tests pass, its
/// runner runs its scenario and knows every command.
///
/// Method: make one in a temporary folder, build it optimized, and use what was built. That builds
/// everything once more, so only the optimized tests do it.
@Suite struct StarterPackageTests {
  @Test(.enabled(if: isOptimized), .timeLimit(.minutes(10)))
  func starterPackageBuildsTestsAndRuns() throws {
    let folder = try TemporaryFolder()
    let made = try Executable.run(
      ["init", "paper-boats", "--scene", "--package", InitCommandTests.checkout()], in: folder)
    #expect(made.exitCode == 0, "\(made.errorText)")
    let package = folder.at("paper-boats")
    let build = try swift(
      ["build", "--build-tests", "-c", "release"] + Self.flags, in: package)
    try #require(build.exitCode == 0, "\(build.outputText.suffix(4000))\(build.errorText)")
    #expect(!build.outputText.contains("warning:"))
    let test = try swift(["test", "--skip-build", "-c", "release"] + Self.flags, in: package)
    #expect(test.exitCode == 0, "\(test.outputText.suffix(4000))\(test.errorText)")
    #expect(test.outputText.contains("Test run with 1 test"))
    try useRunner(in: package)
  }

  private func useRunner(in package: String) throws {
    let runner = "\(package)/.build/release/paper-boats-bench"
    func bench(_ arguments: [String]) throws -> ProcessResult {
      try ProcessRunner.run(runner, arguments, workingDirectory: package, limitSeconds: 120)
    }
    let scenario = "scenarios/paper-boats.json"
    let list = try bench(["list", "scenes"])
    #expect(list.outputText.contains("paper-boats") && list.outputText.contains("snowglobe"))
    #expect(try bench(["validate", scenario]).exitCode == 0)

    let runs = try ["1", "1", "2"].map {
      try bench(["run", scenario, "--seed", $0, "--frames", "200", "--json", "-"])
    }
    #expect(runs.allSatisfy { $0.errorOutput.isEmpty })
    let results = try runs.map { try CommandRun.json($0.outputText) }
    for (run, result) in zip(runs, results) {
      // Frame times are the machine's affair: while others use it, the part that is exact decides.
      #expect(try result["verdict"].string() == "passed")
      let overall = try result["timing"]["verdict"].string()
      #expect(run.exitCode == (overall == "passed" ? 0 : 1))
    }
    #expect(try results[0]["scene"].string() == "paper-boats")
    let digests = try results.map { try $0["digest"]["chain"].string() }
    #expect(digests[0] == digests[1] && digests[0] != digests[2])
    #expect(try results[0]["allocations"]["steadyTotal"].uint64() == 0)
    let render = try bench(["render", scenario, "--at", "0,3", "--out", "pictures"])
    #expect(render.exitCode == 0)
    let png = try PNGDecoder.decode(
      FileStore.read("\(package)/pictures/paper-boats-00003.png", limitByteCount: 1 << 24))
    #expect(png.width == 1170 && png.height == 2532)
    #expect(Set(png.pixels).count > 10)
    let before = try FileStore.list(directory: package)
    for wrong in [["run", "none.json"], ["run", scenario, "--seed", "-1"], ["rnu"]] {
      let refused = try bench(wrong)
      #expect(refused.exitCode == 2 && refused.output.isEmpty)
      #expect(refused.errorText.split(separator: "\n").count == 1)
    }
    #expect(try FileStore.list(directory: package) == before)
  }

  private func swift(_ arguments: [String], in package: String) throws -> ProcessResult {
    try ProcessRunner.run("swift", arguments, workingDirectory: package, limitSeconds: 540)
  }

  /// Without debug information the package builds faster, and nobody will debug it.
  private static let flags = ["-Xswiftc", "-gnone"]

  #if DEBUG
    static let isOptimized = false
  #else
    static let isOptimized = true
  #endif
}
