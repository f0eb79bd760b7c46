import SimFormats
import SimInput
import SimMath
import SimPlatform
import SimRuntime

/// Checks of the properties of one scene.
///
/// Caps, finite numbers, memory, places and the scene's own properties are checked after every
/// frame; drawing, and whether a saved state leads to the same frame, after every 60th; at the end,
/// whether the tracing can still be completed.
struct SceneChecks<S: SimScene & ~Copyable>: ~Copyable {
  private let descriptor: SceneDescriptor
  private let plan: RunPlan
  private let builtIn: [BuiltInProperty]
  private var watch: PictureWatch?
  private var counts: [UInt64] = Array(repeating: 0, count: BuiltInProperty.allCases.count)
  private var saved = Snapshot()
  /// Counts of the checks of the scene's own properties.
  var judge: PropertyChecker
  /// The first property that does not hold.
  private(set) var failure: ExploreFailure?

  /// Frames that may allocate: storage that a scene takes once.
  private static var warmupFrames: UInt32 { UInt32(Warmup.frames) }
  private static var drawInterval: UInt32 { 60 }
  /// Time for a careful writer who repeats the tracing, in seconds.
  private static var carefulSeconds: UInt32 { 60 }

  /// Prepares the checks of a run.
  ///
  /// - Parameter scenario: the limits of its frames; nil if none are painted.
  init(_ plan: RunPlan, watching scenario: Scenario?) {
    descriptor = S.descriptor
    self.plan = plan
    builtIn = BuiltInProperty.properties(of: descriptor, watching: scenario)
    if var scenario {
      scenario.plan = plan
      watch = PictureWatch(scenario, descriptor)
    }
    judge = PropertyChecker(descriptor.properties)
    // The first use allocates.
    _ = AllocationProbe.thread()
  }

  /// Number of checks of each built-in property of the scene.
  var checks: [UInt64] { builtIn.map { counts[Int($0.rawValue)] } }

  /// Runs the next frame and checks it.
  mutating func advance(
    _ loop: inout ScenarioLoop<S>, _ observer: inout NoOpObserver, by crew: inout ThreadCrew
  ) {
    failure = checked(&loop, &observer, by: &crew)
  }

  private mutating func checked(
    _ loop: inout ScenarioLoop<S>, _ observer: inout NoOpObserver, by crew: inout ThreadCrew
  ) -> ExploreFailure? {
    let frame = loop.frame
    let isDrawn = frame % Self.drawInterval == Self.drawInterval - 1
    var expected: UInt64?
    if isDrawn {
      do {
        expected = try tried(&loop, &observer, by: &crew)
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
    if !loop.wasInBackground, let failure = nonFinite(&loop, frame) { return failure }
    if let expected {
      counts.add(.snapshotRoundTrip)
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
      counts.add(.noAllocation)
      let allocations = stepped.allocations - before.allocations + drawing
      if allocations != 0 {
        return BuiltInProperty.noAllocation.failure(
          frame, value: "\(allocations) allocations", limit: "0")
      }
    }
    guard !loop.wasInBackground else { return nil }
    if let failure = judged(&loop, frame, isDrawn: isDrawn) { return failure }
    return watch?.look(loop, frame: frame, &counts)
  }

  private mutating func judged(
    _ loop: inout ScenarioLoop<S>, _ frame: UInt32, isDrawn: Bool
  ) -> ExploreFailure? {
    counts.add(.caps)
    if let broken = loop.brokenPromise() { return failure(of: broken, frame) }
    if descriptor.hasPlaces {
      counts.add(.onCanvas)
      if let stray = loop.scene.strayMember(on: loop.canvas) {
        return failure(of: stray, on: loop.canvas, frame)
      }
    }
    if isDrawn {
      counts.add(.noDroppedCommands)
      if loop.droppedCommandCount > 0 {
        return BuiltInProperty.noDroppedCommands.failure(
          frame, value: "\(loop.droppedCommandCount) dropped",
          limit: "\(descriptor.commandCapacity)")
      }
    }
    loop.judge(&judge)
    return judge.failure.map { failure(of: $0) }
  }

  private func failure(of broken: InvariantViolation, _ frame: UInt32) -> ExploreFailure {
    let population = descriptor.populations.first { "\($0.name)" == "\(broken.name)" }
    return BuiltInProperty.caps.failure(
      frame, population.map { "\($0.requirement)" } ?? "", field: "\(broken.name)",
      value: "\(broken.value)", limit: population.map { "\($0.cap)" })
  }

  private func failure(
    of stray: StrayMember, on canvas: SceneCanvas, _ frame: UInt32
  ) -> ExploreFailure {
    BuiltInProperty.onCanvas.failure(
      frame, "BV-ROTATE", field: "\(stray.population)[\(stray.index)]",
      value: "(\(Self.text(stray.position.x)), \(Self.text(stray.position.y)))",
      limit: "\(Self.text(canvas.widthPoints)) × \(Self.text(canvas.heightPoints)) points")
  }

  private mutating func nonFinite(_ loop: inout ScenarioLoop<S>, _ frame: UInt32) -> ExploreFailure?
  {
    counts.add(.finiteState)
    guard !loop.isFinite(), let place = loop.nonFinitePlace() else { return nil }
    return BuiltInProperty.finiteState.failure(frame, field: Self.name(of: place))
  }

  private func failure(of found: PropertyChecker.Failure) -> ExploreFailure {
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

  private static func name(of place: StatePlace) -> String { place.indexedText }

  /// Runs the next frame and restores the state before it.
  ///
  /// The frame must come out the same when it is run again. An unsaved field, or a value kept
  /// outside the state, changes it.
  ///
  /// - Returns: the digest after the frame.
  /// - Throws: `SnapshotError`, if the saved state cannot be restored.
  private mutating func tried(
    _ loop: inout ScenarioLoop<S>, _ observer: inout NoOpObserver, by crew: inout ThreadCrew
  ) throws(SnapshotError) -> UInt64 {
    loop.skipsDrawing = true
    loop.save(to: &saved)
    loop.advance(&observer, paintedBy: &crew)
    let digest = loop.stateDigest().finalize()
    try loop.restore(saved)
    return digest
  }

  /// Checks that an adult who continues from the last state completes the tracing within
  /// `carefulSeconds`.
  mutating func finish(_ loop: inout ScenarioLoop<S>) { failure = incomplete(&loop) }

  private mutating func incomplete(_ loop: inout ScenarioLoop<S>) -> ExploreFailure? {
    guard let state = loop.scene.tracing(), loop.frame > 0 else { return nil }
    counts.add(.completionReachable)
    guard !state.isComplete else { return nil }
    var plan = plan.undisturbed(on: loop.canvas)
    let start = loop.activeFrame + plan.clock.framesPerSecond / 2
    // At twice the usual pace an adult still stays close enough to the path.
    plan.writer = Writer(skill: .adult, startFrame: start, isRepeating: true, pace: 2)
    plan.frameCount = .max
    // While a gate is open, the letter receives no contact.
    if plan.gate != nil { plan.gateActions = [GateAction(frame: loop.activeFrame, .lock)] }
    var careful = ScenarioLoop<S>(plan: plan, rendersPixels: false)
    careful.skipsDrawing = true
    var observer = NoOpObserver()
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
}

extension RunPlan {
  /// The plan without input except its writer, on a fixed canvas.
  func undisturbed(on canvas: SceneCanvas) -> RunPlan {
    var plan = self
    plan.canvas = canvas
    plan.generators = []
    plan.defects = InputDefects()
    plan.touchTrack = nil
    plan.recordedInput = nil
    plan.motionTrack = nil
    plan.canvasChanges = []
    plan.backgroundSpans = []
    plan.gateActions = []
    return plan
  }
}
