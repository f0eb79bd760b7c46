/// The conditions that determine the exact metrics of a run, which do not include the machine.
package struct BaselineKey: Hashable, Sendable {
  /// Which run of the file's matrix it is, such as `a`; nil for a file without one.
  package var caseName: String?
  /// The seed.
  package var seed: UInt64
  /// Frames planned; nil for a model.
  package var frames: UInt64?
  /// Duration of use of a model in virtual milliseconds; nil for a scene.
  package var milliseconds: UInt64?
  /// The device class; nil for a model.
  package var device: String?
  /// Whether Reduce Motion was on; nil for a model.
  package var isMotionReduced: Bool?
  /// Digest of the scenario file, device class and recorded motion, in hexadecimal.
  package var scenarioDigest: String
  /// The version of the scene's behavior; nil for a model.
  package var sceneBehaviorVersion: UInt64?
  /// The version of the model's behavior; nil for a scene.
  package var modelBehaviorVersion: UInt64?
  /// The version of what all scenes share.
  package var behaviorVersion: UInt64

  /// Reads the key of a result as `ResultFile` writes it; nil when a member is missing.
  package init?(result: JSONOutput, scenarioDigest: String) {
    frames = result["plannedFrames"]?.uint64
    milliseconds = result["milliseconds"]?.uint64
    device = result["device"]?.text
    sceneBehaviorVersion = result["sceneBehaviorVersion"]?.uint64
    modelBehaviorVersion = result["modelBehaviorVersion"]?.uint64
    let isScene = frames != nil && device != nil && sceneBehaviorVersion != nil
    guard isScene || milliseconds != nil && modelBehaviorVersion != nil,
      let seed = result["seed"]?.seed,
      let behaviorVersion = result["environment"]?["behaviorVersion"]?.uint64
    else { return nil }
    caseName = SceneResult.caseName(of: result["scenario"]?.text ?? "")
    self.seed = seed
    isMotionReduced = isScene ? result["reduceMotion"] == .bool(true) : nil
    self.scenarioDigest = scenarioDigest
    self.behaviorVersion = behaviorVersion
  }

  /// Reads the key of a result with a scenario digest; nil if a member is missing.
  package init?(result: JSONOutput) {
    guard let digest = result["scenarioDigest"]?.text else { return nil }
    self.init(result: result, scenarioDigest: digest)
  }

  /// The key as members of a JSON object.
  package var members: [(String, JSONOutput)] { Self.shape.write(self) }

  /// A key with which reading begins.
  package static let blank = BaselineKey()

  private init() {
    (seed, scenarioDigest, behaviorVersion) = (0, "", 0)
  }

  static let shape = Shape<BaselineKey>(
    blank, "What decides the exact metrics of a run.",
    [
      Member(
        optional: "case", \.caseName, .text(1...1000, "the name of a run"),
        "Which run of the scenario's matrix it is; left out where it has none."),
      Member("seed", \.seed, .seed, SchemaRule.seedWords),
      Member(optional: "frames", \.frames, .whole(from: 1), "Planned frames of a scene."),
      Member(
        optional: "milliseconds", \.milliseconds, .whole(),
        "Duration of use of a model in virtual milliseconds."),
      Member(optional: "device", \.device, .text, "Device class of a scene."),
      Member(
        optional: "reduceMotion", \.isMotionReduced, .bool,
        "Whether Reduce Motion was on for a scene."),
      Member(
        "scenarioDigest", \.scenarioDigest, .digestText,
        "Digest of the scenario file, device class and recorded motion."),
      Member(
        optional: "sceneBehaviorVersion", \.sceneBehaviorVersion, .whole(),
        "The version of the scene's behavior."),
      Member(
        optional: "modelBehaviorVersion", \.modelBehaviorVersion, .whole(),
        "The version of the model's behavior."),
      Member("behaviorVersion", \.behaviorVersion, "The version of what all scenes share."),
    ])

  /// A key that stands by itself.
  package static let closedShape = Shape<BaselineKey>(
    blank, shape.rule.words, isClosed: true, keywords: kinds, shape.members
  ) { (key, node) throws(FormatError) in try key.checkKind(node) }

  /// Required keys of a scene, then of a model.
  private static let kindKeys = [
    ["frames", "device", "reduceMotion", "sceneBehaviorVersion"],
    ["milliseconds", "modelBehaviorVersion"],
  ]
  /// The rule in JSON Schema.
  fileprivate static let kinds: [(String, JSONOutput)] = [
    (
      "oneOf",
      .array(
        kindKeys.enumerated().map { place, keys in
          let others = kindKeys[1 - place].map {
            JSONOutput.object([("required", .array([.string($0)]))])
          }
          return .object([
            ("required", .array(keys.map { .string($0) })),
            ("not", .object([("anyOf", .array(others))])),
          ])
        })
    )
  ]

  /// Checks that it has every key of a scene and none of a model, or the reverse.
  fileprivate func checkKind(_ node: JSONNode) throws(FormatError) {
    let has = [
      [frames != nil, device != nil, isMotionReduced != nil, sceneBehaviorVersion != nil],
      [milliseconds != nil, modelBehaviorVersion != nil],
    ]
    let kind = has[1].contains(true) && !has[0].contains(true) ? 1 : 0
    if let place = has[kind].firstIndex(of: false) {
      throw node.failure(.missing(.key, name: Self.kindKeys[kind][place], misspelling: nil))
    }
    if let place = has[1 - kind].firstIndex(of: true) {
      throw node.failure(
        .other(
          "\(Self.kindKeys[kind][0]) and \(Self.kindKeys[1 - kind][place]) exclude each other"))
    }
  }

  /// Whether it stands for the same run of an edited scenario or of a scene that behaves
  /// differently by now.
  package func isOutdated(by other: BaselineKey) -> Bool {
    caseName == other.caseName && seed == other.seed && frames == other.frames
      && milliseconds == other.milliseconds && device == other.device
      && isMotionReduced == other.isMotionReduced && self != other
  }

  /// What makes it outdated, in words.
  package func difference(from other: BaselineKey) -> String {
    if scenarioDigest != other.scenarioDigest {
      return "the scenario changed since the baseline was recorded"
    }
    return "the behavior version changed since the baseline was recorded"
  }

  fileprivate static func precedes(_ a: BaselineKey, _ b: BaselineKey) -> Bool {
    if a.caseName != b.caseName { return (a.caseName ?? "") < (b.caseName ?? "") }
    if a.seed != b.seed { return a.seed < b.seed }
    let (first, second) = (a.frames ?? a.milliseconds ?? 0, b.frames ?? b.milliseconds ?? 0)
    if first != second { return first < second }
    if a.device != b.device { return (a.device ?? "") < (b.device ?? "") }
    return a.isMotionReduced == false && b.isMotionReduced == true
  }
}

/// The exact metrics of one run.
package struct BaselineEntry: Sendable {
  /// What the run was.
  package var key: BaselineKey
  /// The tool and machine that recorded it, for people.
  package var recordedWith: String
  /// The metrics, sorted by path; null ones are left out.
  package var metrics: [ExactMetric]
  /// State digests by frame, or by step count of a model, ascending, to locate a divergence.
  package var checkpoints: [Checkpoint]
  /// Instructions of the run, one record for each build and source.
  package internal(set) var instructions: [InstructionRecord] = []
  /// Times of the run, one record for each machine and build.
  package internal(set) var wallTimes: [WallTimeRecord] = []

  /// A frame and its state digest.
  package struct Checkpoint: Equatable, Sendable {
    /// The index of the frame, or the step count of a model.
    package var frame: UInt64
    /// The digest.
    package var digest: UInt64

    /// Makes a checkpoint.
    package init(frame: UInt64, digest: UInt64) {
      self.frame = frame
      self.digest = digest
    }
  }

  /// Makes an entry.
  package init(
    key: BaselineKey, recordedWith: String, metrics: [ExactMetric], checkpoints: [Checkpoint]
  ) {
    self.key = key
    self.recordedWith = recordedWith
    self.metrics = metrics.filter { !$0.value.isNull }
    self.checkpoints = checkpoints
  }

  /// The entry as JSON.
  package var value: JSONOutput { .object(Self.shape.write(self)) }

  /// An entry as a baseline holds it.
  package static let shape = Shape<BaselineEntry>(
    BaselineEntry(key: BaselineKey.blank, recordedWith: "", metrics: [], checkpoints: []),
    "The exact metrics of one run.", isClosed: true, keywords: BaselineKey.kinds,
    BaselineKey.shape.members.map { $0.at(\.key) } + ownMembers
  ) { (entry, node) throws(FormatError) in try entry.key.checkKind(node) }

  private static let ownMembers: [Member<BaselineEntry>] = [
    Member(
      "recordedWith", \.recordedWith, .line,
      "The tool and machine that recorded it; read by people alone."),
    Member(
      "metrics", \.metrics, ExactMetric.codec,
      "Values by their path in a result, sorted; what was null is left out."),
    Member(
      "checkpoints", \.checkpoints, Checkpoint.codec,
      "State digests in hexadecimal by frame, or by step count of a model, ascending."),
    records(
      "instructions", InstructionRecord.shape,
      "Instructions of the run; one record for each build and source.", get: { $0.instructions }
    ) { entry, record in
      // It cannot be told which of two is right, and a count that vanishes is never missed.
      guard !entry.instructions.contains(where: { $0.replaces(record) }) else {
        let words = "\(record.build.words), counted by \(record.summary.source.rawValue)"
        return "two records of instructions of \(words)"
      }
      entry.put(record)
      return nil
    },
    records(
      "wallTimes", WallTimeRecord.shape,
      "Median times of the run; one record for each machine and build. No verdict rests on them.",
      get: { $0.wallTimes }
    ) { entry, record in
      guard !entry.wallTimes.contains(where: { $0.compares(with: record) }) else {
        return "two records of times of \(record.machine) and \(record.build.words)"
      }
      entry.put(record)
      return nil
    },
  ]

  /// Records of which there may be none.
  ///
  /// - Parameter put: Adds one, or says why it cannot.
  private static func records<Record>(
    _ key: String, _ shape: Shape<Record>, _ words: String,
    get: @escaping @Sendable (BaselineEntry) -> [Record],
    put: @escaping @Sendable (inout BaselineEntry, Record) -> String?
  ) -> Member<BaselineEntry> {
    let codec = shape.codec.list()
    return Member(
      key, codec, words, isRequired: false,
      write: { get($0).isEmpty ? nil : codec.write(get($0)) },
      read: { (entry, reader) throws(FormatError) in
        for node in try reader.optional(key)?.array() ?? [] {
          if let problem = put(&entry, try shape.read(node)) { throw node.failure(.other(problem)) }
        }
      })
  }
}

extension ExactMetric {
  /// Metrics by their paths.
  package static let codec = Codec<[ExactMetric]>(
    .map(Codec.scalar.rule, keys: nil),
    write: { .object($0.map { ($0.path, $0.value) }) },
    read: { (node) throws(FormatError) in
      var reader = try node.object()
      var metrics: [ExactMetric] = []
      for member in reader.remainingMembers() {
        switch member.value.value {
        case .number, .string, .bool:
          metrics.append(ExactMetric(path: member.key, value: JSONOutput(member.value)))
        default:
          throw member.value.failure(
            .unexpected(
              found: member.value.foundText, expected: "a number, a string, true or false"))
        }
      }
      return metrics.sorted { $0.path < $1.path }
    })
}

extension BaselineEntry.Checkpoint {
  /// Digests by their frames.
  package static let codec = Codec<[BaselineEntry.Checkpoint]>(
    .map(.pattern("^[0-9a-fA-F]{1,16}$"), keys: "^\(SchemaRule.digits(upTo: .max))$"),
    write: { .object($0.map { ("\($0.frame)", .string(HexadecimalText.digest($0.digest))) }) },
    read: { (node) throws(FormatError) in
      var reader = try node.object()
      var checkpoints: [BaselineEntry.Checkpoint] = []
      for member in reader.remainingMembers() {
        guard let frame = UInt64(member.key) else {
          throw node.failure(
            .unexpected(found: MessageText.quoted(member.key), expected: "frame numbers as keys"))
        }
        // Earlier versions wrote fewer digits where the first ones are zero.
        guard let digest = HexadecimalText.value(try member.value.string()) else {
          throw member.value.failure(
            .unexpected(
              found: member.value.foundText, expected: "one to sixteen hexadecimal digits"))
        }
        checkpoints.append(BaselineEntry.Checkpoint(frame: frame, digest: digest))
      }
      return checkpoints.sorted { $0.frame < $1.frame }
    })
}

/// The baseline of one scenario: an entry per seed, length and device, sorted, so that a change
/// shows as the lines that changed.
package struct BaselineFile: Sendable {
  /// The version of the format.
  package static var schemaVersion: UInt64 { 1 }

  /// The scenario's name.
  package var scenario: String
  /// The entries, sorted by seed, length and device.
  package private(set) var entries: [BaselineEntry]

  /// Makes a file without entries.
  package init(scenario: String) {
    self.scenario = scenario
    entries = []
  }

  /// Reads a file's bytes.
  ///
  /// - Throws: `FormatError` with the position, what was found and what is allowed.
  package static func read(_ bytes: [UInt8], file: String) throws(FormatError) -> BaselineFile {
    try shape.read(JSONDocument.read(bytes, file: file).root)
  }

  /// The entry of a run.
  package func entry(for key: BaselineKey) -> BaselineEntry? {
    entries.first { $0.key == key }
  }

  /// The entry of the same run before its scenario or its scene changed.
  package func outdatedEntry(for key: BaselineKey) -> BaselineEntry? {
    entries.first { $0.key.isOutdated(by: key) }
  }

  /// The entry that one with this key replaces, outdated or not.
  package func replacedEntry(by key: BaselineKey) -> BaselineEntry? {
    entry(for: key) ?? outdatedEntry(for: key)
  }

  /// Adds an entry; it replaces the one of the same run, outdated or not.
  package mutating func put(_ entry: BaselineEntry) {
    entries.removeAll { $0.key == entry.key || $0.key.isOutdated(by: entry.key) }
    let index = entries.firstIndex { BaselineKey.precedes(entry.key, $0.key) }
    entries.insert(entry, at: index ?? entries.endIndex)
  }

  /// The file as JSON.
  package var value: JSONOutput { .object(Self.shape.write(self)) }

  /// A baseline as a file holds it.
  package static let shape = Shape<BaselineFile>(
    BaselineFile(scenario: ""),
    "Exact metrics of one scenario's runs, without times, as a reference for later runs.",
    isClosed: true,
    [
      Member(
        "schemaVersion", .whole(schemaVersion...schemaVersion), "The version of the format.",
        get: { _ in schemaVersion }, set: { _, _ in }),
      Member("scenario", \.scenario, "The scenario's name, also the file's name without .json."),
      Member(
        "exact", BaselineEntry.shape.codec.list(),
        "An entry for each seed, length and device class, sorted by them.", get: { $0.entries },
        read: { (baseline, reader) throws(FormatError) in
          for node in try reader.required("exact").array() {
            let entry = try BaselineEntry.shape.read(node)
            // One of another digest or version would be replaced, and so vanish without a word.
            guard baseline.replacedEntry(by: entry.key) == nil else {
              throw node.failure(.other("two entries have this seed, length and device"))
            }
            baseline.put(entry)
          }
        }),
    ])
}
