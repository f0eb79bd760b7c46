// swift-tools-version: 6.2
import PackageDescription

/// What a target is decides its settings; the table below lists the rest.
enum Kind {
  /// Runs anywhere, Embedded Swift included: no Foundation, no libc, no clock.
  case portable
  /// Runs on a host with an operating system.
  case host
  /// C sources.
  case c
  /// A library that the system already has.
  case system
  /// The command line tool, and the host's side of the portability lanes.
  case executable
  /// Swift Testing tests.
  case test
  /// What all tests may import.
  case testSupport
  /// A scene or model that `init` writes: sees only what is public, as in a user's package.
  case starter
  /// The tests that `init` writes for it.
  case starterTest
  /// A command of `swift package`.
  case plugin
}

struct Entry {
  var name: String
  var kind: Kind
  var uses: [String]
  /// A folder within the target whose files are embedded as bytes instead of compiled.
  var embedded: String?

  init(_ name: String, _ kind: Kind, _ uses: [String] = [], embedding embedded: String? = nil) {
    self.name = name
    self.kind = kind
    self.uses = uses
    self.embedded = embedded
  }
}

/// A folder of `Sources/` and `Tests/`, where each target lies in a folder of its name; starters
/// lie in the folder that `SimCommands` embeds instead.
///
/// A floor imports itself and those named before it.
struct Floor {
  var name: String
  var entries: [Entry]

  init(_ name: String, _ entries: [Entry]) {
    self.name = name
    self.entries = entries
  }
}

let testSupport = ["TestTier"]
let kit = ["SimWorld", "SimRuntime", "SimRaster", "SimInput", "SimText", "SimMath"]
let core = ["SimbenchKit"] + kit
let apps = ["SimCatalogue", "SimAppModels", "SimScenes", "SimTracing", "SimRingLight"]
let formats = ["SimFormats", "SimJSON", "SimImageAnalysis", "SimTracing"] + core
let host =
  ["SimHarness", "SimReport", "SimFormats", "SimJSON", "SimPlatform", "SimPNG"]
  + ["SimImageAnalysis", "SimStatistics"] + apps + core

/// The folder of `SimCommands` with the starters.
let starterFolder = "Init/Starter"

// Within a floor, every target stands after those that it imports: the lanes build in this order.
let floors = [
  Floor(
    "C",
    [
      Entry("CAllocationProbe", .c),
      Entry("CPlatform", .c),
      Entry("CStart", .c, ["CPlatform"]),
      Entry("CZlib", .system),
    ]),
  Floor(
    "Core",
    [
      Entry("SimMath", .portable),
      Entry("SimText", .portable),
      Entry("SimRaster", .portable, ["SimMath"]),
      Entry("SimInput", .portable, ["SimText", "SimMath"]),
      Entry("SimRuntime", .portable, ["SimInput", "SimRaster", "SimText", "SimMath"]),
      Entry("SimWorld", .portable, ["SimRuntime", "SimInput", "SimText", "SimMath"]),
      Entry("SimbenchKit", .portable, kit),
      Entry("TestTier", .testSupport),
      Entry("SimMathTests", .test, ["SimMath"]),
      Entry("SimTextTests", .test, ["SimText", "SimMath"]),
      Entry("SimRasterTests", .test, ["SimRaster", "SimPlatform", "SimMath"]),
      Entry("SimInputTests", .test, ["SimInput", "SimText", "SimMath"]),
      Entry("SimRuntimeTests", .test, core),
      Entry("SimWorldTests", .test, core),
    ]),
  Floor(
    "Analysis",
    [
      Entry("SimImageAnalysis", .portable, ["SimRaster", "SimMath"]),
      Entry("SimStatistics", .portable, ["SimMath"]),
      Entry("SimImageAnalysisTests", .test, ["SimImageAnalysis", "SimRaster", "SimMath"]),
      Entry("SimStatisticsTests", .test, ["SimStatistics", "SimMath"]),
    ]),
  Floor(
    "Apps",
    [
      Entry("SimTracing", .portable, core),
      Entry("SimRingLight", .portable, core),
      Entry("SimScenes", .portable, ["SimTracing"] + core),
      Entry("SimAppModels", .portable, ["SimRingLight"] + core),
      Entry(
        "SimCatalogue", .portable,
        ["SimAppModels", "SimScenes", "SimTracing", "SimRingLight"] + core),
      Entry("SimbenchScenes", .portable, ["SimScenes", "SimTracing", "SimRingLight"]),
      Entry("SimTracingTests", .test, ["SimTracing"] + core),
      Entry("SimRingLightTests", .test, ["SimRingLight"] + core),
      Entry("SimScenesTests", .test, ["SimImageAnalysis"] + apps + core),
      Entry("SimAppModelsTests", .test, ["SimAppModels", "SimPNG"] + core),
    ]),
  Floor(
    "Host",
    [
      Entry("SimPNG", .host, ["SimRaster", "CZlib"]),
      Entry("SimPlatform", .host, ["CAllocationProbe", "CPlatform"]),
      Entry("SimJSON", .host, ["SimText"]),
      Entry("SimFormats", .host, ["SimPNG", "SimJSON", "SimImageAnalysis", "SimTracing"] + core),
      Entry(
        "SimHarness", .host,
        ["SimPlatform", "SimPNG", "SimStatistics", "SimCatalogue", "SimAppModels"] + formats),
      Entry("SimReport", .host, ["SimPNG"] + formats),
      Entry("SampleScene", .starter, ["SimbenchKit"]),
      Entry("SampleModel", .starter, ["SimbenchKit"]),
      Entry("SimCommands", .host, host, embedding: starterFolder),
      Entry(
        "SimbenchTool", .host, ["SimCommands", "SimHarness", "SimFormats", "SimbenchKit"]),
      Entry(
        "SimbenchTesting", .host,
        ["SimHarness", "SimReport", "SimPlatform", "SimPNG"] + formats),
      Entry("simbench", .executable, ["SimbenchTool", "CStart"]),
      Entry("SimbenchCommand", .plugin),
      Entry("SimbenchUpdateCommand", .plugin),
      Entry("SimKernels", .host, host),
      Entry("SampleSceneTests", .starterTest, ["SampleScene", "SimbenchTesting"]),
      Entry("SampleModelTests", .starterTest, ["SampleModel", "SimbenchTesting"]),
      Entry("SimPNGTests", .test, ["SimPNG", "SimRaster"]),
      Entry("SimPlatformTests", .test, ["SimPlatform"]),
      Entry("SimJSONTests", .test, ["SimJSON", "SimText", "SimMath"]),
      Entry("SimFormatsTests", .test, ["SimFormats", "SimJSON", "SimTracing"] + core),
      Entry("SimReportTests", .test, ["SimReport"] + formats),
      Entry("SchemaTests", .test, ["SimCommands"] + host),
      Entry("SimHarnessTests", .test, host),
      Entry("SimCommandsTests", .test, ["SimCommands", "SampleScene", "SampleModel"] + host),
      Entry("FuzzTests", .test, ["SimCommands"] + host),
      Entry("SimKernelsTests", .test, ["SimKernels"] + host),
      Entry("SimbenchTestingTests", .test, ["SimbenchTesting"] + host),
      Entry("TidyTests", .test),
    ]),
  Floor(
    "Lanes",
    [
      Entry("CEmbeddedSupport", .c),
      Entry("EmbeddedEntry", .portable, ["CEmbeddedSupport"] + apps + core),
      Entry("LaneHost", .executable, ["EmbeddedEntry"]),
      Entry("SeedTests", .test, ["EmbeddedEntry"] + host),
    ]),
]

/// Whether warnings are errors: never for those who use the package, since a newer compiler must
/// not break their build.
let isStrict = Context.environment["SIMBENCH_STRICT"] == "1"

let commonSettings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

let portableSettings = commonSettings + [.strictMemorySafety()]

func target(_ entry: Entry, on floor: Floor) -> Target {
  let uses = (entry.kind == .test ? entry.uses + testSupport : entry.uses)
    .map { Target.Dependency.target(name: $0) }
  let isTest = entry.kind == .test || entry.kind == .testSupport
  let isStarter = entry.kind == .starter || entry.kind == .starterTest
  let path =
    isStarter
    ? "Sources/Host/SimCommands/\(starterFolder)/\(entry.name)"
    : entry.kind == .plugin
      ? "Sources/Host/Plugins/\(entry.name)"
      : "\(isTest ? "Tests" : "Sources")/\(floor.name)/\(entry.name)"
  switch entry.kind {
  case .portable:
    return .target(
      name: entry.name, dependencies: uses, path: path, swiftSettings: portableSettings,
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))])
  case .host, .testSupport, .starter:
    return .target(
      name: entry.name, dependencies: uses, path: path,
      resources: entry.embedded.map { [.embedInCode($0)] }, packageAccess: !isStarter,
      swiftSettings: commonSettings)
  case .c:
    return .target(name: entry.name, dependencies: uses, path: path)
  case .system:
    return .systemLibrary(
      name: entry.name, path: path, pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])])
  case .executable:
    return .executableTarget(
      name: entry.name, dependencies: uses, path: path, swiftSettings: commonSettings)
  case .plugin:
    let isUpdate = entry.name == "SimbenchUpdateCommand"
    let permission = PluginPermission.writeToPackageDirectory(
      reason: "It updates goldens, baselines and other files of the package.")
    return .plugin(
      name: entry.name,
      capability: .command(
        intent: .custom(
          verb: isUpdate ? "simbench-update" : "simbench",
          description: isUpdate
            ? "Run a simbench verb that writes to the package, such as golden update."
            : "Run a simbench verb, such as run scenarios/snowglobe.json."),
        permissions: isUpdate ? [permission] : []),
      path: path)
  case .test, .starterTest:
    return .testTarget(
      name: entry.name, dependencies: uses, path: path, packageAccess: !isStarter,
      swiftSettings: commonSettings)
  }
}

let package = Package(
  name: "simbench",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    // Named like the module that one imports; each says on its page who needs it.
    .library(name: "SimbenchKit", targets: ["SimbenchKit"]),
    .library(name: "SimbenchScenes", targets: ["SimbenchScenes"]),
    .library(name: "SimbenchTool", targets: ["SimbenchTool"]),
    .library(name: "SimbenchTesting", targets: ["SimbenchTesting"]),
    // What `Benchmarks/` measures; no app links it.
    .library(name: "SimbenchKernels", targets: ["SimKernels"]),
    .executable(name: "simbench", targets: ["simbench"]),
    .plugin(name: "SimbenchPlugins", targets: ["SimbenchCommand", "SimbenchUpdateCommand"]),
  ],
  targets: floors.flatMap { floor in floor.entries.map { target($0, on: floor) } }
)
