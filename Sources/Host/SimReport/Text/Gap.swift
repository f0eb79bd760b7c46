import SimFormats
import SimImageAnalysis

/// A measurement that could not be made: its path in the result and why.
struct Gap {
  var path: String
  var reason: String

  /// Gaps of the part that is the same in every run.
  static func exact(in result: RunResult) -> [Gap] {
    var gaps: [Gap] = []
    if result.digest.pixels == nil {
      let reason = "no pixels were drawn"
      gaps += ["digest.pixels", "digest.pixelChain", "work"].map { Gap(path: $0, reason: reason) }
    }
    gaps += Self.calmness(result)
    for population in result.populations {
      let path = "population.\(population.name)"
      if !result.wasObserved {
        gaps.append(Gap(path: path, reason: Self.background))
      } else if population.whileShaken == nil {
        gaps.append(Gap(path: path + ".whileShaken", reason: "the device was never shaken"))
      }
    }
    gaps += Self.allocations(result.allocations)
    gaps += Self.strokeLatency(result)
    if result.flash == nil {
      let reason =
        result.digest.pixels == nil ? "no pixels were drawn" : "fewer than two frames were drawn"
      gaps.append(Gap(path: "flash", reason: reason))
    }
    if let reason = result.prediction.reason {
      gaps.append(Gap(path: "deviceFrame", reason: reason))
    }
    return gaps
  }

  /// Gaps of the part that depends on wall time or resident memory.
  static func timed(in result: RunResult) -> [Gap] {
    var gaps: [Gap] = []
    if result.timing.measuredFrames == 0 {
      let members = ["frame", "phases", "hitchMsPerSecond", "lateFrames", "lateness"]
      gaps += members.map { "timing.\($0)" }.map {
        Gap(path: $0, reason: result.wasObserved ? "no frame was measured" : Self.background)
      }
    }
    if result.timing.processor == nil, result.timing.measuredFrames > 0 {
      gaps.append(
        Gap(
          path: "timing.processor",
          reason: "nothing tells how long frames waited for a processor"))
    } else if result.timing.processor == nil {
      let reason = result.wasObserved ? "no frame was measured" : Self.background
      gaps.append(Gap(path: "timing.processor", reason: reason))
    }
    if result.timing.recorderNanosecondsPerFrame == nil {
      gaps.append(
        Gap(path: "timing.recorderPerFrame", reason: "the recorder was not timed"))
    }
    if result.timing.peakResidentBytes == nil {
      gaps.append(
        Gap(path: "timing.peakResidentBytes", reason: "the system does not say"))
    }
    return gaps
  }

  private static func calmness(_ result: RunResult) -> [Gap] {
    guard let calmness = result.calmness else {
      let isDrawn = result.digest.pixels != nil
      let reason = isDrawn ? "fewer than two frames of one size" : "no pixels were drawn"
      return [Gap(path: "calmness", reason: reason)]
    }
    guard calmness.speed == nil else { return [] }
    return ["calmness.speed", "calmness.jerk"].map {
      Gap(path: $0, reason: "nothing that moved could be followed")
    }
  }

  private static func strokeLatency(_ result: RunResult) -> [Gap] {
    guard let latency = result.strokeLatency else {
      return [Gap(path: "strokeLatency", reason: "no touch sample drew ink")]
    }
    var gaps: [Gap] = []
    if latency.sightings == nil {
      gaps.append(Gap(path: "strokeLatency.ink", reason: "no pixels were drawn"))
    }
    if latency.spread.maximum == nil {
      if latency.allowance != nil {
        for time in ["p95WithAllowance", "maxWithAllowance"] {
          gaps.append(Gap(path: "strokeLatency.\(time)", reason: "no ink was seen"))
        }
      }
      for place in ["", ".whatIf.depth1", ".whatIf.hertz120", ".whatIf.prediction"] {
        for time in ["p50", "p95", "max"] {
          gaps.append(Gap(path: "strokeLatency\(place).\(time)", reason: "no ink was seen"))
        }
      }
    }
    if latency.allowance == nil {
      for key in ["allowance", "p95WithAllowance", "maxWithAllowance"] {
        gaps.append(Gap(path: "strokeLatency.\(key)", reason: StrokeLatencySummary.noAllowance))
      }
    }
    let still = "no contact was sampled twice"
    if latency.lag == nil { gaps.append(Gap(path: "strokeLatency.lagPoints", reason: still)) }
    if latency.predictionError == nil {
      gaps.append(Gap(path: "strokeLatency.whatIf.prediction.errorPoints", reason: still))
    }
    return gaps
  }

  private static func allocations(_ counts: AllocationSummary) -> [Gap] {
    let prefix = "not-measured: "
    if !counts.isMeasured {
      let isReason = counts.source.hasPrefix(prefix)
      let reason = isReason ? String(counts.source.dropFirst(prefix.count)) : counts.source
      return [Gap(path: "allocations", reason: reason)]
    }
    if counts.steadyTotal == nil {
      let reason = "the run has no frame after its \(counts.warmupFrames) of warm-up"
      return ["steadyTotal", "steadyMaxPerFrame", "steadyBytes", "liveBytesGrowth"].map {
        Gap(path: "allocations.\($0)", reason: reason)
      }
    }
    guard counts.liveBytesGrowth == nil else { return [] }
    return [Gap(path: "allocations.liveBytesGrowth", reason: "fewer than two heap checkpoints")]
  }

  private static var background: String { "every frame was spent in the background" }
}

extension RunResult {
  /// Whether any frame was stepped; without one, counts of zero would be made up.
  var wasObserved: Bool { frames > input.framesInBackground }
}
