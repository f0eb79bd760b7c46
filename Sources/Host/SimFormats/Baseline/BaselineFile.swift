/// What decides the exact metrics of a run; the machine is no part of it.
package struct BaselineKey: Hashable, Sendable {
  /// The seed.
  package var seed: UInt64
  /// Frames planned.
  package var frames: UInt64
  /// The device class.
  package var device: String
  /// Whether Reduce Motion was on.
  package var isMotionReduced: Bool
  /// What the scenario's file, its device and its recorded motion come to, in hexadecimal.
  package var scenarioDigest: String
  /// The version of the scene's behavior.
  package var sceneBehaviorVersion: UInt64
  /// The version of what all scenes share.
  package var behaviorVersion: UInt64

  /// Reads the key of a result as `ResultFile` writes it; nil when a member is missing.
  package init?(result: JSONOutput, scenarioDigest: String) {
    guard let seed = result["seed"]?.uint64, let frames = result["plannedFrames"]?.uint64,
      let device = result["device"]?.text,
      let sceneBehaviorVersion = result["sceneBehaviorVersion"]?.uint64,
      let behaviorVersion = result["environment"]?["behaviorVersion"]?.uint64
    else { return nil }
    self.seed = seed
    self.frames = frames
    self.device = device
    isMotionReduced = result["reduceMotion"] == .bool(true)
    self.scenarioDigest = scenarioDigest
    self.sceneBehaviorVersion = sceneBehaviorVersion
    self.behaviorVersion = behaviorVersion
  }

  /// Reads the key of a result that says what its scenario comes to; nil when a member is missing.
  package init?(result: JSONOutput) {
    guard let digest = result["scenarioDigest"]?.text else { return nil }
    self.init(result: result, scenarioDigest: digest)
  }

  init(_ reader: inout ObjectReader) throws(FormatError) {
    seed = try reader.required("seed").uint64()
    frames = try reader.required("frames").uint64()
    device = try reader.required("device").string()
    isMotionReduced = try reader.required("reduceMotion").bool()
    scenarioDigest = try reader.required("scenarioDigest").string()
    sceneBehaviorVersion = try reader.required("sceneBehaviorVersion").uint64()
    behaviorVersion = try reader.required("behaviorVersion").uint64()
  }

  /// The key as members of a JSON object.
  package var members: [(String, JSONOutput)] {
    [
      ("seed", .unsigned(seed)), ("frames", .unsigned(frames)), ("device", .string(device)),
      ("reduceMotion", .bool(isMotionReduced)), ("scenarioDigest", .string(scenarioDigest)),
      ("sceneBehaviorVersion", .unsigned(sceneBehaviorVersion)),
      ("behaviorVersion", .unsigned(behaviorVersion)),
    ]
  }

  /// Whether it stands for the same run of an edited scenario or of a scene that behaves
  /// differently by now.
  package func isOutdated(by other: BaselineKey) -> Bool {
    seed == other.seed && frames == other.frames && device == other.device
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
    if a.seed != b.seed { return a.seed < b.seed }
    if a.frames != b.frames { return a.frames < b.frames }
    if a.device != b.device { return a.device < b.device }
    return !a.isMotionReduced && b.isMotionReduced
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
  /// Frames and their state digests, ascending, to tell about where two runs part.
  package var checkpoints: [Checkpoint]
  /// Instructions of the run, one record for each build and source.
  package internal(set) var instructions: [InstructionRecord] = []
  /// Times of the run, one record for each machine and build.
  package internal(set) var wallTimes: [WallTimeRecord] = []

  /// A frame and its state digest.
  package struct Checkpoint: Equatable, Sendable {
    /// The frame's index.
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
  package var value: JSONOutput {
    .object(
      key.members + [
        ("recordedWith", .string(recordedWith)),
        ("metrics", .object(metrics.map { ($0.path, $0.value) })),
        (
          "checkpoints",
          .object(
            checkpoints.map { ("\($0.frame)", .string(HexadecimalText.digest($0.digest))) })
        ),
      ] + recordMembers)
  }

  init(_ reader: inout ObjectReader) throws(FormatError) {
    key = try BaselineKey(&reader)
    recordedWith = try reader.required("recordedWith").line()
    metrics = try Self.metrics(reader.required("metrics"))
    checkpoints = try Self.checkpoints(reader.required("checkpoints"))
    try readRecords(&reader)
  }

  private static func metrics(_ node: JSONNode) throws(FormatError) -> [ExactMetric] {
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
  }

  private static func checkpoints(_ node: JSONNode) throws(FormatError) -> [Checkpoint] {
    var reader = try node.object()
    var checkpoints: [Checkpoint] = []
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
      checkpoints.append(Checkpoint(frame: frame, digest: digest))
    }
    return checkpoints.sorted { $0.frame < $1.frame }
  }
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
    let root = try JSONDocument.read(bytes, file: file).root
    return try root.object { (reader) throws(FormatError) in
      _ = try reader.required("schemaVersion").uint64(in: schemaVersion...schemaVersion)
      var baseline = BaselineFile(scenario: try reader.required("scenario").string())
      for node in try reader.required("exact").array() {
        let entry = try node.object { (reader) throws(FormatError) in
          try BaselineEntry(&reader)
        }
        // One of another digest or version would be replaced, and so vanish without a word.
        guard baseline.replacedEntry(by: entry.key) == nil else {
          throw node.failure(.other("two entries have this seed, length and device"))
        }
        baseline.put(entry)
      }
      return baseline
    }
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
  package var value: JSONOutput {
    .object([
      ("schemaVersion", .unsigned(Self.schemaVersion)), ("scenario", .string(scenario)),
      ("exact", .array(entries.map { $0.value })),
    ])
  }
}
