import SimFormats
import SimHarness
import SimPlatform
import Testing

/// A scenario as an argument of a test.
public typealias Scenario = Simbench.Scenario

/// What the expectations of a suite share; `.simbench(…)` makes it.
public struct SimbenchTrait: SuiteTrait, TestTrait, TestScoping {
  /// The settings of the tests.
  let settings: TestSettings

  /// Whether the tests of nested suites have the settings too; always true.
  public var isRecursive: Bool { true }

  /// Runs a test with the settings.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await TestSettings.$current.withValue(settings, operation: function)
  }
}

extension Trait where Self == SimbenchTrait {
  /// Sets what the expectations of simbench share in a suite or a test.
  ///
  /// - Parameters:
  ///   - scenes: The scenes and models that exist.
  ///   - device: A device class instead of those of the scenarios.
  ///   - record: When goldens are recorded; the variable `SIMBENCH_RECORD` takes precedence, and
  ///     nothing is recorded if the variable `CI` is set.
  ///   - paintsFrames: Whether every frame is painted, for budgets on pixels and rendering work; by
  ///     default only in a release build.
  ///   - folder: The folder for pictures and recordings of failures, relative to the package.
  public static func simbench(
    scenes: SceneRegistry = .catalog, device: String? = nil,
    record: Simbench.RecordMode = .missing, paintsFrames: Bool? = nil,
    folder: String = ".simbench/tests"
  ) -> Self {
    var settings = TestSettings()
    settings.scenes = scenes
    settings.device = device
    settings.record = record
    settings.folder = folder
    if let paintsFrames { settings.paintsFrames = paintsFrames }
    return SimbenchTrait(settings: settings)
  }
}

/// The settings of a test; without a trait, those of the built-in scenes.
package struct TestSettings: Sendable {
  @TaskLocal static var current = TestSettings()

  var scenes = SceneRegistry.catalog
  var device: String?
  /// When goldens are recorded, unless the environment says something else.
  package var record = Simbench.RecordMode.missing
  var paintsFrames = !Simbench.isDebugBuild
  var folder = ".simbench/tests"

  /// Makes the settings of a test without a trait.
  package init() {}

  /// The variable that replaces the mode of recording.
  package static let recordVariable = "SIMBENCH_RECORD"

  /// The options of a run in a test.
  func options(_ location: SourceLocation) -> Simbench.Options {
    var options = Simbench.Options()
    options.device = device
    let devices = PackagePath.resolved("scenarios/devices", for: location.filePath)
    if FileStore.isDirectory(devices) { options.deviceFolder = devices }
    options.paintsFrames = paintsFrames
    options.timesNotJudged = options.timesNotJudged ?? "other tests run meanwhile"
    return options
  }

  /// When goldens are recorded, with the environment's word.
  ///
  /// - Throws: `SimbenchError` if the environment names no mode.
  package func recordMode(
    variable: String? = Environment.value(recordVariable), isCI: Bool = Environment.isCI
  ) throws(SimbenchError) -> Simbench.RecordMode {
    var mode = record
    if let variable, !variable.isEmpty {
      guard let named = Simbench.RecordMode(rawValue: variable) else {
        let modes = Simbench.RecordMode.allCases.map(\.rawValue).joined(separator: ", ")
        throw .badInput(
          "\(Self.recordVariable): found \(MessageText.quoted(variable)), allowed: \(modes)")
      }
      mode = named
    }
    // What CI records is reviewed by no person.
    return isCI ? .never : mode
  }
}

/// Paths of a test: relative to its package, wherever the process runs.
enum PackagePath {
  /// A path of the package that contains a source file, as short as the working directory allows.
  ///
  /// The working directory stands in for a package that is not on this machine.
  static func resolved(_ path: String, for sourceFile: String) -> String {
    guard !path.hasPrefix("/") else { return path }
    let root = root(of: sourceFile)
    guard Environment.resolvedPath(root) != Environment.resolvedPath(".") else { return path }
    return "\(root)/\(path)"
  }

  /// The folder of the package that contains a source file; the working directory if it has none.
  static func root(of sourceFile: String) -> String {
    let folder = sourceFile.split(separator: "/").dropLast().joined(separator: "/")
    return FileStore.nearestFolder(holding: "Package.swift", from: "/\(folder)") ?? "."
  }
}
