import SimFormats
import SimHarness
import SimJSON
import SimRuntime
import SimWorld

/// The package that `init --scene` or `--model` writes: a scene in four files or a model in two,
/// scenarios, a runner, a test.
///
/// The Swift files of the scene, the model and the tests are those of `Starter/`, which are targets
/// of this package, with the sample's names replaced.
struct StarterPackage {
  /// The contents of the package.
  enum Kind {
    /// A scene, which is drawn frame by frame.
    case scene
    /// A model of an app's logic in a simulated environment.
    case model

    /// The name of the sample in `Starter/`.
    var sample: String {
      switch self {
      case .scene: "sample-scene"
      case .model: "sample-model"
      }
    }
  }

  /// Location of simbench for the package.
  enum Source {
    /// A folder on this machine, absolute or relative to the package.
    case path(String)
    /// A repository with a version; its branch `main` if nil.
    case url(String, version: String?)
  }

  let name: String
  let kind: Kind
  let source: Source
  /// The repository of a folder; nil if it has none that others reach.
  var origin: Origin?

  /// The type name of the scene or model: `paper-boats` becomes `PaperBoats`.
  var typeName: String { Self.typeName(name) }

  private static func typeName(_ name: some StringProtocol) -> String {
    name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// Names that a scene or model cannot have, since its module and its type share the name.
  ///
  /// They are the modules it is built with, the types that its source uses, and the types of the
  /// catalog.
  static let takenTypeNames: Set<String> = {
    let catalog = SceneRegistry.catalog
    let scenes =
      (catalog.descriptors.map { $0.name } + catalog.modelDescriptors.map { $0.name })
      .map { typeName($0.description) }
    let modules = [
      "AllocationProbe", "CAllocationProbe", "CEmbeddedSupport", "CPlatform", "CStart", "CZlib",
      "EmbeddedEntry", "Foundation", "SimAppModels", "SimCatalogue", "SimCommands", "SimFormats",
      "SimHarness", "SimImageAnalysis", "SimInput", "SimJSON", "SimKernels", "SimMath", "SimPNG",
      "SimPlatform", "SimRaster", "SimReport", "SimRingLight", "SimRuntime", "SimScenes",
      "SimStatistics", "SimText", "SimTracing", "SimWorld", "Simbench", "SimbenchKernels",
      "SimbenchKit", "SimbenchScenes", "SimbenchTesting", "SimbenchTool", "Swift", "Testing",
      "XCTest",
    ]
    let types = [
      "Any", "ArgumentDescriptor", "Array", "Bool", "SceneCanvas", "Catalogue", "DisplayList",
      "Double",
      "EventDescriptor", "EventKey", "FieldNames", "Float", "FrameClock", "FrameInput",
      "GradientHandle", "Scenario", "EffectDescriptor", "EffectKey", "WorkloadGenerator", "Int",
      "Int32",
      "Issue", "LayerHandle", "Mirror", "ModelContext", "ModelDescriptor", "Nanoseconds",
      "NetworkRates", "Never", "NoFault", "Optional", "ParameterDescriptor", "ParameterKey",
      "PopulationCounts", "PopulationDescriptor", "PopulationKey", "PropertyDescriptor",
      "PropertyChecker", "PropertyKey", "Protocol", "RandomStream", "Range", "PointRectangle",
      "RunPlan",
      "SimScene", "SceneContext", "SceneDescriptor", "SceneRegistry", "Self", "Set", "NoOpObserver",
      "StateDigest", "Suite",
      "StateFields", "StateScalar", "StateVisitor", "StaticString", "StraightColor", "String",
      "SyntheticLoop", "Test", "Tuning", "Type", "UInt32", "UInt64", "UInt8", "Vector2", "Void",
      "World",
      "WorldEvent", "WorldModel", "WorldPlan", "WorldSimulation",
    ]
    return Set(scenes + modules + types)
  }()

  /// Every file with its path inside the package.
  var files: [(path: String, text: String)] {
    [
      ("Package.swift", manifest),
      (".gitignore", ".build/\nPackage.resolved\n.simbench/\n"),
      ("README.md", readme),
      (".github/workflows/simbench.yml", workflow),
    ] + (kind == .scene ? sceneFiles : modelFiles) + [
      ("Sources/\(name)-bench/main.swift", runner),
      ("Tests/\(typeName)Tests/\(typeName)Tests.swift", tests),
    ]
  }

  private var sceneFiles: [(path: String, text: String)] {
    let source = "Sources/\(typeName)/\(typeName)"
    return [
      ("scenarios/\(name).json", renamed(PackageResources.sample_scene_json)),
      ("scenarios/baselines/\(name).json", baseline(PackageResources.sample_scene_baseline_json)),
      (
        "scenarios/goldens/\(name)-iphone-12.golden",
        renamed(PackageResources.sample_scene_iphone_12_golden)
      ),
      ("\(source).swift", renamed(PackageResources.SampleScene_swift)),
      ("\(source)+Step.swift", renamed(PackageResources.SampleScene_Step_swift)),
      ("\(source)+Draw.swift", renamed(PackageResources.SampleScene_Draw_swift)),
      ("\(source)+Tuning.swift", renamed(PackageResources.SampleScene_Tuning_swift)),
    ]
  }

  private var modelFiles: [(path: String, text: String)] {
    let source = "Sources/\(typeName)/\(typeName)"
    return [
      ("scenarios/\(name).json", StarterScenario.model(name: name, hasBug: false)),
      ("scenarios/\(name)-bug.json", StarterScenario.model(name: name, hasBug: true)),
      ("scenarios/baselines/\(name).json", baseline(PackageResources.sample_model_baseline_json)),
      ("\(source).swift", renamed(PackageResources.SampleModel_swift)),
      ("\(source)+Keys.swift", renamed(PackageResources.SampleModel_Keys_swift)),
    ]
  }

  private var tests: String {
    renamed(
      kind == .scene
        ? PackageResources.SampleSceneTests_swift : PackageResources.SampleModelTests_swift)
  }

  /// The baseline of the sample for the scenario of this package: only the digest of the scenario
  /// depends on the name.
  private func baseline(_ file: [UInt8]) -> String {
    renamed(file).replacing(scenarioDigest(kind.sample), with: scenarioDigest(name))
  }

  private func scenarioDigest(_ name: String) -> String {
    guard kind == .scene else {
      // The model's one parameter is 0.
      return ModelScenario.digest(
        model: name, parameters: ParameterValues([0]), faults: FaultChoice())
    }
    let text = String(decoding: PackageResources.sample_scene_json, as: UTF8.self)
      .replacing(kind.sample, with: name)
    guard let device = BuiltInDevices.all.first(where: { $0.name == "iphone-12" }),
      let digest = try? ScenarioFingerprint.text(ofScenario: Array(text.utf8), on: device)
    else { preconditionFailure("the sample's scenario is JSON for a built-in device class") }
    return digest
  }

  /// The text of a file of `Starter/` with the names of this package.
  private func renamed(_ file: [UInt8]) -> String {
    String(decoding: file, as: UTF8.self)
      .replacing("Sources/Host/SimCommands/Init/Starter/scenarios", with: "scenarios")
      .replacing(Self.typeName(kind.sample), with: typeName)
      .replacing(kind.sample, with: name)
  }

  /// The first command to try in the package.
  var firstCommand: String {
    let verb = kind == .scene ? "run" : "explore"
    return "swift run -c release \(name)-bench \(verb) scenarios/\(name).json"
  }

  private var manifest: String {
    let dependency =
      switch source {
      case .path(let path): ".package(name: \"simbench\", path: \(Self.literal(path)))"
      case .url(let url, let version):
        // The version is exact, since another one may draw different frames, and the app decides
        // when to update.
        ".package(url: \(Self.literal(url)), "
          + (version.map { "exact: \(Self.literal($0)))" } ?? "branch: \"main\")")
      }
    let package = Self.literal(identity)
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "\(name)",
        platforms: [.macOS(.v14), .iOS(.v17)],
        products: [.library(name: "\(typeName)", targets: ["\(typeName)"])],
        dependencies: [\(dependency)],
        targets: [
          .target(
            name: "\(typeName)",
            dependencies: [.product(name: "SimbenchKit", package: \(package))]),
          .executableTarget(
            name: "\(name)-bench",
            dependencies: [
              "\(typeName)", .product(name: "SimbenchTool", package: \(package)),
            ]),
          .testTarget(
            name: "\(typeName)Tests",
            dependencies: [
              "\(typeName)", .product(name: "SimbenchTesting", package: \(package)),
            ]),
        ]
      )

      """
  }

  /// The name of simbench for the package manager: the last part of a repository's URL.
  private var identity: String {
    guard case .url(let url, _) = source,
      let last = url.split(whereSeparator: { $0 == "/" || $0 == ":" }).last
    else { return "simbench" }
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : String(last)
  }

  /// Text as a Swift string literal.
  private static func literal(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return "\"\(result)\""
  }

  private var runner: String {
    """
    import \(typeName)
    import SimbenchTool

    Simbench.main(scenes: .catalog.adding(\(typeName).self))

    """
  }

  private var readme: String {
    """
    # \(name)

    \(kind == .scene ? Self.sceneHeadline : Self.modelHeadline)

    ```
    \(firstCommand)
    swift test
    ```

    The first build compiles all of simbench, which takes minutes; later ones take seconds.

    \(kind == .scene ? sceneWords : modelWords)

    `.github/workflows/simbench.yml` runs the tests and these checks for every pull request, and
    prevents scenarios from reading files outside the checkout. Every verb is also a command of
    the package manager:

    ```
    swift package simbench check scenarios/\(name).json --no-wall
    swift package simbench-update baseline update scenarios/\(name).json
    ```

    `check` compares a run with `scenarios/baselines/\(name).json`, which is true of this package as
    it was written. The second command may write to the package: it records the baseline again after
    a change that you want.\(kind == .scene ? goldenWords : "")

    """
  }

  /// What to do when frames differ.
  private var goldenWords: String {
    """
     The tests compare a frame with `scenarios/goldens`, and `check` the first 121;
    `simbench-update golden update` records them again, and `golden accept` accepts them.
    """
  }

  private static let sceneHeadline = "A scene, run and measured without a device:"
  private static let modelHeadline =
    "A model of an app's logic, explored in a simulated environment with injected faults:"

  private var sceneWords: String {
    """
    `Sources/\(typeName)/` contains the scene: state, step, draw and tuning. The app links only
    this library; `\(name)-bench` adds the command line.
    """
  }

  private var modelWords: String {
    """
    `Sources/\(typeName)/` contains the model: its state and logic, events and properties.
    `scenarios/\(name)-bug.json` runs it with a bug. To see how explore finds the bug, shrinks it
    and describes it in sentences and on a page, run:

    ```
    swift run -c release \(name)-bench explore scenarios/\(name)-bug.json
    ```

    The app links only the library; `\(name)-bench` adds the command line.
    """
  }
}
