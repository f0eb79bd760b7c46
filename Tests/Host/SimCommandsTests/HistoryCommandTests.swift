import SimFormats
import SimPlatform
import SimCommands
import TestTier
import Testing

/// Goal: results append to a plain file and come back as trends; bad files change nothing.
///
/// Method: a real result, its work edited from one append to the next.
@Suite struct HistoryCommandTests {
  private func result(_ folder: TemporaryFolder) throws -> String {
    let scenario = try folder.write(TinyScenario.text(), to: "tiny.json")
    let path = folder.at("result.json")
    let run = CommandRun(["run", scenario, "--json", path, "--quiet", "--no-render"])
    #expect(run.code == .pass)
    return try FileStore.readText(path, limitByteCount: 1 << 20)
  }

  @Test func resultsAppendAndChangesShow() throws {
    let folder = try TemporaryFolder()
    let text = try result(folder)
    let line = try #require(text.split(separator: "\n").first { $0.contains("\"primitives\"") })
    let history = folder.at("h.ndjson")
    for number in 0..<12 {
      let edited = text.replacing(line, with: "    \"primitives\": \(number < 6 ? 500 : 600),")
      let path = try folder.write(edited, to: "edited.json")
      let appended = CommandRun(
        ["history", history, "--append", path, "--commit", "c\(number)", "--quiet"])
      #expect(appended.code == .pass && appended.output.isEmpty && appended.error.isEmpty)
    }
    let written = try FileStore.readText(history, limitByteCount: 1 << 20)
    #expect(written.split(separator: "\n").count == 12 && written.hasSuffix("}\n"))
    let shown = CommandRun(
      ["history", history, "--metric", "work.", "--svg", folder.at("t.svg")])
    #expect(shown.output.contains("tiny  work.primitives"))
    #expect(shown.output.contains("↑ worse from c6, "))
    #expect(shown.output.contains(": 500 → 600 (+20 %)\n"))
    #expect(shown.output.contains("metrics never changed\n"))
    let svg = try FileStore.readText(folder.at("t.svg"), limitByteCount: 1 << 20)
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n") && svg.contains(">c6 · 20"))
    let json = try CommandRun(["history", history, "--json", "-"]).json()
    let series = try json["series"].array()
    #expect(
      try series.contains {
        try $0["metric"].string() == "work.primitives" && $0["changes"].array().count == 1
      })
  }

  @Test func severalResultsAtOnce() throws {
    let folder = try TemporaryFolder()
    let run = try #require(CommandRun.json(result(folder))["runs"].array().first).text
    let both = try folder.write(
      "{\"schemaVersion\": 2, \"runs\": [\(run), \(run)]}", to: "both.json")
    let one = folder.at("result.json")
    let appended = CommandRun(
      ["history", folder.at("h"), "--append", both, "--append", one])
    #expect(appended.code == .pass && appended.output.hasSuffix("metrics never changed\n"))
    let written = try FileStore.readText(folder.at("h"), limitByteCount: 1 << 20)
    #expect(written.split(separator: "\n").count == 3)
  }

  @Test(
    arguments: [
      (
        ["--scenario", "tiney"], "--scenario: no recorded runs of \"tiney\"; did you mean \"tiny\"?"
      ),
      (["--metric", "wrok"], "--metric: no metric starts with \"wrok\""),
    ] as [([String], String)])
  func namesThatNothingHasAreRefused(options: [String], words: String) throws {
    let folder = try TemporaryFolder()
    let scenario = try folder.write(TinyScenario.text(), to: "tiny.json")
    let result = folder.at("r.json")
    let ran = CommandRun(["run", scenario, "--no-render", "--quiet", "--json", result])
    #expect(ran.code == .pass)
    let history = folder.at("h")
    #expect(CommandRun(["history", history, "--append", result]).code == .pass)
    let refused = CommandRun(["history", history] + options)
    #expect(refused.code == .usage && refused.output.isEmpty)
    #expect(refused.error.contains(words), "\(refused)")
  }

  @Test(
    arguments: [
      (["history", "FOLDER/none"], "FOLDER/none: no such file or directory"),
      (
        ["history", "FOLDER/h", "--append", "FOLDER/tiny.json"],
        "FOLDER/tiny.json: not a result of simbench run --json"
      ),
      (["history", "FOLDER/tiny.json"], "FOLDER/tiny.json, line 1:1:2:"),
      (["history", "FOLDER/h", "--commit", "c"], "--commit needs --append"),
      (["history", "FOLDER/tiny.json", "--svg", "FOLDER/tiny.json"], "tiny.json"),
    ] as [([String], String)])
  func badInputIsRefused(arguments: [String], words: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(TinyScenario.text(), to: "tiny.json")
    let before = try folder.listing()
    let refused = CommandRun(arguments.map { $0.replacing("FOLDER", with: folder.path) })
    #expect(refused.code == .usage && refused.output.isEmpty)
    #expect(refused.error.contains(words.replacing("FOLDER", with: folder.path)), "\(refused)")
    #expect(try folder.listing() == before)
  }

  /// Where git names no commit, that is said with its own advice; the result is added all the same.
  @Test(
    arguments: [
      (
        "git init -q", "GIT_TEST_ASSUME_DIFFERENT_OWNER=1",
        ["git log: fatal: detected dubious ownership", "git config --global --add safe.directory"]
      ),
      ("git init -q", "A=1", ["git log: fatal: ", " does not have any commits yet"]),
      ("true", "A=1", ["git log: fatal: not a git repository"]),
      ("git init -q", "PATH=/nonexistent", ["git: cannot be started: "]),
    ] as [(String, String, [String])])
  func anEmptyCommitIsSaid(setup: String, setting: String, words: [String]) throws {
    let folder = try TemporaryFolder()
    _ = try result(folder)
    let history = try Executable.shell(
      "export LC_ALL=C GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null; \(setup) && "
        + "export \(setting) && exec \"$SIMBENCH\" history h --append result.json --quiet",
      in: folder)
    #expect(history.exitCode == 0 && history.output.isEmpty)
    #expect(
      history.errorText.hasPrefix(
        "simbench: h: added without a commit; name one with --commit: git"))
    for words in words { #expect(history.errorText.contains(words), "\(history.errorText)") }
    #expect(history.errorText.split(separator: "\n").count == 1)
    let written = try FileStore.readText(folder.at("h"), limitByteCount: 1 << 20)
    #expect(written.contains("\"commit\":\"\""))
  }

  @Test func theCommitThatIsCheckedOutIsKept() throws {
    let folder = try TemporaryFolder()
    _ = try result(folder)
    let history = try Executable.shell(
      "git init -q && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m one && "
        + "\"$SIMBENCH\" history h --append result.json --quiet && git rev-parse --short=12 HEAD",
      in: folder)
    #expect(history.exitCode == 0 && history.errorText.isEmpty)
    let commit = history.outputText.prefix { $0 != "\n" }
    let written = try FileStore.readText(folder.at("h"), limitByteCount: 1 << 20)
    #expect(commit.count == 12 && written.contains("\"commit\":\"\(commit)\""))
    for (name, words) in [("", "\"--commit\" needs a value"), (" ", "--commit: is empty")] {
      let refused = CommandRun(
        ["history", folder.at("h"), "--append", folder.at("result.json"), "--commit", name])
      #expect(refused.code == .usage && refused.error.contains(words), "\(refused.error)")
    }
    #expect(try FileStore.readText(folder.at("h"), limitByteCount: 1 << 20) == written)
  }

  /// A file with too many metrics is refused; of too many runs, only the latest are searched.
  @Test(.enabled(if: !Tier.isDebug)) func historyBeyondItsLimits() throws {
    func line(_ metrics: String) -> String {
      #"{"date":"d","commit":"c","scenario":"s","machine":"m","metrics":{"# + metrics + "}}\n"
    }
    let folder = try TemporaryFolder()
    let figures = line((0..<1000).map { "\"m\($0)\":1" }.joined(separator: ","))
    try folder.write(String(repeating: figures, count: 1001), to: "figures.ndjson")
    let refused = CommandRun(["history", folder.at("figures.ndjson")])
    #expect(refused.code == .usage && refused.error.contains("figures.ndjson, line 1001"))
    #expect(refused.error.contains("found more figures, allowed 1000000 in the whole history"))
    let runs = (0..<1500).map { line("\"timing.m\":\($0 < 100 ? 1 : $0 < 1200 ? 2 : 3)") }
    try folder.write(runs.joined(), to: "runs.ndjson")
    let found = try CommandRun(["history", folder.at("runs.ndjson"), "--json", "-"]).json()
    let series = try #require(found["series"].array().first)
    #expect(try series["samples"].array().count == 1500)
    #expect(try series["changes"].array().map { try $0["index"].int(in: 0...10_000) } == [1200])
  }
}
