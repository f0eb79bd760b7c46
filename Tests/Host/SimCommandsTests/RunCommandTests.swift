import SimFormats
import SimPNG
import SimPlatform
import SimCommands
import TestTier
import Testing

/// Goal: `run` says the same for the same seed, judges rightly, and writes what it says.
///
/// Method: tiny scenarios, the JSON read back with the strict reader, the files decoded.
@Suite struct RunCommandTests {
  private func run(
    _ folder: TemporaryFolder, _ scenarios: [String], _ options: [String] = []
  ) -> CommandRun {
    CommandRun(["run"] + scenarios + ["--out", folder.at("out")] + options)
  }

  /// All but times and allocations, which `.ci/command-line` compares from outside.
  ///
  /// In a process that runs more, any run may be the one that allocates what the language sets up
  /// once.
  @Test(.enabled(if: !Tier.isDebug)) func sameSeedSaysTheSameAndAnotherDoesNot() throws {
    let (folder, scenario) = try BadOptionTests.soundScenario()
    let texts = try ["7", "7", "8"].map { seed in
      let result = run(folder, [scenario], ["--seed", seed, "--json", "-"])
      #expect(result.code == .pass && result.error.isEmpty)
      #expect(try result.row("runs")["seed"].uint64() == UInt64(seed))
      return try result.row("runs").text(without: ["timing", "seed", "allocations"])
    }
    #expect(texts[0] == texts[1])
    #expect(texts[0] != texts[2])
  }

  @Test(.enabled(if: !Tier.isDebug)) func overridesChangeTheRun() throws {
    let (folder, scenario) = try BadOptionTests.soundScenario()
    let frames = try run(folder, [scenario], ["--frames", "9", "--json", "-"]).row("runs")
    #expect(try frames["frames"].uint64() == 9)
    let time = try run(folder, [scenario], ["--duration", "200ms", "--json", "-"]).row("runs")
    #expect(try time["frames"].uint64() == 12)
    let device = try run(
      folder, [scenario], ["--device", "ipad-9", "--reduce-motion", "--json", "-"]
    ).row("runs")
    #expect(try device["device"].string() == "ipad-9")
    #expect(try device["reduceMotion"].bool())
    let threads = try run(folder, [scenario], ["--threads", "3", "--json", "-"]).row("runs")
    #expect(try threads["timing"]["threads"].uint64() == 3)
    let blind = try run(folder, [scenario], ["--no-render", "--json", "-"]).row("runs")
    #expect(try blind["picture"].isNull && blind["digest"]["pixels"].isNull)
    #expect(try blind["digest"]["chain"].string().count == 16)
  }

  @Test func everyOutputIsWritten() throws {
    let (folder, scenario) = try BadOptionTests.soundScenario()
    let outputs = ["--json", folder.at("deep/r.json"), "--csv", folder.at("frames.csv")]
    let result = run(folder, [scenario], outputs)
    #expect(result.code == .pass)
    #expect(result.output.hasPrefix("PASSED  tiny"))
    #expect(folder.names(in: "deep") == ["r.json"])
    #expect(folder.names(in: "out") == ["tiny.png"])
    let json = try CommandRun.json(
      FileStore.readText(folder.at("deep/r.json"), limitByteCount: 1 << 20))
    #expect(try json["runs"].array()[0]["picture"].string() == folder.at("out/tiny.png"))
    let csv = try FileStore.readText(folder.at("frames.csv"), limitByteCount: 1 << 20)
    #expect(csv.split(separator: "\n").count == 7)
    #expect(run(folder, [scenario], ["--csv", "-"]).output.hasPrefix("scenario,frame,"))
    #expect(!folder.names().contains("-"))
    let png = try PNGDecoder.decode(
      FileStore.read(folder.at("out/tiny.png"), limitByteCount: 1 << 20))
    // Six frames of 160 × 80 in two rows of five, each with its caption and margins of 20.
    #expect(png.width == 20 + 5 * 180 && png.height == 20 + 2 * 126)
  }

  @Test(.enabled(if: !Tier.isDebug)) func verdictsBecomeExitCodes() throws {
    let folder = try TemporaryFolder()
    let long = 181
    let claim = #", "load": { "flakes-moving": 600 }"#
    let scenarios = [
      ("held", TinyScenario.text(name: "held", TinyScenario.heldBudget), ExitCode.pass),
      (
        "failed", TinyScenario.text(name: "failed", TinyScenario.impossibleBudget),
        ExitCode.budgetFailed
      ),
      (
        "idle", TinyScenario.text(name: "idle", flakes: 100, frames: long, claim),
        ExitCode.capNotExercised
      ),
      (
        "brief", TinyScenario.text(name: "brief", flakes: 100, frames: 179, claim), ExitCode.pass
      ),
    ]
    var paths: [String] = []
    for (name, text, expected) in scenarios {
      paths.append(try folder.write(text, to: "\(name).json"))
      let result = run(folder, [paths[paths.count - 1]], ["--no-render"])
      #expect(result.code == expected, "\(name): \(result.output)")
    }
    let failed = run(folder, [paths[1]], ["--no-render"])
    #expect(failed.output.contains("NEVER"))
    #expect(failed.output.contains("601"))
    let quiet = run(folder, [paths[1]], ["--no-render", "--quiet"])
    #expect(quiet.code == .budgetFailed)
    let all = run(folder, paths, ["--no-render"])
    #expect(all.code == .budgetFailed && all.output.contains("FAILED  2 of 4 scenarios: "))
  }

  /// What more frames may still reach does not fail a run that an option made shorter.
  @Test(.enabled(if: !Tier.isDebug)) func shortenedRunDoesNotJudgeMinimums() throws {
    let folder = try TemporaryFolder()
    let minimum = #"{ "id": "LATER", "metric": "population.flakes.min", "atLeast": 601 }"#
    let held = #"{ "id": "HOLDS", "metric": "population.flakes.max", "atMost": 600 }"#
    let broken = #"{ "id": "FAILS", "metric": "population.flakes.max", "atMost": 1 }"#
    func scenario(_ name: String, _ budgets: [String]) throws -> String {
      try folder.write(
        TinyScenario.text(
          name: name, flakes: 100, frames: 400,
          #", "load": { "flakes-moving": 600 }, "budgets": ["#
            + budgets.joined(separator: ", ") + "]"), to: "\(name).json")
    }
    let paths = [
      try scenario("held", [minimum, held]), try scenario("open", [minimum]),
      try scenario("broken", [minimum, broken]),
    ]
    for length in [["--frames", "399"], ["--duration", "6s"]] {
      let codes: [ExitCode] = [.pass, .inconclusive, .budgetFailed]
      for (path, code) in zip(paths, codes) {
        let json = folder.at("r.json")
        let result = run(folder, [path], ["--no-render", "--no-wall", "--json", json] + length)
        #expect(result.code == code, "\(result.output)")
        let found = "LATER  population.flakes.min  ≥ 601  not judged: 100 in "
        #expect(result.output.contains(found) && !result.output.contains("✗ LATER"))
        #expect(result.output.contains("of the scenario's 400 frames"))
        #expect(CommandRun(["report", json, "--quiet"]).code == code)
      }
      #expect(run(folder, paths, ["--no-render"] + length).code == .budgetFailed)
    }
    for length in [[], ["--frames", "400"], ["--frames", "401"]] {
      for path in paths {
        let result = run(folder, [path], ["--no-render"] + length)
        #expect(result.code == .budgetFailed && result.output.contains("✗ LATER"))
      }
    }
  }

  @Test(.enabled(if: !Tier.isDebug)) func shortenedModelDoesNotJudgeRates() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      #"{ "model": "sketch-magic", "duration": "1h", "rates": { "success": 0.999 } }"#,
      to: "sketch.json")
    let short = CommandRun(["run", path, "--duration", "5s"])
    #expect(short.code == .pass, "\(short.output)")
    #expect(short.output.contains("skipped: the run is shorter than its scenario"))
    #expect(CommandRun(["run", path]).code == .budgetFailed)
  }

  @Test(.enabled(if: !Tier.isDebug)) func severalScenariosShareOneDocument() throws {
    let (folder, scenario) = try BadOptionTests.soundScenario()
    let result = run(folder, [scenario, scenario], ["--json", "-"])
    let runs = try result.json()["runs"].array()
    #expect(runs.count == 2)
    #expect(try runs[1]["picture"].string() == folder.at("out/tiny-2.png"))
    #expect(folder.names(in: "out") == ["tiny-2.png", "tiny.png"])
  }

  @Test func quietSaysNothing() throws {
    let (folder, scenario) = try BadOptionTests.soundScenario()
    let result = run(folder, [scenario], ["--no-render", "--quiet"])
    #expect(result.code == .pass && result.output.isEmpty && result.error.isEmpty)
  }

  @Test func progressIsForTerminalsAndGoesAway() throws {
    let folder = try TemporaryFolder()
    let scenario = try folder.write(TinyScenario.text(frames: 40), to: "tiny.json")
    let arguments = ["run", scenario, "--no-render"]
    let shown = CommandRun(arguments, showsProgress: true)
    #expect(shown.error.contains("32/40 frames"))
    #expect(shown.error.hasSuffix("\r\u{1B}[2K"))
    #expect(CommandRun(arguments).error.isEmpty)
    #expect(CommandRun(arguments + ["--quiet"], showsProgress: true).error.isEmpty)
  }

  @Test func oneBadScenarioStopsThemAll() throws {
    let (folder, scenario) = try BadOptionTests.soundScenario()
    let result = run(folder, [scenario, folder.at("none.json")])
    #expect(result.code == .usage && result.output.isEmpty)
    #expect(folder.names() == ["tiny.json"])
  }
}
