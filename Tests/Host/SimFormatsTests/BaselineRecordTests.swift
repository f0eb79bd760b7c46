import SimFormats
import Testing

/// Goal: instructions are compared with the tolerance of their source and only with their like;
/// records replace their like and nothing else.
@Suite struct BaselineRecordTests {
  private func counts(
    _ total: UInt64, _ source: InstructionSource = .valgrind, frames: UInt32 = 10
  ) -> InstructionSummary {
    InstructionSummary(
      source: source, note: nil, frames: frames,
      counts: [InstructionCount(name: "step", total: total)])
  }

  private func verdict(
    _ total: UInt64, of reference: UInt64 = 100_000, _ source: InstructionSource
  ) -> GateVerdict? {
    InstructionOutcome(
      reference: counts(reference, source), measured: counts(total, source), isSameWork: true
    )?.verdict
  }

  @Test func toleranceHasItsEdges() {
    for source in [InstructionSource.hardware, .valgrind] {
      #expect(verdict(100_500, source) == .equal && verdict(100_501, source) == .regressed)
      #expect(verdict(99_500, source) == .equal && verdict(99_499, source) == .improved)
    }
    #expect(verdict(4_040_000, of: 4_000_000, .difference) == .equal)
    #expect(verdict(4_040_001, of: 4_000_000, .difference) == .regressed)
    // Of few instructions, as many as two processes differ by besides their frames.
    #expect(verdict(120_000, .difference) == .equal && verdict(80_000, .difference) == .equal)
    #expect(verdict(120_001, .difference) == .regressed)
    #expect(verdict(79_999, .difference) == .improved)
  }

  @Test func onlyTheLikeCompares() {
    let reference = counts(100)
    for other in [counts(100, .hardware), counts(100, frames: 11), .none("no valgrind")] {
      #expect(
        InstructionOutcome(reference: reference, measured: other, isSameWork: true) == nil)
    }
    let changed = InstructionOutcome(
      reference: reference, measured: counts(900), isSameWork: false)
    #expect(changed?.verdict == .workChanged)
  }

  private func result(toolchain: String, step: UInt64, time: UInt64) -> JSONOutput {
    .object([
      ("seed", .unsigned(1)), ("plannedFrames", .unsigned(10)), ("device", .string("d")),
      ("sceneBehaviorVersion", .unsigned(1)),
      (
        "environment",
        .object([
          ("architecture", .string("x86_64")), ("toolchain", .string(toolchain)),
          ("build", .string("release")), ("behaviorVersion", .unsigned(1)),
        ])
      ),
      (
        "timing",
        .object([
          ("frame", .object([("p50", .unsigned(time))])),
          ("phases", .object([("step", .object([("p50", .unsigned(time))]))])),
          (
            "instructions",
            .object([
              ("source", .string("valgrind")), ("note", .null), ("frames", .unsigned(10)),
              ("total", .object([("step", .unsigned(step))])),
            ])
          ),
        ])
      ),
    ])
  }

  @Test func recordsReplaceTheirLikeAndAreReadBack() throws {
    let key = try #require(
      BaselineKey(
        result: result(toolchain: "a", step: 1, time: 1), scenarioDigest: "00000000000000ff"))
    var entry = BaselineEntry(key: key, recordedWith: "r", metrics: [], checkpoints: [])
    for (toolchain, step) in [("b", 5), ("a", 7), ("b", 6)] as [(String, UInt64)] {
      let result = result(toolchain: toolchain, step: step, time: step)
      entry.put(try #require(InstructionRecord(result: result)))
      entry.put(try #require(WallTimeRecord(result: result, machine: "m")))
    }
    #expect(entry.instructions.map(\.build.toolchain) == ["a", "b"])
    #expect(entry.instructions.map { $0.summary.counts[0].total } == [7, 6])
    #expect(entry.wallTimes.map { $0.medians[0].nanoseconds } == [7, 6])
    entry.lower(
      to: try #require(InstructionRecord(result: result(toolchain: "a", step: 8, time: 1))))
    #expect(entry.instructions[0].summary.counts[0].total == 7)
    entry.lower(
      to: try #require(InstructionRecord(result: result(toolchain: "a", step: 3, time: 1))))
    #expect(entry.instructions[0].summary.counts[0].total == 3)

    var file = BaselineFile(scenario: "tiny")
    file.put(entry)
    let bytes = JSONWriter.bytes(of: file.value)
    let read = try #require(try BaselineFile.read(bytes, file: "b.json").entries.first)
    #expect(read.hasRecords(of: entry))
    let fresh = BaselineEntry(key: key, recordedWith: "r", metrics: [], checkpoints: [])
    #expect(!fresh.hasRecords(of: entry) && fresh.keepingRecords(of: entry).hasRecords(of: entry))
  }

  /// A merge of two branches may leave two counts of one build; which is right cannot be told.
  @Test func twoRecordsOfOneBuildAreRefused() throws {
    let result = result(toolchain: "a", step: 7, time: 7)
    let key = try #require(BaselineKey(result: result, scenarioDigest: "00000000000000ff"))
    var entry = BaselineEntry(key: key, recordedWith: "r", metrics: [], checkpoints: [])
    let counted = try #require(InstructionRecord(result: result))
    entry.put(counted)
    var other = counted
    other.summary.source = .difference
    entry.put(other)
    #expect(entry.instructions.count == 2, "methods are kept apart")
    other.summary.counts[0].total = 8
    #expect(entry.instructions(like: other)?.summary.counts[0].total == 7)
    entry.put(try #require(WallTimeRecord(result: result, machine: "m")))
    entry.put(try #require(WallTimeRecord(result: result, machine: "n")))
    var file = BaselineFile(scenario: "tiny")
    file.put(entry)
    let text = JSONWriter.text(of: file.value)
    _ = try BaselineFile.read(Array(text.utf8), file: "b.json")
    for (old, new, words) in [
      ("\"difference\"", "\"valgrind\"", "two records of instructions of x86_64, a, release"),
      ("\"n\"", "\"m\"", "two records of times of m and x86_64, a, release"),
    ] {
      let merged = text.replacing(old, with: new)
      #expect(merged != text)
      let error = #expect(throws: FormatError.self) {
        _ = try BaselineFile.read(Array(merged.utf8), file: "b.json")
      }
      #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }
  }
}
