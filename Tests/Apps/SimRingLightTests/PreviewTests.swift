import SimMath
import SimRaster
import SimRingLight
import SimRuntime
import SimInput
import Testing

/// Goal: the preview follows fingers, light and subject as an app does, and its digest covers all
/// of its state.
///
/// Method: controls touched one by one, light switched, the subject moving; for each stored field a
/// change that the digest must notice, the fields' names taken from the compiler's description.
struct PreviewTests {
  private typealias Parameter = RingPreview.Parameter

  private static func scene(_ change: (inout ParameterValues) -> Void = { _ in }) -> RingPreview {
    RingRuns.scene(RingRuns.plan(change))
  }

  private static func hash(_ scene: RingPreview) -> UInt64 {
    let digest = scene.digested()
    #expect(digest.isFinite)
    return digest.finalize()
  }

  // MARK: - Controls

  @Test func cornersToggleRingAndColor() {
    var scene = Self.scene()
    RingRuns.step(&scene, [RingRuns.touch(.began, at: Vector2(5, 5))])
    #expect(!scene.settings.isRingOn)
    RingRuns.step(&scene, [RingRuns.touch(.began, at: Vector2(5, 5))])
    #expect(scene.settings.isRingOn)
    for number in 1...7 {
      RingRuns.step(&scene, [RingRuns.touch(.began, at: Vector2(90, 5))])
      #expect(Int(scene.settings.preset.rawValue) == number % 7)
    }
  }

  @Test func edgeIsTheBrightnessSlider() {
    var scene = RingRuns.scene(RingRuns.plan(width: 390, height: 844))
    let places: [(Float, Float)] = [(100, 0.893), (422, 0.55), (844, 0.1)]
    var phase = TouchPhase.began
    for (y, brightness) in places {
      RingRuns.step(&scene, [RingRuns.touch(phase, at: Vector2(380, y))])
      phase = .moved
      #expect(abs(scene.settings.brightness - brightness) < 0.01)
    }
    RingRuns.step(&scene, [RingRuns.touch(.ended, at: Vector2(380, 100))])
    #expect(abs(scene.settings.brightness - 0.1) < 0.01)
  }

  @Test func twoFingersZoomSmoothlyAndTheZoomStays() {
    var scene = RingRuns.scene(RingRuns.plan(width: 390, height: 844))
    func fingers(_ distance: Float, _ phase: TouchPhase) -> [Touch] {
      [
        RingRuns.touch(phase, at: Vector2(200, 300), id: 1),
        RingRuns.touch(phase, at: Vector2(200, 300 + distance), id: 2),
      ]
    }
    RingRuns.step(&scene, fingers(100, .began))
    var last = scene.zoom
    for _ in 0..<60 {
      RingRuns.step(&scene, fingers(250, .moved))
      #expect(scene.zoom >= last && scene.zoom / last < 1.2)
      last = scene.zoom
    }
    #expect(abs(scene.zoom - 2.5) < 0.02)
    for _ in 0..<60 { RingRuns.step(&scene) }
    #expect(abs(scene.zoom - 2.5) < 0.02)
  }

  @Test func gridNeverTakesATap() {
    var stream = RandomStream(seed: 3, name: "taps")
    var scenes = [0, 1].map { grid in Self.scene { $0[Parameter.grid] = Float(grid) } }
    #expect(scenes[0].settings.showsGrid && !scenes[1].settings.showsGrid)
    for _ in 0..<300 {
      // Every other tap is on a line.
      let line: Float = stream.chance(1, in: 2) ? 32 : 66.7
      let place = Vector2(stream.chance(1, in: 2) ? line : stream.uniform() * 96, line * 2)
      for index in scenes.indices {
        RingRuns.step(&scenes[index], [RingRuns.touch(.began, at: place)])
      }
      #expect(scenes[0].touched == scenes[1].touched && scenes[0].zoom == scenes[1].zoom)
      #expect(scenes[0].capture == scenes[1].capture && scenes[0].ring == scenes[1].ring)
    }
  }

  // MARK: - Light and subject

  @Test func exposureFollowsTheRing() {
    func gain(_ brightness: Float, thickness: Float) -> Float {
      var scene = Self.scene {
        $0[Parameter.brightness] = brightness
        $0[Parameter.thickness] = thickness
        $0[Parameter.roomLight] = 30
      }
      for _ in 0..<200 { RingRuns.step(&scene) }
      return scene.exposure.gain
    }
    #expect(gain(100, thickness: 30) < gain(60, thickness: 30))
    #expect(gain(60, thickness: 30) < gain(10, thickness: 30))
    #expect(gain(100, thickness: 30) < gain(100, thickness: 10))
    var scene = Self.scene { $0[Parameter.roomLight] = 30 }
    RingRuns.step(&scene, [RingRuns.touch(.began, at: Vector2(5, 5))])
    var last = scene.exposure.gain
    for _ in 0..<200 {
      RingRuns.step(&scene)
      #expect(scene.exposure.gain >= last && scene.exposure.gain < last * 1.1)
      last = scene.exposure.gain
    }
  }

  @Test(arguments: Subject.SkinTone.allCases)
  func pictureFollowsTheSubject(tone: Subject.SkinTone) {
    func distance(_ centering: Float) -> Float {
      var scene = RingRuns.scene(
        RingRuns.plan {
          $0[Parameter.skin] = Float(tone.rawValue)
          $0[Parameter.shake] = 100
          $0[Parameter.centering] = centering
        })
      var sum: Float = 0
      for _ in 0..<900 {
        RingRuns.step(&scene)
        sum += (scene.shift - scene.center).length
      }
      return sum / 900
    }
    #expect(distance(0) < 0.6 * distance(1), "\(distance(0)) of \(distance(1))")
  }

  @Test func backCameraSeesNoRing() {
    let front = Self.scene()
    let back = Self.scene { $0[Parameter.camera] = 1 }
    #expect(front.exposure.gain < back.exposure.gain)
  }

  // MARK: - Pixels

  /// The loop's picture is the pipeline's, and the same for the same state.
  @Test func loopShowsWhatTheStagesMade() {
    let plan = RingRuns.plan(frames: 6)
    var loop = SyntheticLoop<RingPreview>(plan: plan, rendersPixels: true)
    var observer = StageDiary()
    for _ in 0..<6 {
      loop.advance(&observer)
      var pipeline = CameraPipeline(plan)
      var silent = NoOpObserver()
      pipeline.render(loop.scene, &silent)
      let expected = RingRuns.pixels(pipeline.frame)
      let shown = loop.surface.rows
      // The shutter lies over the middle of the lower half.
      #expect(Array(shown[..<(96 * 60)]) == Array(expected[..<(96 * 60)]))
    }
    let stages = RingPreview.descriptor.stageKeys.flatMap { ["+\($0.index)", "-\($0.index)"] }
    #expect(observer.stages == Array(repeating: stages, count: 6).flatMap { $0 })
    #expect(loop.work.pixelsFilled > 96 * 200)
  }

  @Test func stagesAreDeclaredInTheOrderInWhichTheyRun() {
    let descriptor = RingPreview.descriptor
    #expect(
      descriptor.stages.map(\.description) == [
        "camera", "orientation", "zoom", "smoothing", "exposure", "display", "ring", "mirror",
        "grid",
      ])
    #expect(PreviewStage.allCases.map { $0.key } == descriptor.stageKeys)
    for stage in PreviewStage.allCases {
      #expect(descriptor.name(of: stage.key).description == stage.name.description)
    }
  }

  private struct StageDiary: PhaseObserver {
    var stages: [String] = []
    mutating func begin(_ phase: FramePhase) {}
    mutating func end(_ phase: FramePhase) {}
    mutating func begin(stage: StageKey) { stages.append("+\(stage.index)") }
    mutating func end(stage: StageKey) { stages.append("-\(stage.index)") }
  }

  @Test func ringLightsTheFaceAndTheFlashMore() {
    func face(_ change: (inout ParameterValues) -> Void) -> Double {
      let plan = RingRuns.plan {
        $0[Parameter.roomLight] = 8
        $0[Parameter.noise] = 0
        change(&$0)
      }
      var scene = RingRuns.scene(plan)
      for _ in 0..<60 { RingRuns.step(&scene) }
      var pipeline = CameraPipeline(plan)
      var observer = NoOpObserver()
      pipeline.render(scene, &observer)
      var sum = 0.0
      for row in 80..<110 {
        for column in 44..<52 { sum += RingRuns.luma(pipeline.frame.pixels[row * 96 + column]) }
      }
      return sum / 240
    }
    let (none, dim, bright) = (
      face { $0[Parameter.brightness] = 10 }, face { $0[Parameter.brightness] = 50 },
      face { $0[Parameter.thickness] = 20 }
    )
    #expect(dim > none + 5 && bright > dim + 5, "\(none), \(dim), \(bright)")
  }

  // MARK: - Digest

  private typealias Change = (field: String, apply: @Sendable (inout RingPreview) -> Void)

  private static let changes: [Change] = [
    ("canvas", { $0.canvas.widthPoints += 1 }), ("canvas", { $0.canvas.heightPoints += 1 }),
    ("canvas", { $0.canvas.scale += 1 }), ("canvas", { $0.canvas.orientation = .landscapeRight }),
    ("frame", { $0.frame += 1 }), ("isEntitled", { $0.isEntitled.toggle() }),
    ("touched", { $0.touched.isRingToggled.toggle() }),
    ("touched", { $0.touched.presetShift += 1 }), ("touched", { $0.touched.brightness += 0.5 }),
    ("touched", { $0.touched.zoom += 1 }), ("touched", { $0.touched.pinchStart += 1 }),
    ("touched", { $0.touched.pinchZoom += 1 }), ("touched", { $0.touched.sliderTouch += 1 }),
    ("touched", { $0.touched.isShutterPressed.toggle() }),
    ("touched", { $0.touched.isCameraSwitched.toggle() }),
    ("camera", { _ = $0.camera.advance(isAsked: true) }),
    ("settings", { $0.settings.isRingOn.toggle() }),
    ("settings", { $0.settings.preset = .custom }), ("settings", { $0.settings.kelvin += 1 }),
    ("settings", { $0.settings.thickness += 1 }), ("settings", { $0.settings.brightness -= 0.5 }),
    ("settings", { $0.settings.timer = .tenSeconds }), ("settings", { $0.settings.flash = .auto }),
    ("settings", { $0.settings.isFlashSynced.toggle() }),
    ("settings", { $0.settings.isMirrored.toggle() }),
    ("settings", { $0.settings.isSmoothing.toggle() }),
    ("settings", { $0.settings.isCentering.toggle() }), ("settings", { $0.settings.hdr = .auto }),
    ("settings", { $0.settings.isHighQuality.toggle() }),
    ("settings", { $0.settings.showsGrid.toggle() }),
    ("settings", { $0.settings.exposureStops += 1 }),
    ("ring", { $0.ring.advance(to: .none) }), ("thickness", { $0.thickness.advance(to: 99) }),
    ("capture", { $0.capture.press(timer: .threeSeconds) }),
    ("exposure", { $0.exposure.advance(metered: 3) }), ("zoom", { $0.zoom += 1 }),
    ("center", { $0.center.x += 1 }), ("center", { $0.center.y += 1 }),
    ("shift", { $0.shift.x += 1 }), ("shift", { $0.shift.y += 1 }),
    ("room", { $0.room.red += 1 }), ("room", { $0.room.green += 1 }),
    ("room", { $0.room.blue += 1 }), ("ringLight", { $0.ringLight.red += 1 }),
    ("ringLight", { $0.ringLight.green += 1 }), ("ringLight", { $0.ringLight.blue += 1 }),
    ("photo", { $0.photo.frame += 1 }), ("photo", { $0.photo.isFlashed.toggle() }),
    ("photo", { $0.photo.isFused.toggle() }), ("photo", { $0.photo.isHighQuality.toggle() }),
    ("photo", { $0.photo.isMirrored.toggle() }), ("photo", { $0.photo.isSmoothed.toggle() }),
    ("transitions", { $0.transitions[0].add(0.01) }),
    ("transitions", { $0.transitions[3].add(0.01) }),
  ]

  /// What `init` sets from the plan, or follows from what is digested, or is live at times.
  private static let constants: Set<String> = [
    "seed", "stepSeconds", "framesPerSecond", "parameters", "initial", "given", "finders",
    "zoomKeep", "centeringKeep", "layout", "image", "isCaptureEntitled",
  ]

  @Test func everyFieldHasASayInTheDigest() {
    var scene = Self.scene()
    for _ in 0..<20 { RingRuns.step(&scene) }
    let before = Self.hash(scene)
    for change in Self.changes {
      var changed = scene
      change.apply(&changed)
      #expect(Self.hash(changed) != before, "\(change.field)")
    }
    let names = Set(Mirror(reflecting: scene).children.compactMap { $0.label })
    #expect(names == Self.constants.union(Self.changes.map { $0.field }))
    // Live while a capture outlasts the entitlement with which it began.
    scene.isEntitled = false
    scene.capture.press(timer: .threeSeconds)
    var changed = scene
    changed.isCaptureEntitled.toggle()
    #expect(Self.hash(changed) != Self.hash(scene))
    for (index, parameter) in RingPreview.descriptor.parameters.enumerated() {
      let other = Self.scene {
        $0.values[index] =
          $0.values[index] == parameter.maximum ? parameter.minimum : parameter.maximum
      }
      #expect(Self.hash(other) != Self.hash(Self.scene()), "\(parameter.name)")
    }
  }
}
