import SimFormats

extension TextReport {
  mutating func writeTiming() {
    let timing = result.timing
    guard timing.measuredFrames > 0 else {
      let reason = result.gaps.first { $0.isTimed }?.reason ?? "no reason given"
      row("frame time", "not measured: \(reason)")
      return
    }
    let frame = timing.frame
    row(
      "frame time",
      "p50 \(Quantity.time(frame.p50))  p90 \(Quantity.time(frame.p90))  p95 "
        + "\(Quantity.time(frame.p95))  p99 \(Quantity.time(frame.p99))  max "
        + "\(Quantity.time(frame.maximum))",
      failed: result.failedBudgets(of: .frame))
    let phases = timing.phases.map { "\($0.name) \(Quantity.time($0.percentiles.p50))" }
    if !phases.isEmpty { row("phases, p50", phases.joined(separator: "  ")) }
    writeStages()
    if timing.sparkline.count > 1 {
      let top = Quantity.time(timing.sparkline.max() ?? 0)
      // A page has a chart of it.
      row("slowest", Sparkline.text(timing.sparkline) + " \(top)", in: .terminal)
    }
    let measured = FigureText.grouped(UInt64(timing.measuredFrames))
    let threads = timing.threadCount > 1 ? ", \(timing.threadCount) threads" : ""
    row(
      "late frames",
      Self.joined([
        "\(FigureText.grouped(UInt64(timing.lateFrames))) of \(measured) over "
          + timing.due.words,
        "hitches \(Quantity.plain(timing.hitchMillisecondsPerSecond)) ms/s",
        "this machine\(threads), not the device",
      ]), failed: result.failedBudgets(of: .hitches))
    if let lateness = timing.lateness { writeLateness(lateness) }
    if let cost = timing.recorderNanosecondsPerFrame {
      row("recorder", "\(Quantity.time(cost)) per frame, not part of the times above")
    }
    if let processor = timing.processor {
      writeProcessor(processor)
    } else {
      row("CPU", "CPU wait is not available on this system")
    }
    if timing.measuredFrames < 2000 {
      row(
        "",
        "p99 rests on "
          + CountWords.counted(timing.measuredFrames, "frame")
          + ": 2,000 are needed for a reliable value")
    }
  }

  /// The CPU time and CPU wait of frames, and the advice if they waited too long.
  private mutating func writeProcessor(_ processor: ProcessorSummary) {
    let switches = processor.involuntarySwitches
    row(
      "CPU",
      Self.joined([
        "p50 \(Quantity.time(processor.frame.p50))  p99 \(Quantity.time(processor.frame.p99))",
        "frames waited \(Quantity.time(processor.waitedNanoseconds)) for one, at most "
          + Quantity.time(processor.longestWaitNanoseconds),
        "\(FigureText.grouped(switches)) involuntary \(switches == 1 ? "switch" : "switches")",
      ]))
    for words in result.heldUpWords { row("", words) }
  }

  private mutating func writeLateness(_ lateness: LatenessSummary) {
    let weighted = lateness.timeWeighted
    row(
      "by time",
      "p50 \(Quantity.time(weighted.p50))  p95 \(Quantity.time(weighted.p95))  p99 "
        + "\(Quantity.time(weighted.p99)), weighted by frame duration")
    guard let second = lateness.worstSecondFrame, let run = lateness.longestRunFrame else { return }
    row(
      "lateness",
      Self.joined([
        "\(lateness.bandWords): \(Quantity.time(lateness.lateNanoseconds)) in "
          + Quantity.time(lateness.animationNanoseconds),
        "overrun \(Quantity.time(lateness.overrunNanoseconds))",
        "worst second from frame \(FigureText.grouped(UInt64(second))), "
          + Quantity.time(lateness.worstSecondNanoseconds),
        "longest streak \(FigureText.grouped(UInt64(lateness.longestRun))) from frame "
          + FigureText.grouped(UInt64(run)),
        "\(FigureText.grouped(UInt64(lateness.jankFrames))) over two frame intervals",
      ]))
  }

  /// The time of each pixel stage, and the frame rate that it alone would allow.
  private mutating func writeStages() {
    for (index, stage) in result.timing.stages.enumerated() {
      let time = stage.percentiles.p50
      let rate = time > 0 ? "\(FigureText.grouped(1_000_000_000 / time)) per second" : "skipped"
      row(
        index == 0 ? "stages, p50" : "",
        Self.joined(["\(stage.name) \(Quantity.time(time))", rate]))
    }
  }

  mutating func writeAllocations() {
    let counts = result.allocations
    guard let warmup = counts.warmupTotal else {
      let reason = result.gaps.first { $0.path == "allocations" }?.reason
      row("allocations", "not measured: \(reason ?? "no reason given")")
      return
    }
    let early = "\(FigureText.grouped(warmup)) in warm-up"
    guard let steady = counts.steadyTotal, let maximum = counts.steadyMaximumPerFrame else {
      row(
        "allocations",
        "\(early); the run has no frame after its \(counts.warmupFrames) of warm-up")
      return
    }
    var parts = [
      "\(FigureText.grouped(steady)) after warm-up, "
        + "at most \(FigureText.grouped(maximum)) per frame",
      early,
    ]
    if let frame = counts.firstFrame, let phase = counts.firstPhase {
      parts.append("first in frame \(FigureText.grouped(UInt64(frame))), phase \(phase)")
    }
    row("allocations", Self.joined(parts), failed: result.failedBudgets(of: .allocations))
    writeHeap()
  }

  private mutating func writeHeap() {
    let timing = result.timing
    guard let first = timing.liveBytes.first, let last = timing.liveBytes.last else { return }
    var parts = [
      "\(Quantity.bytes(last.bytes)) live after "
        + CountWords.counted(last.frame, "frame")
    ]
    if let growth = result.allocations.liveBytesGrowth {
      let change = growth < 0 ? "less" : "more"
      let size = Quantity.bytes(growth < 0 ? 0 &- growth : growth)
      parts.append("\(size) \(change) than after \(FigureText.grouped(UInt64(first.frame)))")
    }
    row("heap", Self.joined(parts), failed: result.failedBudgets(of: .heap))
  }

  mutating func writeScene() {
    for population in result.populations { writePopulation(population) }
    let input = result.input
    var parts = [
      CountWords.counted(input.touches, "touch", plural: "touches")
        + ", at most \(input.maximumTouches) at once",
      CountWords.counted(input.samples, "sample"),
      CountWords.counted(input.framesShaken, "frame") + " shaken",
    ]
    if input.framesInBackground > 0 {
      parts.append("\(FigureText.grouped(UInt64(input.framesInBackground))) in the background")
    }
    row("input", Self.joined(parts))
    let missed = input.missedWords
    if !missed.isEmpty { row("not felt", Self.joined(missed)) }
    guard result.digest.pixels != nil else { return }
    let work = result.work
    row(
      "work",
      Self.joined([
        CountWords.counted(work.primitives, "primitive"),
        "\(FigureText.grouped(work.pixelsBlended)) pixels blended",
        "\(FigureText.grouped(work.pixelsFilled)) filled",
      ]))
  }

  private mutating func writePopulation(_ population: PopulationSummary) {
    guard result.wasObserved else {
      row(population.name, "not counted: the app was in the background in every frame")
      return
    }
    let span = Quantity.span(population.minimum, population.maximum)
    var parts = [span, "mean \(Quantity.figure(population.mean, decimals: 1))"]
    if population.cap > 0 {
      parts[0] += " of \(FigureText.grouped(UInt64(population.cap)))"
      parts.append(
        CountWords.counted(population.framesAtCap, "frame") + " at the cap")
    }
    if let shaken = population.whileShaken {
      parts.append("shaken \(Quantity.plain(shaken))")
    }
    row(
      population.name, Self.joined(parts),
      failed: result.failedBudgets(of: .population(population.name)))
  }
}

extension DueTime {
  /// The allowed frame time, with the number of refreshes if more than one.
  var words: String {
    let time = Quantity.time(nanoseconds)
    return refreshes > 1 ? "\(time), \(refreshes) refreshes" : time
  }
}

extension LatenessSummary {
  /// The band and its source.
  var bandWords: String { "\(band.rawValue) by \(Band.source)" }
}
