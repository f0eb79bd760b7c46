import Formats
import Harness
import Platform
import Runtime

/// `simbench calibrate`: what each unit of work costs on this machine.
struct CalibrateCommand {
  private let scenes: SceneRegistry
  private let console: Console

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws(CommandError) {
    self.scenes = scenes
    self.console = console
  }

  func run() throws(CommandError) -> ExitCode {
    var options = Calibration.Options()
    options.isInterrupted = { Interrupt.isRequested }
    let result: CalibrationResult
    do { result = try Calibration.run(scenes, options: options) } catch { throw .interrupted }
    var text = "R² \(result.determination)\n"
    for unit in WorkUnit.all {
      if let cost = result.table[unit] { text += "\(unit.fullName) \(cost)\n" }
    }
    for check in result.heldOutSizes {
      text += "size \(check.scene) \(check.size) \(check.measured) \(check.error ?? -1)\n"
    }
    for check in result.heldOutScenes {
      text += "scene \(check.scene) \(check.size) \(check.measured) \(check.error ?? -1) "
      text += "\(check.unknownUnits)\n"
    }
    _ = console.output(text)
    return .pass
  }
}
