import SimInput
import SimMath

/// The reason why a recording is not a valid run of a scene.
package enum RecordingMismatch: Error, Equatable {
  /// The scene has no such parameter.
  case unknownParameter([UInt8])
  /// The parameter cannot have this value.
  case badValue([UInt8], Float)
  /// A header value that determines the run is out of range; its key in the text.
  case badKey([UInt8])
}

/// A version that a recording requires and that differs from this build's.
package struct VersionDifference: Equatable, Sendable {
  /// The key in the recording's text: `behavior`, or the kind.
  package var key: StaticString
  /// The version in the recording.
  package var recorded: UInt32
  /// The version of this build.
  package var current: UInt32

  /// Whether all members are equal.
  package static func == (a: VersionDifference, b: VersionDifference) -> Bool {
    a.recorded == b.recorded && a.current == b.current
      && StatePlace([a.key]) == StatePlace([b.key])
  }
}

extension RecordingHeader {
  /// Creates the header of a scene's run from its plan, without device, paths of images, and tool.
  package init(_ plan: RunPlan, of descriptor: SceneDescriptor) {
    self.init(name: Self.bytes(of: descriptor.name))
    behaviorVersion = BehaviorVersion.current
    ownBehaviorVersion = descriptor.behaviorVersion
    gate = plan.gate
    canvas = plan.canvas
    framesPerSecond = plan.clock.framesPerSecond
    pointsPerMillimeter = plan.pointsPerMillimeter
    seed = plan.seed
    isMotionReduced = plan.isMotionReduced
    hasMotion = plan.hasMotion
    for (parameter, value) in zip(descriptor.parameters, plan.parameters.values) {
      parameters.append(Parameter(name: Self.bytes(of: parameter.name), value: value))
    }
    guard let camera = plan.camera else { return }
    framesPerPicture = camera.framesPerPicture
    for picture in camera.front {
      pictures.append(Picture(isFront: true, digest: picture.hash, path: []))
    }
    for picture in camera.back {
      pictures.append(Picture(isFront: false, digest: picture.hash, path: []))
    }
  }

  /// The recorded versions that differ from those of this build.
  package func versionDifferences(from descriptor: SceneDescriptor) -> [VersionDifference] {
    versionDifferences(own: descriptor.behaviorVersion)
  }

  /// The recorded versions that differ from the shared behavior version and the given own version.
  package func versionDifferences(own current: UInt32) -> [VersionDifference] {
    var found: [VersionDifference] = []
    if let behaviorVersion, behaviorVersion != BehaviorVersion.current {
      found.append(
        VersionDifference(
          key: "behavior", recorded: behaviorVersion, current: BehaviorVersion.current))
    }
    if let ownBehaviorVersion, ownBehaviorVersion != current {
      found.append(
        VersionDifference(key: kind.name, recorded: ownBehaviorVersion, current: current))
    }
    return found
  }
}

extension Recording {
  /// The parameter values of the header, with defaults for all others.
  ///
  /// - Throws: `RecordingMismatch` if a parameter or its value does not exist.
  package func parameters(
    _ descriptors: [ParameterDescriptor]
  ) throws(RecordingMismatch) -> ParameterValues {
    var values = ParameterValues(of: descriptors)
    for parameter in header.parameters {
      let place = descriptors.firstIndex {
        RecordingHeader.bytes(of: $0.name) == parameter.name
      }
      guard let place else { throw .unknownParameter(parameter.name) }
      let range = descriptors[place]
      guard parameter.value >= range.minimum, parameter.value <= range.maximum,
        !range.isWhole || parameter.value == Float(Int32(parameter.value))
      else { throw .badValue(parameter.name, parameter.value) }
      values.values[place] = parameter.value
    }
    return values
  }

  /// The plan of the recorded run, with the recorded input but without camera images.
  ///
  /// - Throws: `RecordingMismatch` if the scene has no such runs.
  package func plan(of descriptor: SceneDescriptor) throws(RecordingMismatch) -> RunPlan {
    let values = try parameters(descriptor.parameters)
    let density = header.pointsPerMillimeter
    guard density >= 0.5, density <= 100 else {
      throw .badKey(RecordingHeader.bytes(of: "points-per-millimeter"))
    }
    var plan = RunPlan(
      seed: header.seed, frameCount: stepCount,
      clock: FrameClock(framesPerSecond: header.framesPerSecond), canvas: header.canvas,
      parameters: values)
    plan.isMotionReduced = header.isMotionReduced
    plan.hasMotion = header.hasMotion
    plan.pointsPerMillimeter = density
    plan.canvasChanges = canvasChanges
    plan.backgroundSpans = backgroundSpans
    plan.gate = header.gate
    plan.gateActions = gateActions
    plan.recordedInput = input
    return plan
  }
}

/// A frame loop with the input of its plan: synthetic or recorded.
package typealias ScenarioLoop<S: SimScene & ~Copyable> = FrameLoop<S, PlannedInput>

extension FrameLoop where S: ~Copyable, Source == PlannedInput {
  /// Creates a loop with the input of its plan.
  ///
  /// - Parameter isRecording: whether to record the input.
  package init(plan: RunPlan, rendersPixels: Bool, isRecording: Bool = false) {
    let synthetic = SyntheticInput(plan, track: S.touchTrack(for: plan))
    self.init(
      plan: plan,
      source: PlannedInput(
        synthetic, recorded: plan.recordedInput.map { ReplayInput($0) },
        isRecording: isRecording,
        repeatingClock: plan.repeatsRecordedInput ? plan.clock : nil),
      rendersPixels: rendersPixels)
  }
}
