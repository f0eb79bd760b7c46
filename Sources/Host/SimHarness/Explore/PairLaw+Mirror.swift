import SimFormats
import SimInput
import SimMath
import SimRuntime

/// The mirror: a step from a mirrored state with mirrored input leads to the mirror image of where
/// the step leads otherwise.
///
/// Step by step, since whole runs drift apart by what rounding does. A number is compared only
/// where rounding decides nothing: two more steps, whose states are moved to the left and to the
/// right by `nudge`, have to lead to the same number.
extension PairOfRuns where S: ~Copyable {
  /// Frames from one comparison to the next.
  private static var stride: UInt32 { 7 }
  /// How far states are moved, in points: far more than rounding does.
  private static var nudge: Float { 0.002 }

  /// How far numbers may lie apart: what 24 bits leave of the sums in a step.
  private static func tolerance(_ value: Float) -> Float { 0.02 + 0.002 * value.magnitude }

  /// Holds some steps of a run against their mirror images.
  static func mirror(_ plan: RunPlan) -> PairLaw.Outcome {
    var outcome = PairLaw.Outcome()
    var observer = NoOpObserver()
    var loop = ScenarioLoop<S>(plan: plan, rendersPixels: false)
    loop.skipsDrawing = true
    var other = Simulation<SceneSimulation<S>>(plan)
    var before = Snapshot()
    while loop.frame < plan.frameCount {
      let frame = loop.frame
      let isCompared = frame % stride == stride - 1
      if isCompared { loop.saveScene(to: &before) }
      let canvas = loop.canvas
      loop.advance(&observer)
      // Motion comes in the device's axes, of which only this orientation's are the canvas's.
      guard isCompared, canvas.orientation == .portrait, canvas == loop.canvas else { continue }
      let steps = MirrorSteps<S>(input: loop.given, width: canvas.widthPoints)
      guard let found = steps.run(&other, from: before, nudge: nudge) else { continue }
      outcome.isChecked = true
      var lists = MemberLists()
      loop.visitScene(&lists)
      if let failure = compare(lists.lists, found, frame) {
        outcome.failure = failure
        return outcome
      }
    }
    return outcome
  }

  private static func compare(
    _ plain: [MemberLists.List], _ steps: MirrorSteps<S>.Found, _ frame: UInt32
  ) -> ExploreFailure? {
    // Fields may be shown only under a condition.
    guard plain.hasShape(of: steps.left), plain.hasShape(of: steps.right) else { return nil }
    guard plain.hasShape(of: steps.mirrored) else {
      return failure(.mirror, frame, field: nil, value: "a state with other fields in use")
    }
    let periodic = S.descriptor.periodicFields.map { "\($0)" }
    for (index, list) in plain.enumerated() {
      let isPeriodic = periodic.contains(list.name)
      for (place, bits) in list.values.enumerated() {
        func distance(_ lists: [MemberLists.List]) -> Float {
          let apart = (value(bits) - value(lists[index].values[place])).magnitude
          return isPeriodic ? min(apart, (1 - apart).magnitude) : apart
        }
        let limit = tolerance(value(bits))
        guard distance(steps.mirrored) > limit, distance(steps.left) < limit / 2,
          distance(steps.right) < limit / 2
        else { continue }
        return failure(
          .mirror, frame, field: "\(list.name)[\(place)]",
          value: "\(value(steps.mirrored[index].values[place]))", limit: "\(value(bits))")
      }
    }
    return nil
  }

  private static func value(_ bits: UInt64) -> Float {
    Float(bitPattern: UInt32(truncatingIfNeeded: bits))
  }
}

/// Steps of one state: of its mirror image, and of what it is when it is moved a little.
struct MirrorSteps<S: SimScene & ~Copyable> {
  /// Where they lead.
  struct Found {
    var mirrored: [MemberLists.List]
    var left: [MemberLists.List]
    var right: [MemberLists.List]
  }

  let input: FrameInput
  let width: Float

  /// Runs the steps; nil when the state has no mirror image.
  func run(
    _ simulation: inout Simulation<SceneSimulation<S>>, from state: Snapshot, nudge: Float
  ) -> Found? {
    guard let mirrored = step(&simulation, from: state, Self.mirrored(input, width), [width]),
      let left = step(&simulation, from: state, input, [width, width - nudge]),
      let right = step(&simulation, from: state, input, [width, width + nudge])
    else { return nil }
    return Found(mirrored: mirrored, left: left, right: right)
  }

  /// Mirrors the state across each width, steps, and mirrors what comes out back.
  private func step(
    _ simulation: inout Simulation<SceneSimulation<S>>, from state: Snapshot,
    _ input: FrameInput, _ widths: [Float]
  ) -> [MemberLists.List]? {
    do {
      try simulation.restore(state)
    } catch {
      // That is for the round trip of snapshots to tell.
      return nil
    }
    var draws: [UInt32] = []
    for width in widths {
      guard let count = simulation.mirror(across: width) else { return nil }
      draws.append(count)
    }
    simulation.apply(.frame(input))
    for width in widths.reversed() {
      // What has no mirror image now, or is what chance had it, had none on the way here.
      guard let count = simulation.mirror(across: width), draws.contains(count) else { return nil }
    }
    var lists = MemberLists()
    simulation.visitScene(&lists)
    return lists.lists
  }

  /// The input that a mirror shows; contacts' numbers go up by one.
  private static func mirrored(_ input: FrameInput, _ width: Float) -> FrameInput {
    var image = FrameInput()
    image.begin(frame: input.frame, timeNanoseconds: input.timeNanoseconds)
    image.keyPresses = input.keyPresses
    image.storedFrameNanoseconds = input.storedFrameNanoseconds
    image.storedGraphicsNanoseconds = input.storedGraphicsNanoseconds
    image.motion = input.motion.map { motion in
      MotionSample(
        acceleration: (-motion.accelerationX, motion.accelerationY, motion.accelerationZ),
        rotationRate: (motion.rotationRateX, -motion.rotationRateY, -motion.rotationRateZ))
    }
    for original in input.touches {
      var touch = original
      touch.id &+= 1
      touch.position.x = width - touch.position.x
      touch.previousPosition.x = width - touch.previousPosition.x
      image.append(touch)
      for sample in input.samples(of: original) {
        var sample = sample
        sample.touchID &+= 1
        sample.position.x = width - sample.position.x
        image.append(sample)
      }
    }
    return image
  }
}

extension [MemberLists.List] {
  /// Whether others are the same fields with as many numbers each.
  fileprivate func hasShape(of others: [MemberLists.List]) -> Bool {
    count == others.count
      && zip(self, others).allSatisfy { $0.name == $1.name && $0.values.count == $1.values.count }
  }
}

extension PairOfRuns where S: ~Copyable {
  /// How far the shares that are traced may lie apart.
  private static var samplingLimit: Float { 0.05 }

  /// Lets the plan's writer write alone, on a screen of 60 samples a second and on one of 120.
  static func sampling(_ plan: RunPlan) -> PairLaw.Outcome {
    guard plan.writer != nil, plan.recordedInput == nil else { return PairLaw.Outcome() }
    var plan = plan.undisturbed(on: plan.canvas)
    var observer = NoOpObserver()
    var found: [TracingState] = []
    for rate: UInt32 in [60, 120] {
      plan.touchSamplesPerSecond = rate
      var loop = ScenarioLoop<S>(plan: plan, rendersPixels: false)
      loop.skipsDrawing = true
      while loop.frame < plan.frameCount { loop.advance(&observer) }
      guard let state = loop.scene.tracing() else { return PairLaw.Outcome() }
      found.append(state)
    }
    var outcome = PairLaw.Outcome(isChecked: true)
    for (name, share) in [("covered", \TracingState.covered), ("onPath", \.onPath)] {
      let (slow, fast) = (found[0][keyPath: share], found[1][keyPath: share])
      guard (slow - fast).magnitude > samplingLimit else { continue }
      outcome.failure = failure(
        .sampling, plan.frameCount - 1, field: name, value: "\(slow) and \(fast)",
        limit: "\(samplingLimit) apart")
    }
    return outcome
  }
}
