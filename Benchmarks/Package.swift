// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v14)],
  products: [.library(name: "KernelWork", targets: ["KernelWork"])],
  dependencies: [
    // By name, since a clone's folder may be called anything.
    .package(name: "simbench", path: "..")
  ],
  targets: [
    .target(
      name: "KernelWork",
      dependencies: [
        .product(name: "SimbenchCore", package: "simbench"),
        .product(name: "SimbenchHarness", package: "simbench"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
    .executableTarget(
      name: "kernel-smoke",
      dependencies: [
        "KernelWork", .product(name: "SimbenchCore", package: "simbench"),
        .product(name: "SimbenchHarness", package: "simbench"),
      ],
      path: "Sources/KernelSmoke",
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
    .executableTarget(
      name: "kernel-benchmarks",
      dependencies: [
        .product(name: "SimbenchCore", package: "simbench"),
        .product(name: "SimbenchHarness", package: "simbench"),
      ],
      path: "Sources/KernelBenchmarks",
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
    .executableTarget(
      name: "physics-benchmark",
      dependencies: [.product(name: "SimbenchCore", package: "simbench")],
      path: "Sources/PhysicsBenchmark",
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ]
)
