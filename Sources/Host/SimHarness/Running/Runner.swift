import SimFormats
import SimImageAnalysis
import SimPlatform
import SimRuntime
import SimInput

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
  /// Counts the instructions of every phase; nil when nobody asks or the machine has no counter.
  package var counter: InstructionCounter?
  /// The phase that valgrind is told to collect, in a process that it executes.
  package var collectedPhase: FramePhase?
  /// Whether what allocates after warm-up is found and named.
  package var findsAllocationSites = false
  /// Is asked between frames whether to stop.
  package var isInterrupted: () -> Bool = { false }

  /// Makes the options of an ordinary run.
  package init() {}
}

extension RunOptions {
  /// What looks at the phases of a run; makes ready for what is to be found on the way.
  package func watch() -> PhaseWatch {
    if findsAllocationSites { AllocationStacks.prepare() }
    return PhaseWatch(
      crew: crew, planted: planted, counter: counter,
      collectedPhase: collectedPhase, findsSites: findsAllocationSites)
  }

  /// Adds what was asked for besides.
  func complete(
    _ result: RunResult, _ watch: borrowing PhaseWatch, _ recorder: FrameRecorder
  ) -> RunResult {
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

/// What a drawn frame looks like.
package struct FrameLook: Equatable, Sendable {
  /// The frame.
  package var frame: UInt32
  /// The digest of its pixels.
  package var digest: UInt64
  /// Its flashes; those of the frame before when calmness is not measured.
  package var flash: FlashFrame
}

/// Why a run gave no result.
package enum RunError: Error, Equatable {
  /// Someone asked it to stop.
  case interrupted
}

/// What a run leaves: the result, every frame's record and the kept pictures.
package struct RunOutcome {
  /// The result every report is made from.
  package var result: RunResult
  /// The record of every frame.
  package var recorder: FrameRecorder
  /// Names of the recorder's populations.
  package var populationNames: [String]
  /// The kept pictures, unless the options took them.
  package var pictures: [FramePicture]
}

/// Runs scenarios of one scene: the frame loop with everything that watches it.
package enum Runner<S: Scene & ~Copyable> {
  /// Frames between two readings of the heap.
  static var checkpointInterval: UInt32 { 3600 }
  /// Frames between two calls of `onProgress`.
  static var progressInterval: UInt32 { 32 }

  /// Runs a scenario to its end or its first fault.
  ///
  /// - Throws: `RunError`, when asked to stop.
  package static func run(
    _ scenario: Scenario, options: RunOptions
  ) throws(RunError) -> RunOutcome {
    let descriptor = S.descriptor
    let planned = scenario.plan.frameCount
    var loop = FrameLoop<S>(plan: scenario.plan, rendersPixels: options.rendersPixels)
    var crew = options.crew
    let isThreaded = crew.workerCount > 1
    var watch = options.watch()
    var observer = RunObserver(
      descriptor: descriptor, scenario: scenario, rendersPixels: options.rendersPixels,
      measuresCalmness: options.rendersPixels && options.measuresCalmness,
      isThreaded: isThreaded)
    var recorder = FrameRecorder(
      frameCount: Int(planned), populationCount: descriptor.populations.count,
      stageCount: options.rendersPixels ? descriptor.stages.count : 0, evidence: watch.evidence)
    var pictures: [FramePicture] = []
    var picker = PicturePicker(options.pictures)
    let started = MonotonicClock.nanoseconds()

    while loop.frame < planned, observer.fault == nil {
      guard !options.isInterrupted() else { throw .interrupted }
      let index = loop.frame
      watch.startFrame()
      loop.advance(&watch, paintedBy: &crew)
      watch.endFrame()
      observer.observe(loop, frame: index)
      if let look = options.onLook, let pixels = observer.pixels, !loop.wasInBackground {
        observer.beginAside()
        look(FrameLook(frame: index, digest: pixels, flash: observer.flashFrame))
        observer.endAside()
      }
      if let take = options.onPhoto, !loop.wasInBackground {
        observer.beginAside()
        if let photo = loop.scene.takenPhoto() { take(FramePicture(frame: index, photo: photo)) }
        observer.endAside()
      }
      recorder.record(
        watch, counts: observer.counts, touches: loop.wasInBackground ? 0 : loop.input.touchCount,
        isInBackground: loop.wasInBackground,
        isShaken: observer.isShaken && !loop.wasInBackground, digest: observer.state)
      if picker.takes(index, isShaken: observer.isShaken) {
        observer.beginAside()
        var picture = FramePicture(
          frame: index, surface: loop.surface, isShaken: picker.showsShake,
          touchCount: loop.wasInBackground ? 0 : loop.input.downCount)
        if options.keptPixelCount > 0 {
          picture = picture.scaled(toPixelCount: options.keptPixelCount)
        }
        if let take = options.onPicture { take(picture) } else { pictures.append(picture) }
        observer.endAside()
      }
      if loop.frame % progressInterval == 0 {
        observer.beginAside()
        options.onProgress?(loop.frame)
        observer.endAside()
      }
      if Int(loop.frame) == Warmup.frames || loop.frame % checkpointInterval == 0 {
        observer.readHeap(afterFrame: loop.frame)
      }
    }
    if Int(loop.frame) > Warmup.frames { observer.readHeap(afterFrame: loop.frame) }
    let wall = MonotonicClock.nanoseconds() &- started
    let summary = RunSummary(
      scenario: scenario, descriptor: descriptor, recorder: recorder, observer: observer,
      crew: crew, overhead: options.overhead, wallNanoseconds: wall)
    return RunOutcome(
      result: options.complete(summary.result, watch, recorder), recorder: recorder,
      populationNames: descriptor.populations.map { $0.name.description }, pictures: pictures)
  }
}
