import SimFormats
import SimPlatform
import SimCommands
import Testing

/// Goal: the gate says equal, improved, regressed, changed or missing, each with its exit code, and
/// leaves nothing behind when it refuses.
///
/// Method: the executable in a folder of its own, baselines edited one figure at a time. A debug
/// build only refuses, which is what it has to do.
@Suite struct GateCommandTests {
  private func folder(_ more: String = "") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(TinyScenario.text(frames: 130, more), to: "tiny.json")
    return folder
  }

  private func run(_ arguments: [String], _ folder: TemporaryFolder) throws -> ProcessResult {
    try Executable.run(arguments, in: folder)
  }

  #if DEBUG
    @Test(arguments: [["gate", "tiny.json"], ["baseline", "update", "tiny.json"]])
    func debugBuildRefuses(arguments: [String]) throws {
      let folder = try folder()
      let refused = try run(arguments, folder)
      #expect(refused.exitCode == 2 && refused.output.isEmpty)
      #expect(refused.errorText.contains("this is a debug build"))
      #expect(refused.errorText.split(separator: "\n").count == 1)
      #expect(folder.names() == ["tiny.json"])
    }
  #else
    private static let baseline = "baselines/tiny.json"

    private func edit(_ folder: TemporaryFolder, _ old: String, _ new: String) throws {
      let text = try FileStore.readText(folder.at(Self.baseline), limitByteCount: 1 << 20)
      #expect(text.contains(old), "\(old)")
      try folder.write(text.replacing(old, with: new), to: Self.baseline)
    }

    /// The line of a metric in the baseline.
    private func value(_ folder: TemporaryFolder, _ path: String) throws -> String {
      let text = try FileStore.readText(folder.at(Self.baseline), limitByteCount: 1 << 20)
      let line = try #require(text.split(separator: "\n").first { $0.contains("\"\(path)\": ") })
      return String(line.drop { $0 == " " })
    }

    private func recorded(_ more: String = "") throws -> TemporaryFolder {
      let folder = try folder(more)
      let update = try run(["baseline", "update", "tiny.json"], folder)
      #expect(update.exitCode == 0 && update.outputText.hasPrefix("added"))
      return folder
    }

    /// Only an update that may replace entries replaces a file with a merge conflict.
    @Test func conflictIsReplacedByAnUpdate() throws {
      let folder = try recorded()
      let before = try FileStore.read(folder.at(Self.baseline), limitByteCount: 1 << 20)
      let program = try Executable.path()
      try edit(folder, "{\n  \"schemaVersion\"", "{\n<<<<<<< HEAD\n  \"schemaVersion\"")
      for words in [
        ["gate"], ["check"], ["baseline", "add"], ["baseline", "update", "--ratchet"],
      ] {
        let refused = try run(words + ["tiny.json"], folder)
        #expect(refused.exitCode == 2, "\(words)")
        #expect(
          refused.errorText
            == "simbench: baselines/tiny.json:2:1: unresolved merge conflict at line 2; resolve it "
            + "and remove the lines with its markers, or replace the file: "
            + "\(program) baseline update tiny.json\n")
      }
      let update = try run(["baseline", "update", "tiny.json"], folder)
      #expect(update.exitCode == 0 && update.outputText.hasPrefix("updated"))
      #expect(update.outputText.contains("replaces an unresolved merge conflict"))
      #expect(try FileStore.read(folder.at(Self.baseline), limitByteCount: 1 << 20) == before)
      #expect(try run(["gate", "tiny.json"], folder).exitCode == 0)
    }

    @Test func sameBuildIsEqual() throws {
      let folder = try recorded()
      let equal = try run(["gate", "tiny.json", "--json", "g.json"], folder)
      #expect(equal.exitCode == 0 && equal.outputText.hasPrefix("EQUAL"))
      #expect(folder.names() == ["baselines", "g.json", "tiny.json"])
      let again = try run(["baseline", "update", "tiny.json"], folder)
      #expect(again.outputText.hasPrefix("unchanged"))
    }

    /// Of several at once each is held against its own baseline.
    @Test func severalScenariosAreEqual() throws {
      let folder = try folder()
      try folder.write(TinyScenario.text(name: "other", flakes: 9, frames: 12), to: "other.json")
      for verb in [["baseline", "update"], ["gate"]] {
        let both = try run(verb + ["tiny.json", "other.json", "--jobs", "2"], folder)
        #expect(both.exitCode == 0, "\(both.outputText)\(both.errorText)")
      }
    }

    @Test func updateSaysWhatItWrote() throws {
      let folder = try recorded()
      let options = ["--wall-time", "--ratchet", "--json", "u.json"]
      let update = try run(["baseline", "update", "tiny.json"] + options, folder)
      #expect(
        update.outputText
          == "updated  baselines/tiny.json\n         wall times of this machine recorded\n")
      let json = try FileStore.readText(folder.at("u.json"), limitByteCount: 1 << 20)
      #expect(json.contains("\"outcome\": \"updated\""))
      #expect(json.contains("\"written\": [\"wallTimes\"]"))
    }

    @Test func everyOutputIsWritten() throws {
      let folder = try recorded()
      let outputs = ["--html", "g.html", "--markdown", "g.md", "--junit", "-"]
      let equal = try run(["gate", "tiny.json"] + outputs, folder)
      #expect(equal.exitCode == 0 && equal.outputText.hasPrefix("<?xml"))
      #expect(equal.outputText.hasSuffix("</testsuites>\n"))
      let page = try FileStore.readText(folder.at("g.html"), limitByteCount: 1 << 20)
      #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("EQUAL"))
      let summary = try FileStore.readText(folder.at("g.md"), limitByteCount: 1 << 20)
      #expect(summary.hasPrefix("## ✓ simbench gate: 1 of 1 scenario passed\n"))
      let refused = try run(["gate", "tiny.json", "--html", "-", "--json", "-"], folder)
      #expect(refused.exitCode == 2 && refused.output.isEmpty)
      #expect(
        refused.errorText.contains("--json and --html: only one of them can go to standard output"))
    }

    @Test func costsDecide() throws {
      let folder = try recorded()
      let pixels = try value(folder, "work.pixelsBlended")
      try edit(folder, pixels, "\"work.pixelsBlended\": 1,")
      let regressed = try run(["gate", "tiny.json"], folder)
      #expect(regressed.exitCode == 3 && regressed.outputText.hasPrefix("REGRESSED"))
      #expect(regressed.outputText.contains("↑ work.pixelsBlended  1 →"))
      // A ratchet does not loosen.
      #expect(try run(["baseline", "update", "tiny.json", "--ratchet"], folder).exitCode == 0)
      #expect(try run(["gate", "tiny.json"], folder).exitCode == 3)
      try edit(folder, "\"work.pixelsBlended\": 1,", "\"work.pixelsBlended\": 99999999999,")
      let improved = try run(["gate", "tiny.json"], folder)
      #expect(improved.exitCode == 0 && improved.outputText.hasPrefix("IMPROVED"))
      #expect(
        try run(["baseline", "update", "tiny.json", "--ratchet"], folder).outputText
          .hasPrefix("lowered"))
      #expect(try value(folder, "work.pixelsBlended") == pixels)
    }

    @Test func otherWorkIsSaid() throws {
      let folder = try recorded()
      let chain = try value(folder, "digest.chain")
      try edit(folder, chain, "\"digest.chain\": \"0000000000000000\",")
      let changed = try run(["gate", "tiny.json"], folder)
      #expect(changed.exitCode == 4 && changed.outputText.hasPrefix("WORK CHANGED"))
      let refused = try run(["baseline", "update", "tiny.json", "--ratchet"], folder)
      #expect(refused.exitCode == 2 && refused.errorText.contains("the work of the scene changed"))
    }

    @Test func missingBaselineNamesTheCommand() throws {
      let folder = try recorded()
      for arguments in [["--seed", "2"], ["--frames", "129"], ["--baselines", "none"]] {
        let missing = try run(["gate", "tiny.json"] + arguments, folder)
        #expect(missing.exitCode == 6, "\(missing.errorText)")
        let command =
          try Executable.path() + " baseline update tiny.json " + arguments.joined(separator: " ")
        #expect(missing.outputText.contains("to record missing baselines: \(command)\n"))
      }
      let edited = TinyScenario.text(flakes: 21, frames: 130)
      try folder.write(edited, to: "tiny.json")
      let tightened = try run(["baseline", "update", "tiny.json", "--ratchet"], folder)
      #expect(tightened.exitCode == 2 && tightened.errorText.contains("the scenario changed"))
      let outdated = try run(["gate", "tiny.json"], folder)
      #expect(outdated.exitCode == 6 && outdated.outputText.contains("the scenario changed"))
      // Budgets say what is wanted, not what is done.
      try folder.write(TinyScenario.text(frames: 130, TinyScenario.heldBudget), to: "tiny.json")
      #expect(try run(["gate", "tiny.json"], folder).exitCode == 0)
      // What was outdated is replaced, not added to.
      try folder.write(edited, to: "tiny.json")
      let update = try run(["baseline", "update", "tiny.json"], folder)
      #expect(update.outputText.hasPrefix("updated"), "\(update.outputText)")
    }

    @Test func runThatFailsItsBudgetDoesNotPass() throws {
      let folder = try recorded(TinyScenario.impossibleBudget)
      let failed = try run(["gate", "tiny.json"], folder)
      #expect(failed.exitCode == 1 && failed.outputText.hasPrefix("FAILED     tiny"))
      #expect(failed.outputText.contains("✗ NEVER  population.flakes.min is "))
      #expect(!failed.outputText.contains("EQUAL"))
    }

    /// Identical code is never red; a busy machine may leave it open.
    @Test func sameExecutableIsNotRegressed() throws {
      let folder = try folder()
      let result = try run(
        ["gate", "tiny.json", "--base", try Executable.path(), "--rounds", "3", "--no-render"],
        folder)
      #expect([0, 7].contains(result.exitCode), "\(result.outputText)")
      #expect(result.outputText.contains(" processes per side") || result.exitCode == 7)
      #expect(folder.names() == ["tiny.json"])
    }

    /// A budget for one round leaves times open, and says with what they would not be.
    @Test func budgetEndsRounds() throws {
      let folder = try folder()
      let options = ["--no-render", "--budget", "1ms", "--json", "g.json"]
      let open = try run(
        ["gate", "tiny.json", "--base", try Executable.path()] + options, folder)
      #expect(open.exitCode == 7 && open.outputText.hasPrefix("INCONCLUSIVE"))
      #expect(open.outputText.contains("  1 round in "), "\(open.outputText)")
      #expect(open.outputText.contains("the budget of 1.00 ms does not allow more\n"))
      #expect(open.outputText.contains("  to decide frame"))
      let json = try FileStore.readText(folder.at("g.json"), limitByteCount: 1 << 20)
      #expect(json.contains("\"end\": \"budget\"") && json.contains("\"made\": 1"))
    }

    @Test(
      arguments: [
        (["--rounds", "3"], "--rounds needs --against or --base"),
        (["--no-render"], "--no-render needs --against or --base"),
        (["--budget", "5m"], "--budget needs --against or --base"),
        (["--base", "none", "--budget", "5"], "--budget"),
        (["--base", "none", "--budget", "-5m"], "--budget"),
        (["--base", "none", "--budget", "0s"], "takes a time such as 10m, 90s, 1.5s or 500ms"),
        (["--base", "none"], "--base: none: no such file"),
        (["--base", "x", "--against", "y"], "exclude each other"),
        (["--base", "/bin/true"], "/bin/true"),
      ] as [([String], String)])
    func badOptionsAreRefused(options: [String], words: String) throws {
      let folder = try folder()
      let refused = try run(["gate", "tiny.json"] + options, folder)
      #expect(refused.exitCode == 2 && refused.output.isEmpty)
      #expect(refused.errorText.contains(words), "\(refused.errorText)")
      #expect(folder.names() == ["tiny.json"])
    }

    /// Why no other build can be made, with what git advises.
    @Test(
      arguments: [
        (
          "GIT_TEST_ASSUME_DIFFERENT_OWNER=1",
          ["fatal: detected dubious ownership", "git config --global --add safe.directory"]
        ),
        ("A=1", ["git log: fatal: ", " does not have any commits yet"]),
        ("PATH=/nonexistent", ["git: cannot be started: "]),
      ] as [(String, [String])])
    func gitsAdviceIsSaid(setting: String, words: [String]) throws {
      let folder = try folder()
      let refused = try Executable.shell(
        "export LC_ALL=C GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null; git init -q && "
          + "export \(setting) && exec \"$SIMBENCH\" gate tiny.json --against main",
        in: folder)
      #expect(refused.exitCode == 2 && refused.output.isEmpty)
      for words in words { #expect(refused.errorText.contains(words), "\(refused.errorText)") }
      #expect(refused.errorText.split(separator: "\n").count == 1)
    }

    /// A clone that lacks older commits, or the branch, is named, and what it advises helps.
    @Test(
      arguments: [
        ("true", "has no commit \"origin/main\"; "),
        (
          "git fetch -q --depth 1 origin main:refs/remotes/origin/main",
          "lacks the merge base of HEAD and \"origin/main\"; "
        ),
      ] as [(String, String)])
    func aShallowCloneIsNamed(fetch: String, lack: String) throws {
      let folder = try folder()
      let commit = "git -c user.name=a -c user.email=a@b commit -q --allow-empty -m x"
      let setup = """
        set -e
        git init -q full
        cd full
        git checkout -q -b main
        \(commit)
        \(commit)
        git checkout -q -b feature
        \(commit)
        cd ..
        git clone -q --depth 1 -b feature "file://$PWD/full" clone
        cd clone
        \(fetch)
        cp ../tiny.json .
        """
      #expect(try Executable.shell(setup, in: folder).exitCode == 0)
      func gate(_ verb: String = "gate", after setup: String = "true") throws -> ProcessResult {
        try Executable.shell(
          "cd clone && \(setup)\nexec \"$SIMBENCH\" \(verb) tiny.json --against origin/main",
          in: folder)
      }
      var advice: Substring = ""
      for verb in ["gate", "check"] {
        let refused = try gate(verb)
        #expect(refused.exitCode == 2 && refused.output.isEmpty)
        #expect(refused.errorText.contains("--against: this clone is shallow and \(lack)give "))
        #expect(refused.errorText.contains("fetch-depth: 0, or run git fetch --unshallow "))
        advice = try #require(refused.errorText.split(separator: ", or run ").last)
      }
      let mended = try gate(after: String(advice))
      #expect(mended.errorText.contains("--against: no Package.swift"), "\(mended.errorText)")
      // Where nothing is missing, histories may still be strangers.
      // An equal message would give the same commit as the first one within its second.
      let stranger = try gate(after: "git checkout -q --orphan strange && \(commit)y")
      #expect(
        stranger.errorText.contains("HEAD and \"origin/main\" have no common commit"),
        "\(stranger.errorText)")
    }

    @Test func brokenBaselineIsNamed() throws {
      let folder = try recorded()
      try folder.write("{ \"schemaVersion\": 9 }", to: Self.baseline)
      let refused = try run(["gate", "tiny.json"], folder)
      #expect(refused.exitCode == 2 && refused.errorText.contains("baselines/tiny.json:1:"))
    }

    @Test func twoScenariosOfOneNameAreRefused() throws {
      let folder = try folder()
      try folder.write(TinyScenario.text(frames: 130), to: "twin.json")
      let refused = try run(["gate", "tiny.json", "twin.json"], folder)
      #expect(refused.exitCode == 2 && refused.errorText.contains("same baseline"))
    }
  #endif
}
