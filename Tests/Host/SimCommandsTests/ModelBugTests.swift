import SimAppModels
import SimbenchKit
import SimCommands
import SimFormats
import SimHarness
import SimPlatform
import SimReport
import TestTier
import Testing

/// Faults that are planted in models, and the histories that show them.
enum PlantedBugs {
  /// The folder of the smallest histories.
  static var folder: String { "seeds/models" }
  /// Seeds within which each fault has to be found.
  static let seeds: Range<UInt64> = 0..<2000
  /// Seeds within which a fault that is found is a common one.
  static let commonSeeds: UInt64 = 20

  /// A fault.
  struct Bug: CustomTestStringConvertible, Sendable {
    var model: String
    /// The name of the scenario's file; nil for that of the model.
    var scenario: String?
    /// The run of the scenario's matrix.
    var run = 0
    var name: String
    var number: UInt16

    var testDescription: String { "\(model) \(name)" }
    var path: String { "\(PlantedBugs.folder)/\(model)-\(name).txt" }
  }

  /// Faults of all models that break a promise.
  static var all: [Bug] {
    bugs(of: "sketch-magic", in: "sketch-flow", SketchBug.allCases.filter { $0 != .noRetry })
      + bugs(of: "letter-voice", VoiceBug.allCases)
      + GateBug.allCases.flatMap { bug in
        let run =
          switch bug {
          case .fromFirst: 1
          case .relaunchUnlocks, .passStays, .judgedFirst: 2
          default: 0
          }
        return bugs(of: "parent-gates", run: run, [bug])
      }
      + bugs(of: "purchases", PurchasesBug.allCases)
      + bugs(of: "camera-settings", SelfieBug.allCases)
  }

  private static func bugs(
    of model: String, in scenario: String? = nil, run: Int = 0,
    _ bugs: [some RawRepresentable<UInt16>]
  ) -> [Bug] {
    bugs.map {
      Bug(
        model: model, scenario: scenario, run: run, name: kebab("\($0)"), number: $0.rawValue)
    }
  }

  /// A name as files have it.
  private static func kebab(_ name: String) -> String {
    name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
  }

  /// The repository's folder.
  static var root: String {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast(4).joined(separator: "/")
  }

  static func entry(_ bug: Bug) throws -> SceneRegistry.ModelEntry {
    try #require(SceneRegistry.catalog.model(named: bug.model))
  }

  /// A model's scenario in which its faults are looked for.
  static func scenario(_ bug: Bug) throws -> ModelScenario {
    let path = "\(root)/scenarios/\(bug.scenario ?? bug.model).json"
    let bytes = try FileStore.read(path, limitByteCount: 1 << 20)
    return try ModelScenario.readAll(
      JSONDocument.read(bytes, file: path), models: SceneRegistry.catalog.modelDescriptors)[bug.run]
  }

  /// What does not hold in a history.
  static func failure(_ plan: WorldPlan, _ entry: SceneRegistry.ModelEntry) -> ExploreFailure? {
    let session = entry.explore(plan)
    try? session.run()
    return session.failure
  }
}

/// Goal: the smallest history of every fault shows it, and passes on the sound model with the
/// digests that it was recorded with.
struct ModelBugTests {
  private static func recording(_ bug: PlantedBugs.Bug) throws -> Recording {
    let path = "\(PlantedBugs.root)/\(bug.path)"
    return try RecordingFile.read(
      try FileStore.read(path, limitByteCount: 1 << 20), file: bug.path)
  }

  @Test(.enabled(if: !Tier.isDebug), arguments: PlantedBugs.all) func smallestHistories(
    bug: PlantedBugs.Bug
  ) throws {
    let entry = try PlantedBugs.entry(bug)
    let recording = try Self.recording(bug)
    var plan = try RecordingFile.history(of: recording, entry.descriptor, file: bug.path)
    #expect(plan.actions.count <= 20)
    let outcome = try ModelRunner(entry).run(plan, named: bug.name)
    #expect(outcome.result.failure == nil)
    #expect(!recording.digests.isEmpty && outcome.recording.digests == recording.digests)
    plan.plantedBug = bug.number
    let failure = try #require(PlantedBugs.failure(plan, entry))
    #expect(entry.descriptor.properties.contains { "\($0.name)" == failure.property })
    // None of its events can be left out.
    for index in plan.actions.indices {
      var smaller = plan
      smaller.actions.remove(at: index)
      #expect(PlantedBugs.failure(smaller, entry)?.property != failure.property)
    }
  }

  @Test func everyHistoryIsOfAFault() throws {
    let folder = "\(PlantedBugs.root)/\(PlantedBugs.folder)"
    let names = try FileStore.list(directory: folder)
    #expect(names.sorted() == PlantedBugs.all.map { "\($0.model)-\($0.name).txt" }.sorted())
  }
}

/// Looks for every fault, makes what shows it small, and prints a table; `.ci/long models` runs it.
struct ModelBugSearch {
  private static var isWanted: Bool { Environment.value("SIMBENCH_MODEL_BUGS") != nil }

  @Test(.enabled(if: isWanted)) func search() throws {
    let saves = Environment.value("SIMBENCH_MODEL_BUGS") == "save"
    var rareCount = 0
    print("bug                          property         seed  before  after  runs  seconds")
    for bug in PlantedBugs.all {
      let entry = try PlantedBugs.entry(bug)
      let scenario = try PlantedBugs.scenario(bug)
      let begun = MonotonicClock.nanoseconds()
      let seed = try #require(
        PlantedBugs.seeds.first { seed in
          var plan = ModelRunner(entry).plan(of: scenario, seed: seed)
          plan.plantedBug = bug.number
          return PlantedBugs.failure(plan, entry) != nil
        }, "\(bug.name) is not found")
      if seed >= PlantedBugs.commonSeeds { rareCount += 1 }
      var plan = ModelRunner(entry).plan(of: scenario, seed: seed)
      plan.plantedBug = bug.number
      var shrinker = try Shrinker(plan, of: entry, isInterrupted: { false })
      let result = try #require(try shrinker?.shrink())
      #expect(result.isMinimal && result.events.after <= 20)
      let seconds = Double(MonotonicClock.nanoseconds() - begun) / 1e9
      let columns = [
        Quantity.padded(bug.testDescription, 28),
        Quantity.padded(result.failure.property, 16),
        "\(seed)", "\(result.events.before)", "\(result.events.after)", "\(result.executions)",
        FigureText.text(seconds, decimals: 2),
      ]
      print(columns.joined(separator: " "))
      guard saves else { continue }
      var sound = result.input.plan
      sound.plantedBug = 0
      let outcome = try ModelRunner(entry).run(sound, named: bug.name)
      #expect(outcome.result.failure == nil)
      try FileStore.write(
        String(decoding: outcome.recording.text, as: UTF8.self),
        to: "\(PlantedBugs.root)/\(bug.path)")
    }
    #expect(2 * rareCount >= PlantedBugs.all.count, "\(rareCount) are rare")
  }
}
