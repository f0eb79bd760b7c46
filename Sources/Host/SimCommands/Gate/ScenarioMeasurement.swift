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
    var document: ScenarioDocument
    var subject: LoadedScenario
    var baselinePath: String

    init(_ named: RunSettings.Named, baselines folder: String?) {
      (document, subject) = (named.document, named.subject)
      let folder = folder ?? ScenarioLoader.folder(of: document.file) + "baselines"
      baselinePath = "\(folder)/\(subject.fileName).json"
    }

    /// The scenario's name on the command line.
    var path: String { document.path }

    /// The outcome of the target if the machine failed.
    func outcome(_ run: NotJudgedRun, reference: String? = nil) -> GateOutcome {
      GateOutcome(
        run, scenario: subject.name, seed: subject.seed, reference: reference ?? baselinePath)
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
    let documents = try RunSettings.documents(parsed.positionals("SCENARIO"), parsed)
    let settings = try RunSettings(comparing: parsed, scenes)
    try self.init(
      settings, settings.loadAll(documents),
      passedOn: RunSettings.passedOn(parsed, hasLength: true),
      toModels: parsed.given(["seed", "duration"]), baselines: parsed.string("baselines"))
  }

  /// Reads scenarios without changes; throws with the errors of all that are not valid.
  init(
    checking parsed: ParsedCommand, _ paths: [String], _ scenes: SceneRegistry
  ) throws {
    let settings = try RunSettings(plain: parsed, scenes)
    var named: [RunSettings.Named] = []
    var problems: [String] = []
    for path in paths {
      do {
        named += try settings.loadAll([ScenarioDocument(path)])
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

  private init(
    _ settings: RunSettings, _ named: [RunSettings.Named], passedOn: [String], toModels: [String],
    baselines: String?
  ) throws {
    self.settings = settings
    self.passedOn = passedOn
    passedOnToModels = toModels
    self.baselines = baselines
    var targets: [Target] = []
    for one in named {
      let target = Target(one, baselines: baselines)
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
      arguments: [target.path] + more + (target.subject.scene == nil ? passedOnToModels : passedOn))
    process.hasFrames = target.subject.scene != nil
    return process
  }

  /// A model's run, as `verify` and `diff` compare it.
  func compared(
    _ scenario: ModelScenario, of target: Target, _ scenes: SceneRegistry
  ) throws -> ComparedRun {
    try ComparedRun(scenario, at: target.path, scenes, options: passedOnToModels)
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
