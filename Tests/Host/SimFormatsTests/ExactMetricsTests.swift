import SimFormats
import Testing

/// Goal: every figure outside `timing` is compared, with tolerance 0, and said for what it is.
///
/// Method: results as JSON with one figure changed at a time.
@Suite struct ExactMetricsTests {
  private func result(
    digest: String = "ab", pixels: UInt64 = 100, steady: JSONOutput = .unsigned(0),
    flakes: UInt64 = 600, wall: UInt64 = 5
  ) -> JSONOutput {
    .object([
      ("scenario", .string("a")), ("frames", .unsigned(3)),
      ("digest", .object([("chain", .string(digest)), ("pixels", .null)])),
      ("population", .object([("flakes", .object([("max", .unsigned(flakes))]))])),
      ("allocations", .object([("source", .string("s")), ("steadyTotal", steady)])),
      ("work", .object([("pixelsBlended", .unsigned(pixels))])),
      ("timing", .object([("wall", .unsigned(wall))])),
    ])
  }

  private func compare(
    _ measured: JSONOutput, with reference: JSONOutput? = nil, needsAll: Bool = true
  ) -> ExactComparison {
    ExactComparison(
      reference: ExactMetrics.metrics(of: reference ?? result()),
      measured: ExactMetrics.metrics(of: measured), needsAll: needsAll)
  }

  @Test func metricsAreSortedAndLeaveTimingOut() {
    #expect(
      ExactMetrics.metrics(of: result()).map(\.path) == [
        "allocations.steadyTotal", "digest.chain", "digest.pixels", "frames",
        "population.flakes.max", "work.pixelsBlended",
      ])
    #expect(compare(result(wall: 99)).verdicts == [.equal])
    #expect(compare(result()).comparedCount == 5 && compare(result()).rows.isEmpty)
  }

  @Test func costsRiseAndFall() {
    #expect(compare(result(pixels: 99)).verdicts == [.improved])
    #expect(compare(result(pixels: 101)).verdicts == [.regressed])
    #expect(compare(result(steady: .unsigned(1))).verdicts == [.regressed])
    #expect(
      compare(result(steady: .unsigned(0)), with: result(steady: .unsigned(1))).verdicts
        == [.improved])
    // One figure that rose is not outweighed by another that fell.
    #expect(compare(result(pixels: 1, steady: .unsigned(1))).verdicts == [.regressed])
  }

  @Test func otherWorkIsNoRegression() {
    #expect(compare(result(digest: "cd")).verdicts == [.workChanged])
    #expect(compare(result(digest: "cd", pixels: 999)).verdicts == [.workChanged])
    #expect(compare(result(digest: "cd", pixels: 1)).verdicts == [.workChanged])
    #expect(compare(result(flakes: 60)).verdicts == [.workChanged])
    // Memory is owed by no work at all.
    #expect(
      compare(result(digest: "cd", steady: .unsigned(1))).verdicts == [.workChanged, .regressed])
  }

  @Test func whatIsMissingIsSaid() {
    let unmeasured = compare(result(steady: .null))
    #expect(unmeasured.verdicts == [.equal] && unmeasured.rows.map(\.change) == [.notMeasured])
    let added = compare(result(), with: result(steady: .null))
    #expect(added.verdicts == [.referenceMissing] && added.rows.map(\.change) == [.added])
    #expect(compare(result(), with: result(steady: .null), needsAll: false).verdicts == [.equal])
    // A population that is gone is other work.
    #expect(compare(.object([("frames", .unsigned(3))])).verdicts == [.workChanged])
  }
}

/// Goal: baselines read back as they were written, sorted, and refuse what they are not.
@Suite struct BaselineFileTests {
  static func key(
    seed: UInt64 = 1, frames: UInt64 = 9, digest: String = "d"
  ) throws -> BaselineKey {
    try #require(
      BaselineKey(
        result: .object([
          ("seed", .unsigned(seed)), ("plannedFrames", .unsigned(frames)),
          ("device", .string("iphone-12")), ("reduceMotion", .bool(false)),
          ("sceneBehaviorVersion", .unsigned(1)),
          ("environment", .object([("behaviorVersion", .unsigned(2))])),
        ]),
        scenarioDigest: HexadecimalText.digest(UInt64(digest.utf8.reduce(0) { $0 * 31 + Int($1) })))
    )
  }

  static func entry(
    _ key: BaselineKey, metrics: [(String, JSONOutput)] = [("a.b", .unsigned(1))]
  ) -> BaselineEntry {
    BaselineEntry(
      key: key, recordedWith: "test", metrics: metrics.map { ExactMetric(path: $0.0, value: $0.1) },
      checkpoints: [BaselineEntry.Checkpoint(frame: 8, digest: 0xFF)])
  }

  @Test func readsWhatItWrites() throws {
    var file = BaselineFile(scenario: "snow")
    for (seed, frames) in [(2, 9), (1, 20), (1, 9)] as [(UInt64, UInt64)] {
      file.put(Self.entry(try Self.key(seed: seed, frames: frames)))
    }
    #expect(file.entries.map(\.key.seed) == [1, 1, 2])
    #expect(file.entries.map(\.key.frames) == [9, 20, 9])
    let bytes = JSONWriter.bytes(of: file.value)
    let again = try BaselineFile.read(bytes, file: "b.json")
    #expect(again.value == file.value && again.scenario == "snow")
    #expect(JSONWriter.bytes(of: again.value) == bytes)
  }

  @Test func editedScenarioReplacesItsEntry() throws {
    var file = BaselineFile(scenario: "snow")
    let (old, new) = (try Self.key(digest: "old"), try Self.key(digest: "new"))
    file.put(Self.entry(old))
    #expect(file.entry(for: new) == nil)
    #expect(file.outdatedEntry(for: new)?.key == old)
    #expect(old.difference(from: new).contains("scenario"))
    file.put(Self.entry(new))
    #expect(file.entries.map(\.key) == [new])
  }

  @Test(arguments: [("ff", true), ("00000000000000ff", true), ("+ff", false), ("0x1", false)])
  func digestsAreHexadecimal(digits: String, isRight: Bool) throws {
    var file = BaselineFile(scenario: "snow")
    file.put(Self.entry(try Self.key()))
    let whole = JSONWriter.text(of: file.value)
    #expect(whole.contains("\"8\": \"00000000000000ff\""))
    let bytes = Array(whole.replacing("00000000000000ff", with: digits).utf8)
    guard isRight else {
      let error = #expect(throws: FormatError.self) { try BaselineFile.read(bytes, file: "b.json") }
      #expect(error?.message.contains("one to sixteen hexadecimal digits") ?? false)
      return
    }
    #expect(try BaselineFile.read(bytes, file: "b.json").value == file.value)
  }

  @Test(arguments: ["new", "old"]) func noEntryVanishes(digest: String) throws {
    let entries = [try Self.key(digest: "old"), try Self.key(digest: digest)].map {
      Self.entry($0).value
    }
    let bytes = JSONWriter.bytes(
      of: .object([
        ("schemaVersion", .unsigned(1)), ("scenario", .string("snow")), ("exact", .array(entries)),
      ]))
    let error = #expect(throws: FormatError.self) { try BaselineFile.read(bytes, file: "b.json") }
    #expect(error?.message.contains("two entries have this seed") ?? false)
  }

  @Test(arguments: [
    ("{}", "schemaVersion"), (#"{"schemaVersion": 2, "scenario": "a", "exact": []}"#, "only 1"),
    (#"{"schemaVersion": 1, "scenario": "a", "exact": [], "x": 1}"#, "x"),
    (#"{"schemaVersion": 1, "scenario": "a", "exact": [{}]}"#, "seed"), ("", "1:1"),
  ])
  func refusesOtherFiles(text: String, words: String) {
    #expect {
      try BaselineFile.read(Array(text.utf8), file: "b.json")
    } throws: { error in
      let message = (error as? FormatError)?.message ?? ""
      return message.hasPrefix("b.json:") && message.contains(words)
    }
  }
}
