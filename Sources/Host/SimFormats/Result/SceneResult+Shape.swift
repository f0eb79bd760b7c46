import SimImageAnalysis
import SimInput

extension SceneResult {
  /// A result, member by member: what is written, read, published as a schema, compared with
  /// baselines and limited by budgets.
  ///
  /// `timing` alone differs between two runs of one scenario and seed. What could not be measured
  /// is null, and `notMeasured` maps its path to the reason.
  package static let shape = Shape<SceneResult>(
    blank, name: "result",
    "What one run found. Everything outside timing is the same in every run of one scenario and "
      + "seed.",
    identity + findings + record + [timingMember])

  /// A result of nothing, with which reading begins.
  package static let blank = SceneResult(
    scenario: "", scene: "", sceneBehaviorVersion: 0, seed: 0, device: unknownDevice(""),
    canvas: CanvasSummary.shape.blank, frames: 0, plannedFrames: 0, frameRate: 60,
    isMotionReduced: false, digest: DigestSummary.shape.blank, populations: [],
    input: InputSummary.shape.blank, timing: TimingSummary.blank,
    allocations: AllocationSummary.shape.blank, work: WorkSummary.shape.blank, calmness: nil,
    load: [], budgets: [], fault: nil, picture: nil, environment: EnvironmentSummary.shape.blank)

  private static let identity: [Member<SceneResult>] = [
    Member(
      "schemaVersion", .whole(schemaVersion...schemaVersion),
      "The version of this format. In 2, frames are due by the scenario's rate and late by whole "
        + "refreshes; in 1, late was what exceeded one refresh.",
      get: { _ in schemaVersion },
      read: { (_, reader) throws(FormatError) in
        let version = try reader.required("schemaVersion").uint64()
        guard version == UInt64(schemaVersion) else {
          throw reader.node.failure(
            .notAllowed(found: "schemaVersion \(version)", allowed: "\(schemaVersion)"))
        }
      }),
    Member(
      "scenario", \.scenario, .runName,
      "The scenario's name, and which run of its matrix it is, such as trace-letters[a]."),
    Member(
      "scenarioFile", \.scenarioFile,
      "The scenario file as it was named; null when there is none."),
    Member(
      orNull: "scenarioDigest", \.scenarioDigest, .digestText,
      "Digest of the scenario file, device class and recorded input, without names, budgets, seed "
        + "and length; null if unknown. Only results with the same digest are compared over time."),
    Member("scene", \.scene, .name, "The scene's name."),
    Member(
      orNull: "gate", \.gate, .gate, "The parents' gate in front of the scene; null for none."),
    Member(
      "sceneBehaviorVersion", \.sceneBehaviorVersion,
      "The version of how the scene moves and looks."),
    Member("seed", \.seed, .seed, SchemaRule.seedWords),
    Member(
      "device", .name, "The device class's name.", get: { $0.device.name },
      set: { $0.device = BuiltInDevices.device(named: $1) ?? unknownDevice($1) }),
    Member("canvas", \.canvas, CanvasSummary.shape.codec, CanvasSummary.shape.rule.words),
    Member("frames", \.frames, "Frames that were run.").role(.exact),
    Member(
      "plannedFrames", \.plannedFrames,
      "Frames that were to be run: the scenario's, or those of --frames or --duration."),
    Member(
      orNull: "scenarioFrames", \.scenarioFrames, .whole(from: 1),
      "Frames that the scenario asks for; null if unknown. A run with fewer planned frames does "
        + "not judge minimums and loads that it does not reach."),
    Member("frameRate", \.frameRate, .whole(1...1000), "Simulated frames per second."),
    Member("reduceMotion", \.isMotionReduced, "Whether Reduce Motion was on."),
    Member(derived: "verdict", \.exactVerdict, .cases, "The verdict on everything outside timing."),
    Member(
      orNull: "violation", \.fault, FaultSummary.shape.codec,
      "What ended the run early; null when nothing did."
    ).role(.exact),
  ]

  private static let findings: [Member<SceneResult>] = [
    Member("digest", \.digest, DigestSummary.shape.codec, DigestSummary.shape.rule.words)
      .role(.exact),
    Member(
      "population", populationCodec, "What the scene counted, by name.",
      get: { result in
        result.populations.map { population in
          var population = population
          population.isCounted = result.wasObserved
          return population
        }
      }, set: { $0.populations = $1 }
    ).role(.exact),
    Member(
      "load", \.load, LoadSummary.shape.codec.list(0...10_000),
      "What became of the loads the scenario claims."),
    budgets("budgets", \.budgets, "Budgets that do not depend on wall time."),
    Member(
      "allocations", \.allocations, AllocationSummary.shape.codec,
      AllocationSummary.shape.rule.words
    ).role(.cost).missing { $0.allocations.notCounted },
    Member(
      "work", WorkSummary.shape.codec, WorkSummary.shape.rule.words,
      get: { result in
        var work = result.work
        work.isPainted = result.digest.pixels != nil
        return work
      }, set: { $0.work = $1 }
    ).role(.cost).missing { $0.digest.pixels == nil ? nothingDrawn : nil },
    Member(
      orNull: "calmness", \.calmness, Calmness.shape.codec,
      Calmness.shape.rule.words + " Null when fewer than two frames of one size were drawn."
    ).role(.exact).missing {
      $0.calmness != nil
        ? nil : $0.digest.pixels == nil ? nothingDrawn : "fewer than two frames of one size"
    },
    Member("input", \.input, InputSummary.shape.codec, InputSummary.shape.rule.words).role(.exact),
    Member(
      orNull: "strokeLatency", \.strokeLatency, StrokeLatencySummary.shape.codec,
      StrokeLatencySummary.shape.rule.words + " Null when nothing was drawn."
    ).role(.exact).missing { $0.strokeLatency == nil ? "no touch sample drew ink" : nil },
    Member(
      orNull: "flash", \.flash, FlashSafety.shape.codec,
      FlashSafety.shape.rule.words + " Null when fewer than two frames were drawn."
    ).role(.exact).missing {
      $0.flash != nil
        ? nil : $0.digest.pixels == nil ? nothingDrawn : "fewer than two frames were drawn"
    },
    Member(
      "deviceFrame", DeviceFrameSummary.shape.codec.orNull,
      DeviceFrameSummary.shape.rule.words + " Null when that cannot be said.",
      get: { $0.prediction.summary }, read: readPrediction
    ).missing { $0.prediction.reason },
  ]

  private static let record: [Member<SceneResult>] = [
    Member(
      derived: "notMeasured", gapsCodec, "Why values outside timing are null, by their path."
    ) { result in result.gaps.filter { !$0.isTimed } },
    Member(
      "ignored", \.ignored, Codec<String>.text.list(0...10_000),
      "Color and orientation data of the cameras' images that is not applied, with the names of "
        + "the files."),
    Member(
      "assumed", \.assumed, Codec<String>.text.list(0...10_000),
      "Assumptions where input files lack data, such as readings of recorded motion, with the "
        + "names of the files."),
    Member(
      "series", FrameSeries.codec.orNull,
      "The frames condensed to at most \(FrameSeries.maximumCount) stretches; null unless asked "
        + "for.",
      get: { $0.series },
      read: { (result, reader) throws(FormatError) in
        var timing = try reader.required("timing").object()
        result.series = try FrameSeries.read(
          reader.optional("series"), timed: timing.optional("series"))
      }),
    Member("picture", \.picture, "The contact sheet's path; null when none was written."),
    Member(
      orNull: "pictureDigest", \.pictureDigest, .digest,
      "A digest of the contact sheet's size and pixels; null when none was written."),
    Member(
      "environment", \.environment, EnvironmentSummary.shape.codec,
      EnvironmentSummary.shape.rule.words),
  ]

  static let gapsCodec = Codec<String>.text.byName {
    (gap: Gap) in
    (gap.path, gap.reason)
  } make: {
    Gap(path: $0, reason: $1)
  }

  private static let populationCodec = PopulationSummary.shape.codec
    .missing { $0.isCounted ? nil : inBackground }
    .byName(\.name)

  static let inBackground = "every frame was spent in the background"

  /// Everything that could not be measured, in the order of the result.
  package var gaps: [Gap] { Self.shape.gaps(self) }

  /// Why the value at a path could not be measured; nil when nothing says so.
  package func reasonMissing(_ path: String) -> String? {
    gaps.first { path == $0.path || path.hasPrefix($0.path + ".") }?.reason
  }

  static func budgets(
    _ key: String, _ path: any WritableKeyPath<SceneResult, [BudgetSummary]> & Sendable,
    _ words: String
  ) -> Member<SceneResult> {
    Member(
      key, BudgetSummary.shape.codec.list(0...10_000), words, get: { $0[keyPath: path] },
      read: { (result, reader) throws(FormatError) in
        let names = result.populations.map { $0.name }
        let shape = BudgetSummary.shape(Measure.all(populations: names, drawsInk: true))
        result[keyPath: path] = try shape.codec.list(0...10_000).read(reader.required(key))
      })
  }

  private static let readPrediction:
    @Sendable (inout SceneResult, inout ObjectReader) throws(FormatError) -> Void = {
      (result, reader) throws(FormatError) in
      guard let node = reader.optional("deviceFrame") else {
        result.prediction = .impossible("the result is older than predictions")
        return
      }
      if node.isNull {
        var reasons = try reader.required("notMeasured").object()
        let reason = try reasons.optional("deviceFrame").map {
          (node) throws(FormatError) in try node.string()
        }
        result.prediction = .impossible(reason ?? "no reason given")
      } else {
        result.prediction = .predicted(try DeviceFrameSummary.shape.read(node))
      }
    }

  /// Which run of a matrix a name names; nil for a scenario without one.
  package static func caseName(of name: String) -> String? {
    guard name.hasSuffix("]"), let start = name.firstIndex(of: "[") else { return nil }
    return String(name[name.index(after: start)...].dropLast())
  }

  /// A device class that is not built in, of which results tell no more than its name.
  private static func unknownDevice(_ name: String) -> Device {
    Device(
      name: name, title: name, widthPoints: 0, heightPoints: 0, scale: 0, pixelsPerInch: 0,
      refreshRate: 0, touchSamplesPerSecond: 0, pencilSamplesPerSecond: 0, pipelineDepth: 0)
  }
}

extension BudgetSummary {
  /// A budget's outcome as it is written.
  package static var shape: Shape<BudgetSummary> { shape([]) }

  /// A budget's outcome.
  ///
  /// - Parameter measures: What may be limited in the result that is read.
  static func shape(_ measures: [Measure]) -> Shape<BudgetSummary> {
    Shape(
      BudgetSummary(
        budget: Budget(id: "", measure: .nothing, bound: .atMost, limit: 0), measured: nil,
        status: .notMeasured, note: nil),
      name: "budget", "What became of one budget.",
      [
        Member("id", \.budget.id, "The requirement, such as BV-ALLOC."),
        Member(
          "name", \.budget.measure, Measure.codec(measures),
          "The measured value's path in the result."),
        Member(
          "bound", \.budget.bound, .cases, "Whether the limit is a ceiling or a floor."),
        Member("limit", \.budget.limit, .anyNumber, "The limit in the unit below."),
        Member(
          orNull: "measured", \.measured, .anyNumber,
          "The measured value; null when it could not be measured, or when it is not judged."),
        Member(
          derived: "unit", \.budget.measure.unit, .oneOf(FigureUnit.allCases.map { $0.rawValue }),
          "The unit; empty for counts and shares."),
        Member(
          "passed", Codec<Bool>.bool.orNull,
          "Whether the budget was kept; null when it could not be measured, or is not judged.",
          get: { $0.status == .notMeasured ? nil : $0.status == .passed },
          set: { $0.status = $1.map { $0 ? .passed : .failed } ?? .notMeasured }),
        Member("note", \.note, "Why it could not be measured, or not be judged."),
        Member(
          orNull: "line", \.budget.line, .whole(from: 1),
          "The line of the scenario file that sets it; null when there is none."),
      ])
  }
}

extension Measure {
  /// One of several measures by its path.
  static func codec(_ measures: [Measure]) -> Codec<Measure> {
    Codec(
      .plain([("type", .string("string"))]), write: { .string($0.path) },
      read: { (node) throws(FormatError) in
        let path = try node.string(oneOf: measures.map { $0.path })
        guard let measure = measures.first(where: { $0.path == path }) else {
          preconditionFailure("the path was checked against the list")
        }
        return measure
      })
  }
}
