import SimFormats
import SimPlatform
import SimRuntime

/// Reads the clock and the allocation counters around each phase of a frame.
package struct PhaseWatch: PhaseObserver {
  private var startNanoseconds: UInt64 = 0
  private var stageStart: UInt64 = 0
  private var startCounts = AllocationCounts()

  /// The time of each phase of the frame.
  package private(set) var nanoseconds = PerPhase<UInt32>(repeating: 0)

  /// The allocations of each phase of the frame.
  package private(set) var allocations = PerPhase<UInt32>(repeating: 0)

  private var stageNanoseconds = SIMD16<UInt32>(repeating: 0)

  /// Bytes allocated in the frame so far.
  package private(set) var bytes: UInt64 = 0

  /// Instructions of each phase so far, over all frames; zero without a counter.
  package private(set) var instructions = PerPhase<UInt64>(repeating: 0)

  /// What the frame had of the processors; nothing before `endFrame`.
  package private(set) var use = ProcessorUse()
  /// How many threads work for a frame.
  package let threadCount: Int
  /// What tells how long frames waited for a processor; nil where nothing does.
  package var evidence: ProcessorSummary.Evidence? {
    switch meter.evidence {
    case .queue: .queue
    case .switches: .switches
    case .none: nil
    }
  }
  private let meter: ProcessorMeter
  private var isThreaded: Bool { threadCount > 1 }
  private let planted: PlantedWork?
  private let counter: InstructionCounter?
  private let collectedPhase: FramePhase?
  private let findsSites: Bool
  private var framesStarted: UInt32 = 0
  private var startInstructions: UInt64 = 0

  /// Makes a watch; where allocations cannot be counted it only reads the clock.
  ///
  /// - Parameters:
  ///   - crew: the threads that paint the frames; what all of them use counts.
  ///   - planted: what every step does besides its own work.
  ///   - counter: counts instructions.
  ///   - collectedPhase: the phase for which valgrind collects.
  ///   - findsSites: whether what allocates after warm-up leaves its call stack.
  package init(
    crew: ThreadCrew = ThreadCrew(), planted: PlantedWork? = nil,
    counter: InstructionCounter? = nil,
    collectedPhase: FramePhase? = nil, findsSites: Bool = false
  ) {
    threadCount = crew.workerCount
    meter = ProcessorMeter(crew: crew.crew)
    self.planted = planted
    self.counter = counter
    self.collectedPhase = collectedPhase
    self.findsSites = findsSites
  }

  /// Forgets the last frame.
  package mutating func startFrame() {
    framesStarted &+= 1
    nanoseconds = PerPhase(repeating: 0)
    allocations = PerPhase(repeating: 0)
    stageNanoseconds = SIMD16(repeating: 0)
    bytes = 0
    use = ProcessorUse()
    meter.begin()
  }

  /// Records the CPU time of the frame; anything later is not part of it.
  package mutating func endFrame() { use = meter.end() }

  /// Notes the counters, then the clock, so that reading the counters is not timed.
  package mutating func begin(_ phase: FramePhase) {
    if let counts = AllocationProbe.counts(ofAllThreads: isThreaded) { startCounts = counts }
    if findsSites, framesStarted > UInt32(Warmup.frames) {
      AllocationStacks.begin(frame: framesStarted &- 1, phase: UInt32(phase.rawValue))
    }
    if let counter { startInstructions = counter.read() }
    startNanoseconds = MonotonicClock.nanoseconds()
    if phase == collectedPhase { Valgrind.toggleCollection() }
  }

  /// Adds what the phase took.
  package mutating func end(_ phase: FramePhase) {
    if phase == .step, let planted { planted.perform(inFrame: framesStarted &- 1) }
    if phase == collectedPhase { Valgrind.toggleCollection() }
    let elapsed = MonotonicClock.nanoseconds() &- startNanoseconds
    if let counter { instructions[phase] &+= counter.read() &- startInstructions }
    if findsSites { AllocationStacks.end() }
    if let now = AllocationProbe.counts(ofAllThreads: isThreaded) {
      allocations[phase] = UInt32(clamping: now.allocations &- startCounts.allocations)
      bytes &+= now.bytes &- startCounts.bytes
    }
    nanoseconds[phase] = UInt32(clamping: elapsed)
  }

  /// Notes the clock.
  package mutating func begin(stage: StageKey) { stageStart = MonotonicClock.nanoseconds() }

  /// Adds what the stage took.
  package mutating func end(stage: StageKey) {
    guard stage.index < FrameRecorder.maximumStageCount else { return }
    stageNanoseconds[stage.index] &+= UInt32(
      clamping: MonotonicClock.nanoseconds() &- stageStart)
  }

  /// The time of a recorded pixel stage of the frame, a part of the raster phase.
  package func nanoseconds(of stage: StageKey) -> UInt32 { stageNanoseconds[stage.index] }
}
