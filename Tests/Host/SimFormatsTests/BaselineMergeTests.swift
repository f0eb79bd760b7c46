import SimFormats
import SimMath
import Testing

/// Goal: baselines of two branches merge where they agree, and every disagreement is named.
///
/// Method: every combination of a member that is absent, kept, changed and changed otherwise on
/// either side, for each kind of member; histories with a line in every combination of versions;
/// random texts, resolved to either side.
@Suite struct BaselineMergeTests {
  private static func entry(
    seed: Int = 1, device: String = "d", digest: String = "00000000000000aa",
    recordedWith: String = "r", metrics: String = #""work.a": 5"#, checkpoints: String = "",
    _ more: String = ""
  ) -> String {
    """
    {"seed": \(seed), "frames": 10, "device": "\(device)", "reduceMotion": false,
     "scenarioDigest": "\(digest)", "sceneBehaviorVersion": 1, "behaviorVersion": 5,
     "recordedWith": "\(recordedWith)", "metrics": {\(metrics)}, "checkpoints": {\(checkpoints)}
     \(more)}
    """
  }

  private static func file(_ entries: [String]) throws -> BaselineFile {
    let text = """
      {"schemaVersion": 1, "scenario": "snow", "exact": [\(entries.joined(separator: ","))]}
      """
    return try BaselineFile.read(Array(text.utf8), file: "b.json")
  }

  /// A place of a baseline that holds a number or nothing.
  enum Kind: CaseIterable {
    case metric, checkpoint, instructions, wallTimes, entry

    func file(_ value: Int?) throws -> BaselineFile {
      guard let value else {
        return try BaselineMergeTests.file(self == .entry ? [] : [BaselineMergeTests.entry()])
      }
      let build = #""architecture": "x", "toolchain": "t", "build": "release""#
      let text =
        switch self {
        case .metric: BaselineMergeTests.entry(metrics: #""work.a": 5, "work.b": \#(value)"#)
        case .checkpoint: BaselineMergeTests.entry(checkpoints: #""224": "\#(value)""#)
        case .instructions:
          BaselineMergeTests.entry(
            #", "instructions": [{\#(build), "source": "valgrind", "frames": 10, "#
              + #""total": {"step": \#(value)}}]"#)
        case .wallTimes:
          BaselineMergeTests.entry(
            #", "wallTimes": [{"machine": "m", \#(build), "p50": {"frame": \#(value)}}]"#)
        case .entry: BaselineMergeTests.entry(metrics: #""work.a": \#(value)"#)
        }
      return try BaselineMergeTests.file([text])
    }
  }

  /// What each version holds, and the result; nil for a conflict.
  static let combinations: [(versions: [Int?], merged: Int??)] = [
    ([nil, nil, nil], .some(nil)), ([nil, nil, 1], 1), ([nil, 1, nil], 1), ([nil, 1, 1], 1),
    ([nil, 1, 2], nil), ([1, 1, 1], 1), ([1, 1, 2], 2), ([1, 2, 1], 2), ([1, 2, 2], 2),
    ([1, 2, 3], nil), ([1, nil, 1], .some(nil)), ([1, 1, nil], .some(nil)),
    ([1, nil, nil], .some(nil)), ([1, nil, 2], nil), ([1, 2, nil], nil),
  ]

  @Test(arguments: Kind.allCases) func everyCombination(kind: Kind) throws {
    for (versions, merged) in Self.combinations {
      let files = try versions.map { try kind.file($0) }
      let merge = try BaselineMerge(files[0], files[1], files[2], file: "b.json")
      let isConflict = merged == nil && kind != .wallTimes
      #expect(merge.conflicts.count == (isConflict ? 1 : 0), "\(versions)")
      // Nothing depends on times, so the current branch keeps its own.
      let sides = merged.map { [$0, $0] } ?? [versions[1], versions[isConflict ? 2 : 1]]
      let found = [merge.current.value, merge.other.value]
      #expect(try found == sides.map { try kind.file($0).value }, "\(versions)")
    }
  }

  @Test func eachConflictIsNamed() throws {
    let ancestor = try Self.file([Self.entry(), Self.entry(seed: 2)])
    let current = try Self.file([
      Self.entry(metrics: #""digest.chain": "a", "work.a": 6"#),
      Self.entry(seed: 2, digest: "00000000000000ab"),
    ])
    let other = try Self.file([Self.entry(metrics: #""digest.chain": "b", "work.a": 7"#)])
    let merge = try BaselineMerge(ancestor, current, other, file: "b.json")
    let run = "snow, seed 1, 10 frames, d: "
    #expect(
      merge.conflicts.map(\.words) == [
        run + #"digest.chain is "a" in this branch and "b" in the other"#,
        run + "work.a is 6 in this branch and 7 in the other",
        "snow, seed 2, 10 frames, d: the entry is changed in this branch and removed in the other",
      ])
    let added = try BaselineMerge(nil, current, other, file: "b.json")
    #expect(added.conflicts.count == 2, "an entry that one branch added is no conflict")
    #expect(added.current.entries.count == 2 && added.other.entries.count == 2)
  }

  @Test func changesOfBothBranchesMeet() throws {
    let ancestor = try Self.file([
      Self.entry(metrics: #""work.a": 5, "work.b": 5"#), Self.entry(seed: 3),
    ])
    let current = try Self.file([
      Self.entry(recordedWith: "mine", metrics: #""work.a": 4, "work.b": 5"#),
      Self.entry(device: "e"), Self.entry(seed: 3),
    ])
    let other = try Self.file([
      Self.entry(recordedWith: "theirs", metrics: #""work.a": 5, "work.b": 3"#),
      Self.entry(seed: 2),
    ])
    let merge = try BaselineMerge(ancestor, current, other, file: "b.json")
    let expected = try Self.file([
      Self.entry(recordedWith: "mine", metrics: #""work.a": 4, "work.b": 3"#),
      Self.entry(device: "e"), Self.entry(seed: 2),
    ])
    #expect(merge.conflicts.isEmpty && merge.current.value == expected.value)
    #expect(merge.other.value == expected.value)
  }

  /// The run tells entries apart; what else the key holds is a member of its entry.
  @Test func runsAreTheIdentity() throws {
    let current = try Self.file([Self.entry()])
    for (entry, isSame) in [
      (Self.entry(seed: 2), false), (Self.entry(device: "e"), false),
      (Self.entry().replacing("10,", with: "11,"), false),
      (Self.entry().replacing("false", with: "true"), false),
      (Self.entry().replacing("{\"seed\"", with: "{\"case\": \"a\", \"seed\""), false),
      (Self.entry(digest: "00000000000000ab"), true),
      (Self.entry().replacing("\"behaviorVersion\": 5", with: "\"behaviorVersion\": 6"), true),
    ] {
      let merge = try BaselineMerge(nil, current, try Self.file([entry]), file: "b.json")
      #expect(merge.conflicts.count == (isSame ? 1 : 0), "\(entry)")
      #expect(merge.current.entries.count == (isSame ? 1 : 2))
    }
  }

  // MARK: - Histories

  private static func line(_ date: String, _ commit: String) -> String {
    #"{"date":"\#(date)","commit":"\#(commit)","scenario":"s","machine":"m","#
      + #""metrics":{"a":1}}"# + "\n"
  }

  private static func day(_ day: Int) -> String { "2026-03-0\(day)T09:30:00Z" }

  private static func merged(_ texts: [String]) throws -> String {
    let bytes = texts.map { Array($0.utf8) }
    return String(
      decoding: try HistoryFile.merged(
        bytes[0], bytes[1], bytes[2], files: ("ancestor", "current", "other")), as: UTF8.self)
  }

  @Test func linesAreTheUnionWithoutThoseRemoved() throws {
    let kept = Self.line(Self.day(1), "k")
    for versions in 0..<8 {
      let isIn = (0..<3).map { versions >> $0 & 1 == 1 }
      let texts = isIn.map { kept + ($0 ? Self.line(Self.day(2), "x") : "") }
      let isExpected = isIn[0] ? isIn[1] && isIn[2] : isIn[1] || isIn[2]
      let expected = kept + (isExpected ? Self.line(Self.day(2), "x") : "")
      #expect(try Self.merged(texts) == expected, "\(isIn)")
    }
  }

  @Test func linesAreInOrderWhicheverBranchIsCurrent() throws {
    let old = Self.line(Self.day(3), "z") + Self.line(Self.day(3), "a")
    let mine = old + Self.line(Self.day(5), "b") + Self.line(Self.day(6), "b")
    let theirs = Self.line(Self.day(2), "c") + old + Self.line(Self.day(5), "a")
    let expected =
      Self.line(Self.day(2), "c") + old + Self.line(Self.day(5), "a") + Self.line(Self.day(5), "b")
      + Self.line(Self.day(6), "b")
    #expect(try Self.merged([old, mine, theirs]) == expected)
    #expect(try Self.merged([old, theirs, mine]) == expected)
    let crlf = theirs.replacing("\n", with: "\r\n")
    #expect(try Self.merged([old, mine, crlf]) == expected)
    let undated = Self.line("today", "u")
    #expect(
      try Self.merged([old, old + undated, theirs])
        == old + undated + Self.line(Self.day(2), "c") + Self.line(Self.day(5), "a"))
    #expect(try Self.merged(["", "", ""]).isEmpty)
  }

  // MARK: - Conflicts

  /// The text with one side of every conflict.
  private static func resolved(_ text: String, _ isCurrent: Bool) -> String {
    var side: Bool?
    var lines: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      switch line {
      case "<<<<<<< current": side = true
      case "=======": side = false
      case ">>>>>>> other": side = nil
      default: if side == nil || side == isCurrent { lines.append(line) }
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func conflict(_ current: String, _ other: String) -> String {
    String(decoding: ConflictText.bytes(Array(current.utf8), Array(other.utf8)), as: UTF8.self)
  }

  @Test func eitherSideOfAConflictIsItsVersion() {
    var random = RandomStream(seed: 7, name: "conflicts")
    for count in (0..<500).map({ $0 % 40 }) + [5000] {
      func text() -> String {
        (0..<count).map { _ in "\(random.below(4))\n" }.joined()
      }
      let (current, other) = (text(), text())
      let conflict = Self.conflict(current, other)
      #expect(Self.resolved(conflict, true) == current)
      #expect(Self.resolved(conflict, false) == other)
    }
  }

  @Test func onlyDifferingLinesAreInConflict() {
    #expect(
      Self.conflict("a\nb\nc\nd\n", "a\nx\nc\nd\ne\n")
        == "a\n<<<<<<< current\nb\n=======\nx\n>>>>>>> other\nc\nd\n"
        + "<<<<<<< current\n=======\ne\n>>>>>>> other\n")
  }
}
