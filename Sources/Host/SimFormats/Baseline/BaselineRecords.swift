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

  fileprivate init() { (architecture, toolchain, build) = ("", "", "") }

  static let shape = Shape<BuildKey>(
    BuildKey(), "A build.",
    [
      Member("architecture", \.architecture, "The processor's architecture."),
      Member("toolchain", \.toolchain, "The compilers."),
      Member("build", \.build, "debug or release."),
    ])

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

  static let shape = Shape<InstructionRecord>(
    InstructionRecord(build: BuildKey(), summary: .notAskedFor), name: "instructions",
    "Instructions of all counted frames together, in one build.", isClosed: true,
    BuildKey.shape.members.map { $0.at(\.build) } + [
      Member("source", \.summary.source, InstructionSource.counting, "Who counted."),
      Member("frames", \.summary.frames, "Frames counted."),
      Member(
        "total", \.summary.counts, InstructionCount.totals,
        "Instructions by phase; frame stands for all of it."),
    ])

  /// Creates a record without the reason why no better source was used.
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

  private init() { (machine, build, medians) = ("", BuildKey(), []) }

  static let shape = Shape<WallTimeRecord>(
    WallTimeRecord(), name: "wallTimes", "Median times on one machine.", isClosed: true,
    [Member("machine", \.machine, "Architecture, processor and cores.")]
      + BuildKey.shape.members.map { $0.at(\.build) } + [
        Member(
          "p50", \.medians,
          Codec<UInt64>.whole().byName {
            ($0.name, $0.nanoseconds)
          } make: {
            MedianTime(name: $0, nanoseconds: $1)
          }, "Medians in nanoseconds: the whole frame, then its phases.")
      ])

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
    // Own records come last, since each replaces the old one like it.
    for record in old.instructions + instructions { kept.put(record) }
    for record in old.wallTimes + wallTimes { kept.put(record) }
    return kept
  }

  /// Whether it has the same instructions and times as another.
  package func hasRecords(of other: BaselineEntry) -> Bool {
    instructions == other.instructions && wallTimes == other.wallTimes
  }
}

extension InstructionSource {
  /// Those that count.
  static let counting = Codec<InstructionSource>(
    .names(allCases.filter { $0 != .none }.map { $0.rawValue }), write: { .string($0.rawValue) },
    read: { (node) throws(FormatError) in
      guard let known = InstructionSource(rawValue: try node.string()), known != .none else {
        throw node.failure(
          .unexpected(found: node.foundText, expected: "hardware, valgrind or difference"))
      }
      return known
    })
}
