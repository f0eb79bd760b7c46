import SimInput
import SimMath

/// Seeds of scenarios that are run in shards, on one machine or on many.
///
/// A unit is one seed of one scenario; units are numbered through, all scenarios of a seed before
/// the next seed. Which shard runs which unit follows from the plan alone.
package struct SweepPlan: Equatable, Sendable {
  /// A property that is checked in every run of a scenario.
  package struct Property: Equatable, Sendable {
    /// Its name.
    package var name = ""
    /// When the property must hold.
    package var kind = ""
    /// The requirement that it checks; empty if there is none.
    package var requirement = ""

    /// Describes a property.
    package init(_ name: String = "", kind: String = "always", requirement: String = "") {
      (self.name, self.kind, self.requirement) = (name, kind, requirement)
    }
  }

  /// A scenario.
  package struct Subject: Equatable, Sendable {
    /// The scenario as it was named.
    package var file = ""
    /// The scene or model.
    package var subjectName = SubjectName(.scene, "")
    /// Behavior version of the scene or model.
    package var behaviorVersion: UInt32 = 0
    /// Digest of the scenario file, device class and recorded input.
    package var digest = ""
    /// Frames per run.
    package var frames: UInt32 = 0
    /// Bytes of the state.
    package var stateBytes: UInt64 = 0
    /// Properties: those of every scene or model, then its own.
    package var properties: [Property] = []

    /// Describes nothing.
    package init() {}

    /// Estimated cost of a run: every frame goes through the whole state; input, property checks
    /// and clock together cost as much as 8,192 bytes of it (measured, scenes of 1 to 36 KiB).
    package var cost: UInt64 { UInt64(frames) * (stateBytes + 8192) }
  }

  /// The behavior version that all scenes share.
  package var behaviorVersion: UInt32 = 0
  /// The first seed.
  package var firstSeed: UInt64 = 0
  /// The first seed beyond the last.
  package var endSeed: UInt64 = 1
  /// Frames of a run; nil where each scenario says it.
  package var frames: UInt32?
  /// The device class; nil where the draw of a seed says it.
  package var device: String?
  /// A folder of further device classes.
  package var deviceFolder: String?
  /// Into how many shards the units are divided.
  package var shardCount: UInt32 = 1
  /// The scenarios.
  package var subjects: [Subject] = []

  /// Plans nothing.
  package init() {}

  /// The most units of a plan.
  package static var maximumUnitCount: UInt64 { 1_000_000 }
  /// Frames per run.
  package static var frameRange: ClosedRange<UInt32> { 1...UInt32(Limits.frames.maximum) }
  /// The most shards of a plan.
  package static var maximumShardCount: UInt32 { 1000 }
  /// The most bytes of what a sweep leaves.
  package static var maximumByteCount: Int { 1 << 30 }

  /// Units.
  package var unitCount: UInt64 { (endSeed - firstSeed) * UInt64(subjects.count) }
  /// The scenario of a unit.
  package func subject(of unit: UInt64) -> Int { Int(unit % UInt64(subjects.count)) }
  /// The seed of a unit.
  package func seed(of unit: UInt64) -> UInt64 { firstSeed + unit / UInt64(subjects.count) }

  /// What is run, whatever the number of shards: sixteen hexadecimal digits.
  package var digest: String {
    var same = self
    // The number of shards decides where runs are made, not what they find.
    same.shardCount = 1
    var digest = StateDigest()
    digest.combine(bytes: JSONWriter.bytes(of: .object(Self.shape.write(same)), style: .compact))
    return HexadecimalText.digest(digest.finalize())
  }

  /// The shard of every unit, counted from 0: the units of the longest scenario first, each to
  /// the shard that has least to do so far, the first of equals (Graham's longest processing time
  /// rule).
  ///
  /// - Complexity: O(units · shards).
  package func shards() -> (ofUnits: [UInt32], costs: [UInt64]) {
    var shards = Array(repeating: UInt32.zero, count: Int(unitCount))
    var costs = Array(repeating: UInt64.zero, count: Int(shardCount))
    // Expensive runs first, so that cheap ones even out the shards in the end.
    let order = subjects.indices.sorted {
      (subjects[$1].cost, $0) < (subjects[$0].cost, $1)
    }
    for subject in order {
      for unit in stride(from: subject, to: Int(unitCount), by: subjects.count) {
        var least = 0
        for shard in costs.indices where costs[shard] < costs[least] { least = shard }
        shards[unit] = UInt32(least)
        // With costs of 0, all runs would land in one shard.
        costs[least] += max(1, subjects[subject].cost)
      }
    }
    return (shards, costs)
  }

  // MARK: - The file

  /// A plan as its file has it.
  package static let shape = Shape<SweepPlan>(
    SweepPlan(), "Seeds of scenarios, split into shards.", isClosed: true,
    [
      Member(
        "format", .always("simbench-sweep-plan"), "The file format.",
        get: { _ in "simbench-sweep-plan" }, set: { _, _ in }),
      Member(
        "version", .whole(1...1), "The version of the file.", get: { _ in UInt32(1) },
        set: { _, _ in }),
      Member("behaviorVersion", \.behaviorVersion, "The behavior version that all scenes share."),
      Member("firstSeed", \.firstSeed, .seed, "The first seed."),
      Member("endSeed", \.endSeed, .seed, "The first seed beyond the last."),
      Member(
        orNull: "frames", \.frames, .whole(frameRange),
        "Frames per run; null if given by each scenario."),
      Member(
        orNull: "device", \.device, .text(1...64, "a device class"),
        "The device class; null if drawn by the seed."),
      Member(
        orNull: "devices", \.deviceFolder, .text(1...4096, "a folder"),
        "A folder of additional device classes; null if there is none."),
      Member(
        "shards", \.shardCount, .whole(1...maximumShardCount),
        "The number of shards."),
      Member(
        "scenarios", \.subjects, Subject.shape.codec.list(1...10_000),
        "The scenarios; each has one run per seed."),
    ]
  ) { (plan, node) throws(FormatError) in
    guard plan.firstSeed < plan.endSeed else {
      throw node.failure(.other("endSeed is not beyond firstSeed"))
    }
    let (units, overflow) = (plan.endSeed - plan.firstSeed).multipliedReportingOverflow(
      by: UInt64(plan.subjects.count))
    guard !overflow, units <= maximumUnitCount else {
      throw node.failure(
        .notAllowed(
          found: "more runs", allowed: "\(maximumUnitCount): scenarios times seeds"))
    }
  }

  /// Reads a plan's file.
  package static func read(_ bytes: [UInt8], file: String) throws(FormatError) -> SweepPlan {
    try shape.read(JSONDocument.read(bytes, file: file).root)
  }
}

extension SweepPlan.Subject {
  static let shape = Shape<SweepPlan.Subject>(
    SweepPlan.Subject(), "A scenario with the estimated cost of its runs.", isClosed: true,
    [
      Member("file", \.file, .text(1...4096, "a scenario's file"), "The scenario's file."),
      Member("scene", \.subjectName.name, .name, "Name of the scene or model."),
      Member(
        "isModel", .bool, "Whether it is a model, whose steps count as frames.",
        get: { $0.subjectName.kind == .model },
        set: { $0.subjectName.kind = $1 ? .model : .scene }),
      Member("behaviorVersion", \.behaviorVersion, "Behavior version of the scene or model."),
      Member(
        "digest", \.digest, .digestText,
        "Digest of the scenario file, device class and recorded input."),
      Member("frames", \.frames, .whole(SweepPlan.frameRange), "Frames per run."),
      Member(
        "stateBytes", \.stateBytes, .whole(1...1 << 32),
        "Size of the state in bytes, from which the cost of a run is estimated."),
      Member(
        "properties", \.properties, SweepPlan.Property.shape.codec.list(1...10_000),
        "The properties checked in every run, in the order of the runs' counts."),
    ])
}

extension SweepPlan.Property {
  static let shape = Shape<SweepPlan.Property>(
    SweepPlan.Property(), "A property.", isClosed: true,
    [
      Member("name", \.name, .text(1...200, "a property's name"), "Its name."),
      Member("kind", \.kind, .propertyKind, "When the property must hold."),
      Member(
        "requirement", \.requirement, "The requirement that it checks; empty if there is none."),
    ])
}
