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
    let documents = try RunSettings.documents(paths, parsed)
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
    try settings.loadAll(documents).map { named in
      let subject: any KeptSubject
      switch named.subject {
      case .scene(let scenario):
        subject = Explorer.Subject(
          scenario, named.document, settings.loader, entry: scenes.entry(of: scenario),
          seesPixels: seesPixels)
      case .model(let scenario):
        subject = ModelSubject(
          name: named.path, scenario: scenario, entry: scenes.model(of: scenario))
      }
      return Loaded(subject: subject, digest: named.subject.digest)
    }
  }
}
