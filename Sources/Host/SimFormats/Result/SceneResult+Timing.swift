import SimRuntime

extension SceneResult {
  /// Everything that depends on wall time or resident memory.
  static let timingMember = Member<SceneResult>(
    group: "timing", "Everything that depends on wall time or resident memory.",
    frameTimes + lateFrames + machine)

  private static let frameTimes: [Member<SceneResult>] = [
    Member(derived: "verdict", \.verdict, .cases, "The verdict on everything."),
    Member(
      derived: "unit", .always("nanoseconds"),
      "The unit of every time here unless its name gives another."
    ) { _ in "nanoseconds" },
    Member(
      "measuredFrames", \.timing.measuredFrames,
      "Measured frames: those after warm-up in the foreground."),
    Member(
      "refreshRate", .whole(1...1000), "Refreshes per second of the device's display.",
      get: { $0.timing.due.refreshRate },
      set: { $0.timing.due = DueTime(frameRate: $0.frameRate, refreshRate: $1) }),
    Member(
      derived: "dueRefreshes", \.timing.due.refreshes, .whole(from: 1),
      "The deadline of a frame in refreshes: the nearest whole number to refreshRate / "
        + "frameRate, halves up, and at least 1."),
    Member(
      derived: "frameInterval", \.timing.frameIntervalNanoseconds,
      "The deadline of a frame on the device: the time of dueRefreshes, rounded down. A frame "
        + "that takes longer is late."),
    Member(
      "frame", Percentiles.frameShape.codec, "Input, step, draw and raster together.",
      get: { $0.isTimed ? $0.timing.frame : nil }, set: { $0.timing.frame = $1 ?? .zero }
    ).missing { $0.notTimed },
    Member(
      "phases", PhaseTiming.codec.described(by: PhaseTiming.phasesRule),
      "The same per phase.",
      get: { $0.phases($0.timing.phases) },
      set: { $0.timing.phases = $1.map { $0.timing } }
    ).missing { $0.notTimed },
    Member(
      "stages", PhaseTiming.codec, "The pixel stages of the raster phase, if the scene has any.",
      get: { $0.phases($0.timing.stages) },
      set: { $0.timing.stages = $1.map { $0.timing } }),
  ]

  private static let lateFrames: [Member<SceneResult>] = [
    Member(
      derivedOrNull: "hitchMsPerSecond", .number,
      "Hitch time ratio: milliseconds of lateness per second of animation, in whole refreshes."
    ) { $0.timing.lateness?.hitchMillisecondsPerSecond }
    .missing { $0.notTimed }
    .limited(
      FigureTraits(.hitches, unit: .millisecondsPerSecond, label: "hitches", shortName: "hitches")),
    Member(
      "lateFrames", Codec<UInt32>.whole().orNull,
      "Frames displayed after their deadline: those that took longer than frameInterval.",
      get: { $0.timing.lateness?.lateFrames },
      set: { result, count in
        let timing = result.timing
        result.timing.lateness = count.map {
          LatenessSummary(
            due: timing.due, lateFrames: $0, sampleCount: UInt64(timing.measuredFrames))
        }
      }
    ).missing { $0.notTimed },
    Member(
      "lateness", LatenessSummary.shape.codec.orNull,
      "The lateness of frames; null if no frame was measured.",
      get: { $0.timing.lateness },
      read: { (result, reader) throws(FormatError) in
        let node = try reader.required("lateness")
        let timing = result.timing
        let start =
          timing.lateness
          ?? LatenessSummary(
            due: timing.due, lateFrames: 0, sampleCount: UInt64(timing.measuredFrames))
        result.timing.lateness =
          node.isNull ? nil : try LatenessSummary.shape.read(node, into: start)
      }
    ).missing { $0.notTimed },
  ]

  private static let machine: [Member<SceneResult>] = [
    Member(
      "instructions", \.timing.instructions, InstructionSummary.shape.codec,
      InstructionSummary.shape.rule.words),
    Member(
      "threads", \.timing.threadCount, .whole(from: 1), "Threads that rasterized the frames' tiles."
    ),
    Member(
      orNull: "cpu", \.timing.processor, ProcessorSummary.shape.codec,
      "CPU time and CPU wait of the frames; null if no frame was measured, or if they are "
        + "unavailable."
    ).missing {
      $0.timing.processor != nil
        ? nil : $0.notTimed ?? "CPU wait is not available on this system"
    },
    Member("wall", \.timing.wallNanoseconds, "The whole run, including observation."),
    Member(
      "recorderPerFrame", \.timing.recorderNanosecondsPerFrame,
      "The cost of recording a frame, not part of any other time."
    ).missing {
      $0.timing.recorderNanosecondsPerFrame == nil ? "the recorder was not timed" : nil
    },
    Member(
      "peakResidentBytes", \.timing.peakResidentBytes, "The maximum resident memory of the process."
    ).missing { $0.timing.peakResidentBytes == nil ? "not available on this system" : nil },
    Member(
      "liveBytes", \.timing.liveBytes, LiveBytes.shape.codec.list(),
      "Heap bytes in use at checkpoints."),
    budgets("budgets", \.timing.budgets, "Budgets that depend on wall time."),
    Member(
      derived: "series", \.series, FrameSeries.timedCodec.orNull,
      "The slowest frame and the median of each stretch; null unless requested for."),
    Member(derived: "notMeasured", gapsCodec, "Why values of timing are null, by their path.") {
      result in result.gaps.filter { $0.isTimed }
    },
  ]

  private var isTimed: Bool { timing.measuredFrames > 0 }

  private var notTimed: String? {
    isTimed ? nil : wasObserved ? "no frame was measured" : Self.inBackground
  }

  private func phases(_ timings: [PhaseTiming]) -> [PhaseTiming.Measured] {
    timings.map { PhaseTiming.Measured(timing: $0, isMeasured: isTimed) }
  }
}

extension Gap {
  /// Whether what is missing depends on wall time or resident memory.
  package var isTimed: Bool { path.hasPrefix("timing.") }
}

extension TimingSummary {
  static let blank = TimingSummary(
    frame: .zero, phases: [], due: DueTime(frameRate: 60, refreshRate: 60), measuredFrames: 0,
    sparkline: [], wallNanoseconds: 0, peakResidentBytes: nil, liveBytes: [], budgets: [])
}

extension Percentiles {
  static let zero = Percentiles(p50: 0, p90: 0, p95: 0, p99: 0, maximum: 0)

  /// Percentiles, whose members are null where nothing was measured.
  static let shape = Shape<Percentiles?>(
    nil, name: "percentiles", words,
    members)

  /// Those of whole frames, which budgets may limit.
  static let frameShape = Shape<Percentiles?>(
    nil, name: "percentiles", words,
    members.map { member in
      let key = member.rule.key
      return member.limited(
        FigureTraits(
          .frame, unit: .milliseconds, label: "frame time, \(key)", scale: 1e6, isFrameTime: true))
    })

  private static let words =
    "Percentiles by nearest rank, in nanoseconds; null if no frame was measured."

  private static let members = paths.map { name, path, words in
    Member<Percentiles?>(
      name, Codec<UInt64>.whole().orNull, words, get: { $0?[keyPath: path] },
      set: { percentiles, value in
        percentiles = percentiles ?? .zero
        percentiles?[keyPath: path] = value ?? 0
      })
  }

  private static let paths:
    [(name: String, path: any WritableKeyPath<Percentiles, UInt64> & Sendable, words: String)] = [
      ("p50", \.p50, "The median."), ("p90", \.p90, "The 90th percentile."),
      ("p95", \.p95, "The 95th percentile."), ("p99", \.p99, "The 99th percentile."),
      ("max", \.maximum, "The longest time."),
    ]

  /// The names of the percentiles in a result, in their order.
  package static var names: [String] { paths.map { $0.name } }

  /// A percentile by its name in a result; nil when there is none of that name.
  package subscript(name: String) -> UInt64? {
    Self.paths.first { $0.name == name }.map { self[keyPath: $0.path] }
  }

  /// Percentiles that are there.
  static let codec = Codec<Percentiles>(
    shape.codec.rule, write: { .object(shape.write($0)) },
    read: { (node) throws(FormatError) in try shape.read(node) ?? .zero })
}

extension PhaseTiming {
  /// A phase's timing, and whether it was measured.
  struct Measured {
    var timing: PhaseTiming
    var isMeasured: Bool
  }

  /// The phases of a frame, all of which a result has.
  static let phasesRule = SchemaRule.object(
    ObjectRule(
      words: "The phases of a frame.",
      members: FramePhase.allCases.map { phase in
        ObjectRule.Member(
          key: phase.name.description, words: "Percentiles of this phase.",
          rule: Percentiles.shape.codec.rule, isRequired: true)
      }))

  static let codec = Percentiles.shape.codec.byName {
    (phase: Measured) in
    (phase.timing.name, phase.isMeasured ? phase.timing.percentiles : nil)
  } make: {
    Measured(
      timing: PhaseTiming(name: $0, percentiles: $1 ?? .zero), isMeasured: $1 != nil)
  }
}

extension LiveBytes {
  static let shape = Shape<LiveBytes>(
    LiveBytes(frame: 0, bytes: 0), "A checkpoint.",
    [
      Member("frame", \.frame, "Frames run so far."),
      Member("bytes", \.bytes, .anyWhole, "Heap bytes in use."),
    ])
}

extension InstructionCount {
  /// Counts by their names.
  static let totals = Codec<UInt64>.whole().byName {
    (count: InstructionCount) in
    (count.name, count.total)
  } make: {
    InstructionCount(name: $0, total: $1)
  }
}

extension InstructionSummary {
  static let shape = Shape<InstructionSummary>(
    notAskedFor, "Instructions of the frames, and the method of counting.",
    [
      Member("source", \.source, .cases, "The method of counting."),
      Member("note", \.note, "Why no method, or no better one, was used."),
      Member("frames", \.frames, "Counted frames: those in the foreground."),
      Member(
        "total", \.counts, InstructionCount.totals,
        "Instructions by phase; frame is the total."),
      Member(
        derived: "perFrame",
        Codec<Double>.number.byName {
          (rate: (name: String, value: Double)) in
          rate
        } make: {
          ($0, $1)
        }, "The same per frame."
      ) { summary in summary.counts.map { ($0.name, summary.perFrame($0)) } },
    ])
}

extension ProcessorSummary {
  static let shape = Shape<ProcessorSummary>(
    ProcessorSummary(
      frame: .zero, unhindered: .zero, unhinderedHitchMillisecondsPerSecond: 0,
      waitedNanoseconds: 0, longestWaitNanoseconds: 0, involuntarySwitches: 0),
    "CPU time and CPU wait of the frames.",
    [
      Member(
        "evidence", \.evidence, .cases,
        "The source of CPU wait: the time of each thread in the run queue, or how often the "
          + "only thread was preempted."),
      Member("frame", \.frame, Percentiles.codec, "CPU time of all threads."),
      Member(
        "excludingCPUWait", \.unhindered, Percentiles.codec,
        "Frame times excluding CPU wait."),
      Member(
        "hitchMsPerSecondExcludingCPUWait", \.unhinderedHitchMillisecondsPerSecond,
        "The hitch time ratio excluding CPU wait, in milliseconds per second."),
      Member("cpuWait", \.waitedNanoseconds, "The total CPU wait of all frames."),
      Member("longestWait", \.longestWaitNanoseconds, "The longest CPU wait in one frame."),
      Member(
        "involuntarySwitches", \.involuntarySwitches,
        "Number of involuntary context switches."),
      Member(
        "runs", \.runs, .whole(from: 1),
        "Number of runs: 2 if frames waited too long in the first one."),
    ])
}

extension LatenessSummary {
  /// Frames of which none was late yet.
  init(due: DueTime, lateFrames: UInt32, sampleCount: UInt64) {
    self.init(
      due: due, lateRefreshes: 0, lateFrames: lateFrames, overrunNanoseconds: 0,
      worstSecondRefreshes: 0, worstSecondFrame: nil, longestRun: 0, longestRunFrame: nil,
      jankFrames: 0, timeWeighted: .zero, sampleCount: sampleCount)
  }

  static let shape = Shape<LatenessSummary>(
    LatenessSummary(
      due: DueTime(frameRate: 60, refreshRate: 60), lateFrames: 0, sampleCount: 0),
    "The lateness of frames.",
    [
      refreshes(
        "late", \.lateRefreshes,
        "The total lateness: a frame is displayed at the first refresh after it is complete, "
          + "so this is whole refreshes, rounded down."),
      Member(
        "overrun", \.overrunNanoseconds, .whole(times),
        "The total time by which frames exceed frameInterval, regardless of when they are "
          + "displayed."),
      Member(
        "animation", .whole(), "Simulated time of the measured frames.",
        get: { $0.animationNanoseconds },
        read: { (lateness, reader) throws(FormatError) in
          let node = try reader.required("animation")
          let expected = lateness.animationNanoseconds
          guard try node.uint64() == expected else {
            throw node.failure(
              .unexpected(
                found: node.foundText,
                expected: "\(expected), the time of \(lateness.sampleCount) frames"))
          }
        }),
      Member(derived: "band", \.band, .cases, "At most 5 ms late per second, below 10, or more."),
      Member(derived: "bandSource", .always(Band.source), "The source of the bands.") { _ in
        Band.source
      },
      refreshes("worstSecond", \.worstSecondRefreshes, "Lateness in the worst second of frames."),
      Member("worstSecondFrame", \.worstSecondFrame, "The first frame of that second."),
      Member("longestLateStreak", \.longestRun, "The longest streak of late frames."),
      Member("longestLateRunFrame", \.longestRunFrame, "The first frame of that streak."),
      Member("jankFrames", \.jankFrames, "Frames that took more than twice frameInterval."),
      Member(
        "timeWeighted", \.timeWeighted, Percentiles.codec,
        "Percentiles weighted by frame duration."),
      Member(
        derived: "reliablePercentiles", \.firmPercentiles,
        Codec<String>.oneOf(Percentiles.names.filter { $0 != "max" }).list(),
        "Percentiles with at least 20 samples beyond them."),
    ])

  /// A time that is a whole number of refreshes.
  private static func refreshes(
    _ key: String, _ path: any WritableKeyPath<LatenessSummary, UInt64> & Sendable, _ words: String
  ) -> Member<LatenessSummary> {
    Member(
      key, .whole(times), words, get: { $0.due.nanoseconds(ofRefreshes: $0[keyPath: path]) },
      read: { (lateness, reader) throws(FormatError) in
        let node = try reader.required(key)
        let due = lateness.due
        let count = due.refreshes(taking: try node.uint64(in: times))
        guard try node.uint64() == due.nanoseconds(ofRefreshes: count) else {
          throw node.failure(
            .unexpected(
              found: node.foundText, expected: "whole refreshes of \(due.refreshRate) Hz"))
        }
        lateness[keyPath: path] = count
      })
  }

  /// 36 years: sums of them fit.
  private static let times: ClosedRange<UInt64> = 0...(1 << 60)
}
