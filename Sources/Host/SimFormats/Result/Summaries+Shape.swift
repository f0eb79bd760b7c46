import SimInput
import SimRaster
import SimRuntime

// The parts of a result that are plain lists of values.

extension Codec where Value == String {
  /// A phase of a frame by its name.
  static var phase: Codec { .oneOf(FramePhase.allCases.map { $0.name.description }) }
}

extension CanvasSummary {
  static let shape = Shape<CanvasSummary>(
    CanvasSummary(
      widthPoints: 1, heightPoints: 1, scale: 1, pixelWidth: 1, pixelHeight: 1, changes: 0),
    "The canvas of the first frame and how often it changed.",
    [
      Member("widthPoints", \.widthPoints, .plain(1...3e38), "Width in points."),
      Member("heightPoints", \.heightPoints, .plain(1...3e38), "Height in points."),
      Member("scale", \.scale, .plain(1...3e38), "Pixels per point."),
      Member("pixelWidth", \.pixelWidth, .whole(from: 1), "Width in pixels."),
      Member("pixelHeight", \.pixelHeight, .whole(from: 1), "Height in pixels."),
      Member("changes", \.changes, .whole(0...Int(Int32.max)), "Rotations and new sizes."),
    ])
}

extension FaultSummary {
  static let shape = Shape<FaultSummary>(
    FaultSummary(kind: "", frame: 0, phase: "", field: "", entity: 0, message: ""),
    "The violation that ended the run early.",
    [
      Member(
        "kind", \.kind, .oneOf(Fault.Kind.allCases.map { $0.name.description }),
        "The kind of violation."),
      Member("frame", \.frame, "The frame."),
      Member("phase", \.phase, .phase, "The phase."),
      Member("field", \.field, "The field or population."),
      Member(
        "entity", \.entity,
        "The entity within the field; for a population the count, for commands how many were "
          + "lost."),
      Member("message", \.message, "The violation in one line."),
    ])
}

extension DigestSummary {
  static let shape = Shape<DigestSummary>(
    DigestSummary(state: 0, scene: nil, chain: 0, pixels: nil, pixelChain: nil),
    "Digests as sixteen hexadecimal digits.",
    [
      Member("state", \.state, .digest, "The state after the last frame."),
      Member(
        orNull: "scene", \.scene, .digest,
        "Clock, canvas and scene after the last frame, independent of the source of input."),
      Member("chain", \.chain, .digest, "Every frame's state, chained."),
      Member(
        orNull: "pixels", \.pixels, .digest, "The last frame's pixels; null if none were drawn."
      ).missing { $0.pixels == nil ? SceneResult.nothingDrawn : nil },
      Member(
        orNull: "pixelChain", \.pixelChain, .digest,
        "Every frame's pixels, chained; null if none were drawn."
      ).missing { $0.pixels == nil ? SceneResult.nothingDrawn : nil },
    ])
}

extension PopulationSummary {
  static let shape = Shape<PopulationSummary>(
    PopulationSummary(
      name: "", cap: 0, maximum: 0, minimum: 0, mean: 0, framesAtCap: 0, whileShaken: nil),
    name: "population", "A population over the frames in the foreground.",
    [
      counted("max", \.maximum, "The maximum count of any frame.").limited(traits("*, most")),
      counted("min", \.minimum, "The minimum count of any frame.").limited(traits("*, least")),
      Member("mean", \.mean, .number, "The mean count.", none: 0) { $0.isCounted }
        .limited(traits("*, mean")),
      Member(
        "cap", \.cap, .whole(from: 1), "The product's cap; null for a gauge without one.", none: 0
      ) { $0.cap > 0 },
      counted("framesAtCap", \.framesAtCap, "Frames whose count was the cap."),
      Member(
        "whileShaken", \.whileShaken, "The median of the frames in which the device was shaken."
      ).missing { $0.whileShaken == nil ? "the device was never shaken" : nil }
        .limited(traits("* while shaken")),
    ])

  private static func counted(
    _ key: String, _ path: any WritableKeyPath<PopulationSummary, UInt32> & Sendable,
    _ words: String
  ) -> Member<PopulationSummary> {
    Member(key, path, .whole(), words, none: 0) { $0.isCounted }
  }

  private static func traits(_ label: String) -> FigureTraits {
    FigureTraits(.population(Figure<PopulationSummary>.anyName), label: label)
  }
}

extension LoadSummary {
  static let shape = Shape<LoadSummary>(
    LoadSummary(population: "", claimed: 1, longestRun: 0, requiredRun: 0, status: .notMeasured),
    name: "load", "The outcome of a claimed load.",
    [
      Member("population", \.population, "The population."),
      Member("claimed", \.claimed, .whole(from: 1), "The count claimed."),
      Member(
        "longestStreak", \.longestRun, "The longest streak of frames with at least 95 % of it."),
      Member("requiredStreak", \.requiredRun, "Consecutive frames required to confirm the load."),
      Member("status", \.status, .cases, "Whether the load was confirmed."),
      Member(
        orNull: "line", \.line, .whole(from: 1),
        "The line of the scenario file that claims it; null if there is none."),
    ])
}

extension InputSummary {
  static let shape = Shape<InputSummary>(
    InputSummary(), "Input that the scene received.",
    [
      Member("touches", \.touches, "Contacts that began."),
      Member("samples", \.samples, "Sensor samples delivered."),
      Member("maxTouches", \.maximumTouches, "The maximum number of contacts in one frame."),
      Member("framesTouched", \.framesTouched, "Frames with contacts."),
      Member("framesShaken", \.framesShaken, "Frames in which the device was shaken."),
      Member("framesInBackground", \.framesInBackground, "Frames spent in the background."),
      Member(
        orNull: "events", \.events, InputTally.shape.codec,
        "The outcomes of synthetic events; null in a report of a result from before they were "
          + "counted."),
    ])
}

extension InputTally {
  static let shape = Shape<InputTally>(
    InputTally(), "The outcomes of synthetic events.",
    [
      Member(
        "plannedContacts", \.plannedContacts,
        "Contacts that generators and the writer created so far: reported, pending, lost, "
          + "unseen or ignored."),
      Member(
        "lostContacts", \.lostContacts,
        "Contacts dropped since a queue was full: too many of a generator were pending, or "
          + "too many were on the screen and not yet reported as lifted."),
      Member(
        "unseenContacts", \.unseenContacts,
        "Contacts outside the canvas, which no sensor detects."),
      Member(
        "ignoredContacts", \.ignoredContacts,
        "Contacts that started while the device tracked its maximum number of fingers, or "
          + "none since too many were on the screen."),
      Member(
        "cancelledContacts", \.cancelledContacts,
        "Contacts that the system canceled because one more started than the device tracks."),
      Member(
        "lostMovements", \.lostMovements,
        "Movements of the device dropped since too many of a generator were in progress."),
      Member(
        "lostKeyPresses", \.lostKeyPresses,
        "Presses of a button that was already pressed in the same frame."),
    ])
}

extension InputTally {
  /// The keys of its counts in a result.
  package static var keys: [String] { shape.rule.members.map { $0.key } }
}

extension WorkSummary {
  static let shape = Shape<WorkSummary>(
    WorkSummary(primitives: 0, pixelsBlended: 0, pixelsFilled: 0, cellsRepainted: 0),
    "Exact counts of the rasterizer's work; null if no pixels were drawn.",
    [
      painted("primitives", \.primitives, "Drawing commands executed."),
      Member(derivedOrNull: "pixels", .whole(), "Pixels blended and filled.") {
        $0.isPainted ? $0.pixels : nil
      },
      painted("pixelsBlended", \.pixelsBlended, "Pixels blended with the existing ones."),
      painted("pixelsFilled", \.pixelsFilled, "Pixels overwritten."),
      painted(
        "pixelsCopied", \.pixelsCopied,
        "Filled pixels that were copied from images and layers."),
      painted("cellsRepainted", \.cellsRepainted, "Damage cells that were repainted."),
      painted("segments", \.segments, "Segments of strokes executed."),
      Member(
        "particleSteps", \.particleSteps,
        "Members of populations with a cap, summed over the frames that advanced them."),
      Member(
        "display", \.display, DisplayWork.shape.codec, DisplayWork.shape.rule.words),
      Member(
        "units", \.units,
        Codec<UInt64>.whole(from: 1).byName(keys: WorkTotal.namePattern) {
          ($0.name, $0.count)
        } make: {
          WorkTotal(name: $0, count: $1)
        }, "The count of each unit of work in cost tables."),
    ])

  private static func painted(
    _ key: String, _ path: any WritableKeyPath<WorkSummary, UInt64> & Sendable, _ words: String
  ) -> Member<WorkSummary> {
    Member(key, path, .whole(), words, none: 0) { $0.isPainted }
  }
}

extension WorkTotal {
  /// How units of work are named.
  static let namePattern = #"^(input|step|draw|raster)\.[a-zA-Z]+(\.[a-z-]+)?$"#
}

extension AllocationSummary {
  static let shape = Shape<AllocationSummary>(
    AllocationSummary(
      source: "", warmupFrames: 0, warmupTotal: nil, steadyTotal: nil, steadyMaximumPerFrame: nil,
      steadyBytes: nil, liveBytesGrowth: nil, firstFrame: nil, firstPhase: nil),
    "Heap allocations inside the frames.",
    [
      Member("source", \.source, "The source of the counts, or why there are none.").role(
        .detail),
      Member("warmupFrames", \.warmupFrames, "Frames at the start that may allocate."),
      // What first uses in the language's runtime cost, which another toolchain or an unrelated
      // change moves.
      Member("warmupTotal", \.warmupTotal, "Allocations in these.")
        .role(.detail),
      Member("steadyTotal", \.steadyTotal, "Allocations in all later frames.").missing {
        $0.noSteadyState
      },
      Member(
        "steadyMaxPerFrame", \.steadyMaximumPerFrame,
        "The maximum number of allocations of any later frame."
      ).missing { $0.noSteadyState }
        .limited(
          FigureTraits(
            .allocations, label: "most allocations per frame", shortName: "most a frame")),
      Member("steadyBytes", \.steadyBytes, "Bytes allocated in all later frames.").missing {
        $0.noSteadyState
      }.unit("bytes"),
      Member(
        orNull: "liveBytesGrowth", \.liveBytesGrowth, .anyWhole,
        "Growth of heap bytes from the first checkpoint after warm-up to the last one."
      ).missing {
        $0.noSteadyState
          ?? ($0.liveBytesGrowth == nil ? "fewer than two heap checkpoints" : nil)
      }
      .limited(
        FigureTraits(.heap, unit: .bytes, label: "growth of the heap", shortName: "growth")),
      Member(
        "firstFrame", \.firstFrame,
        "The first later frame that allocated; null if none did or nothing was measured."
      ).role(.detail),
      Member(orNull: "firstPhase", \.firstPhase, .phase, "The phase of that frame that allocated.")
        .role(.detail),
      // Names of functions change with the compiler, and what they allocated is counted anyway.
      Member(
        orNull: "sites", \.sites, AllocationSites.shape.codec,
        "The functions that allocated after warm-up; null unless requested."
      ).role(.detail),
    ])

  /// Why nothing after warm-up could be counted.
  private var noSteadyState: String? {
    steadyTotal != nil
      ? nil : "the run has no frame after its \(warmupFrames) of warm-up"
  }

  /// Why nothing was counted at all; nil when something was.
  var notCounted: String? {
    guard !isMeasured else { return nil }
    let prefix = "not-measured: "
    return source.hasPrefix(prefix) ? String(source.dropFirst(prefix.count)) : source
  }
}

extension AllocationSites {
  static let shape = Shape<AllocationSites>(
    AllocationSites(top: [], siteCount: 0, lostCount: 0), "The call sites that allocated.",
    [
      Member(
        "sites", \.siteCount, .whole(0...Int(Int32.max)), "Number of call sites that allocated."),
      Member("lost", \.lostCount, "Allocations of call sites beyond the table's capacity."),
      Member(
        "top", \.top, AllocationSite.shape.codec.list(),
        "The call sites with the most allocations, at most \(shownCount)."),
    ])
}

extension AllocationSite {
  static let shape = Shape<AllocationSite>(
    AllocationSite(function: "", callers: [], phase: "", count: 0, bytes: 0, firstFrame: 0),
    name: "allocationSite", "A call site that allocated.",
    [
      Member("function", \.function, "The function."),
      Member(
        "callers", \.callers, Codec<String>.text.list(), "Its callers, the nearest first."),
      Member("phase", \.phase, .phase, "The phase it was in."),
      Member("count", \.count, .whole(from: 1), "Number of allocations."),
      Member("bytes", \.bytes, "Bytes requested."),
      Member("firstFrame", \.firstFrame, "The first frame."),
      Member(
        optional: "source", \.source, SourcePlace.shape.codec,
        "The line that allocated, if known."),
    ])
}

extension SourcePlace {
  static let shape = Shape<SourcePlace>(
    SourcePlace(file: "", line: 1), "A line of a source file.",
    [
      Member("file", \.file, "The file, relative to the current folder."),
      Member("line", \.line, .whole(from: 1), "The line, from 1."),
    ])
}

extension DeviceFrameSummary {
  static let shape = Shape<DeviceFrameSummary>(
    DeviceFrameSummary(
      renderer: "", intervalNanoseconds: 0, frames: 1,
      median: DeviceFrameSummary.Span(nominal: 0, least: 0, most: 0),
      high: DeviceFrameSummary.Span(nominal: 0, least: 0, most: 0), isEstimated: false, source: ""),
    "Predicted frame times on the device class: exact counts of work times its cost there.",
    [
      Member(
        derived: "verdict", \.judgement, .cases,
        "Whether the 99th percentile is within frameInterval, at both ends of its interval."),
      Member(derived: "unit", .always("nanoseconds"), "The unit of every time here.") { _ in
        "nanoseconds"
      },
      Member(
        "frames", \.frames, .whole(from: 1),
        "Predicted frames: those after warm-up in the foreground."),
      Member(
        "frameInterval", \.intervalNanoseconds,
        "The deadline of a frame on the device class, like timing.frameInterval."),
      Member(
        "renderer", \.renderer,
        "Renderer of the prediction, such as canvas or sprites."),
      Member("p50", \.median.nominal, "The median of the predicted times.")
        .limited(traits("p50")),
      Member("p50Lower", \.median.least, "The lower end of the median's interval."),
      Member("p50Upper", \.median.most, "The upper end of that interval."),
      Member("p99", \.high.nominal, "Their 99th percentile.").limited(traits("p99")),
      Member("p99Lower", \.high.least, "The lower end of the 99th percentile's interval."),
      Member("p99Upper", \.high.most, "The upper end of that interval."),
      Member("cpuP99", \.processorHigh, "The 99th percentile of the CPU time."),
      Member("gpuP99", \.graphicsHigh, "99th percentile of the GPU time."),
      Member(
        "latencyP99", \.latencyHigh,
        "The 99th percentile of both times together: the slower one limits the rate, their "
          + "sum is the latency."),
      Member(
        derived: "bound", .oneOf(["cpu", "gpu"]), "The slower one of the two."
      ) { $0.isBoundByGraphics ? "gpu" : "cpu" },
      Member(
        "framesOverInterval", \.framesOverInterval,
        "Frames predicted to take longer than the interval."),
      Member(
        derived: "uncertainty", \.uncertainty,
        "The maximum error of a predicted time, as a fraction of it."),
      Member(
        "costs", .oneOf(["measured", "estimated"]),
        "Whether the costs were measured on a device of the class.",
        get: { $0.provenance }, set: { $0.isEstimated = $1 == "estimated" }),
      Member("source", \.source, "The source of the costs."),
    ])

  private static func traits(_ percentile: String) -> FigureTraits {
    FigureTraits(
      .device, unit: .milliseconds, label: "predicted on the device, \(percentile)", scale: 1e6,
      isFrameTime: true)
  }

  /// Where the costs come from, in a word.
  package var provenance: String { isEstimated ? "estimated" : "measured" }
}

extension EnvironmentSummary {
  static let shape = Shape<EnvironmentSummary>(
    EnvironmentSummary(
      version: "", behaviorVersion: 0, build: "", operatingSystem: "", architecture: ""),
    "The environment of the run.",
    [
      Member("version", \.version, "The tool's version."),
      Member(
        "behaviorVersion", \.behaviorVersion,
        "The behavior version that all scenes share, which affects digests."),
      Member(
        "build", \.build, .oneOf(["debug", "release"]), "The build configuration of simbench."),
      Member("operatingSystem", \.operatingSystem, "The operating system."),
      Member("architecture", \.architecture, "The CPU architecture."),
      Member("toolchain", \.toolchain, "The compilers."),
    ])
}
