import SimCommands
import SimFormats
import SimPlatform
import Testing

/// Goal: a seed above 2⁵³ comes back from every JSON output by any reader, and every input takes
/// it.
///
/// Method: commands with the largest seeds; no number that they write is one that a double changes.
@Suite struct LargeSeedTests {
  private static let seed = "18446744073709551615"

  private func run(_ arguments: [String]) -> CommandRun {
    let run = CommandRun(arguments)
    #expect(run.code == .pass, "\(arguments) \(run.output)\(run.error)")
    return run
  }

  /// Every number that a reader of doubles would change.
  private func changed(_ node: JSONNode) -> [String] {
    switch node.value {
    case .number(let number):
      number.isIntegral && abs(number.double) > 9_007_199_254_740_991 ? [node.path] : []
    case .array(let elements): elements.flatMap { changed($0) }
    case .object(let members): members.flatMap { changed($0.value) }
    default: []
    }
  }

  /// The texts of all seeds.
  private func seeds(_ node: JSONNode) -> [String] {
    node.elements.flatMap { seeds($0) }
      + node.members.flatMap { member in
        member.key.lowercased().hasSuffix("seed") ? [member.value.text] : seeds(member.value)
      }
  }

  private func check(_ text: String, _ expected: String = seed) throws {
    let root = try CommandRun.json(text)
    #expect(changed(root) == [])
    let seeds = seeds(root)
    #expect(!seeds.isEmpty && seeds.allSatisfy { $0 == "\"\(expected)\"" }, "\(seeds)")
  }

  @Test func resultsAndHistoriesKeepIt() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(TinyScenario.text(), to: "tiny.json")
    let options = ["--seed", Self.seed]
    let json = folder.at("r.json")
    let result = run(
      ["run", file, "--no-render", "--out", folder.at("out"), "--json", json] + options)
    #expect(result.output.contains("seed \(Self.seed)"))
    let text = try FileStore.readText(json, limitByteCount: 1 << 20)
    try check(text)
    try check(run(["report", json, "--json", "-"]).output)
    // Results from before have it as a number.
    let old = text.replacing("\"\(Self.seed)\"", with: Self.seed)
    let oldFile = try folder.write(old, to: "old.json")
    try check(run(["report", oldFile, "--json", "-"]).output)
    let history = folder.at("h.ndjson")
    for commit in ["a", "b"] {
      _ = run(["history", history, "--append", json, "--commit", commit])
    }
    for line in try FileStore.readText(history, limitByteCount: 1 << 20).split(separator: "\n") {
      #expect(changed(try CommandRun.json(String(line))) == [])
    }
  }

  #if !DEBUG
    @Test func baselinesKeepIt() throws {
      let folder = try TemporaryFolder()
      try folder.write(TinyScenario.text(), to: "tiny.json")
      let more = ["tiny.json", "--seed", Self.seed, "--baselines", "b", "--json"]
      func run(_ verb: [String]) throws -> String {
        let result = try Executable.run(verb + more + ["-"], in: folder)
        #expect(result.exitCode == 0, "\(result.errorText)")
        return result.outputText
      }
      _ = try run(["baseline", "update"])
      let baseline = folder.at("b/tiny.json")
      let text = try FileStore.readText(baseline, limitByteCount: 1 << 20)
      try check(text)
      try check(try run(["gate"]))
      // Baselines from before have it as a number.
      try folder.write(text.replacing("\"\(Self.seed)\"", with: Self.seed), to: "b/tiny.json")
      try check(try run(["gate"]))
    }
  #endif

  @Test(arguments: ["9007199254740992", "9007199254740993", seed])
  func scenariosSayItInBothForms(seed: String) throws {
    let folder = try TemporaryFolder()
    let forms = [seed, "\"\(seed)\""]
    let outputs = try forms.map { form in
      let file = try folder.write(TinyScenario.text(", \"seed\": \(form)"), to: "tiny.json")
      return run(["run", file, "--no-render", "--json", "-"]).output
    }
    try check(outputs[0], seed)
    let digests = try outputs.map { try CommandRun.json($0)["runs"].array()[0]["digest"].text }
    #expect(digests[0] == digests[1])
  }

  /// Doubles do not tell them apart.
  @Test func aMatrixTellsNeighborsApart() throws {
    let folder = try TemporaryFolder()
    let matrix =
      #", "matrix": { "seed": [9007199254740992, 9007199254740993, "18446744073709551615"] }"#
    let file = try folder.write(TinyScenario.text(matrix), to: "tiny.json")
    let runs = try run(["run", file, "--no-render", "--json", "-"]).json()["runs"].array()
    #expect(
      try runs.map { try $0["scenario"].string() } == [
        "tiny[9007199254740992]", "tiny[9007199254740993]", "tiny[18446744073709551615]",
      ])
    #expect(Set(try runs.map { try $0["digest"].text }).count == 3)
  }

  @Test func plansAndSweepsKeepIt() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(TinyScenario.text(frames: 30), to: "tiny.json")
    let (first, last) = ("18446744073709551612", "18446744073709551613")
    let (plan, rows) = (folder.at("a.plan"), folder.at("rows.ndjson"))
    _ = run([
      "plan", file, "--seeds", "\(first)...\(last)", "--frames", "30", "--shards", "1", "--out",
      plan,
    ])
    let text = try FileStore.readText(plan, limitByteCount: 1 << 20)
    #expect(text.contains("\"firstSeed\": \"\(first)\""))
    #expect(text.contains("\"endSeed\": \"18446744073709551614\""))
    _ = run(["sweep", plan, "--out", rows])
    _ = run(["merge", plan, rows, "--out", folder.at("all.ndjson")])
    let lines = try FileStore.readText(folder.at("all.ndjson"), limitByteCount: 1 << 20)
      .split(separator: "\n").map { try CommandRun.json(String($0)) }
    #expect(lines.flatMap { seeds($0) }.contains("\"\(last)\""))
    #expect(lines.flatMap { changed($0) } == [])
  }
}
