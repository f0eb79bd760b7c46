import Testing

/// Goal: a table that differs from what a build gives is never taken for equal, and the sentence
/// says what to do; method: plant one difference after the other.
struct SeedTableTests {
  static let text = """
    scenario pond
    behavior-version 1
    scene-behavior-version 4
    canvas 390 844 1
    frame-rate 60
    columns seed frame state pixels
    0 30 00000000000000a0 00000000000000b0
    0 60 00000000000000a1 00000000000000b1
    7 30 00000000000000a2 00000000000000b2
    7 60 00000000000000a3 00000000000000b3

    """

  /// What is wrong with the table when a text is pinned and the sound one is found.
  static func problem(_ pinned: String, seeds: [UInt64] = [0, 7]) throws -> String? {
    let found = try #require(try SeedTable.all(in: text).first)
    let table = try #require(try SeedTable.all(in: pinned).first)
    var some = found
    some.rows.removeAll { !seeds.contains($0.seed) }
    return table.problem(with: some, seeds: seeds)
  }

  static func planted(_ old: String, _ new: String) -> String {
    let planted = text.replacing(old, with: new)
    #expect(planted != text)
    return planted
  }

  @Test func equalTablesAgree() throws {
    #expect(try Self.problem(Self.text) == nil)
    #expect(try Self.problem(Self.text, seeds: [7]) == nil)
    #expect(try SeedTable.all(in: Self.text + Self.text).count == 2)
  }

  @Test(arguments: [("a2 ", "a9 ", "state"), ("b2", "c2", "pixels")])
  func changedDigestIsAChangeOfBehavior(old: String, new: String, what: String) throws {
    #expect(
      try Self.problem(Self.planted(old, new))
        == "behavior changed, \(what) first at seed 7 frame 30: raise pond's behaviorVersion, or "
        + "BehaviorVersion.current if every scene changed, and renew seeds with .ci/renew-seeds")
    #expect(try Self.problem(Self.planted(old, new), seeds: [0]) == nil)
  }

  @Test(arguments: ["behavior-version 1\n", "scene-behavior-version 4"])
  func otherVersionAsksForRenewal(line: String) throws {
    let planted = Self.planted(line, line.replacing(/\d/, with: "3")).replacing("a2 ", with: "a9 ")
    let problem = try #require(try Self.problem(planted))
    #expect(problem.hasPrefix("seeds/pond.txt is of behavior-version "))
    #expect(problem.hasSuffix(": renew seeds with .ci/renew-seeds"))
  }

  @Test func missingSurplusAndMisplacedRowsAreFound() throws {
    let lines = Self.text.split(separator: "\n").dropFirst(6).map { String($0) + "\n" }
    for line in lines {
      #expect(try Self.problem(Self.planted(line, "")) != nil, "without \(line)")
      #expect(try Self.problem(Self.planted(line, line + line)) != nil, "twice \(line)")
    }
    #expect(
      try Self.problem(Self.planted("7 60", "7 90"))
        == "seeds/pond.txt has seed 7 frame 90 where seed 7 frame 60 belongs")
    #expect(
      try Self.problem(Self.planted(lines[3], ""))
        == "seeds/pond.txt has 3 rows of these seeds, not 4")
  }

  @Test func otherConditionsAreFound() throws {
    for (old, new) in [("844 1", "844 2"), ("rate 60", "rate 30"), ("frame-rate 60\n", "")] {
      #expect(try Self.problem(Self.planted(old, new))?.contains("other conditions") == true)
    }
  }

  @Test(
    arguments: [
      ("0 30 ", "0 x "), ("a0 ", "A0 "), ("a0 ", "a "), ("b0", "b0 1"), ("b0\n", "b0\n\n"),
      ("canvas", "canvass"), ("scenario pond\n", ""), ("scenario pond", "scenario"),
      ("b3\n", "b3"),
    ])
  func badLineIsRefused(old: String, new: String) {
    #expect(throws: SeedTable.BadLine.self) { try SeedTable.all(in: Self.planted(old, new)) }
  }
}
