/// What decides how many instructions the same work takes.
package struct BuildKey: Equatable, Sendable {
  /// The processor's architecture.
  package var architecture: String
  /// The compilers.
  package var toolchain: String
  /// `debug` or `release`.
  package var build: String

  /// Reads the key of a result; nil when a member is missing.
  package init?(result: JSONOutput) {
    let environment = result["environment"]
    guard let architecture = environment?["architecture"]?.text,
      let toolchain = environment?["toolchain"]?.text, let build = environment?["build"]?.text
    else { return nil }
    self.architecture = architecture
    self.toolchain = toolchain
    self.build = build
  }

  init(_ reader: inout ObjectReader) throws(FormatError) {
    architecture = try reader.required("architecture").string()
    toolchain = try reader.required("toolchain").string()
    build = try reader.required("build").string()
  }

  var members: [(String, JSONOutput)] {
    [
      ("architecture", .string(architecture)), ("toolchain", .string(toolchain)),
      ("build", .string(build)),
    ]
  }

  /// The key in words.
  package var words: String { "\(architecture), \(toolchain), \(build)" }
}

/// Instructions that a run took in a build.
package struct InstructionRecord: Equatable, Sendable {
  /// The build.
  package var build: BuildKey
  /// Who counted, how many frames, and what.
  package var summary: InstructionSummary

  /// Reads what a result counted; nil when it counted nothing.
  package init?(result: JSONOutput) {
    let counts = result["timing"]?["instructions"]
    guard let build = BuildKey(result: result),
      let source = counts?["source"]?.text.flatMap({ InstructionSource(rawValue: $0) }),
      source != .none, let frames = counts?["frames"]?.uint64,
      case .object(let totals) = counts?["total"]
    else { return nil }
    self.build = build
    summary = InstructionSummary(
      source: source, note: counts?["note"]?.text, frames: UInt32(clamping: frames),
      counts: totals.compactMap { name, total in
        total.uint64.map { InstructionCount(name: name, total: $0) }
      })
  }

  init(_ reader: inout ObjectReader) throws(FormatError) {
    build = try BuildKey(&reader)
    let source = try reader.required("source")
    guard let known = InstructionSource(rawValue: try source.string()), known != .none else {
      throw source.failure(
        .unexpected(found: source.foundText, expected: "hardware, valgrind or difference"))
    }
    let frames = try reader.required("frames").uint32()
    var totals = try reader.required("total").object()
    var counts: [InstructionCount] = []
    for member in totals.remainingMembers() {
      counts.append(InstructionCount(name: member.key, total: try member.value.uint64()))
    }
    summary = InstructionSummary(source: known, note: nil, frames: frames, counts: counts)
  }

  var value: JSONOutput {
    .object(
      build.members + [
        ("source", .string(summary.source.rawValue)),
        ("frames", .unsigned(UInt64(summary.frames))),
        ("total", .object(summary.counts.map { ($0.name, .unsigned($0.total)) })),
      ])
  }

  /// Makes a record; why no better source counted is no part of it.
  package init(build: BuildKey, summary: InstructionSummary) {
    self.build = build
    self.summary = summary
    self.summary.note = nil
  }

  /// Whether both were counted in the same way in the same build.
  func replaces(_ other: InstructionRecord) -> Bool {
    build == other.build && summary.source == other.summary.source
  }

  fileprivate var order: (String, String, String, String) {
    (build.architecture, build.toolchain, build.build, summary.source.rawValue)
  }
}

/// The median time of a phase.
package struct MedianTime: Equatable, Sendable {
  /// `frame` or the phase's name.
  package var name: String
  /// The median over the frames after warm-up.
  package var nanoseconds: UInt64

  /// Makes a median.
  package init(name: String, nanoseconds: UInt64) {
    self.name = name
    self.nanoseconds = nanoseconds
  }
}

/// Median times of a run on one machine: read by people, no verdict rests on them.
package struct WallTimeRecord: Equatable, Sendable {
  /// The machine.
  package var machine: String
  /// The build.
  package var build: BuildKey
  /// Medians in nanoseconds: the whole frame, then its phases.
  package var medians: [MedianTime]

  /// Reads the medians of a result; nil when nothing was timed.
  package init?(result: JSONOutput, machine: String) {
    let timing = result["timing"]
    guard let build = BuildKey(result: result), let frame = timing?["frame"]?["p50"]?.uint64,
      case .object(let phases) = timing?["phases"]
    else { return nil }
    self.machine = machine
    self.build = build
    medians =
      [MedianTime(name: "frame", nanoseconds: frame)]
      + phases.compactMap { name, times in
        times["p50"]?.uint64.map { MedianTime(name: name, nanoseconds: $0) }
      }
  }

  init(_ reader: inout ObjectReader) throws(FormatError) {
    machine = try reader.required("machine").string()
    build = try BuildKey(&reader)
    var medians = try reader.required("p50").object()
    self.medians = []
    for member in medians.remainingMembers() {
      self.medians.append(
        MedianTime(name: member.key, nanoseconds: try member.value.uint64()))
    }
  }

  var value: JSONOutput {
    .object(
      [("machine", .string(machine))] + build.members + [
        ("p50", .object(medians.map { ($0.name, .unsigned($0.nanoseconds)) }))
      ])
  }

  /// Whether both are of one machine and build, so that they compare.
  package func compares(with other: WallTimeRecord) -> Bool {
    machine == other.machine && build == other.build
  }
}

extension BaselineEntry {
  /// The instructions that a record would replace: of the same build and source.
  package func instructions(like record: InstructionRecord) -> InstructionRecord? {
    instructions.first { $0.replaces(record) }
  }

  /// Adds a record; it replaces the one of the same build and source.
  package mutating func put(_ record: InstructionRecord) {
    instructions.removeAll { $0.replaces(record) }
    instructions.append(record)
    instructions.sort { $0.order < $1.order }
  }

  /// Adds a record; it replaces the one of the same machine and build.
  package mutating func put(_ record: WallTimeRecord) {
    wallTimes.removeAll { $0.compares(with: record) }
    wallTimes.append(record)
    wallTimes.sort { ($0.machine, $0.build.words) < ($1.machine, $1.build.words) }
  }

  /// Takes over instructions that are no more in any phase; adds those of another build.
  package mutating func lower(to record: InstructionRecord) {
    let old = instructions.first { $0.replaces(record) }
    let isHigher = (old?.summary.counts ?? []).contains { count in
      record.summary.counts.contains { $0.name == count.name && $0.total > count.total }
    }
    if !isHigher { put(record) }
  }

  /// The entry with what another has for builds and machines that it has nothing for.
  package func keepingRecords(of old: BaselineEntry) -> BaselineEntry {
    var kept = self
    kept.instructions = []
    kept.wallTimes = []
    for record in old.instructions + instructions { kept.put(record) }
    for record in old.wallTimes + wallTimes { kept.put(record) }
    return kept
  }

  /// Whether it has the same instructions and times as another.
  package func hasRecords(of other: BaselineEntry) -> Bool {
    instructions == other.instructions && wallTimes == other.wallTimes
  }

  /// The members of an entry that depend on the build or the machine, as far as there are any.
  var recordMembers: [(String, JSONOutput)] {
    var members: [(String, JSONOutput)] = []
    if !instructions.isEmpty {
      members.append(("instructions", .array(instructions.map { $0.value })))
    }
    if !wallTimes.isEmpty { members.append(("wallTimes", .array(wallTimes.map { $0.value }))) }
    return members
  }

  mutating func readRecords(_ reader: inout ObjectReader) throws(FormatError) {
    if let node = reader.optional("instructions") {
      for node in try node.array() {
        let record = try node.object { (reader) throws(FormatError) in
          try InstructionRecord(&reader)
        }
        // It cannot be told which of two is right, and a count that vanishes is never missed.
        guard !instructions.contains(where: { $0.replaces(record) }) else {
          let words = "\(record.build.words), counted by \(record.summary.source.rawValue)"
          throw node.failure(.other("two records of instructions of \(words)"))
        }
        put(record)
      }
    }
    if let node = reader.optional("wallTimes") {
      for node in try node.array() {
        let record = try node.object { (reader) throws(FormatError) in try WallTimeRecord(&reader) }
        guard !wallTimes.contains(where: { $0.compares(with: record) }) else {
          let words = "\(record.machine) and \(record.build.words)"
          throw node.failure(.other("two records of times of \(words)"))
        }
        put(record)
      }
    }
  }
}
