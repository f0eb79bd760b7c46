import SimFormats
import SimInput
import SimPlatform
import SimRuntime

/// Why a run gave no result.
package enum RunError: Error, Equatable {
  /// Someone asked it to stop.
  case interrupted
}

/// Runs scenarios of one scene: the frame loop with everything that watches it.
package enum Runner<S: SimScene & ~Copyable> {
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
    var loop = ScenarioLoop<S>(
      plan: scenario.plan, rendersPixels: options.rendersPixels,
      isRecording: options.recording != nil)
    var keeper = options.recording.map { RunRecorder($0, frameCount: planned) }
    var crew = options.crew
    let isThreaded = crew.workerCount > 1
    var watch = options.watch()
    var observer = RunObserver(
      descriptor: descriptor, scenario: scenario, rendersPixels: options.rendersPixels,
      measuresCalmness: options.rendersPixels && options.measuresCalmness,
      isThreaded: isThreaded)
    var recorder = FrameRecorder(
      frameCount: Int(planned), populationCount: descriptor.populations.count,
      stages: options.rendersPixels ? descriptor.stageKeys : [], evidence: watch.evidence)
    var pictures: [FramePicture] = []
    var picker = PicturePicker(options.pictures, frameCount: planned)
    let started = MonotonicClock.nanoseconds()

    while loop.frame < planned, observer.fault == nil {
      guard !options.isInterrupted() else { throw .interrupted }
      let index = loop.frame
      // Before the watch starts, so that recording is not part of the frame's time.
      keeper?.prepare(&loop, &observer)
      CrashNote.setStep(index)
      watch.startFrame()
      loop.advance(&watch, paintedBy: &crew)
      watch.endFrame()
      observer.observe(&loop, frame: index)
      keeper?.add(&loop)
      if !loop.wasInBackground { show(loop, index, &observer, options) }
      recorder.record(
        watch, counts: observer.counts, touches: loop.input.touches.count,
        isInBackground: loop.wasInBackground,
        isShaken: observer.isShaken && !loop.wasInBackground, digest: observer.state)
      if picker.takes(index, touchCount: loop.input.downCount, observer) {
        observer.beginAside()
        var picture = FramePicture(
          frame: index, surface: loop.surface, isShaken: picker.showsShake,
          touchCount: loop.input.downCount)
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
    observer.finish(&loop)
    let wall = MonotonicClock.nanoseconds() &- started
    let summary = RunSummary(
      scenario: scenario, descriptor: descriptor, recorder: recorder, observer: observer,
      crew: crew, overhead: options.overhead, wallNanoseconds: wall)
    var outcome = RunOutcome(
      result: options.complete(summary.result, watch, recorder), recorder: recorder,
      populationNames: descriptor.populations.map { $0.name.description }, pictures: pictures)
    outcome.recording = keeper?.finish(loop, pixelChain: observer.pixelChain)
    return outcome
  }
  /// Hands out what a frame looks like, and its photo, where they are wanted.
  private static func show(
    _ loop: borrowing ScenarioLoop<S>, _ index: UInt32, _ observer: inout RunObserver,
    _ options: RunOptions
  ) {
    if let look = options.onLook, let pixels = observer.pixels {
      observer.beginAside()
      look(observer.look(index, pixels))
      observer.endAside()
    }
    if let take = options.onPhoto {
      observer.beginAside()
      if let photo = loop.scene.takenPhoto() { take(FramePicture(frame: index, photo: photo)) }
      observer.endAside()
    }
  }
}
