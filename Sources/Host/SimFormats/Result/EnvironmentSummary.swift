/// What produced the result; nothing here differs between two runs of one build.
package struct EnvironmentSummary: Equatable, Sendable {
  /// The tool's version.
  package var version: String
  /// The version of what all scenes share and what decides digests.
  package var behaviorVersion: UInt32
  /// `debug` or `release`.
  package var build: String
  /// The operating system's name.
  package var operatingSystem: String
  /// The processor's architecture.
  package var architecture: String
  /// The compilers, which decide how many instructions the same source takes.
  package var toolchain = "unknown"

  /// Makes a description of a build.
  package init(
    version: String, behaviorVersion: UInt32, build: String, operatingSystem: String,
    architecture: String
  ) {
    self.version = version
    self.behaviorVersion = behaviorVersion
    self.build = build
    self.operatingSystem = operatingSystem
    self.architecture = architecture
  }
}
