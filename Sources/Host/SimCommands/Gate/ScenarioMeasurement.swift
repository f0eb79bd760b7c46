import SimFormats
import SimHarness
import SimPlatform
import SimReport
import SimRuntime

/// Runs the scenarios of `baseline update` and `gate`: checks them first, then runs each in a
/// separate process with the options that affect a run.
struct ScenarioMeasurement {
  /// A scenario that was loaded and can run.
  struct Target {
    /// A scenario of a scene or model.
    enum Subject {
      case scene(Scenario)
      case model(ModelScenario)
    }

    var document: ScenarioDocument
    var subject: Subject
    var baselinePath: String

    init(_ document: ScenarioDocument, _ subject: Subject, baselines folder: String?) {
      self.document = document
      self.subject = subject
      let folder = folder ?? ScenarioLoader.folder(of: document.file) + "baselines"
      baselinePath = ""
      baselinePath = "\(folder)/\(fileName).json"
    }

    /// The scenario's name on the command line.
    var path: String { document.path }

    /// Digest of the scenario in hexadecimal.
    var digest: String {
      switch subject {
      case .scene(let scenario): scenario.digest ?? ""
      case .model(let scenario): scenario.digest
      }
    }

    /// The outcome of the target if the machine failed.
    func outcome(_ run: NotJudgedRun, reference: String? = nil) -> GateOutcome {
      let seed =
        switch subject {
        case .scene(let scenario): scenario.plan.seed
        case .model(let scenario): scenario.seed
        }
      return GateOutcome(run, scenario: name, seed: seed, reference: reference ?? baselinePath)
    }

    /// The scenario of a scene; nil for a model.
    var scenario: Scenario? { if case .scene(let scenario) = subject { scenario } else { nil } }

    /// The scenario's name with the case of its matrix.
    var name: String {
      switch subject {
      case .scene(let scenario): scenario.name
      case .model(let scenario): scenario.fullName
      }
    }

    /// The case of the matrix; nil for a scenario without a matrix.
    var caseName: String? {
      switch subject {
      case .scene(let scenario): scenario.caseName
      case .model(let scenario): scenario.caseName
      }
    }

    /// The scenario's name without the case of its matrix.
    var fileName: String {
      switch subject {
      case .scene(let scenario): scenario.fileName
      case .model(let scenario): scenario.name
      }
    }
  }

  let settings: RunSettings
  let targets: [Target]
  private let passedOn: [String]
  /// The options that models have too.
  private let passedOnToModels: [String]
  /// The folder of baselines; nil if each is next to its scenario.
  private let baselines: String?

  /// Reads every scenario.
  init(_ parsed: ParsedCommand, _ scenes: SceneRegistry) throws {
    let documents = parsed.positionals("SCENARIO").map { ScenarioDocument($0) }
    if documents.allSatisfy({ $0.isModel }) { try ModelScenarios.refuseFrames(parsed) }
    let settings = try RunSettings(comparing: parsed, scenes)
    try self.init(
      settings, documents.flatMap { try Self.named($0, settings, scenes) },
      passedOn: RunSettings.passedOn(parsed, hasLength: true),
      toModels: parsed.given(["seed", "duration"]), baselines: parsed.string("baselines"))
  }

  /// Reads scenarios without changes; throws with the errors of all that are not valid.
  init(
    checking parsed: ParsedCommand, _ paths: [String], _ scenes: SceneRegistry
  ) throws {
    let settings = try RunSettings(plain: parsed, scenes)
    var named: [Named] = []
    var problems: [String] = []
    for path in paths {
      do {
        named += try Self.named(ScenarioDocument(path), settings, scenes)
      } catch {
        guard case .badInput(let words) = CommandError(error) else { throw error }
        problems.append(words)
      }
    }
    guard problems.isEmpty else {
      let head = problems.count == 1 ? [] : ["\(problems.count) scenarios are not valid"]
      throw CommandError.badFiles(head + problems)
    }
    try self.init(
      settings, named, passedOn: parsed.given(["devices"]), toModels: [],
      baselines: parsed.string("baselines"))
  }

  private typealias Named = (document: ScenarioDocument, subject: Target.Subject)

  /// All cases of a file.
  private static func named(
    _ document: ScenarioDocument, _ settings: RunSettings, _ scenes: SceneRegistry
  ) throws -> [Named] {
    guard document.isModel else {
      return try settings.loadAll([document]).map { ($0.document, .scene($0.scenario)) }
    }
    return try ModelScenarios(scenes, settings.loader.overrides).loadAll([document])
      .map { ($0.document, .model($0.scenario)) }
  }

  private init(
    _ settings: RunSettings, _ named: [Named], passedOn: [String], toModels: [String],
    baselines: String?
  ) throws {
    self.settings = settings
    self.passedOn = passedOn
    passedOnToModels = toModels
    self.baselines = baselines
    var targets: [Target] = []
    for one in named {
      let target = Target(one.document, one.subject, baselines: baselines)
      // The cases of one file share its baseline.
      let twin = targets.first {
        $0.baselinePath == target.baselinePath
          && ($0.path == target.path || $0.document.file != target.document.file)
      }
      if let twin {
        throw CommandError.badInput(
          "\(target.path): has the same baseline file as \(twin.path): \(target.baselinePath)")
      }
      targets.append(target)
    }
    self.targets = targets
  }

  /// The baselines, each once even if several cases share it.
  var baselinePaths: [String] {
    var paths: [String] = []
    for target in targets where !paths.contains(target.baselinePath) {
      paths.append(target.baselinePath)
    }
    return paths
  }

  /// Throws in a debug build, whose allocations are not meaningful.
  ///
  /// - Parameter verb: The command, for the message.
  static func requireReleaseBuild(_ verb: String) throws {
    guard EnvironmentSummary.current.build == "release" else {
      throw CommandError.badInput(
        "\(verb): this is a debug build, whose allocations and times are not meaningful; "
          + "build with -c release")
    }
  }

  /// This executable.
  static func ownExecutable() throws -> String {
    guard let path = Environment.executablePath else {
      throw CommandError.machine(
        "the path of this executable is unknown, so that it cannot be started again; mount /proc")
    }
    return path
  }

  /// The process that runs a target.
  func process(_ target: Target, _ executable: String, _ more: [String] = []) -> MeasuredProcess {
    var process = MeasuredProcess(
      executable: executable,
      arguments: [target.path] + more + (target.scenario == nil ? passedOnToModels : passedOn))
    process.hasFrames = target.scenario != nil
    return process
  }

  /// A model's run, as `verify` and `diff` compare it.
  func compared(
    _ scenario: ModelScenario, of target: Target, _ scenes: SceneRegistry
  ) throws -> ComparedRun {
    try ComparedRun(
      ModelScenarios.Named(document: target.document, scenario: scenario), scenes,
      options: passedOnToModels)
  }

  /// The shell command that records baselines of scenarios with the options used here.
  func updateCommand(_ paths: [String]) -> String {
    let more = passedOn + (baselines.map { ["--baselines", $0] } ?? [])
    return ShellCommand.simbench(["baseline", "update"] + paths + more)
  }

  /// Reads a target's baseline; nil if there is no such file.
  ///
  /// - Parameter replacesConflict: Whether a file with an unresolved merge conflict is treated as
  ///   missing.
  func baseline(_ target: Target, replacesConflict: Bool = false) throws -> BaselineFile? {
    let path = target.baselinePath
    guard FileStore.exists(path) else { return nil }
    let bytes = try FileStore.read(path, limitByteCount: ScenarioLoader.limitByteCount)
    do {
      return try BaselineFile.read(bytes, file: path)
    } catch {
      guard case .foreign(let content, _) = error.problem, content.kind == .conflict else {
        throw error
      }
      if replacesConflict { return nil }
      throw CommandError.badInput(
        "\(error.message), or replace the file: \(updateCommand([target.path]))")
    }
  }

  /// Runs a process in a temporary folder.
  static func measure(_ process: MeasuredProcess) throws -> MeasuredRun {
    let folder = try FileStore.makeTemporaryDirectory(prefix: "simbench-gate")
    defer { try? FileStore.removeTree(folder) }
    return try process.run(in: folder)
  }
}

extension GateVerdict {
  /// The exit code of the verdict.
  var exitCode: ExitCode {
    switch self {
    case .equal, .improved: .pass
    case .regressed: .regression
    case .workChanged: .goldenMismatch
    case .inconclusive: .inconclusive
    case .referenceMissing: .referenceMissing
    case .notJudged: .notJudged
    }
  }
}
