import SimFormats
import SimHarness
import SimPlatform
import SimReport
import SimRuntime

/// `simbench validate`: validates scenario files without running them.
struct ValidateCommand: Command {
  private let paths: [String]
  private let jsonPath: String?
  private let loader: ScenarioLoader
  private let console: Console
  private let isQuiet: Bool

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws {
    paths = parsed.positionals("SCENARIO")
    jsonPath = parsed.string("json")
    var loader = ScenarioLoader(scenes: scenes.descriptors, models: scenes.modelDescriptors)
    loader.deviceFolder = parsed.string("devices")
    self.loader = loader
    self.console = console
    isQuiet = parsed.flag("quiet")
  }

  /// A description of a file's runs.
  private static func words(_ scenarios: [Scenario]) -> String {
    func words(_ values: [String]) -> String {
      let first = values[0]
      return values.allSatisfy { $0 == first } ? first : "several classes"
    }
    let lengths = scenarios.map { $0.plan.frameCount }
    let length =
      (lengths.allSatisfy { $0 == lengths[0] } ? "" : "up to ")
      + CountWords.counted(lengths.max() ?? 0, "frame")
    let device = words(scenarios.map { $0.device.title })
    let what = "\(scenarios[0].sceneWords), \(length) on \(device)"
    var parts = [scenarios.count == 1 ? what : "\(scenarios.count) runs of \(what)"]
    for assumed in scenarios.flatMap({ $0.assumed }) where !parts.contains(assumed) {
      parts.append(assumed)
    }
    return parts.joined(separator: "; ")
  }

  private func words(_ path: String) throws -> String {
    let runs = try loader.loadEvery(ScenarioDocument(path))
    if case .model(let scenario) = runs[0] { return scenario.words(of: runs.count) }
    return Self.words(runs.compactMap { $0.scene })
  }

  /// The result of a file.
  struct Finding: Sendable {
    var file: String
    /// The error; nil if the file is valid.
    var problem: String?
  }

  /// The JSON output.
  static let output = VerbOutput.shape(
    "Validity of scenario files.", "scenarios",
    Shape<Finding>(
      written: nil, "A scenario file.",
      [
        Member(derived: "file", \.file, "The file."),
        Member(derived: "valid", .bool, "Whether the file is valid.") { $0.problem == nil },
        Member(derived: "problem", \.problem, "The first error; null if there is none."),
      ]
    ).codec, "One row per file.")

  func run() throws -> ExitCode {
    try OutputNames.check([jsonPath].compactMap { $0 }.filter { $0 != "-" }, inputs: paths)
    var codes: [ExitCode] = []
    var findings: [Finding] = []
    for path in paths {
      var problem: String?
      do {
        let words = try words(path)
        if jsonPath != "-", !isQuiet { console.say("\(path): valid: \(words)\n") }
      } catch {
        let error = CommandError(error)
        if case .interrupted = error { throw error }
        codes.append(error.exitCode)
        let words = error.messages.joined(separator: "; ")
        console.error("simbench: \(words)\n")
        problem = words
      }
      findings.append(Finding(file: path, problem: problem))
    }
    let json = JSONWriter.text(of: Self.output.object(findings))
    if jsonPath == "-" {
      _ = console.output(json)
    } else if let jsonPath {
      try FileStore.write(json, to: jsonPath)
    }
    return ExitCode.worst(of: codes)
  }
}
