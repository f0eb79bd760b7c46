import SimFormats
import SimHarness
import SimPlatform
import SimReport

/// What `baseline update` and `gate` share: scenarios checked first, then run in processes of
/// their own, with the options that change a run handed on.
struct ScenarioMeasurement {
  /// A scenario that was read and can be run.
  struct Target {
    var path: String
    var scenario: Scenario
    var digest: String
    var baselinePath: String
  }

  let settings: RunSettings
  let targets: [Target]
  private let passedOn: [String]
  /// The folder of baselines; nil when each lies beside its scenario.
  private let baselines: String?

  /// Reads every scenario.
  init(_ parsed: ParsedCommand, _ scenes: SceneRegistry) throws(CommandError) {
    try self.init(
      RunSettings(comparing: parsed, scenes), parsed.positionals("SCENARIO"),
      passedOn: RunSettings.passedOn(parsed, hasLength: true),
      baselines: parsed.string("baselines"))
  }

  /// Reads scenarios as they are, and says what is wrong with every one that is not valid.
  init(
    checking parsed: ParsedCommand, _ paths: [String], _ scenes: SceneRegistry
  ) throws(CommandError) {
    let settings = try RunSettings(plain: parsed, scenes)
    var problems: [String] = []
    for path in paths {
      do {
        _ = try settings.loadAll([path])
      } catch {
        guard case .badInput(let words) = error else { throw error }
        problems.append(MessageText.message(words))
      }
    }
    guard problems.isEmpty else {
      let head = problems.count == 1 ? [] : ["\(problems.count) scenarios are not valid"]
      throw .badInput((head + problems).joined(separator: "\nsimbench: "))
    }
    try self.init(
      settings, paths, passedOn: parsed.given(["devices"]), baselines: parsed.string("baselines"))
  }

  private init(
    _ settings: RunSettings, _ paths: [String], passedOn: [String], baselines: String?
  ) throws(CommandError) {
    self.settings = settings
    self.passedOn = passedOn
    self.baselines = baselines
    var targets: [Target] = []
    for named in try settings.loadAll(paths) {
      let (path, scenario) = (named.path, named.scenario)
      let digest = try settings.digest(of: scenario, path: path)
      let folder = baselines ?? ScenarioLoader.folder(of: path) + "baselines"
      let target = Target(
        path: path, scenario: scenario, digest: digest,
        baselinePath: "\(folder)/\(scenario.fileName).json")
      // The runs of one file share its baseline.
      let twin = targets.first {
        $0.baselinePath == target.baselinePath
          && ($0.path == path
            || ScenarioLoader.parts($0.path).file != ScenarioLoader.parts(path).file)
      }
      if let twin {
        throw .badInput(
          "\(path): has the same baseline as \(twin.path): \(target.baselinePath)")
      }
      targets.append(target)
    }
    self.targets = targets
  }

  /// The baselines, each once, however many runs share it.
  var baselinePaths: [String] {
    var paths: [String] = []
    for target in targets where !paths.contains(target.baselinePath) {
      paths.append(target.baselinePath)
    }
    return paths
  }

  /// Fails in a build whose allocations mean nothing.
  ///
  /// - Parameter verb: the command, for the message.
  static func requireReleaseBuild(_ verb: String) throws(CommandError) {
    guard EnvironmentSummary.current.build == "release" else {
      throw .badInput(
        "\(verb): this is a debug build, whose allocations and times mean nothing; build with "
          + "-c release")
    }
  }

  /// This executable.
  static func ownExecutable() throws(CommandError) -> String {
    guard let path = Environment.executablePath else {
      throw .badInput("the system does not say which file this process runs")
    }
    return path
  }

  /// The process that runs a target.
  func process(_ target: Target, _ executable: String, _ more: [String] = []) -> MeasuredProcess {
    MeasuredProcess(executable: executable, arguments: [target.path] + more + passedOn)
  }

  /// The command that records some scenarios as they were run here, to paste into a shell.
  func updateCommand(_ paths: [String]) -> String {
    let more = passedOn + (baselines.map { ["--baselines", $0] } ?? [])
    return ShellCommand.simbench(["baseline", "update"] + paths + more)
  }

  /// Reads a target's baseline; nil when there is no such file.
  func baseline(_ target: Target) throws(CommandError) -> BaselineFile? {
    let path = target.baselinePath
    guard FileStore.exists(path) else { return nil }
    let bytes = try files { () throws(FileError) in
      try FileStore.read(path, limitByteCount: ScenarioLoader.limitByteCount)
    }
    do {
      return try BaselineFile.read(bytes, file: path)
    } catch {
      throw .badInput(error.message)
    }
  }

  /// Runs a process in a folder that is gone afterwards.
  static func measure(_ process: MeasuredProcess) throws(CommandError) -> MeasuredRun {
    let folder = try files { () throws(FileError) in
      try FileStore.makeTemporaryDirectory(prefix: "simbench-gate")
    }
    defer { try? FileStore.removeTree(folder) }
    do {
      return try process.run(in: folder)
    } catch {
      throw CommandError(error)
    }
  }
}

extension CommandError {
  /// A run that gave nothing, in this layer's words.
  init(_ error: MeasureError) {
    switch error {
    case .interrupted: self = .interrupted
    case .failed(let message): self = .badInput(message)
    }
  }
}

extension GateVerdict {
  /// The exit code that says so.
  var exitCode: ExitCode {
    switch self {
    case .equal, .improved: .pass
    case .regressed: .regression
    case .workChanged: .goldenMismatch
    case .inconclusive: .inconclusive
    case .referenceMissing: .referenceMissing
    }
  }
}
