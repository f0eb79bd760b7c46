import Platform
import Runtime

/// What one run records, a column per quantity, all storage taken before the first frame.
///
/// Recording a frame writes plain numbers into arrays; it never allocates.
package struct FrameRecorder {
  /// Phases of a frame, in the order of their columns.
  package static let phases = FramePhase.allCases

  /// How many frames are recorded.
  package private(set) var count = 0
  /// Nanoseconds per frame and phase: frame-major, four per frame.
  package private(set) var phaseNanoseconds: [UInt32]
  /// Nanoseconds per frame and pixel stage: frame-major.
  package private(set) var stageNanoseconds: [UInt32]
  /// Allocations per frame and phase: frame-major, four per frame.
  package private(set) var phaseAllocations: [UInt32]
  /// Bytes allocated per frame.
  package private(set) var bytes: [UInt32]
  /// Populations per frame: frame-major.
  package private(set) var populations: [UInt32]
  /// Contacts per frame.
  package private(set) var touches: [UInt8]
  /// 1 for a frame spent in the background, 2 for a shaken one.
  package private(set) var flags: [UInt8]
  /// Processor time per frame, of all threads, in nanoseconds.
  package private(set) var processorNanoseconds: [UInt32]
  /// What each frame would have taken had no thread waited for a processor, in nanoseconds.
  package private(set) var unhinderedNanoseconds: [UInt32]
  /// How often a thread was taken off its processor in each frame.
  package private(set) var involuntarySwitches: [UInt16]
  /// The state digest after each frame.
  package private(set) var digests: [UInt64]
  /// How many populations a frame has.
  package let populationCount: Int
  /// How many pixel stages a frame has.
  package let stageCount: Int

  /// Makes a recorder for a number of frames.
  package init(frameCount: Int, populationCount: Int, stageCount: Int = 0) {
    self.populationCount = populationCount
    self.stageCount = min(stageCount, PhaseWatch.maximumStageCount)
    stageNanoseconds = [UInt32](repeating: 0, count: frameCount * self.stageCount)
    phaseNanoseconds = [UInt32](repeating: 0, count: frameCount * 4)
    phaseAllocations = [UInt32](repeating: 0, count: frameCount * 4)
    bytes = [UInt32](repeating: 0, count: frameCount)
    populations = [UInt32](repeating: 0, count: frameCount * populationCount)
    touches = [UInt8](repeating: 0, count: frameCount)
    flags = [UInt8](repeating: 0, count: frameCount)
    processorNanoseconds = [UInt32](repeating: 0, count: frameCount)
    unhinderedNanoseconds = [UInt32](repeating: 0, count: frameCount)
    involuntarySwitches = [UInt16](repeating: 0, count: frameCount)
    digests = [UInt64](repeating: 0, count: frameCount)
  }

  /// Adds a frame.
  ///
  /// - Precondition: fewer frames than the recorder was made for.
  package mutating func record(
    _ watch: borrowing PhaseWatch, counts: borrowing PopulationCounts, touches: Int,
    isInBackground: Bool, isShaken: Bool, digest: UInt64
  ) {
    for phase in 0..<4 {
      phaseNanoseconds[count * 4 + phase] = watch.nanoseconds(phase)
      phaseAllocations[count * 4 + phase] = watch.allocations(phase)
    }
    for stage in 0..<stageCount {
      stageNanoseconds[count * stageCount + stage] = watch.stageNanoseconds[stage]
    }
    bytes[count] = UInt32(clamping: watch.bytes)
    for index in 0..<populationCount {
      populations[count * populationCount + index] = counts.values[index]
    }
    self.touches[count] = UInt8(clamping: touches)
    flags[count] = (isInBackground ? 1 : 0) | (isShaken ? 2 : 0)
    digests[count] = digest
    processorNanoseconds[count] = UInt32(clamping: watch.use.allNanoseconds)
    involuntarySwitches[count] = UInt16(clamping: watch.use.involuntarySwitches)
    var wall: UInt64 = 0
    for phase in 0..<4 { wall += UInt64(watch.nanoseconds(phase)) }
    unhinderedNanoseconds[count] = UInt32(
      clamping: watch.use.unhindered(wallNanoseconds: wall, threadCount: watch.threadCount))
    count += 1
  }

  /// How many members a population had in a frame.
  package func population(_ index: Int, inFrame frame: Int) -> UInt32 {
    populations[frame * populationCount + index]
  }

  /// The time of a phase, 0 to 3, of a frame in nanoseconds.
  package func phaseNanoseconds(_ phase: Int, inFrame frame: Int) -> UInt32 {
    phaseNanoseconds[frame * 4 + phase]
  }

  /// The time of a whole frame in nanoseconds.
  package func frameNanoseconds(_ frame: Int) -> UInt64 {
    var sum: UInt64 = 0
    for phase in 0..<4 { sum += UInt64(phaseNanoseconds(phase, inFrame: frame)) }
    return sum
  }

  /// The allocations of a whole frame.
  package func frameAllocations(_ frame: Int) -> UInt64 {
    var sum: UInt64 = 0
    for phase in 0..<4 { sum += UInt64(phaseAllocations[frame * 4 + phase]) }
    return sum
  }

  /// Whether a frame was spent in the background.
  package func isInBackground(_ frame: Int) -> Bool { flags[frame] & 1 != 0 }

  /// The recorded frames from one on that were not spent in the background.
  package func foregroundFrames(from start: Int) -> [Int] {
    (start..<count).filter { !isInBackground($0) }
  }

  /// Whether the device was shaken in a frame.
  package func isShaken(_ frame: Int) -> Bool { flags[frame] & 2 != 0 }
}

/// Reads the clock and the allocation counters around each phase of a frame.
package struct PhaseWatch: PhaseObserver {
  private var times: (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
  private var counts: (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
  private var startNanoseconds: UInt64 = 0
  private var stageStart: UInt64 = 0
  private var startCounts = AllocationCounts()

  /// The most pixel stages that are timed.
  package static var maximumStageCount: Int { 16 }
  /// The time of each pixel stage of the frame, a part of the raster phase.
  package private(set) var stageNanoseconds = SIMD16<UInt32>(repeating: 0)

  /// Bytes allocated in the frame so far.
  package private(set) var bytes: UInt64 = 0

  /// Instructions of each phase so far, over all frames; zero without a counter.
  package private(set) var instructions = SIMD4<UInt64>(repeating: 0)

  /// What the frame had of the processors; nothing before `endFrame`.
  package private(set) var use = ProcessorUse()
  /// How many threads work for a frame.
  package let threadCount: Int
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
  ///   - threadCount: how many threads work for the frames; what all of them use counts.
  ///   - planted: what every step does besides its own work.
  ///   - counter: counts instructions.
  ///   - collectedPhase: the phase that valgrind is told to collect.
  ///   - findsSites: whether what allocates after warm-up leaves its call stack.
  package init(
    threadCount: Int = 1, planted: PlantedWork? = nil, counter: InstructionCounter? = nil,
    collectedPhase: FramePhase? = nil, findsSites: Bool = false
  ) {
    self.threadCount = threadCount
    meter = ProcessorMeter(isThreaded: threadCount > 1)
    self.planted = planted
    self.counter = counter
    self.collectedPhase = collectedPhase
    self.findsSites = findsSites
  }

  /// Forgets the last frame.
  package mutating func startFrame() {
    framesStarted &+= 1
    times = (0, 0, 0, 0)
    counts = (0, 0, 0, 0)
    stageNanoseconds = SIMD16(repeating: 0)
    bytes = 0
    use = ProcessorUse()
    meter.begin()
  }

  /// Notes what the frame had of the processors; what follows is no part of it.
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
    if let counter { instructions[Int(phase.rawValue)] &+= counter.read() &- startInstructions }
    if findsSites { AllocationStacks.end() }
    var allocations: UInt64 = 0
    if let now = AllocationProbe.counts(ofAllThreads: isThreaded) {
      allocations = now.allocations &- startCounts.allocations
      bytes &+= now.bytes &- startCounts.bytes
    }
    let (time, count) = (UInt32(clamping: elapsed), UInt32(clamping: allocations))
    switch phase {
    case .input: (times.0, counts.0) = (time, count)
    case .step: (times.1, counts.1) = (time, count)
    case .draw: (times.2, counts.2) = (time, count)
    case .raster: (times.3, counts.3) = (time, count)
    }
  }

  /// Notes the clock.
  package mutating func begin(stage: UInt8) { stageStart = MonotonicClock.nanoseconds() }

  /// Adds what the stage took.
  package mutating func end(stage: UInt8) {
    guard Int(stage) < Self.maximumStageCount else { return }
    stageNanoseconds[Int(stage)] &+= UInt32(
      clamping: MonotonicClock.nanoseconds() &- stageStart)
  }

  /// The time of a phase, 0 to 3, in nanoseconds.
  package func nanoseconds(_ phase: Int) -> UInt32 {
    switch phase {
    case 0: times.0
    case 1: times.1
    case 2: times.2
    default: times.3
    }
  }

  /// The allocations of a phase, 0 to 3.
  package func allocations(_ phase: Int) -> UInt32 {
    switch phase {
    case 0: counts.0
    case 1: counts.1
    case 2: counts.2
    default: counts.3
    }
  }
}
