import SimFormats
import SimInput
import SimPlatform
import SimRuntime

/// Condenses a run's record into its result.
package struct RunSummary {
  /// The result.
  package let result: SceneResult

  /// Makes the result.
  ///
  /// - Complexity: O(n log n) in the frames, for the percentiles.
  package init(
    scenario: Scenario, descriptor: SceneDescriptor, recorder: FrameRecorder,
    observer: borrowing RunObserver, crew: ThreadCrew, overhead: RecorderOverhead,
    wallNanoseconds: UInt64
  ) {
    let populations = Self.populations(descriptor, recorder)
    let allocations = Self.allocations(recorder, observer.liveBytes)
    let calmness = observer.calmness
    let strokeLatency = observer.strokeLatency
    var timing = TimingSummary(
      recorder, scenario: scenario, descriptor: descriptor, wallNanoseconds: wallNanoseconds,
      liveBytes: observer.liveBytes)
    timing.threadCount = UInt32(crew.workerCount)
    let plan = scenario.plan
    let prediction = observer.devicePrediction(
      recorder.foregroundFrames(from: Warmup.start(of: recorder.count)),
      intervalNanoseconds: timing.frameIntervalNanoseconds)
    timing.recorderNanosecondsPerFrame = overhead.nanoseconds(
      RecorderOverhead.Setup(
        populationCount: recorder.populationCount, stageCount: recorder.stages.count,
        threadCount: crew.workerCount), crew: crew)
    let isShortened = scenario.frameCount.map { plan.frameCount < $0 } ?? false
    var result = SceneResult(
      scenario: scenario.name, scene: scenario.scene,
      sceneBehaviorVersion: descriptor.behaviorVersion, seed: plan.seed, device: scenario.device,
      canvas: CanvasSummary(
        widthPoints: plan.canvas.widthPoints, heightPoints: plan.canvas.heightPoints,
        scale: plan.canvas.scale, pixelWidth: plan.canvas.pixelWidth,
        pixelHeight: plan.canvas.pixelHeight, changes: plan.canvasChanges.count),
      frames: UInt32(recorder.count), plannedFrames: plan.frameCount,
      frameRate: plan.clock.framesPerSecond, isMotionReduced: plan.isMotionReduced,
      digest: DigestSummary(
        state: observer.state, scene: observer.scene, chain: observer.chain,
        pixels: observer.pixels,
        pixelChain: observer.pixelChain),
      populations: populations, input: observer.input, timing: timing,
      allocations: allocations, work: observer.work.summary, calmness: calmness,
      load: Self.load(scenario.load, recorder, isShortened: isShortened),
      budgets: [],
      fault: observer.fault.map(FaultSummary.init), picture: nil,
      environment: .current)
    result.strokeLatency = strokeLatency
    result.flash = observer.flash
    result.prediction = prediction
    (result.scenarioFile, result.scenarioDigest) = (scenario.file, scenario.digest)
    result.gate = plan.gate
    result.scenarioFrames = scenario.frameCount
    result.ignored = scenario.ignored
    result.assumed = scenario.assumed
    let judge = BudgetJudge(result)
    let budgets = scenario.budgets.map { judge.judge($0) }
    result.budgets = budgets.filter { !$0.budget.measure.isTimed }
    result.timing.budgets = budgets.filter { $0.budget.measure.isTimed }
    self.result = result
  }

  private static func populations(
    _ descriptor: SceneDescriptor, _ recorder: FrameRecorder
  ) -> [PopulationSummary] {
    descriptor.populations.indices.map { index in
      let population = descriptor.populations[index]
      var (maximum, minimum, total) = (UInt32.min, UInt32.max, UInt64.zero)
      var (atCap, seen) = (UInt32.zero, UInt64.zero)
      var shaken: [UInt32] = []
      for frame in 0..<recorder.count where !recorder.isInBackground(frame) {
        let count = recorder.population(index, inFrame: frame)
        maximum = max(maximum, count)
        minimum = min(minimum, count)
        total += UInt64(count)
        seen += 1
        if population.cap > 0, count == population.cap { atCap += 1 }
        if recorder.isShaken(frame) { shaken.append(count) }
      }
      shaken.sort()
      return PopulationSummary(
        name: population.name.description, cap: population.cap, maximum: maximum,
        minimum: seen == 0 ? 0 : minimum, mean: seen == 0 ? 0 : Double(total) / Double(seen),
        framesAtCap: atCap,
        whileShaken: shaken.isEmpty ? nil : Double(shaken[(shaken.count - 1) / 2]))
    }
  }

  private static func allocations(
    _ recorder: FrameRecorder, _ liveBytes: [LiveBytes]
  ) -> AllocationSummary {
    let source = AllocationProbe.source
    var summary = AllocationSummary(
      source: source.name, warmupFrames: UInt32(Warmup.frames), warmupTotal: nil, steadyTotal: nil,
      steadyMaximumPerFrame: nil, steadyBytes: nil, liveBytesGrowth: nil, firstFrame: nil,
      firstPhase: nil)
    guard source.isMeasured else { return summary }
    let start = min(Warmup.frames, recorder.count)
    let (before, after) = (0..<start, recorder.foregroundFrames(from: start))
    summary.warmupTotal = before.reduce(0) { $0 + recorder.frameAllocations($1) }
    // Without a frame that ran past warm-up there is no steady state, and "0" would be a lie.
    guard !after.isEmpty else { return summary }
    summary.steadyTotal = after.reduce(0) { $0 + recorder.frameAllocations($1) }
    summary.steadyMaximumPerFrame = after.reduce(0) { max($0, recorder.frameAllocations($1)) }
    summary.steadyBytes = after.reduce(0) { $0 + UInt64(recorder.bytes[$1]) }
    if let first = after.first(where: { recorder.frameAllocations($0) > 0 }) {
      summary.firstFrame = UInt32(first)
      let phase = FramePhase.allCases.first { recorder.phaseAllocations[first][$0] > 0 }
      summary.firstPhase = phase?.name.description
    }
    if liveBytes.count > 1, let first = liveBytes.first, let last = liveBytes.last {
      summary.liveBytesGrowth = last.bytes - first.bytes
    }
    return summary
  }

  private static func load(
    _ claims: [LoadClaim], _ recorder: FrameRecorder, isShortened: Bool
  ) -> [LoadSummary] {
    claims.map { claim in
      var (run, longest) = (UInt32.zero, UInt32.zero)
      for frame in 0..<recorder.count where !recorder.isInBackground(frame) {
        let count = recorder.population(claim.index, inFrame: frame)
        run = count >= claim.threshold ? run + 1 : 0
        longest = max(longest, run)
      }
      let required = LoadClaim.requiredFrames
      // A run too short to prove a load, or shorter than its scenario, is not judged by it.
      let isJudged = !isShortened && recorder.count >= Warmup.frames + Int(required)
      let status: CheckStatus =
        longest >= required ? .passed : isJudged ? .failed : .notMeasured
      var summary = LoadSummary(
        population: claim.population, claimed: claim.count, longestRun: longest,
        requiredRun: required, status: status)
      summary.line = claim.line
      return summary
    }
  }
}

extension FaultSummary {
  /// Puts a fault into words.
  init(_ fault: Fault) {
    let field = fault.field.text
    let phase = fault.phase.name.description
    let message =
      switch fault.kind {
      case .nonFinite:
        "frame \(fault.frame), phase \(phase): \(fault.field.indexedText) is not a finite number"
      case .capExceeded:
        "frame \(fault.frame), phase \(phase): \(fault.entity) \(field), more than the cap allows"
      case .commandsDropped:
        "frame \(fault.frame), phase \(phase): \(fault.entity) drawing commands did not fit"
      }
    self.init(
      kind: fault.kind.name.description, frame: fault.frame, phase: phase, field: field,
      entity: fault.entity, message: message)
  }
}
