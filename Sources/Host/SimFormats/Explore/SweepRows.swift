/// The first line of what a sweep leaves: which sweep it is, whatever shard.
package struct SweepHead: Equatable, Sendable {
  /// What is run, as `SweepPlan.digest` says it.
  package var plan = ""
  /// The behavior version that all scenes share.
  package var behaviorVersion: UInt32 = 0
  /// Units of the whole sweep.
  package var unitCount: UInt64 = 0

  /// The line of a plan.
  package init(_ plan: SweepPlan) {
    (self.plan, behaviorVersion) = (plan.digest, plan.behaviorVersion)
    unitCount = plan.unitCount
  }

  private init() {}

  /// The line's object.
  package static let shape = Shape<SweepHead>(
    SweepHead(), "The sweep of the runs: the first line.", isClosed: true,
    [
      Member(
        "format", .always("simbench-sweep"), "The format of the lines.",
        get: { _ in "simbench-sweep" }, set: { _, _ in }),
      Member(
        "version", .whole(1...1), "The version of the lines.", get: { _ in UInt32(1) },
        set: { _, _ in }),
      Member("plan", \.plan, .digestText, "Digest of the plan without its shards."),
      Member("behaviorVersion", \.behaviorVersion, "The behavior version that all scenes share."),
      Member("runs", \.unitCount, "Runs of the whole sweep."),
    ])
}

/// What came of a unit of a sweep: a line.
package struct SweepRow: Equatable, Sendable {
  /// The unit.
  package var unit: UInt64 = 0
  /// The seed.
  package var seed: UInt64 = 0
  /// Frames that were run.
  package var frames: UInt32 = 0
  /// The state at the end.
  package var digest: UInt64 = 0
  /// The number of checks of each property.
  package var checked: [UInt64] = []
  /// The number of checks in which each was true.
  package var held: [UInt64] = []
  /// The violated property.
  package var failure: ExploreFailure?

  /// Describes nothing.
  package init() {}

  /// The line's object.
  package static let shape = Shape<SweepRow>(
    SweepRow(), "The result of a run: one line.", isClosed: true,
    [
      Member("run", \.unit, "The run's number in the sweep."),
      Member("seed", \.seed, .seed, SchemaRule.seedWords),
      Member("frames", \.frames, "Frames that were run."),
      Member("digest", \.digest, .digest, "The state at the end."),
      Member(
        "checked", \.checked, Codec<UInt64>.whole().list(),
        "The number of checks of each property, in the order of the plan."),
      Member(
        "held", \.held, Codec<UInt64>.whole().list(), "The number of checks in which each was true."
      ),
      Member(orNull: "failure", \.failure, ExploreFailure.shape.codec, "The violated property."),
    ])

  /// The line with its line feed.
  package var line: [UInt8] {
    JSONWriter.bytes(of: .object(Self.shape.write(self)), style: .compact) + [UInt8(ascii: "\n")]
  }
}

/// What a sweep left: its lines, as they stand and as they are meant.
package struct SweepPart: Sendable {
  /// A run.
  package struct Entry: Sendable {
    /// What it says.
    package var row: SweepRow
    /// Its bytes, with the line feed.
    package var line: ArraySlice<UInt8>
  }

  /// The runs in the order of the file.
  package private(set) var entries: [Entry] = []
  /// How many bytes are whole lines; what follows was cut off when the process ended.
  package private(set) var wholeByteCount = 0

  /// The first line of a plan's parts, with its line feed.
  package static func head(of plan: SweepPlan) -> [UInt8] {
    JSONWriter.bytes(of: .object(SweepHead.shape.write(SweepHead(plan))), style: .compact)
      + [UInt8(ascii: "\n")]
  }

  /// Reads what belongs to a plan; a line that does not end is left out.
  ///
  /// - Throws: `FormatError` if it is not a sweep result, belongs to another sweep, or does not
  ///   ascend.
  package static func read(
    _ bytes: [UInt8], of plan: SweepPlan, file: String
  ) throws(FormatError) -> SweepPart {
    try FormatError.check(bytes, file: file, expected: "a sweep result", allowsEmpty: true)
    var part = SweepPart()
    let expected = SweepHead(plan)
    var (start, number) = (0, 0)
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      number += 1
      let name = "\(file), line \(number)"
      let root = try JSONDocument.read(Array(bytes[start..<end]), file: name).root
      if number == 1 {
        try check(SweepHead.shape.read(root), expected, root)
      } else {
        let row = try SweepRow.shape.read(root)
        try check(row, after: part.entries.last?.row.unit, plan, root)
        part.entries.append(Entry(row: row, line: bytes[start...end]))
      }
      start = end + 1
    }
    part.wholeByteCount = start
    return part
  }

  private static func check(
    _ head: SweepHead, _ expected: SweepHead, _ node: JSONNode
  ) throws(FormatError) {
    guard head.behaviorVersion == expected.behaviorVersion else {
      throw node.failure(
        .other(
          "the runs are of behavior version \(head.behaviorVersion), the plan of "
            + "\(expected.behaviorVersion)"))
    }
    guard head == expected else {
      throw node.failure(
        .other("the runs belong to another plan: \(head.plan), not \(expected.plan)"))
    }
  }

  private static func check(
    _ row: SweepRow, after last: UInt64?, _ plan: SweepPlan, _ node: JSONNode
  ) throws(FormatError) {
    guard row.unit < plan.unitCount, row.seed == plan.seed(of: row.unit) else {
      throw node.failure(.other("the plan has no run \(row.unit) with seed \(row.seed)"))
    }
    if let last, row.unit <= last {
      throw node.failure(.other("run \(row.unit) comes after run \(last)"))
    }
    let count = plan.subjects[plan.subject(of: row.unit)].properties.count
    guard row.checked.count == count, row.held.count == count else {
      throw node.failure(.other("the plan has \(count) properties"))
    }
  }
}
