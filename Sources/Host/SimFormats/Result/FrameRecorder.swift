import SimRuntime

/// What one run records, a column per quantity, all storage taken before the first frame.
///
/// Recording a frame writes plain numbers into arrays; it never allocates.
package struct FrameRecorder {
  /// The maximum count of pixel stages that are recorded.
  package static var maximumStageCount: Int { 16 }

  /// How many frames are recorded.
  package var count = 0
  /// Nanoseconds per frame and phase.
  package var phaseNanoseconds: [PerPhase<UInt32>]
  /// Nanoseconds per frame and pixel stage: frame-major.
  private var stageNanoseconds: [UInt32]
  /// Allocations per frame and phase.
  package var phaseAllocations: [PerPhase<UInt32>]
  /// Bytes allocated per frame.
  package var bytes: [UInt32]
  /// Populations per frame: frame-major.
  package var populations: [UInt32]
  /// Contacts per frame.
  package var touches: [UInt8]
  /// 1 for a frame spent in the background, 2 for a shaken one.
  package var flags: [UInt8]
  /// Processor time per frame, of all threads, in nanoseconds.
  package var processorNanoseconds: [UInt32]
  /// What each frame would have taken had no thread waited for a processor, in nanoseconds.
  package var unhinderedNanoseconds: [UInt32]
  /// How often a thread was taken off its processor in each frame.
  package var involuntarySwitches: [UInt16]
  /// What tells how long frames waited; nil where nothing does, so that the three columns before
  /// hold nothing.
  package var evidence: ProcessorSummary.Evidence?
  /// The state digest after each frame.
  package var digests: [UInt64]
  /// How many populations a frame has.
  package let populationCount: Int
  /// The pixel stages that are recorded of a frame.
  package let stages: [StageKey]

  /// Makes a recorder for a number of frames.
  package init(
    frameCount: Int, populationCount: Int, stages: [StageKey] = [],
    evidence: ProcessorSummary.Evidence? = nil
  ) {
    self.evidence = evidence
    self.populationCount = populationCount
    self.stages = Array(stages.prefix(Self.maximumStageCount))
    stageNanoseconds = [UInt32](repeating: 0, count: frameCount * self.stages.count)
    phaseNanoseconds = [PerPhase](repeating: PerPhase(repeating: 0), count: frameCount)
    phaseAllocations = phaseNanoseconds
    bytes = [UInt32](repeating: 0, count: frameCount)
    populations = [UInt32](repeating: 0, count: frameCount * populationCount)
    touches = [UInt8](repeating: 0, count: frameCount)
    flags = [UInt8](repeating: 0, count: frameCount)
    processorNanoseconds = [UInt32](repeating: 0, count: frameCount)
    unhinderedNanoseconds = [UInt32](repeating: 0, count: frameCount)
    involuntarySwitches = [UInt16](repeating: 0, count: frameCount)
    digests = [UInt64](repeating: 0, count: frameCount)
  }

  /// How many members a population had in a frame.
  package func population(_ index: Int, inFrame frame: Int) -> UInt32 {
    populations[frame * populationCount + index]
  }

  /// The time of a pixel stage in a frame, in nanoseconds.
  package subscript(stage: StageKey, inFrame frame: Int) -> UInt32 {
    get { stageNanoseconds[frame * stages.count + stage.index] }
    set { stageNanoseconds[frame * stages.count + stage.index] = newValue }
  }

  /// The time of a whole frame in nanoseconds.
  package func frameNanoseconds(_ frame: Int) -> UInt64 {
    phaseNanoseconds[frame].map { UInt64($0) }.total
  }

  /// Takes the times of another run of the same scenario; everything else stays.
  ///
  /// - Precondition: both have as many frames and stages.
  package mutating func takeTimes(of other: FrameRecorder) {
    precondition(count == other.count && stages == other.stages, "another scenario")
    phaseNanoseconds = other.phaseNanoseconds
    stageNanoseconds = other.stageNanoseconds
    processorNanoseconds = other.processorNanoseconds
    unhinderedNanoseconds = other.unhinderedNanoseconds
    involuntarySwitches = other.involuntarySwitches
    evidence = other.evidence
  }

  /// The allocations of a whole frame.
  package func frameAllocations(_ frame: Int) -> UInt64 {
    phaseAllocations[frame].map { UInt64($0) }.total
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
