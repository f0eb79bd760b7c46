import SimFormats
import SimPlatform
import SimCommands
import TestTier
import Testing

/// Goal: `run` and `report` write every output, alike, and refuse what cannot be honored.
///
/// Method: a tiny scenario is run with all outputs; `report` makes them again from its JSON.
@Suite struct ReportCommandTests {
  static let kinds = [
    "html", "markdown", "junit", "sarif", "bmf", "benchmark-json", "openmetrics",
  ]

  private func text(_ folder: TemporaryFolder, _ name: String) throws -> String {
    try FileStore.readText(folder.at(name), limitByteCount: 1 << 22)
  }

  /// A failing run with every output in files named after their kind, or with its JSON alone.
  private func stored(full: Bool = true) throws -> (folder: TemporaryFolder, run: CommandRun) {
    let folder = try TemporaryFolder()
    let scenario = try folder.write(
      TinyScenario.text(name: "failing", TinyScenario.impossibleBudget), to: "failing.json")
    guard full else {
      let arguments = ["run", scenario, "--no-render", "--quiet"]
      return (folder, CommandRun(arguments + ["--json", folder.at("run.result")]))
    }
    var arguments = ["run", scenario, "--out", folder.at("out"), "--series", "--annotations"]
    arguments += ["--json", folder.at("run.result")]
    for kind in Self.kinds { arguments += ["--\(kind)", folder.at("run.\(kind)")] }
    return (folder, CommandRun(arguments))
  }

  @Test(.enabled(if: !Tier.isDebug)) func storedResultsGiveTheSameOutputs() throws {
    let (folder, run) = try stored()
    #expect(run.code == .budgetFailed)
    var arguments = ["report", folder.at("run.result"), "--series", "--annotations"]
    arguments += ["--json", folder.at("again.result")]
    for kind in Self.kinds { arguments += ["--\(kind)", folder.at("again.\(kind)")] }
    let report = CommandRun(arguments)
    #expect(report.code == .budgetFailed && report.error.isEmpty)
    for kind in Self.kinds + ["result"] {
      #expect(try text(folder, "again.\(kind)") == text(folder, "run.\(kind)"), "\(kind)")
    }
    // A chart of a line of text is not stored; the rest of the words is.
    let words = run.output.split(separator: "\n").filter { !$0.contains("slowest ") }
    #expect(report.output.split(separator: "\n") == words)
  }

  @Test(.enabled(if: !Tier.isDebug)) func outputsSayWhatFailed() throws {
    let (folder, run) = try stored()
    let place = folder.at("failing.json")
    let line = "::error file=\(place),line=7,title=failing%3A NEVER::population.flakes.min is 20,"
    #expect(run.output.contains(line + " limit ≥ 601\n"))
    #expect(try text(folder, "run.sarif").contains("\"startLine\": 7"))
    #expect(try text(folder, "run.junit").contains("<failure type=\"budget\""))
    #expect(try text(folder, "run.markdown").contains("## ✗ failing: failed"))
    let page = try text(folder, "run.html")
    #expect(page.contains("base64,iVBOR") && page.contains("<path class=\"slowest\""))
    #expect(try text(folder, "run.result").contains("\"columns\""))
  }

  @Test(.enabled(if: !Tier.isDebug)) func oneOutputIsPrintedAlone() throws {
    let (folder, run) = try stored()
    #expect(!run.output.isEmpty)
    let result = folder.at("run.result")
    #expect(CommandRun(["report", result, "--junit", "-"]).output.hasPrefix("<?xml"))
    #expect(CommandRun(["report", result, "--html", "-"]).output.hasPrefix("<!DOCTYPE html>"))
    #expect(CommandRun(["report", result, "--quiet"]).output.isEmpty)
    let annotations = CommandRun(["report", result, "--quiet", "--annotations"])
    #expect(annotations.output.hasPrefix("::error "))
    #expect(try CommandRun(["report", result, "--json", "-"]).row("runs")["series"].isNull)
  }

  @Test(.enabled(if: !Tier.isDebug)) func summariesKeepTheirLimit() throws {
    let (folder, _) = try stored(full: false)
    func report(_ limit: String) -> CommandRun {
      let options = ["--markdown", "-", "--markdown-limit", limit]
      return CommandRun(["report"] + Array(repeating: folder.at("run.result"), count: 30) + options)
    }
    let small = report("2000").output
    #expect(small.utf8.count <= 2000 && small.contains("Omitted to stay within 2,000 bytes: "))
    #expect(small.contains("| failing | NEVER population.flakes.min |"))
    #expect(!report("1048576").output.contains("Omitted to stay"))
    for limit in ["999", "1048577", "x"] {
      let refused = report(limit)
      #expect(refused.code == .usage && refused.error.contains("from 1000 to 1048576"), "\(limit)")
    }
    let alone = CommandRun(["report", folder.at("run.result"), "--markdown-limit", "2000"])
    #expect(alone.code == .usage && alone.error.contains("--markdown-limit needs --markdown"))
  }

  /// The summary of a step keeps what other commands wrote, by whatever name it is given; every
  /// other file is replaced.
  @Test func aStepsSummaryIsAppendedTo() throws {
    let (folder, _) = try stored(full: false)
    try folder.write("golden 1\n", to: "goldens/bad.golden")
    let (result, summary) = (folder.at("run.result"), try folder.write("before", to: "step.md"))
    let other = folder.at("out/../step.md")
    try FileStore.makeDirectory(folder.at("out"))
    let variables = ["GITHUB_STEP_SUMMARY": summary]
    func report(_ path: String, _ variables: [String: String]) throws -> String {
      let run = CommandRun(["report", result, "--quiet", "--markdown", path], variables: variables)
      #expect(run.code == .budgetFailed, "\(run.error)")
      return try text(folder, "step.md")
    }
    let alone = CommandRun(["report", result, "--markdown", "-"], variables: variables).output
    #expect(alone.hasPrefix("## ✗ failing: failed\n"))
    #expect(try report(summary, variables) == "before\n\n" + alone)
    #expect(try report(other, variables) == "before\n\n" + alone + "\n\n" + alone)
    // Verbs with other reports, and a command that fails before it writes.
    try FileStore.makeDirectory(folder.at("none"))
    let empty = CommandRun(
      ["golden", "check", "--goldens", folder.at("none"), "--markdown", summary],
      variables: variables)
    let kept = try text(folder, "step.md")
    #expect(empty.code == .referenceMissing && kept.contains("\n\n## – simbench golden: 0 goldens"))
    #expect(kept.hasPrefix("before\n\n" + alone + "\n\n" + alone + "\n\n"))
    let bad = CommandRun(
      ["golden", "check", "--goldens", folder.at("goldens"), "--markdown", summary],
      variables: variables)
    #expect(bad.code == .usage && !bad.error.isEmpty)
    #expect(try text(folder, "step.md") == kept)
    for variables in [[:], ["GITHUB_STEP_SUMMARY": ""], ["GITHUB_STEP_SUMMARY": result]] {
      #expect(try report(summary, variables) == alone)
    }
    try FileStore.remove(summary)
    #expect(try report(summary, variables).hasSuffix("\n\n" + alone))
  }

  @Test(.enabled(if: !Tier.isDebug)) func picturesOfOtherRunsStayOut() throws {
    let (folder, _) = try stored()
    let scenario = folder.at("failing.json")
    let other = CommandRun(["run", scenario, "--seed", "9", "--out", folder.at("out"), "--quiet"])
    #expect(other.code == .budgetFailed)
    let page = CommandRun(["report", folder.at("run.result"), "--html", "-"]).output
    #expect(page.contains("No pictures:") && !page.contains("base64,"))
  }

  @Test func comparisonsAreMade() throws {
    let (folder, _) = try stored(full: false)
    let result = folder.at("run.result")
    let page = CommandRun(["report", result, "--against", result, "--html", folder.at("c.html")])
    #expect(page.code == .budgetFailed)
    #expect(try text(folder, "c.html").contains("Both runs had the same state"))
  }

  @Test(
    arguments: [
      (
        ["RESULT", "--against", "RESULT"], "--against needs --html: only the page compares results"
      ),
      (
        ["RESULT", "--html", "-", "--junit", "-"],
        "--junit and --html: only one of them can go to standard output; give a file for the other"
      ),
      (
        ["RESULT", "--sarif", "-", "--annotations"],
        "--sarif and --annotations: only one of them can go to standard output; give a file for "
          + "the other"
      ),
      (["FOLDER/none.json"], "FOLDER/none.json: no such file or directory"),
      (["FOLDER/failing.json"], "FOLDER/failing.json:1:1: missing key \"runs\""),
      (
        ["RESULT", "--html", "RESULT"],
        "RESULT: cannot be written: it is read as input"
      ),
      (
        ["RESULT", "--html", "FOLDER/x", "--junit", "FOLDER/x"],
        "FOLDER/x: cannot be written: two outputs have this name"
      ),
      (
        ["RESULT", "--html", "FOLDER/x", "--against", "FOLDER/failing.json"],
        "FOLDER/failing.json:1:1: missing key \"runs\""
      ),
      (
        ["RESULT", "--html", "/dev/full"],
        "/dev/full: cannot be written: the disk is full; free some space and run it again"
      ),
    ] as [([String], String)])
  func badInputIsRefused(arguments: [String], message: String) throws {
    let (folder, _) = try stored(full: false)
    func placed(_ text: String) -> String {
      text.replacing("RESULT", with: folder.at("run.result"))
        .replacing("FOLDER", with: folder.path)
    }
    let before = try folder.listing()
    let refused = CommandRun(["report"] + arguments.map(placed))
    #expect(refused.code == (arguments.contains("/dev/full") ? .notJudged : .usage))
    #expect(refused.error == "simbench: \(placed(message))\n")
    #expect(refused.output.isEmpty)
    #expect(try folder.listing() == before)
  }
}
