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
  /// How often the built-in properties were looked at.
  var checks: [BuiltInProperty: UInt64] { get }
  /// The laws that pairs of the scene's runs are held against.
  var laws: [PairLaw] { get }
  /// What came to the run from outside, when that is kept.
  var recording: Recording { get }

  /// Runs the next frame.
  ///
  /// - Returns: the first property that does not hold after it; nil when all do.
  func advance() -> ExploreFailure?
  /// What clock, canvas and scene come to.
  func sceneDigest() -> UInt64
  /// Saves clock, canvas and scene.
  func saveScene(to snapshot: inout Snapshot)
  /// Restores clock, canvas and scene as they were before a frame.
  func restoreScene(_ snapshot: Snapshot, beforeFrame frame: UInt32) throws(SnapshotError)
}

/// A run of one scene.
///
/// Caps, finite numbers, memory and the scene's own properties are looked at after every frame;
/// drawing, and whether a saved state leads to the same frame, after every 60th.
final class SceneExploration<S: Scene & ~Copyable>: ExploredRun {
  private var loop: ScenarioLoop<S>
  private var observer = SilentObserver()
  private var crew = ThreadCrew()
  private let descriptor: SceneDescriptor
  private let header: RecordingHeader
  private var counts: [UInt64] = Array(repeating: 0, count: BuiltInProperty.allCases.count)
  private var saved = Snapshot()
  var judge: PropertyJudge
  /// Frames that may take memory: storage that a scene takes once.
  private static var warmupFrames: UInt32 { UInt32(Warmup.frames) }
  private static var drawInterval: UInt32 { 60 }

  init(_ plan: RunPlan, isRecording: Bool) {
    descriptor = S.described
    header = RecordingHeader(plan, of: descriptor)
    loop = ScenarioLoop<S>(plan: plan, rendersPixels: false, isRecording: isRecording)
    judge = PropertyJudge(descriptor.properties)
    // The first use takes memory.
    _ = AllocationProbe.thread()
  }

  var frame: UInt32 { loop.frame }

  var laws: [PairLaw] { PairLaw.laws(of: descriptor) }

  var checks: [BuiltInProperty: UInt64] {
    Dictionary(uniqueKeysWithValues: zip(BuiltInProperty.allCases, counts))
  }

  var recording: Recording {
    RunRecorder(RecordingRequest(header), frameCount: loop.frame).finish(loop, pixelChain: nil)
  }

  func advance() -> ExploreFailure? {
    let frame = loop.frame
    let isDrawn = frame % Self.drawInterval == Self.drawInterval - 1
    if isDrawn, let failure = roundTrip(frame) { return failure }
    loop.skipsDrawing = !isDrawn
    loop.source.reserveFrame()
    let before = AllocationProbe.thread()
    loop.advance(&observer, paintedBy: &crew)
    if let before, let after = AllocationProbe.thread(), frame >= Self.warmupFrames {
      count(.noAllocation)
      if after.allocations != before.allocations {
        return BuiltInProperty.noAllocation.failure(
          frame, value: "\(after.allocations - before.allocations) allocations", limit: "0")
      }
    }
    guard !loop.wasInBackground else { return nil }
    return judged(frame, isDrawn: isDrawn)
  }

  private func judged(_ frame: UInt32, isDrawn: Bool) -> ExploreFailure? {
    // First, since a scene may well trap when it counts what is not finite.
    if let failure = nonFinite(frame) { return failure }
    count(.caps)
    if let broken = loop.brokenPromise() { return failure(of: broken, frame) }
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

  /// Runs the next frame, puts the state before it back, and runs it again with what is then there:
  /// a field that is not saved, or something kept beside the state, makes another frame of it.
  private func roundTrip(_ frame: UInt32) -> ExploreFailure? {
    loop.skipsDrawing = true
    loop.save(to: &saved)
    loop.advance(&observer, paintedBy: &crew)
    // Before it is drawn: what is not finite has no place on a canvas.
    if !loop.wasInBackground, let failure = nonFinite(frame) { return failure }
    let first = loop.stateDigest().finalize()
    do {
      try loop.restore(saved)
    } catch {
      return BuiltInProperty.snapshotRoundTrip.failure(
        frame, value: "\(error)", limit: "what is saved can be put back")
    }
    loop.advance(&observer, paintedBy: &crew)
    let second = loop.stateDigest().finalize()
    do {
      try loop.restore(saved)
    } catch {
      preconditionFailure("the state has just been restored")
    }
    count(.snapshotRoundTrip)
    guard first != second else { return nil }
    return BuiltInProperty.snapshotRoundTrip.failure(frame, value: "another frame")
  }

  private func count(_ property: BuiltInProperty) {
    counts[Int(property.rawValue)] &+= 1
  }

  func sceneDigest() -> UInt64 { loop.sceneDigest().finalize() }

  func saveScene(to snapshot: inout Snapshot) { loop.saveScene(to: &snapshot) }

  func restoreScene(_ snapshot: Snapshot, beforeFrame frame: UInt32) throws(SnapshotError) {
    try loop.restoreScene(snapshot, beforeFrame: frame)
  }
}
