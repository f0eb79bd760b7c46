import SimFormats
import SimInput
import SimMath
import SimPlatform
import SimRuntime

/// A run whose properties are looked at after every frame, whatever scene it is of.
package protocol ExploredRun: AnyObject {
  /// The frame that comes next.
  var frame: UInt32 { get }
  /// What was found of the scene's own properties.
  var judge: PropertyJudge { get set }
  /// How often each built-in property was looked at; those that cannot be are left out.
  var checks: [UInt64] { get }
  /// Whether the run can go on from a state of another run: not when its pictures are looked at.
  var canContinue: Bool { get }
  /// The laws that pairs of the scene's runs are held against.
  var laws: [PairLaw] { get }
  /// What came to the run from outside, when that is kept.
  var recording: Recording { get }

  /// Runs the next frame.
  ///
  /// - Returns: the first property that does not hold after it; nil when all do.
  func advance() -> ExploreFailure?
  /// Looks at what has to be possible after the last frame.
  ///
  /// - Returns: the first property that does not hold; nil when all do.
  func finish() -> ExploreFailure?
  /// What clock, canvas and scene come to.
  func sceneDigest() -> UInt64
  /// Saves clock, canvas and scene.
  func saveScene(to snapshot: inout Snapshot)
  /// Restores clock, canvas and scene as they were before a frame.
  func restoreScene(_ snapshot: Snapshot, beforeFrame frame: UInt32) throws(SnapshotError)
}

/// A run of one scene.
///
/// Caps, finite numbers, memory, places and the scene's own properties are looked at after every
/// frame; drawing, and whether a saved state leads to the same frame, after every 60th; at the end,
/// whether what there is to trace can still be completed.
final class SceneExploration<S: Scene & ~Copyable>: ExploredRun {
  private var loop: ScenarioLoop<S>
  private var observer = SilentObserver()
  private var crew = ThreadCrew()
  private let descriptor: SceneDescriptor
  private let header: RecordingHeader
  private let plan: RunPlan
  private let builtIn: [BuiltInProperty]
  private var watch: PictureWatch?
  private var counts: [UInt64] = Array(repeating: 0, count: BuiltInProperty.allCases.count)
  private var saved = Snapshot()
  var judge: PropertyJudge
  /// Frames that may take memory: storage that a scene takes once.
  private static var warmupFrames: UInt32 { UInt32(Warmup.frames) }
  private static var drawInterval: UInt32 { 60 }
  /// How long somebody who writes with care may take, again and again, in seconds.
  private static var carefulSeconds: UInt32 { 60 }

  /// Opens a run.
  ///
  /// - Parameter scenario: whose limits its pictures have to keep; nil when none are painted.
  init(_ plan: RunPlan, isRecording: Bool, watching scenario: Scenario? = nil) {
    descriptor = S.descriptor
    self.plan = plan
    header = RecordingHeader(plan, of: descriptor)
    builtIn = BuiltInProperty.properties(of: descriptor, watching: scenario)
    loop = ScenarioLoop<S>(
      plan: plan, rendersPixels: scenario != nil, isRecording: isRecording)
    if var scenario {
      scenario.plan = plan
      watch = PictureWatch(scenario, descriptor)
    } else {
      watch = nil
    }
    judge = PropertyJudge(descriptor.properties)
    // The first use takes memory.
    _ = AllocationProbe.thread()
  }

  var frame: UInt32 { loop.frame }

  var laws: [PairLaw] { PairLaw.laws(of: descriptor) }

  var checks: [UInt64] { builtIn.map { counts[Int($0.rawValue)] } }

  var canContinue: Bool { !loop.rendersPixels }

  var recording: Recording {
    RunRecorder(RecordingRequest(header), frameCount: loop.frame).finish(loop, pixelChain: nil)
  }

  func advance() -> ExploreFailure? {
    let frame = loop.frame
    let isDrawn = frame % Self.drawInterval == Self.drawInterval - 1
    var expected: UInt64?
    if isDrawn {
      do {
        expected = try tried()
      } catch {
        return BuiltInProperty.snapshotRoundTrip.failure(
          frame, value: "\(error)", limit: "what is saved can be put back")
      }
    }
    loop.skipsDrawing = true
    loop.source.reserveFrame()
    let before = AllocationProbe.thread()
    loop.advance(&observer, paintedBy: &crew)
    let stepped = AllocationProbe.thread()
    // Before it is drawn: what is not finite has no place on a canvas.
    if !loop.wasInBackground, let failure = nonFinite(frame) { return failure }
    if let expected {
      count(.snapshotRoundTrip)
      if loop.stateDigest().finalize() != expected {
        return BuiltInProperty.snapshotRoundTrip.failure(frame, value: "another frame")
      }
    }
    var drawing: UInt64 = 0
    if isDrawn || loop.rendersPixels, !loop.wasInBackground {
      let undrawn = AllocationProbe.thread()
      loop.paint(&observer, by: &crew)
      if let undrawn, let drawn = AllocationProbe.thread() {
        drawing = drawn.allocations - undrawn.allocations
      }
    }
    if let before, let stepped, frame >= Self.warmupFrames {
      count(.noAllocation)
      let allocations = stepped.allocations - before.allocations + drawing
      if allocations != 0 {
        return BuiltInProperty.noAllocation.failure(
          frame, value: "\(allocations) allocations", limit: "0")
      }
    }
    guard !loop.wasInBackground else { return nil }
    if let failure = judged(frame, isDrawn: isDrawn) { return failure }
    return watch?.look(loop, frame: frame) { count($0) }
  }

  private func judged(_ frame: UInt32, isDrawn: Bool) -> ExploreFailure? {
    count(.caps)
    if let broken = loop.brokenPromise() { return failure(of: broken, frame) }
    if descriptor.hasPlaces {
      count(.onCanvas)
      if let stray = loop.scene.strayMember(on: loop.canvas) { return failure(of: stray, frame) }
    }
    if isDrawn {
      count(.noDroppedCommands)
      if loop.droppedCommandCount > 0 {
        return BuiltInProperty.noDroppedCommands.failure(
          frame, value: "\(loop.droppedCommandCount) dropped",
          limit: "\(descriptor.commandCapacity)")
      }
    }
    loop.judge(&judge)
    return judge.failure.map { failure(of: $0) }
  }

  private func failure(of broken: BrokenPromise, _ frame: UInt32) -> ExploreFailure {
    let population = descriptor.populations.first { "\($0.name)" == "\(broken.name)" }
    return BuiltInProperty.caps.failure(
      frame, population.map { "\($0.requirement)" } ?? "", field: "\(broken.name)",
      value: "\(broken.value)", limit: population.map { "\($0.cap)" })
  }

  private func failure(of stray: StrayMember, _ frame: UInt32) -> ExploreFailure {
    let canvas = loop.canvas
    return BuiltInProperty.onCanvas.failure(
      frame, "BV-ROTATE", field: "\(stray.population)[\(stray.index)]",
      value: "(\(Self.text(stray.position.x)), \(Self.text(stray.position.y)))",
      limit: "\(Self.text(canvas.widthPoints)) × \(Self.text(canvas.heightPoints)) points")
  }

  private func nonFinite(_ frame: UInt32) -> ExploreFailure? {
    count(.finiteState)
    guard !loop.isFinite(), let place = loop.nonFinitePlace() else { return nil }
    return BuiltInProperty.finiteState.failure(frame, field: Self.name(of: place))
  }

  private func failure(of found: PropertyJudge.Failure) -> ExploreFailure {
    let property = descriptor.properties[found.property]
    return ExploreFailure(
      "\(property.name)", "\(property.requirement)", "\(property.summary)", frame: found.step,
      field: found.entity.map { "\(property.name)[\($0)]" },
      value: found.value.map { Self.text($0) }, limit: found.limit.map { Self.text($0) })
  }

  /// A number with all its digits, so that a value beyond its limit never reads as the limit.
  private static func text(_ value: Float) -> String {
    value == value.rounded() && value.magnitude < 1e7 ? "\(Int32(value))" : "\(value)"
  }

  private static func name(of place: StatePlace) -> String {
    "\(place.text)[\(place.element)]"
  }

  /// Runs the next frame and puts the state before it back.
  ///
  /// What it came to has to come of it once more. A field that is not saved, or something kept
  /// beside the state, makes another frame.
  ///
  /// - Returns: the digest after the frame.
  /// - Throws: `SnapshotError`, when what was saved cannot be put back.
  private func tried() throws(SnapshotError) -> UInt64 {
    loop.skipsDrawing = true
    loop.save(to: &saved)
    loop.advance(&observer, paintedBy: &crew)
    let digest = loop.stateDigest().finalize()
    try loop.restore(saved)
    return digest
  }

  private func count(_ property: BuiltInProperty) {
    counts[Int(property.rawValue)] &+= 1
  }

  /// Goes on from the last state with a grown-up who traces what is there, for
  /// `carefulSeconds` at most.
  func finish() -> ExploreFailure? {
    guard let state = loop.scene.tracing(), loop.frame > 0 else { return nil }
    count(.completionReachable)
    guard !state.isComplete else { return nil }
    var plan = plan.undisturbed(on: loop.canvas)
    let start = loop.activeFrame + plan.clock.framesPerSecond / 2
    // At twice the usual pace, too, a grown-up stays close enough to the path, and is done sooner.
    plan.writer = Writer(skill: .adult, startFrame: start, isRepeating: true, pace: 2)
    plan.frameCount = .max
    var careful = ScenarioLoop<S>(plan: plan, rendersPixels: false)
    careful.skipsDrawing = true
    loop.saveScene(to: &saved)
    do {
      try careful.restoreScene(saved, beforeFrame: loop.activeFrame)
    } catch {
      return BuiltInProperty.completionReachable.failure(
        loop.frame - 1, "SC-RESUME", value: "\(error)", limit: "what is saved can be put back")
    }
    let end = start + Self.carefulSeconds * plan.clock.framesPerSecond
    while careful.frame < end {
      careful.advance(&observer)
      if careful.scene.tracing()?.isComplete ?? false { return nil }
    }
    let covered = careful.scene.tracing()?.covered ?? 0
    return BuiltInProperty.completionReachable.failure(
      loop.frame - 1, "SC-RESUME", field: "covered",
      value: "\(Self.text((covered * 100).rounded())) percent",
      limit: "complete within \(Self.carefulSeconds) seconds")
  }

  func sceneDigest() -> UInt64 { loop.sceneDigest().finalize() }

  func saveScene(to snapshot: inout Snapshot) { loop.saveScene(to: &snapshot) }

  func restoreScene(_ snapshot: Snapshot, beforeFrame frame: UInt32) throws(SnapshotError) {
    try loop.restoreScene(snapshot, beforeFrame: frame)
  }
}

extension RunPlan {
  /// The plan without anything that comes from outside but its writer, on a canvas that stays.
  func undisturbed(on canvas: Canvas) -> RunPlan {
    var plan = self
    plan.canvas = canvas
    plan.generators = []
    plan.defects = InputDefects()
    plan.touchTrack = nil
    plan.recordedInput = nil
    plan.motionTrack = nil
    plan.canvasChanges = []
    plan.backgroundSpans = []
    return plan
  }
}
