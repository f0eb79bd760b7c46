import DeterministicMath
import Formats
import Platform
import Raster
import Runtime
import Simulation

/// How a scenario is to be run.
public struct RunOptions {
  /// Whether frames are turned into pixels.
  public var rendersPixels = true
  /// Which frames' pictures are kept.
  public var pictures = PictureChoice.none
  /// Kept pictures are scaled down to at most this many pixels in all; 0 keeps them whole.
  public var keptPixelCount: Int32 = 0
  /// Receives a kept frame's picture instead of the outcome, so that many need no memory.
  public var onPicture: ((FramePicture) -> Void)?
  /// Is told now and then how many frames are done.
  public var onProgress: ((UInt32) -> Void)?
  /// Is asked between frames whether to stop.
  public var isInterrupted: () -> Bool = { false }

  /// Makes the options of an ordinary run.
  public init() {}
}

/// Why a run gave no result.
public enum RunError: Error, Equatable {
  /// Someone asked it to stop.
  case interrupted
}

/// What a run leaves: the result, every frame's record and the kept pictures.
public struct RunOutcome {
  /// The result every report is made from.
  public var result: RunResult
  /// The record of every frame.
  package var recorder: FrameRecorder
  /// Names of the recorder's populations.
  public var populationNames: [String]
  /// The kept pictures, unless the options took them.
  public var pictures: [FramePicture]
}

/// Runs scenarios of one scene: the frame loop with everything that watches it.
package enum Runner<S: Scene & ~Copyable> {
  /// Frames between two readings of the heap.
  static var checkpointInterval: UInt32 { 3600 }
  /// Frames between two calls of `onProgress`.
  static var progressInterval: UInt32 { 32 }
  /// Frames at the start that may allocate.
  static var warmupFrames: UInt32 { 120 }

  /// Runs a scenario to its end or its first fault.
  ///
  /// - Throws: `RunError.interrupted` when asked to stop.
  package static func run(
    _ scenario: Scenario, options: RunOptions
  ) throws(RunError) -> RunOutcome {
    let descriptor = S.descriptor
    let planned = scenario.plan.frameCount
    var loop = FrameLoop<S>(plan: scenario.plan, rendersPixels: options.rendersPixels)
    var watch = PhaseWatch()
    var observer = RunObserver(
      descriptor: descriptor, scenario: scenario, rendersPixels: options.rendersPixels)
    var recorder = FrameRecorder(
      frameCount: Int(planned), populationCount: descriptor.populations.count)
    var pictures: [FramePicture] = []
    var picker = PicturePicker(options.pictures, frameCount: planned)
    let started = MonotonicClock.nanoseconds()

    while loop.frame < planned, observer.fault == nil {
      guard !options.isInterrupted() else { throw .interrupted }
      let index = loop.frame
      watch.startFrame()
      loop.advance(&watch)
      observer.observe(loop, frame: index)
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
      if loop.frame == warmupFrames || loop.frame % checkpointInterval == 0 {
        observer.readHeap(afterFrame: loop.frame)
      }
    }
    if loop.frame > warmupFrames { observer.readHeap(afterFrame: loop.frame) }
    let wall = MonotonicClock.nanoseconds() &- started
    let summary = RunSummary(
      scenario: scenario, descriptor: descriptor, recorder: recorder, observer: observer,
      warmupFrames: warmupFrames, wallNanoseconds: wall)
    return RunOutcome(
      result: summary.result, recorder: recorder,
      populationNames: descriptor.populations.map { $0.name.description }, pictures: pictures)
  }
}

/// Looks at every finished frame: digests, caps, loads.
///
/// None of it is timed as the scene's cost.
package struct RunObserver: ~Copyable {
  package private(set) var counts: PopulationCounts
  package private(set) var fault: Fault?
  package private(set) var state: UInt64 = 0
  package private(set) var chain: UInt64 = 0
  package private(set) var pixels: UInt64?
  package private(set) var pixelChain: UInt64?
  package private(set) var input = InputSummary()
  package private(set) var work = WorkSummary(
    primitives: 0, pixelsBlended: 0, pixelsFilled: 0, cellsRepainted: 0)
  package private(set) var liveBytes: [LiveBytes] = []
  /// Whether the device was shaken within the last quarter of a second.
  package private(set) var isShaken = false

  private var asideStart: Int64 = 0
  private var asideBytes: Int64 = 0
  private let descriptor: SceneDescriptor
  private let shakeHoldFrames: UInt32
  private var framesSinceShake = UInt32.max
  private var pixelDigest: PixelDigest

  package init(descriptor: SceneDescriptor, scenario: Scenario, rendersPixels: Bool) {
    self.descriptor = descriptor
    counts = PopulationCounts(count: descriptor.populations.count)
    shakeHoldFrames = scenario.plan.clock.framesPerSecond / 4
    pixelDigest = PixelDigest(
      maximumPixelCount: rendersPixels ? scenario.plan.maximumPixelCount : 1,
      maximumSide: rendersPixels ? scenario.plan.maximumSide : 1)
    liveBytes.reserveCapacity(Int(scenario.plan.frameCount / 3600) + 3)
  }

  /// Looks at the frame the loop has just run.
  package mutating func observe<S: Scene & ~Copyable>(
    _ loop: borrowing FrameLoop<S>, frame: UInt32
  ) {
    guard !loop.wasInBackground else {
      input.framesInBackground += 1
      chain = Self.chained(chain, state)
      return
    }
    let digest = loop.stateDigest()
    state = digest.finalize()
    chain = Self.chained(chain, state)
    if let bad = digest.fault {
      fault = Fault(
        kind: .nonFinite, frame: frame, phase: .step, field: bad.field, entity: bad.entity)
    }
    loop.scene.count(into: &counts)
    checkCaps(frame: frame)
    if loop.droppedCommandCount > 0, fault == nil {
      fault = Fault(
        kind: .commandsDropped, frame: frame, phase: .draw, field: descriptor.name,
        entity: loop.droppedCommandCount)
    }
    if loop.rendersPixels {
      let value = pixelDigest.update(loop.surface, loop.rasterizer)
      pixels = value
      pixelChain = Self.chained(pixelChain ?? 0, value)
      work.primitives += UInt64(loop.work.primitives)
      work.pixelsBlended += UInt64(loop.work.pixelsBlended)
      work.pixelsFilled += UInt64(loop.work.pixelsFilled)
      work.cellsRepainted += UInt64(loop.work.cellsRepainted)
    }
    observeInput(loop.input)
  }

  /// Notes how many heap bytes are in use, those of pictures and progress left out.
  package mutating func readHeap(afterFrame frame: UInt32) {
    guard liveBytes.last?.frame != frame, let counts = AllocationProbe.thread() else { return }
    liveBytes.append(LiveBytes(frame: frame, bytes: counts.liveBytes - asideBytes))
  }

  /// What follows, until `endAside`, is no part of the run: its heap bytes do not count.
  package mutating func beginAside() {
    asideStart = AllocationProbe.thread()?.liveBytes ?? 0
  }

  /// The run goes on.
  package mutating func endAside() {
    asideBytes += (AllocationProbe.thread()?.liveBytes ?? 0) - asideStart
  }

  private mutating func checkCaps(frame: UInt32) {
    guard fault == nil else { return }
    for index in descriptor.populations.indices {
      let cap = descriptor.populations[index].cap
      if cap > 0, counts.values[index] > cap {
        fault = Fault(
          kind: .capExceeded, frame: frame, phase: .step,
          field: descriptor.populations[index].name, entity: counts.values[index])
        return
      }
    }
  }

  private mutating func observeInput(_ seen: borrowing FrameInput) {
    for index in 0..<seen.touchCount where seen.touches[index].phase == .began {
      input.touches += 1
    }
    input.samples += UInt64(seen.sampleCount)
    input.mostTouches = max(input.mostTouches, UInt32(seen.downCount))
    if seen.touchCount > 0 { input.framesTouched += 1 }
    let motion = seen.motion ?? .still
    let (x, y, z) = (motion.accelerationX, motion.accelerationY, motion.accelerationZ)
    let squared: Float = x * x + y * y + z * z
    if squared >= 0.25 {
      framesSinceShake = 0
    } else if framesSinceShake < .max {
      framesSinceShake += 1
    }
    isShaken = framesSinceShake <= shakeHoldFrames
    if isShaken { input.framesShaken += 1 }
  }

  private static func chained(_ chain: UInt64, _ value: UInt64) -> UInt64 {
    var digest = StateDigest(seed: chain)
    digest.combine(value)
    return digest.finalize()
  }
}
