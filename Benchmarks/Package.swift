// swift-tools-version: 6.2
import PackageDescription

let kernels = Target.Dependency.product(name: "SimbenchKernels", package: "simbench")

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [
    // By name, since a clone's folder may be called anything.
    .package(name: "simbench", path: ".."),
    // Without its own allocation counters, which would stand in the way of simbench's.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "Kernels",
      dependencies: [kernels, .product(name: "Benchmark", package: "benchmark")],
      path: "Kernels",
      swiftSettings: [.swiftLanguageMode(.v6)],
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    .executableTarget(
      name: "peer-data",
      dependencies: [kernels],
      path: "Peers/Data",
      swiftSettings: [.swiftLanguageMode(.v6)]),
  ]
)
