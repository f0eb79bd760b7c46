// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "moonlit-pond",
  platforms: [.macOS(.v14), .iOS(.v17)],
  dependencies: [.package(name: "simbench", path: "../..")],
  targets: [
    .target(name: "Runtime"),
    .target(name: "Report"),
    .target(name: "Statistics"),
    .target(name: "Interface"),
    .target(
      name: "Shelf",
      dependencies: ["Interface", .product(name: "SimbenchKit", package: "simbench")]),
    .executableTarget(
      name: "App",
      dependencies: [
        "Runtime", "Report", "Statistics", "Interface", "Shelf",
        .product(name: "SimbenchKit", package: "simbench"),
        .product(name: "SimbenchScenes", package: "simbench"),
      ]),
  ]
)
