import SimFormats
import SimHarness
import SimRuntime

/// Scenarios whose seeds are run, with what device classes make of them.
struct ExploredScenarios {
  /// A scenario.
  struct Loaded {
    var subject: any KeptSubject
    /// What its file, its device and its recorded input come to.
    var digest: String
  }

  private let settings: RunSettings
  private let scenes: SceneRegistry
  private let hasDevice: Bool
  private let seesPixels: Bool

  /// Takes the options `--frames`, `--device` and `--devices`, and `--pixels` if the command has
  /// it; fails if they are given for models only.
  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ paths: [String]
  ) throws {
    if paths.allSatisfy({ ModelScenarios.isOne($0) }) { try ModelScenarios.refuseFrames(parsed) }
    var settings = try RunSettings(plain: parsed, scenes)
    let range = ScenarioFile.frameRange
    settings.loader.overrides.frameCount = try parsed.unsigned(
      "frames", in: UInt64(range.lowerBound)...UInt64(range.upperBound)
    ).map { UInt32($0) }
    self.init(settings, scenes, seesPixels: parsed.takes("pixels") && parsed.flag("pixels"))
  }

  /// Takes what a plan says.
  init(_ plan: SweepPlan, _ scenes: SceneRegistry) {
    var settings = RunSettings(scenes)
    settings.loader.overrides.frameCount = plan.frames
    settings.loader.deviceName = plan.device
    settings.loader.deviceFolder = plan.deviceFolder
    self.init(settings, scenes)
  }

  private init(
    _ settings: RunSettings, _ scenes: SceneRegistry, seesPixels: Bool = false
  ) {
    self.seesPixels = seesPixels
    self.settings = settings
    self.scenes = scenes
    hasDevice = settings.loader.deviceName != nil
  }

  /// Loads scenarios, every run that a file stands for.
  func load(_ paths: [String]) throws -> [Loaded] {
    var loaded: [Loaded] = []
    for path in paths {
      if ModelScenarios.isOne(path) {
        loaded += try ModelScenarios(scenes).loadAll([path]).map {
          Loaded(
            subject: ModelSubject(
              name: $0.path, scenario: $0.scenario, entry: scenes.model(of: $0.scenario)),
            digest: $0.scenario.digest)
        }
        continue
      }
      for named in try settings.loadAll([path]) {
        var bases = [named.scenario]
        // A device that was named is the only one; else every class may be drawn.
        if !hasDevice, named.scenario.plan.recordedInput == nil {
          bases += otherDevices(than: named)
        }
        let file = ScenarioLoader.parts(named.path).file
        loaded.append(
          Loaded(
            subject: Explorer.Subject(
              name: named.path, bases: bases, entry: scenes.entry(of: named.scenario),
              seesPixels: seesPixels),
            digest: try settings.digest(of: named.scenario, path: file)))
      }
    }
    return loaded
  }

  private func otherDevices(than named: RunSettings.Named) -> [Scenario] {
    var loader = settings.loader
    var bases: [Scenario] = []
    for device in BuiltInDevices.all where device.name != named.scenario.device.name {
      loader.deviceName = device.name
      // What says where something lies in points may not fit another class.
      guard let scenario = try? loader.load(named.path) else { continue }
      bases.append(scenario)
    }
    return bases
  }
}
