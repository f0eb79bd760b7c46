import Formats
import Harness
import Platform
import Report

/// `simbench calibrate`: what each unit of work costs on this machine.
struct CalibrateCommand {
  private let scenes: SceneRegistry
  private let options: Calibration.Options
  private let jsonPath: String?
  private let isQuiet: Bool
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
    jsonPath = parsed.string("json")
    isQuiet = parsed.flag("quiet")
    if let jsonPath, jsonPath != "-" { try OutputNames.check([jsonPath]) }
  }

  /// Measures first, then writes; a table that is not to be believed is still shown, with exit 7.
  func run() throws(CommandError) -> ExitCode {
    var options = options
    options.isInterrupted = { Interrupt.isRequested }
    let progress = CountLine("calibrate", "runs", console, isShown: !isQuiet)
    options.onProgress = { progress.update($0, of: $1) }
    let result: CalibrationResult
    do {
      result = try Calibration.run(scenes, options: options)
    } catch {
      progress.clear()
      switch error {
      case .interrupted: throw .interrupted
      case .notRepeatable(let scene):
        throw .badInput("\(scene): the same run did other work the second time")
      }
    }
    progress.clear()
    let json = JSONWriter.text(of: CalibrationReport.value(result))
    if let jsonPath, jsonPath != "-" {
      let transaction = FileTransaction()
      defer { transaction.discard() }
      try files { () throws(FileError) in
        try transaction.stage(json, at: jsonPath)
        try transaction.commit()
      }
    }
    if jsonPath == "-" {
      _ = console.output(json)
    } else if !isQuiet {
      _ = console.output(CalibrationReport.text(result))
    }
    return CalibrationReport.refusal(result) == nil ? .pass : .inconclusive
  }
}
