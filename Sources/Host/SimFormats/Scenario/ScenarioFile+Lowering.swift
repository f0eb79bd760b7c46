import SimRuntime
import SimInput

extension ScenarioFile {
  /// Completes the scenario.
  ///
  /// - Throws: `FormatError` if an overriding length is not allowed, or if a canvas of the
  ///   device's scale, or all frames together, have too many pixels.
  package func scenario(
    device: Device, motion track: MotionTrack?, camera pictures: CameraPictures? = nil,
    recording: Recording? = nil, touches: [ScriptedTouch] = [],
    overrides: ScenarioOverrides = ScenarioOverrides()
  ) throws(FormatError) -> Scenario {
    let clock = FrameClock(framesPerSecond: overrides.frameRate ?? frameRate)
    let frames = try length(overrides, frameRate: clock.framesPerSecond)
    let base =
      try canvasSize?.size(defaultScale: 1)
      ?? (device.widthPoints, device.heightPoints, device.scale)
    var plan = RunPlan(
      seed: overrides.seed ?? seed, frameCount: frames, clock: clock,
      canvas: Self.canvas(base, orientation), parameters: parameters)
    plan.isMotionReduced = isMotionReduced || overrides.isMotionReduced
    plan.hasMotion = hasMotion
    try checkPencils(device)
    plan.generators = input.generators
    if overrides.milliseconds != nil {
      // What lasts until the file's end lasts until the end of a longer run too.
      for index in plan.generators.indices where plan.generators[index].endFrame >= frameCount {
        plan.generators[index].endFrame = .max
      }
    }
    plan.defects = input.defects
    plan.touchSamplesPerSecond = try touchSamplesPerSecond(device)
    plan.touchContacts = device.touchContacts
    plan.writer = input.writer?.value
    plan.pointsPerMillimeter = device.pixelsPerInch / device.scale / 25.4
    plan.motionTrack = track
    plan.camera = pictures
    plan.backgroundSpans = backgroundSpans
    plan.gate = gate
    plan.gateActions = gateEvents.filter { $0.frame < frames }
    // What the run never reaches needs no memory.
    plan.canvasChanges = try changes(base).filter { $0.frame < frames }
    try checkFramePixels(plan, overrides)
    let scripted = scriptedTouches(touches)
    try checkPencils(scripted, device)
    if !scripted.isEmpty { plan.touchTrack = TouchTrack(scripted, on: plan.canvas) }
    if let recording {
      plan.recordedInput = try recordedInput(recording, for: plan, hasOtherMotion: track != nil)
      plan.repeatsRecordedInput = overrides.milliseconds != nil
    }
    var scenario = Scenario(
      name: fullName, scene: scene.name.description, device: device, plan: plan)
    scenario.file = file
    scenario.caseName = caseName
    scenario.frameCount = frameCount
    scenario.pictureFiles = camera.map { ($0.front + $0.back).map { $0.value } } ?? []
    scenario.missedFrames = missedFrames
    scenario.load = load
    let due = scenario.due
    scenario.budgets = budgets.map { section in
      var budget = Budget(
        id: section.id, measure: section.measure, bound: section.bound,
        limit: section.limit ?? due.milliseconds)
      budget.line = section.line
      return budget
    }
    return scenario
  }

  /// What a recording says, on the canvas of the run.
  private func recordedInput(
    _ recording: Recording, for plan: RunPlan, hasOtherMotion: Bool
  ) throws(FormatError) -> InputRecording {
    guard let node = input.recording?.node else {
      preconditionFailure("a recording is read where the scenario names one")
    }
    guard !hasOtherMotion else {
      throw FormatError(
        file: file, path: "--motion", problem: .other("the input is a recording, motion included"))
    }
    guard recording.header.kind == .scene, recording.input.frameCount > 0 else {
      throw node.failure(.other("a recording without frames of a scene"))
    }
    let (rate, wanted) = (recording.header.framesPerSecond, plan.clock.framesPerSecond)
    guard rate == wanted else {
      throw node.failure(
        .notAllowed(
          found: "\(rate) frames per second", allowed: "\(wanted), as the scenario's frameRate says"
        ))
    }
    let canvas = recording.header.canvas
    guard
      canvas.widthPoints != plan.canvas.widthPoints
        || canvas.heightPoints != plan.canvas.heightPoints
    else { return recording.input }
    guard input.fitsRecording else {
      throw node.failure(
        .notAllowed(
          found: "a canvas of \(Self.size(canvas)) points",
          allowed: "\(Self.size(plan.canvas)), or \"fit\": true next to it"))
    }
    return recording.input.fitted(from: canvas, to: plan.canvas)
  }

  private static func size(_ canvas: SceneCanvas) -> String {
    "\(FigureText.text(Double(canvas.widthPoints))) by "
      + FigureText.text(Double(canvas.heightPoints))
  }

  private func length(
    _ overrides: ScenarioOverrides, frameRate: UInt32
  ) throws(FormatError) -> UInt32 {
    if let milliseconds = overrides.milliseconds {
      let count = Self.frameCount(milliseconds: milliseconds, frameRate: frameRate)
      if let count { return count }
      throw FormatError(
        file: file, path: "--duration",
        problem: .notAllowed(found: "\(milliseconds) ms", allowed: Self.lengthText))
    }
    let count = overrides.frameCount ?? frameCount
    guard Self.frameRange.contains(count) else {
      throw FormatError(
        file: file, path: "--frames",
        problem: .notAllowed(found: "\(count)", allowed: Self.lengthText))
    }
    return count
  }

  /// Refuses a run that would take days.
  private func checkFramePixels(
    _ plan: RunPlan, _ overrides: ScenarioOverrides
  ) throws(FormatError) {
    let count = UInt64(plan.maximumPixelCount) * UInt64(plan.frameCount)
    guard count > Limits.framePixels.maximum else { return }
    let path =
      overrides.milliseconds != nil
      ? "--duration" : overrides.frameCount != nil ? "--frames" : "frames"
    throw FormatError(
      file: file, path: path,
      problem: .notAllowed(
        found: "\(plan.frameCount) frames of \(plan.maximumPixelCount) pixels",
        allowed: "\(Limits.framePixels.maximum) pixels in all frames together"))
  }

  /// The sensor's rate: a writer's pencil is sampled more often than fingers.
  private func touchSamplesPerSecond(_ device: Device) throws(FormatError) -> UInt32 {
    guard let writer = input.writer, writer.value.isPencil else {
      return device.touchSamplesPerSecond
    }
    guard device.pencilSamplesPerSecond > 0 else {
      throw writer.node.failure(
        .lacking(
          found: "a pencil", allowed: "a finger", reason: "\(device.name) takes no pencil"))
    }
    return device.pencilSamplesPerSecond
  }

  /// The contacts that the scenario has in itself, or those of its table.
  private func scriptedTouches(_ table: [ScriptedTouch]) -> [ScriptedTouch] {
    guard case .list(let touches) = input.touches?.value else { return table }
    return touches
  }

  private func checkPencils(
    _ touches: [ScriptedTouch], _ device: Device
  ) throws(FormatError) {
    guard device.pencilSamplesPerSecond == 0, touches.contains(where: { $0.isPencil }),
      let node = input.touches?.node
    else { return }
    throw node.failure(
      .lacking(
        found: "a pencil", allowed: "a finger", reason: "\(device.name) takes no pencil"))
  }

  /// Refuses a stylus on a device that takes none.
  private func checkPencils(_ device: Device) throws(FormatError) {
    guard device.pencilSamplesPerSecond == 0,
      let index = input.generators.firstIndex(where: { $0.isPencil })
    else { return }
    let problem = FormatError.Problem.lacking(
      found: "a pencil", allowed: "a finger", reason: "\(device.name) takes no pencil")
    throw pencilNode?.failure(problem)
      ?? FormatError(file: file, path: "input.generators[\(index)].pencil", problem: problem)
  }

  private func changes(
    _ base: (width: Float, height: Float, scale: Float)
  ) throws(FormatError) -> [CanvasChange] {
    var size = base
    var current = orientation
    var changes: [CanvasChange] = []
    for section in canvasChanges {
      // A window that changes its size stays on the same display.
      if let new = section.size { size = try new.size(defaultScale: size.scale) }
      current = section.orientation ?? current
      changes.append(CanvasChange(frame: section.frame, canvas: Self.canvas(size, current)))
    }
    return changes
  }

  /// A size given in portrait, turned as the device is held.
  private static func canvas(
    _ size: (width: Float, height: Float, scale: Float), _ orientation: Orientation
  ) -> SceneCanvas {
    let isTurned = orientation == .landscapeLeft || orientation == .landscapeRight
    return SceneCanvas(
      widthPoints: isTurned ? size.height : size.width,
      heightPoints: isTurned ? size.width : size.height, scale: size.scale,
      orientation: orientation)
  }
}
