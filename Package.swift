// swift-tools-version: 6.2
import PackageDescription

/// What a target is decides its settings; the table below says only name, kind and imports.
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
}

struct Entry {
  var name: String
  var kind: Kind
  var uses: [String]

  init(_ name: String, _ kind: Kind, _ uses: [String] = []) {
    self.name = name
    self.kind = kind
    self.uses = uses
  }
}

let runtimeAndBelow = ["Runtime", "Raster", "Simulation", "DeterministicMath"]
let catalogueAndBelow = ["Catalogue", "Scenes", "Tracing", "RingLight"] + runtimeAndBelow
let hostAndBelow =
  ["Harness", "Report", "Formats", "Platform", "PNGCodec", "ImageAnalysis", "Statistics"]
  + catalogueAndBelow

let entries: [Entry] = [
  Entry("DeterministicMath", .portable),
  Entry("Raster", .portable, ["DeterministicMath"]),
  Entry("Simulation", .portable, ["DeterministicMath"]),
  Entry("ImageAnalysis", .portable, ["Raster", "DeterministicMath"]),
  Entry("Statistics", .portable, ["DeterministicMath"]),
  Entry("Runtime", .portable, ["Simulation", "Raster", "DeterministicMath"]),
  Entry("Tracing", .portable, runtimeAndBelow),
  Entry("RingLight", .portable, runtimeAndBelow),
  Entry("Scenes", .portable, ["Tracing"] + runtimeAndBelow),
  Entry("Catalogue", .portable, ["Scenes", "Tracing", "RingLight"] + runtimeAndBelow),
  Entry("CEmbeddedSupport", .c),
  Entry("EmbeddedEntry", .portable, ["CEmbeddedSupport"] + catalogueAndBelow),
  Entry("LaneHost", .executable, ["EmbeddedEntry"]),
  Entry("CAllocationProbe", .c),
  Entry("CPlatform", .c),
  Entry("CZlib", .system),
  Entry("PNGCodec", .host, ["Raster", "CZlib"]),
  Entry("Platform", .host, ["CAllocationProbe", "CPlatform"]),
  Entry("Formats", .host, ["ImageAnalysis", "Tracing"] + runtimeAndBelow),
  Entry(
    "Harness", .host,
    ["Formats", "Platform", "PNGCodec", "ImageAnalysis", "Statistics", "Tracing"]
      + runtimeAndBelow),
  Entry("Report", .host, ["Formats", "ImageAnalysis", "Tracing"] + runtimeAndBelow),
  Entry("SimbenchCommands", .host, hostAndBelow),
  Entry("simbench", .executable, ["SimbenchCommands"]),
  Entry("DeterministicMathTests", .test, ["DeterministicMath"]),
  Entry("RasterTests", .test, ["Raster", "Platform", "DeterministicMath"]),
  Entry("ImageAnalysisTests", .test, ["ImageAnalysis", "Raster", "DeterministicMath"]),
  Entry("StatisticsTests", .test, ["Statistics", "DeterministicMath"]),
  Entry("SimulationTests", .test, ["Simulation", "DeterministicMath"]),
  Entry("RuntimeTests", .test, runtimeAndBelow),
  Entry("TracingTests", .test, ["Tracing"] + runtimeAndBelow),
  Entry("RingLightTests", .test, ["RingLight"] + runtimeAndBelow),
  Entry("ScenesTests", .test, ["ImageAnalysis"] + catalogueAndBelow),
  Entry("PNGCodecTests", .test, ["PNGCodec", "Raster"]),
  Entry("PlatformTests", .test, ["Platform"]),
  Entry("FormatsTests", .test, ["Formats", "Tracing"] + runtimeAndBelow),
  Entry("ReportTests", .test, ["Report", "Formats", "ImageAnalysis", "Tracing"] + runtimeAndBelow),
  Entry("SchemaTests", .test, ["Report", "Formats", "ImageAnalysis"] + catalogueAndBelow),
  Entry("SeedTests", .test, ["EmbeddedEntry"] + hostAndBelow),
  Entry("HarnessTests", .test, hostAndBelow),
  Entry("CommandTests", .test, ["SimbenchCommands"] + hostAndBelow),
  Entry("FuzzTests", .test, ["SimbenchCommands"] + hostAndBelow),
  Entry("TidyTests", .test),
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

func target(_ entry: Entry) -> Target {
  let uses = entry.uses.map { Target.Dependency.target(name: $0) }
  switch entry.kind {
  case .portable:
    return .target(
      name: entry.name, dependencies: uses, swiftSettings: portableSettings,
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))])
  case .host:
    return .target(name: entry.name, dependencies: uses, swiftSettings: commonSettings)
  case .c:
    return .target(name: entry.name, dependencies: uses)
  case .system:
    return .systemLibrary(name: entry.name, pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])])
  case .executable:
    return .executableTarget(name: entry.name, dependencies: uses, swiftSettings: commonSettings)
  case .test:
    return .testTarget(name: entry.name, dependencies: uses, swiftSettings: commonSettings)
  }
}

let package = Package(
  name: "simbench",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .library(name: "SimbenchCore", targets: ["ImageAnalysis"] + catalogueAndBelow),
    .library(name: "SimbenchHarness", targets: ["SimbenchCommands"] + hostAndBelow),
    .executable(name: "simbench", targets: ["simbench"]),
  ],
  targets: entries.map(target)
)
