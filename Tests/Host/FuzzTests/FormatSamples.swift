import SimFormats
import SimHarness
import SimRaster
import SimReport
import SimRuntime
import SimCommands
import SimInput

/// Valid files of every format, made by the code that writes them.
enum FormatSamples {
  static let scenario = """
    {
      "name": "tiny", "scene": "snowglobe", "parameters": { "flakes": 20 }, "seed": 7,
      "canvasSize": { "width": 160, "height": 80 }, "frames": 6,
      "canvas": [{ "frame": 3, "orientation": "landscape-left" }],
      "background": [{ "from": 4, "frames": 1 }],
      "load": { "flakes": 20 },
      "budgets": [
        { "id": "A-1", "metric": "population.flakes.max", "atMost": 600 },
        { "id": "A-2", "metric": "timing.frame.p99", "atMost": "frame-interval" }
      ],
      "input": {
        "generators": [
          { "kind": "shake", "eventsPerMinute": 60 },
          { "kind": "drag", "from": 1, "region": [0.1, 0.1, 0.5, 0.5] }
        ],
        "defects": { "latePerMille": 20, "lateFrames": 2 }
      }
    }
    """

  /// The result of the scenario above.
  static let result: SceneResult = {
    let bytes = Array(scenario.utf8)
    let scenes = SceneRegistryOfTests.scenes
    guard let file = try? ScenarioFile.read(bytes, file: "tiny.json", scenes: scenes.descriptors),
      let device = BuiltInDevices.device(named: file.deviceName),
      let loaded = try? file.scenario(device: device, motion: nil),
      var outcome = try? scenes.entry(named: "snowglobe")?.run(loaded, RunOptions())
    else { fatalError("the sample scenario runs") }
    outcome.result.series = outcome.series
    return outcome.result
  }()

  static let resultJSON = SceneResult.shape.object(result)
  static let resultFile = ResultFile.value(ResultFile.Results([.scene(result)]))

  static let baseline: BaselineFile = {
    guard let key = BaselineKey(result: resultJSON, scenarioDigest: "0123456789abcdef") else {
      fatalError("the sample result has a key")
    }
    var file = BaselineFile(scenario: "tiny")
    let points = (0..<4).map { BaselineEntry.Checkpoint(frame: $0, digest: 77 &* $0) }
    for seed: UInt64 in [1, 7, .max] {
      var key = key
      key.seed = seed
      file.put(
        BaselineEntry(
          key: key, recordedWith: "simbench 0.1.0, release",
          metrics: ExactMetrics.metrics(of: resultJSON), checkpoints: points))
    }
    return file
  }()

  static let golden: GoldenManifest = {
    var manifest = GoldenManifest()
    manifest.comments = ["# what it shows"]
    manifest.scenario = "../tiny.json"
    manifest.device = "iphone-12"
    (manifest.width, manifest.height, manifest.scale) = (160, 80, 1)
    manifest.seed = 2
    manifest.frameCount = 3
    manifest.tolerance = "pixels=0-10;ssim>=0.99"
    manifest.pictures = [1]
    manifest.frames = [[1, 2], [.max], [0xABCD]]
    manifest.rejections = [GoldenManifest.Rejection(frame: 1, digest: 5, reason: "too dark")]
    return manifest
  }()

  /// Frames of a made-up app, some late, some of which the GPU's time is known of.
  static let frames: [UInt8] = {
    var probe = FrameProbe(
      device: "phone".utf8, renderer: "sprites", frameRate: 60, refreshRate: 60, capacity: 24)
    for frame in 0..<24 as Range<UInt32> {
      probe.begin(scene: "snow", count: frame / 3 * 50, canvasPixels: 90_000)
      var work = DisplayWork()
      work[.primitives] = UInt64(frame) * 7 + 1
      work[.pixelsBlended] = UInt64(frame % 5) * 900
      let row = probe.record(
        work, atNanoseconds: UInt64(frame) * 16_666_667, processorNanoseconds: 90_000,
        isLate: frame > 15)
      if let row, frame % 3 != 0 { probe.setGraphics(nanoseconds: 70_000, ofRow: row) }
    }
    var bytes: [UInt8] = []
    probe.forEachLine { bytes += $0 }
    return bytes
  }()

  static let history: [UInt8] = {
    let lines = (0..<12).compactMap { index -> String? in
      let day = "2026-01-\(index + 10)T00:00:00Z"
      var entry = HistoryEntry(
        result: resultJSON, date: day, commit: "c\(index)", machine: "machine")
      for place in entry?.metrics.indices ?? 0..<0 where index > 5 {
        entry?.metrics[place].value *= 2
      }
      return entry?.line
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }()

  /// A device class with every key.
  static let device: JSONOutput = {
    let source = JSONOutput.string("estimate: none")
    let costs = DeviceCosts(speed: 1.25, source: "a page", uncertainty: 0.5)
    let figures = [
      "widthPoints", "heightPoints", "scale", "pixelsPerInch", "refreshRate",
      "touchSamplesPerSecond", "pencilSamplesPerSecond", "touchContacts", "pipelineDepth",
      "latencyAllowance",
    ]
    return .object([
      ("name", .string("my-tablet")), ("title", .string("My Tablet")),
      ("widthPoints", .integer(810)), ("heightPoints", .number(1080.5)), ("scale", .integer(2)),
      ("pixelsPerInch", .integer(264)), ("refreshRate", .integer(60)),
      ("touchSamplesPerSecond", .integer(120)), ("pencilSamplesPerSecond", .integer(240)),
      ("touchContacts", .integer(11)), ("pipelineDepth", .integer(2)),
      ("latencyAllowance", .number(12.5)),
      ("sources", .object(figures.map { ($0, source) })),
      ("costs", DeviceCosts.shape.codec.write(costs)),
      ("hardwareIdentifiers", .array([.string("iPad12,1")])), ("renderers", renderers),
    ])
  }()

  /// A built-in renderer, with a cap that a ramp found.
  private static let renderers: JSONOutput = {
    var device = BuiltInDevices.all[0]
    device.renderers[0].measuredCaps = [
      RendererCosts.MeasuredCap(
        scene: "bubbles", frameRate: 60, count: CostInterval(30, 20, 10))
    ]
    return Device.shape.write(device).first { $0.0 == "renderers" }?.1 ?? .null
  }()

  static let strokesTable = """
    stroke,time,x,y
    1,0.000,12.5,30.0
    1,0.016,13.5,31.0
    1,0.033,16,40
    2,1.000,-3,2e1
    2,1.1,0,0

    """

  static let strokesText = "START\n10,20,0\n11,22.5,16\n15,30,33\nBREAK\n50,50,400\n51,52,420\n"

  static let motion = """
    time,accelerationX,accelerationY,accelerationZ,rotationRateX,rotationRateY,rotationRateZ
    0.0,0.013,-0.012,-0.104,0.684,0.290,0.679
    0.01,0.5,-0.5,1,0.1,0.2,0.3
    0.025,0,0,0,-100,100,1e-3

    """

  static let motionTrack: MotionTrack? = {
    let table = try? MotionCSV(parsing: Array(motion.utf8), file: "motion.csv")
    return table.map { MotionTrack(timesNanoseconds: $0.times, samples: $0.samples) }
  }()

  static let flash =
    FlashTable.columnNames.joined(separator: ",") + "\n"
    + "0.2,0,0,0,0,0,0.1,0,0,0,0,0\n0.4,0.2,0.2,1,0,0,0.1,0,0,0,0,0\n"
    + "0.1,-0.3,-0.3,2,0,0,0.5,0.4,0.4,1,0,0\n"
}
