import SimCommands
import SimFormats
import SimPlatform
import Testing

/// Goal: `git merge` merges baselines and histories by itself where the branches agree, and leaves
/// a conflict that names them where not.
///
/// Method: the command on three files; and merges in a repository that is set up as the guide says.
@Suite struct BaselineMergeCommandTests {
  private static func baseline(_ metrics: String, seeds: [Int] = [1]) -> String {
    let entries = seeds.map { seed in
      """
      {"seed": \(seed), "frames": 10, "device": "d", "reduceMotion": false,
       "scenarioDigest": "00000000000000aa", "sceneBehaviorVersion": 1, "behaviorVersion": 5,
       "recordedWith": "r", "metrics": {\(metrics)}, "checkpoints": {}}
      """
    }
    return """
      {"schemaVersion": 1, "scenario": "snow", "exact": [\(entries.joined(separator: ","))]}
      """
  }

  private static func canonical(_ text: String) throws -> String {
    JSONWriter.text(of: try BaselineFile.read(Array(text.utf8), file: "b.json").value)
  }

  private static func line(_ day: Int, _ commit: String) -> String {
    #"{"date":"2026-03-0\#(day)T09:30:00Z","commit":"\#(commit)","scenario":"s","machine":"m","#
      + #""metrics":{"a":1}}"# + "\n"
  }

  private func text(_ folder: TemporaryFolder, _ name: String) throws -> String {
    try FileStore.readText(folder.at(name), limitByteCount: 1 << 20)
  }

  /// Merges three texts, and returns what was said with CURRENT's text.
  private func merge(
    _ folder: TemporaryFolder, _ texts: [String], _ more: [String] = []
  ) throws -> (run: CommandRun, merged: String) {
    let names = ["ancestor", "current", "other"]
    for (name, text) in zip(names, texts) { try folder.write(text, to: name) }
    let run = CommandRun(["baseline", "merge"] + names.map { folder.at($0) } + more)
    for index in [0, 2] { #expect(try text(folder, names[index]) == texts[index]) }
    return (run, try text(folder, "current"))
  }

  @Test func branchesThatAgreeMergeInSilence() throws {
    let folder = try TemporaryFolder()
    let (run, merged) = try merge(
      folder,
      [
        Self.baseline(#""work.a": 5, "work.b": 5"#), Self.baseline(#""work.a": 4, "work.b": 5"#),
        Self.baseline(#""work.a": 5, "work.b": 3"#),
      ])
    #expect(run.code == .pass && run.output.isEmpty && run.error.isEmpty)
    #expect(try merged == Self.canonical(Self.baseline(#""work.a": 4, "work.b": 3"#)))
    let added = try merge(
      folder, ["", Self.baseline(#""work.a": 5"#), Self.baseline(#""work.a": 5"#, seeds: [2])])
    #expect(added.run.code == .pass && added.run.error.isEmpty)
    #expect(
      try added.merged == Self.canonical(Self.baseline(#""work.a": 5"#, seeds: [1, 2])))
    let histories = try merge(
      folder,
      [
        Self.line(1, "a"), Self.line(1, "a") + Self.line(3, "b"),
        Self.line(1, "a") + Self.line(2, "c"),
      ])
    #expect(histories.run.code == .pass && histories.run.error.isEmpty)
    #expect(histories.merged == Self.line(1, "a") + Self.line(2, "c") + Self.line(3, "b"))
    let same = try merge(folder, ["", "equal\n", "equal\n"])
    #expect(same.run.code == .pass && same.merged == "equal\n")
  }

  @Test func aConflictIsNamedAndMarked() throws {
    let folder = try TemporaryFolder()
    let (run, merged) = try merge(
      folder,
      [
        Self.baseline(#""work.a": 5, "work.b": 5"#), Self.baseline(#""work.a": 6, "work.b": 4"#),
        Self.baseline(#""work.a": 7, "work.b": 5"#),
      ], ["baselines/snow.json"])
    #expect(run.code == .budgetFailed && run.output.isEmpty)
    let lines = run.error.split(separator: "\n").map { String($0) }
    #expect(
      lines.first == "simbench: baselines/snow.json: snow, seed 1, 10 frames, d: work.a is 6 in "
        + "this branch and 7 in the other")
    #expect(lines.count == 2 && lines[1].hasPrefix("simbench: baselines/snow.json: not merged; "))
    let sides = try [6, 7].map {
      try Self.canonical(Self.baseline("\"work.a\": \($0), \"work.b\": 4"))
    }
    let conflict = """
      <<<<<<< current
              "work.a": 6,
      =======
              "work.a": 7,
      >>>>>>> other

      """
    #expect(merged == sides[0].replacing("        \"work.a\": 6,\n", with: conflict))
    #expect(sides[1] == sides[0].replacing("\"work.a\": 6,", with: "\"work.a\": 7,"))
  }

  @Test func aFileThatCannotBeReadIsAConflictAsAWhole() throws {
    let folder = try TemporaryFolder()
    let sound = Self.baseline(#""work.a": 5"#)
    for (texts, words) in [
      ([sound, sound, "{\n"], "current, other branch:"),
      (["{\n", sound, sound + "\n\n"], "current, ancestor:"),
      ([sound, Self.line(1, "a"), sound], "current, ancestor, line 1:"),
      (["", Self.line(1, "a"), "{\"date\":1}\n"], "current, other branch, line 1:"),
    ] {
      let (run, merged) = try merge(folder, texts)
      #expect(run.code == .budgetFailed, "\(words)")
      #expect(run.error.contains(words), "\(run.error)")
      #expect(merged.contains("<<<<<<< current\n") && merged.hasSuffix(">>>>>>> other\n"))
    }
    try folder.write("kept", to: "current")
    let before = try folder.listing()
    let names = ["ancestor", "current", "none"].map { folder.at($0) }
    let refused = CommandRun(["baseline", "merge"] + names)
    #expect(refused.code == .usage)
    #expect(refused.error == "simbench: \(names[2]): no such file or directory\n")
    #expect(try folder.listing() == before)
  }

  // MARK: - In git

  /// Commits files on a branch.
  private static func commit(_ branch: String, _ baseline: String, _ history: String) -> String {
    """
    git checkout -q \(branch)
    cat > scenarios/baselines/snow.json <<'END'
    \(baseline)
    END
    cat > history.ndjson <<'END'
    \(history.dropLast())
    END
    git add . && git commit -qm \(branch.split(separator: " ").last ?? "")

    """
  }

  /// Sets up a repository as the guide says, and merges a branch into another one.
  private func mergedInGit(
    _ folder: TemporaryFolder, mine: String, theirs: String
  ) throws -> ProcessResult {
    let page = try DocumentedCommandTests.text(
      "Sources/Host/SimCommands/SimCommands.docc/SetUpCI.md")
    let lines = DocumentedCommandTests.blockLines(page)
    let attributes = lines.filter { $0.hasSuffix(" merge=simbench") }
    let settings = lines.filter { $0.hasPrefix("git config merge.simbench.") }
    #expect(attributes.count == 2 && settings.count == 3)
    try folder.write(attributes.joined(separator: "\n") + "\n", to: ".gitattributes")
    let script =
      """
      set -e
      export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
      mkdir -p bin scenarios/baselines
      ln -s "$SIMBENCH" bin/simbench
      PATH="$PWD/bin:$PATH"
      git init -q
      git config user.name Tester
      git config user.email tester@example.com
      \(settings.joined(separator: "\n"))

      """
      + Self.commit(
        "-b base", Self.baseline(#""work.a": 5, "work.b": 5"#), Self.line(1, "a"))
      + Self.commit("-b theirs", theirs, Self.line(1, "a") + Self.line(2, "c"))
      + "git checkout -q base\n"
      + Self.commit("-b mine", mine, Self.line(1, "a") + Self.line(3, "b")) + """
        code=0
        git merge -q --no-edit theirs || code=$?
        git ls-files --unmerged | cut -f 2 | sort -u > unmerged
        exit $code
        """
    return try Executable.shell(script, in: folder)
  }

  @Test func gitMergesBranchesThatAgree() throws {
    let folder = try TemporaryFolder()
    let result = try mergedInGit(
      folder, mine: Self.baseline(#""work.a": 4, "work.b": 5"#),
      theirs: Self.baseline(#""work.a": 5, "work.b": 3"#, seeds: [1, 2]))
    #expect(result.exitCode == 0, "\(result.outputText)\(result.errorText)")
    let merged = try BaselineFile.read(
      Array(text(folder, "scenarios/baselines/snow.json").utf8), file: "snow.json")
    #expect(merged.entries.map(\.key.seed) == [1, 2])
    #expect(merged.entries[0].metrics.map(\.value) == [.integer(4), .integer(3)])
    #expect(
      try text(folder, "history.ndjson")
        == Self.line(1, "a") + Self.line(2, "c") + Self.line(3, "b"))
    #expect(try text(folder, "unmerged").isEmpty)
  }

  @Test func gitStopsAtAConflict() throws {
    let folder = try TemporaryFolder()
    let result = try mergedInGit(
      folder, mine: Self.baseline(#""work.a": 6, "work.b": 5"#),
      theirs: Self.baseline(#""work.a": 7, "work.b": 5"#))
    #expect(result.exitCode == 1)
    let words =
      "simbench: scenarios/baselines/snow.json: snow, seed 1, 10 frames, d: work.a is 6 in this "
      + "branch and 7 in the other\n"
    #expect(result.errorText.contains(words), "\(result.errorText)")
    let left = try text(folder, "scenarios/baselines/snow.json")
    #expect(left.contains("<<<<<<< current\n") && left.contains(">>>>>>> other\n"))
    #expect(try text(folder, "unmerged") == "scenarios/baselines/snow.json\n")
    #expect(try text(folder, "history.ndjson").split(separator: "\n").count == 3)
  }
}
