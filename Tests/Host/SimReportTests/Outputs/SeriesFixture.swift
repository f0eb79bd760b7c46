import SimFormats
import SimReport
import SimRuntime

/// Series and results whose charts have something to show.
enum SeriesFixture {
  /// Ten frames a stretch: the third is spent in the background, the fifth is late and allocates.
  static func series(count: Int = 12, differsFrom: Int = .max) -> FrameSeries {
    let stretches = (0..<count).map { index in
      var stretch = FrameSeries.Stretch(
        frame: UInt32(index * 10), count: 10, digest: UInt64(index < differsFrom ? index : 900))
      stretch.allocations = index == 4 ? 3 : 0
      guard index != 2 else {
        stretch.framesInBackground = 10
        return stretch
      }
      stretch.touches = index == 3 ? 2 : 0
      stretch.framesShaken = index == 5 ? 4 : 0
      stretch.populations = [UInt32(580 + index % 20)...600, 0...0]
      stretch.time = FrameSeries.Time(
        slowestFrame: UInt32(index * 10 + 7),
        phases: PerPhase(
          input: 1000, step: 200_000, draw: 30_000,
          raster: index == 4 ? 20_000_000 : 900_000 + UInt64(index)),
        median: 1_000_000)
      return stretch
    }
    return FrameSeries(populations: ["flakes", "sparks"], stretches: stretches)
  }

  /// As many stretches as a series has, of four populations, no two alike.
  static func noisy(seed: UInt64) -> FrameSeries {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func next(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
    let stretches = (0..<FrameSeries.maximumCount).map { index in
      var stretch = FrameSeries.Stretch(
        frame: UInt32(index * 5), count: 5, digest: UInt64(index))
      stretch.allocations = next(8) == 0 ? next(20) : 0
      stretch.touches = UInt32(next(3))
      stretch.framesShaken = UInt32(next(2))
      stretch.populations = (0..<4).map { _ in
        let least = UInt32(next(300))
        return least...(least + UInt32(next(300)))
      }
      stretch.time = FrameSeries.Time(
        slowestFrame: UInt32(index * 5) + UInt32(next(5)),
        phases: PerPhase(
          input: next(9000), step: next(900_000), draw: next(900_000),
          raster: 1_000_000 + next(15_000_000)),
        median: 900_000 + next(900_000))
      return stretch
    }
    return FrameSeries(
      populations: ["flakes", "sparks", "flakes-moving", "flakes-settled"], stretches: stretches)
  }

  /// A result with charts.
  static func result(differsFrom: Int = .max) -> SceneResult {
    var result = ResultFixture.full
    (result.frames, result.plannedFrames) = (120, 120)
    result.allocations.warmupFrames = 20
    result.scenarioFile = "scenarios/snowglobe.json"
    result.pictureDigest = 77
    result.series = series(differsFrom: differsFrom)
    for index in result.budgets.indices { result.budgets[index].budget.line = UInt32(30 + index) }
    for index in result.timing.budgets.indices { result.timing.budgets[index].budget.line = 41 }
    result.load[0].line = 28
    return result
  }

  /// Results of one name: of two files, one of which ran twice.
  static var twins: [SceneResult] {
    var other = failing
    other.scenarioFile = "other/snowglobe.json"
    return [failing, other, other]
  }

  /// What tells them apart.
  static let twinLabels = [
    "snowglobe (scenarios/snowglobe.json)", "snowglobe (other/snowglobe.json) #1",
    "snowglobe (other/snowglobe.json) #2",
  ]

  /// The same where a budget, a timed budget and a load failed.
  static var failing: SceneResult {
    var result = result()
    for index in result.budgets.indices where index == 0 {
      result.budgets[index].measured = 601
      result.budgets[index].status = .failed
    }
    for index in result.timing.budgets.indices {
      result.timing.budgets[index].measured = 17.25
      result.timing.budgets[index].status = .failed
    }
    result.load[0].status = .failed
    result.load[0].longestRun = 12
    return result
  }

  /// Names that mean something to every format.
  static let hostile =
    "a\"'<b>&amp;</script>--> ]]>|`*_[x](y){0}%25::,%\n\r\t\u{0}\u{1B}[31m\u{202E}\u{FFFE}é🙂"

  /// What is left of the hostile text in one line of XML.
  static let seenHostile = MessageText.oneLine(hostile)

  /// A failing result with hostile text wherever a file or a scene may put text.
  static var hostileResult: SceneResult {
    var result = failing
    result.scenarioFile = hostile
    result.device.title = hostile
    result.picture = hostile
    result.populations[0].name = hostile
    result.series?.populations[0] = hostile
    result.load[0].population = hostile
    result.budgets[0].budget.id = hostile
    result.budgets[0].budget.measure = Measure.all(populations: [hostile], drawsInk: false)[0]
    result.budgets[1].status = .notMeasured
    result.budgets[1].measured = nil
    result.budgets[1].note = hostile
    result.fault = FaultSummary(
      kind: hostile, frame: 3, phase: hostile, field: hostile, entity: 1, message: hostile)
    result.environment.version = hostile
    result.allocations.source = hostile
    return result
  }
}
