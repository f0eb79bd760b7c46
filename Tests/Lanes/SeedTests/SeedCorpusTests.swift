import SimCatalogue
import EmbeddedEntry
import SimFormats
import Foundation
import SimHarness
import SimRuntime
import SimScenes
import SimInput
import TestTier
import Testing

/// Goal: every scene does with 64 seeds what `seeds/` pins, or says that its behavior changed.
///
/// Method: run the seeds anew, in a debug build one of them without pictures, and compare; make
/// the same frames with the runner; spoil a table in every way and see that each is noticed.
struct SeedCorpusTests {
  static let seeds: [UInt64] = Tier.isDebug ? [.max] : SeedCorpus.seeds
  static let soundSeeds: [UInt64] = Tier.isDebug ? [.max] : SeedCorpus.seeds
  static let runnerSeeds: [UInt64] = Tier.isDebug ? [.max] : [0, 17, .max]
  static let frames: [UInt32] = Tier.isDebug ? [20] : SeedCorpus.statedFrames
  /// A picture of a whole canvas takes too long: one is made by the runner.
  static let paintsPictures = !Tier.isDebug
  static let writtenSeeds: [UInt64] = Tier.isDebug ? [] : [.max]

  static let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The tables of `seeds/`, by the scenario's name.
  static func pinned() throws -> [String: SeedTable] {
    let folder = repository.appending(path: "seeds")
    var tables: [String: SeedTable] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path())
    where name.hasSuffix(".txt") {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      let found = try SeedTable.all(in: text)
      let table = try #require(found.first)
      #expect(found.count == 1 && name == "\(table.scenario).txt")
      tables[table.scenario] = table
    }
    return tables
  }

  /// The tables this build makes.
  static func made(_ seeds: [UInt64]) throws -> [SeedTable] {
    var bytes: [UInt8] = []
    SeedCorpus.write(seeds: seeds) { bytes += $0 }
    return try SeedTable.all(in: String(decoding: bytes, as: UTF8.self))
  }

  /// The scenes by name, as the catalog has them.
  static let scenes: [String] = {
    var visitor = SceneNames()
    Catalogue.visitAll(&visitor)
    return visitor.names
  }()

  @Test func tablesAreWrittenAsTheyArePinned() throws {
    let pinned = try Self.pinned()
    let made = try Self.made(Self.writtenSeeds)
    #expect(made.map { $0.scenario } == Self.scenes)
    #expect(Self.scenes.sorted() == pinned.keys.sorted())
    for table in made {
      let expected = try #require(pinned[table.scenario])
      #expect(table.rows.count == Self.writtenSeeds.count * SeedCorpus.statedFrames.count)
      let problem = expected.problem(with: table, seeds: Self.writtenSeeds)
      #expect(problem == nil, "\(problem ?? "")")
    }
  }

  @Test(arguments: scenes) func everySceneKeepsToItsSeeds(scene: String) throws {
    var expected = try #require(try Self.pinned()[scene])
    if !Self.paintsPictures {
      for index in expected.rows.indices { expected.rows[index].pixels = "" }
    }
    var visitor = SeedRows(scene: scene, seeds: Self.seeds, paintsPictures: Self.paintsPictures)
    Catalogue.visitAll(&visitor)
    #expect(visitor.rows.count == Self.seeds.count * SeedCorpus.statedFrames.count)
    var found = expected
    found.rows = visitor.rows
    let problem = expected.problem(with: found, seeds: Self.seeds)
    #expect(problem == nil, "\(problem ?? "")")
  }

  @Test func everyTableHoldsEverySeedAndFrameOnce() throws {
    #expect(SeedCorpus.seeds.count == 64 && Set(SeedCorpus.seeds).count == 64)
    let places = SeedCorpus.seeds.flatMap { seed in
      SeedCorpus.statedFrames.map { "seed \(seed) frame \($0)" }
    }
    for table in try Self.pinned().values {
      #expect(table.rows.map { $0.place } == places)
      // Every row has a state of its own and nearly every one a picture, so the seeds and frames
      // do matter; of the calmest scene two frames may look the same.
      #expect(Set(table.rows.map { $0.state }).count == places.count)
      #expect(Set(table.rows.map { $0.pixels }).count > places.count * 95 / 100)
      #expect(table.versions.count == 2 && table.conditions.first == "canvas 200 432 1")
    }
  }

  @Test func pinnedRunsAreSound() {
    for seed in Self.soundSeeds {
      var run = SeedRun<Snowglobe>(seed: seed)
      var count = 0
      while let frame = run.advance() {
        #expect(frame.isSound, "seed \(seed) frame \(frame.index)")
        count += 1
      }
      #expect(count == 61)
    }
  }

  /// The scenario whose seeds are pinned.
  static func scenario() throws -> Scenario {
    let path = repository.appending(path: "scenarios/snowglobe.json").path()
    return try ScenarioLoader(scenes: [Snowglobe.descriptor]).load(path)
  }

  @Test func seedsGetWhatTheScenarioBrings() throws {
    let brought = try Self.scenario().plan
    let plan = SeedCorpus.plan(seed: 5, for: Snowglobe.descriptor)
    #expect(plan.seed == 5 && plan.clock == brought.clock)
    #expect(plan.parameters == brought.parameters)
    #expect(plan.defects == brought.defects)
    // Smaller, but of the same shape.
    let (canvas, whole) = (plan.canvas, brought.canvas)
    let height = canvas.widthPoints * whole.heightPoints / whole.widthPoints
    #expect(canvas.widthPoints >= 200 && abs(canvas.heightPoints - height) < 1)
    #expect(plan.generators.map { $0.kind } == brought.generators.map { $0.kind })
    for (often, seldom) in zip(plan.generators, brought.generators) {
      #expect(often.eventsPerMinute >= seldom.eventsPerMinute)
      #expect(often.strength >= seldom.strength)
    }
  }

  @Test func mostSeedsAreTouchedAndShaken() {
    var (touched, shaken) = (0, 0)
    for seed in SeedCorpus.seeds {
      let plan = SeedCorpus.plan(seed: seed, for: Snowglobe.descriptor)
      var synthesizer = InputSynthesizer(
        seed: seed, generators: plan.generators, defects: plan.defects, clock: plan.clock,
        touchSamplesPerSecond: plan.touchSamplesPerSecond, canvasWidth: plan.canvas.widthPoints,
        canvasHeight: plan.canvas.heightPoints)
      var input = FrameInput()
      var (isTouched, isShaken) = (false, false)
      for frame in 0..<plan.frameCount {
        synthesizer.fill(&input, frame: frame)
        isTouched = isTouched || !input.touches.isEmpty
        isShaken = isShaken || abs(input.motion?.accelerationX ?? 0) > 0.5
      }
      if isTouched { touched += 1 }
      if isShaken { shaken += 1 }
    }
    #expect(touched >= 56, "\(touched) of 64 are touched")
    #expect(shaken >= 28, "\(shaken) of 64 are shaken")
  }

  @Test(arguments: frames) func runnerGivesThePinnedDigests(frame: UInt32) throws {
    let table = try #require(try Self.pinned()["snowglobe"])
    var scenario = try Self.scenario()
    for seed in Self.runnerSeeds {
      scenario.plan = SeedCorpus.plan(seed: seed, for: Snowglobe.descriptor)
      scenario.plan.frameCount = frame + 1
      scenario.load = []
      scenario.budgets = []
      let digest = try Runner<Snowglobe>.run(scenario, options: RunOptions()).result.digest
      let row = try #require(table.rows.first { $0.seed == seed && $0.frame == frame })
      let pixels = try #require(digest.pixels)
      #expect(UInt64(row.state, radix: 16) == digest.state)
      #expect(UInt64(row.pixels, radix: 16) == pixels)
    }
  }
}
