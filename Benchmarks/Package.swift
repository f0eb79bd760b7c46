// swift-tools-version: 6.2
import PackageDescription

/// A program that hands its arguments on to the kernels.
func program(_ name: String, path: String) -> Target {
  .executableTarget(
    name: name,
    dependencies: [.product(name: "SimbenchKernels", package: "simbench")],
    path: path,
    swiftSettings: [.swiftLanguageMode(.v6)])
}

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [
    // By name, since a clone's folder may be called anything.
    .package(name: "simbench", path: "..")
  ],
  targets: [
    program("kernel-benchmarks", path: "Sources/KernelBenchmarks"),
    program("kernel-smoke", path: "Sources/KernelSmoke"),
    program("physics-benchmark", path: "Sources/PhysicsBenchmark"),
  ]
)
