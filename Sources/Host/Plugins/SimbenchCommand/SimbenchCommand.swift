import Foundation
import PackagePlugin

/// `swift package simbench VERB …` and `swift package simbench-update VERB …`: builds the package's
/// runner optimized and runs it in the package's folder.
///
/// Both are one program. Only the second may write to the package, such as for `golden update` and
/// `baseline update`. Where the system confines plugins, the first writes images only to an `--out`
/// folder elsewhere, and says so.
@main struct SimbenchCommand: CommandPlugin {
  /// The option that selects the configuration of the build, which is optimized by default.
  private static let debugOption = "--debug-build"

  func performCommand(context: PluginContext, arguments: [String]) throws {
    var arguments = arguments
    let isDebug = arguments.first == Self.debugOption
    if isDebug { arguments.removeFirst() }
    let name = Self.runner(of: context.package)
    let build = try packageManager.build(
      .product(name), parameters: .init(configuration: isDebug ? .debug : .release))
    let program = build.builtArtifacts.first {
      $0.kind == .executable && $0.url.lastPathComponent == name
    }
    guard build.succeeded, let program else {
      print(build.logText)
      throw Failure(description: "\(name): the build failed; swift build shows why")
    }
    let process = Process()
    process.executableURL = program.url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    // The package manager turns every failure into 1, so the last line has the code.
    guard process.terminationReason == .exit else {
      throw Failure(description: "\(name) was ended by signal \(process.terminationStatus)")
    }
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(name): exit code \(process.terminationStatus)")
    }
    print("\(name): exit code 0")
  }

  /// The package's own runner: its executable that uses `SimbenchTool`; `simbench` without one.
  private static func runner(of package: Package) -> String {
    package.products(ofType: ExecutableProduct.self)
      .first { $0.mainTarget.dependencies.contains(where: isTool) }?.name ?? "simbench"
  }

  private static func isTool(_ dependency: TargetDependency) -> Bool {
    switch dependency {
    case .product(let product): product.name == "SimbenchTool"
    case .target(let target): target.name == "SimbenchTool"
    @unknown default: false
    }
  }

  /// Why the command failed.
  private struct Failure: Error, CustomStringConvertible {
    var description: String
  }
}
