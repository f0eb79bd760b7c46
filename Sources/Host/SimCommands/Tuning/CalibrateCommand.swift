import SimFormats
import SimHarness
import SimPlatform
import SimReport

/// `simbench calibrate`: what each unit of work costs on this machine, or what a renderer costs a
/// device that an app recorded frames on.
struct CalibrateCommand: Command {
  private let scenes: SceneRegistry
  private let options: Calibration.Options
  private let framesPath: String?
  private let frames: CalibrateFrames?
  private let output: FindingOutput
  private let console: Console

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws(CommandError) {
    self.scenes = scenes
    self.console = console
    var options = Calibration.Options()
    options.repetitions =
      try usage { () throws(UsageError) in
        try parsed.unsigned("repetitions", in: 1...1000)
      }.map { Int($0) } ?? options.repetitions
    options.frameCount =
      try usage { () throws(UsageError) in
        try parsed.unsigned("frames", in: 2...36_000)
      }.map { UInt32($0) } ?? options.frameCount
    self.options = options
    framesPath = parsed.string("frames-to")
    let output = FindingOutput(parsed, console)
    self.output = output
    frames = try CalibrateFrames(parsed, scenes, output, console)
  }

  /// Measures first, then writes; with exit 7 when the costs of some scene are not to be believed.
  func run() throws(CommandError) -> ExitCode {
    if let frames { return try frames.run() }
    try output.checkNames([framesPath])
    try ScenarioMeasurement.requireReleaseBuild("calibrate")
    var options = options
    options.isInterrupted = { Interrupt.isRequested }
    let status = StatusLine(console, isShown: !output.isQuiet)
    options.onProgress = { status.show("calibrate  \($0)/\($1) runs") }
    defer { status.clear() }
    let result: CalibrationResult
    let lines: [UInt8]
    do {
      (result, lines) = try Calibration.runRecording(scenes, options: options)
    } catch {
      switch error {
      case .interrupted: throw .interrupted
      case .notRepeatable(let scene):
        throw .badInput("\(scene): the same run did other work the second time")
      }
    }
    status.clear()
    let transaction = FileTransaction()
    defer { transaction.discard() }
    if let framesPath {
      try files { () throws(FileError) in try transaction.stage(lines, at: framesPath) }
    }
    try output.write(
      CalibrationReport.output.object([result]), CalibrationReport.text(result), with: transaction)
    return CalibrationReport.refusal(result) == nil ? .pass : .inconclusive
  }
}
