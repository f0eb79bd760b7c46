import SimFormats
import SimPlatform
import SimRuntime

/// How a scenario is to be run.
package struct RunOptions {
  /// Whether frames are turned into pixels.
  package var rendersPixels = true
  /// Threads that paint a frame's tiles; the pixels are the same with any number.
  ///
  /// One crew for all runs: what a thread allocated is remembered after it ended, so that threads
  /// of their own for each run would make every later run's counting slower.
  package var crew = ThreadCrew()
  /// What recording costs, known to every copy of these options.
  package let overhead = RecorderOverhead()
  /// Whether calmness and flashes of the pictures are measured.
  package var measuresCalmness = true
  /// Which frames' pictures are kept.
  package var pictures = PictureChoice.none
  /// Kept pictures are scaled down to at most this many pixels in all; 0 keeps them whole.
  package var keptPixelCount: Int32 = 0
  /// How the run is to be recorded; nil when it is not.
  package var recording: RecordingRequest?
  /// Receives a kept frame's picture instead of the outcome, so that many need no memory.
  package var onPicture: ((FramePicture) -> Void)?
  /// Receives every photo that the scene's camera takes.
  package var onPhoto: ((FramePicture) -> Void)?
  /// Is told what every frame that was drawn looks like.
  package var onLook: ((FrameLook) -> Void)?
  /// Is told now and then how many frames are done.
  package var onProgress: ((UInt32) -> Void)?
  /// What `selftest` plants into every step; nil in every other run.
  package var planted: PlantedWork?
  /// Counts the instructions of every phase; nil when counts are not asked for or the machine has
  /// no counter.
  package var counter: InstructionCounter?
  /// The phase for which valgrind collects, in a process that it executes.
  package var collectedPhase: FramePhase?
  /// Whether what allocates after warm-up is found and named.
  package var findsAllocationSites = false
  /// Is asked between frames whether to stop.
  package var isInterrupted: () -> Bool = { false }

  /// Makes the options of an ordinary run.
  package init() {}
}

extension RunOptions {
  /// Creates the observer of a run's phases, and prepares storage for its findings.
  package func watch() -> PhaseWatch {
    if findsAllocationSites { AllocationStacks.prepare() }
    return PhaseWatch(
      crew: crew, planted: planted, counter: counter,
      collectedPhase: collectedPhase, findsSites: findsAllocationSites)
  }

  /// Adds what was asked for besides.
  func complete(
    _ result: SceneResult, _ watch: borrowing PhaseWatch, _ recorder: FrameRecorder
  ) -> SceneResult {
    var result = result
    if findsAllocationSites, AllocationProbe.source.isMeasured {
      result.allocations.sites = .found()
    }
    if let counter {
      result.timing.instructions = InstructionSummary(
        watch, frames: recorder.foregroundFrames(from: 0).count,
        isThreaded: crew.workerCount > 1, isExact: counter.isExact)
    }
    return result
  }
}
