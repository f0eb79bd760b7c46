import SimFormats
import SimPlatform
import SimRuntime

/// Runs scenarios and answers in plain values: what the command line does, from code.
///
/// The calls share the sessions, the judges and the explorer of the commands, so that a test, a
/// runner and `simbench` agree. Each takes the registry of scenes and models, by default that of
/// the built-in ones.
public enum Simbench {
  /// How a run ends.
  public typealias Verdict = SimFormats.Verdict
  /// What became of one check.
  public typealias CheckStatus = SimFormats.CheckStatus

  /// The version of the tool and its behavior version, on one line.
  package static var versionText: String {
    "simbench \(EnvironmentSummary.toolVersion) (behavior \(BehaviorVersion.current))"
  }

  /// Whether this is a debug build, whose times and allocations are not those of an app.
  package static var isDebugBuild: Bool { EnvironmentSummary.current.build == "debug" }

  /// Whether the task was cancelled, or a signal asked the process to stop.
  static var isInterrupted: Bool {
    Task.isCancelled || Interrupt.isRequested || TrapGuard.isCancelled
  }
}

extension Simbench {
  /// What a call says differently from its scenario.
  public struct Options: Sendable {
    /// A device class instead of the scenario's, such as `iphone-se-2`.
    public var device: String?
    /// A folder of further device classes.
    public var deviceFolder: String?
    /// A seed instead of the scenario's.
    public var seed: UInt64?
    /// A length in frames instead of the scenario's; a model has none.
    public var frameCount: UInt32?
    /// Frames to return as PNG files, in any order; in one pixel per point unless every frame is
    /// painted.
    public var pictures: [UInt32] = []
    /// Whether every frame is painted, so that work and pixels are measured; by default not in a
    /// debug build, which paints some 30 times more slowly.
    public var paintsFrames = !Simbench.isDebugBuild
    /// Whether the properties of a scene are checked too, in a second run; those of a model always
    /// are.
    public var checksProperties = false
    /// Why wall times are not judged, such as "other tests run meanwhile"; nil to judge them.
    ///
    /// A debug build never judges them.
    public var timesNotJudged = Simbench.isDebugBuild ? "debug build" : nil

    /// Makes the options of an ordinary run.
    public init() {}

    /// The scenes and models with these options.
    package func loader(_ scenes: SceneRegistry) -> ScenarioLoader {
      var loader = ScenarioLoader(scenes: scenes.descriptors, models: scenes.modelDescriptors)
      loader.deviceName = device
      loader.deviceFolder = deviceFolder
      loader.overrides = overrides
      return loader
    }

    /// Seed and length.
    var overrides: ScenarioOverrides {
      var overrides = ScenarioOverrides()
      overrides.seed = seed
      overrides.frameCount = frameCount
      return overrides
    }
  }
}
