import SimFormats
import SimHarness
import SimRuntime

/// Scenarios whose seeds are run, with a variant per device class.
struct ExploredScenarios {
  /// A scenario.
  struct Loaded {
    var subject: any KeptSubject
    /// Digest of its file, device class and recorded input.
    var digest: String
  }

  private let documents: [ScenarioDocument]
  private let settings: RunSettings
  private let scenes: SceneRegistry
  private let seesPixels: Bool

  /// Reads the options `--frames`, `--device` and `--devices`, and `--pixels` if the command has
  /// it; fails if they are given for models only.
  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ paths: [String]
  ) throws {
    let documents = paths.map { ScenarioDocument($0) }
    if documents.allSatisfy({ $0.isModel }) { try ModelScenarios.refuseFrames(parsed) }
    var settings = try RunSettings(plain: parsed, scenes)
    let range = ScenarioFile.frameRange
    settings.loader.overrides.frameCount = try parsed.unsigned(
      "frames", in: UInt64(range.lowerBound)...UInt64(range.upperBound)
    ).map { UInt32($0) }
    self.init(
      documents, settings, scenes, seesPixels: parsed.takes("pixels") && parsed.flag("pixels"))
  }

  /// Reads the options of a plan.
  init(_ plan: SweepPlan, _ scenes: SceneRegistry) {
    var settings = RunSettings(scenes)
    settings.loader.overrides.frameCount = plan.frames
    settings.loader.deviceName = plan.device
    settings.loader.deviceFolder = plan.deviceFolder
    self.init(plan.subjects.map { ScenarioDocument($0.file) }, settings, scenes)
  }

  private init(
    _ documents: [ScenarioDocument], _ settings: RunSettings, _ scenes: SceneRegistry,
    seesPixels: Bool = false
  ) {
    self.documents = documents
    self.seesPixels = seesPixels
    self.settings = settings
    self.scenes = scenes
  }

  /// Loads scenarios, with every case of a file's matrix.
  func load() throws -> [Loaded] {
    var loaded: [Loaded] = []
    for document in documents {
      if document.isModel {
        loaded += try ModelScenarios(scenes).loadAll([document]).map {
          Loaded(
            subject: ModelSubject(
              name: $0.path, scenario: $0.scenario, entry: scenes.model(of: $0.scenario)),
            digest: $0.scenario.digest)
        }
        continue
      }
      for named in try settings.loadAll([document]) {
        loaded.append(
          Loaded(
            subject: Explorer.Subject(
              named.scenario, named.document, settings.loader,
              entry: scenes.entry(of: named.scenario), seesPixels: seesPixels),
            digest: named.scenario.digest ?? ""))
      }
    }
    return loaded
  }
}
