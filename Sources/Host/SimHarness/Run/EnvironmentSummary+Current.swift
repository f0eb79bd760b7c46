import SimFormats
import SimPlatform
import SimRuntime

extension EnvironmentSummary {
  /// The version of the tool.
  package static var toolVersion: String { "0.1.0" }
  /// The day of the version.
  package static var toolDate: String { "2026-11-25" }

  /// What this process is.
  package static var current: EnvironmentSummary {
    #if DEBUG
      let build = "debug"
    #else
      let build = "release"
    #endif
    var environment = EnvironmentSummary(
      version: toolVersion, behaviorVersion: BehaviorVersion.current, build: build,
      operatingSystem: Environment.machine.operatingSystem,
      architecture: Environment.machine.architecture)
    environment.toolchain = Environment.toolchain
    return environment
  }
}
