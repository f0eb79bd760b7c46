// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "math-sweep",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "simbench", path: "../..")],
  targets: [
    .executableTarget(
      name: "math-sweep",
      dependencies: [.product(name: "SimbenchKit", package: "simbench")])
  ]
)
