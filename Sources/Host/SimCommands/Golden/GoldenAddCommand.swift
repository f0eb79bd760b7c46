import SimFormats
import SimHarness
import SimPlatform
import SimRaster
import SimReport

/// `simbench golden add`: creates the first golden of a scenario.
struct GoldenAddCommand: Command {
  private let store: GoldenStore
  private let path: String
  private let settings: RunSettings
  private let name: String?
  private let seed: UInt64?
  private let pictures: [UInt32]?
  private let tolerance: String?
  private let frameCount: UInt32?
  private let scenes: SceneRegistry
  private let output: FindingOutput
  private let console: Console

  /// Number of compared frames by default: four seconds at 60 Hz.
  static let defaultFrameCount: UInt32 = 240

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws {
    guard console.mayRecord else {
      throw CommandError.badInput(
        "golden add: refuses to record in CI (the variable CI is set); run it on another machine")
    }
    store = GoldenStore(folder: parsed.string("goldens") ?? GoldenReport.defaultFolder)
    path = parsed.requiredPositional("SCENARIO")
    settings = try RunSettings(plain: parsed, scenes)
    name = parsed.string("name")
    let most = UInt64(GoldenManifest.maximumFrameCount)
    let count = try parsed.unsigned("frames", in: 1...most)
    frameCount = count.map { UInt32($0) }
    seed = try parsed.unsigned("seed")
    let limit = (count ?? UInt64(Self.defaultFrameCount)) - 1
    pictures = try parsed.value("at", expected: "frames from 0 to \(limit), comma-separated") {
      text in
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      let frames = parts.compactMap { UInt32($0) }.filter { UInt64($0) <= limit }
      return frames.count == parts.count ? Set(frames).sorted() : nil
    }
    tolerance = parsed.string("tolerance")
    if let tolerance, ImageLimit.limits(tolerance) == nil {
      throw CommandError.usage(
        parsed.badValue(
          "tolerance", expected: "limits such as maxDelta=0-2;pixels=0-10;flip.p99<=0.1",
          found: tolerance))
    }
    self.scenes = scenes
    output = FindingOutput(parsed, console)
    self.console = console
  }

  /// Runs the scenario like the golden, then writes its manifest and images.
  func run() throws -> ExitCode {
    let scenario = try settings.load(ScenarioDocument(path))
    let manifest = try manifest(for: scenario)
    let name = name ?? Self.fileName(scenario.name + "-" + manifest.device)
    guard KebabName.isOne(name) else {
      throw CommandError.badInput(
        "golden add: \(MessageText.quoted(name)) is not a valid name: expected lower-case "
          + "letters, digits and single hyphens; give another with --name")
    }
    let target = store.manifestPath(name)
    guard !FileStore.exists(target) else {
      throw CommandError.badInput(
        "\(target): already exists; record differences with golden update, or add another "
          + "golden with --name")
    }
    let files = [target] + manifest.pictures.map { store.picturePath(name, $0) }
    try output.checkNames(files, inputs: [ScenarioLoader.parts(path).file])
    let transaction = FileTransaction()
    defer { transaction.discard() }
    let accepted = try stage(manifest, scenario, name, transaction)
    let words = [
      "added  \(target)  ·  \(CountWords.counted(accepted.frames.count, "frame")) accepted",
      "review  " + files.dropFirst().joined(separator: ", "),
      "next  " + check(name),
    ]
    try output.write(
      GoldenDecision.output.object([GoldenDecision(name: name, outcome: .added, path: target)]),
      words.joined(separator: "\n") + "\n", with: transaction)
    return .pass
  }

  private func check(_ name: String) -> String {
    GoldenReport.command("check", name, in: store.folder)
  }

  private func manifest(for scenario: Scenario) throws -> GoldenManifest {
    var manifest = GoldenManifest()
    let scenarioPath = Environment.absolutePath(path)
    manifest.scenario = Self.relative(scenarioPath, to: Environment.absolutePath(store.folder))
    manifest.device = scenario.device.name
    manifest.width = UInt32(scenario.device.widthPoints)
    manifest.height = UInt32(scenario.device.heightPoints)
    manifest.seed = seed
    manifest.frameCount = frameCount ?? Self.defaultFrameCount
    manifest.tolerance = tolerance
    // Late enough that the scene has changed.
    manifest.pictures = pictures ?? [manifest.frameCount * 7 / 8]
    return manifest
  }

  private func stage(
    _ manifest: GoldenManifest, _ scenario: Scenario, _ name: String, _ transaction: FileTransaction
  ) throws -> GoldenManifest {
    let progress = StatusLine(console, isShown: !output.isQuiet)
    progress.show("\(name): \(CountWords.counted(manifest.frameCount, "frame"))")
    defer { progress.clear() }
    let run: (looks: [FrameLook], pictures: [FramePicture])
    run = try GoldenRunner.run(
      GoldenRunner.scenario(scenario, for: manifest), for: manifest, in: scenes,
      measuresFlashes: false, isInterrupted: { Interrupt.isRequested })
    var accepted = manifest
    accepted.accept(run.looks)
    guard run.looks.count == Int(manifest.frameCount) else {
      let drawn = CountWords.counted(run.looks.count, "frame was", plural: "frames were")
      throw CommandError.badInput("\(path): only \(drawn) drawn before a violation")
    }
    let text = accepted.text
    try transaction.stage(text, at: store.manifestPath(name), existing: .kept)
    for picture in run.pictures {
      try transaction.stage(
        picture.png, at: store.picturePath(name, picture.frame), existing: .kept)
    }
    return accepted
  }

  /// A run's name without characters that file names cannot have: `trace[a]` becomes `trace-a`.
  private static func fileName(_ name: String) -> String {
    name.lowercased().map { character in
      character.isASCII && (character.isLetter || character.isNumber) ? character : "-"
    }.split(separator: "-").map { String($0) }.joined(separator: "-")
  }

  /// A path relative to a folder; both are absolute.
  static func relative(_ path: String, to folder: String) -> String {
    var rest = path.split(separator: "/")[...]
    var steps = folder.split(separator: "/")[...]
    while let first = rest.first, first == steps.first, rest.count > 1 {
      rest.removeFirst()
      steps.removeFirst()
    }
    return (steps.map { _ in ".." } + rest.map { String($0) }).joined(separator: "/")
  }
}
