import SimFormats
import SimImageAnalysis

/// What to do about a check that failed: the command that shows it best.
package enum NextStep {
  /// A command to copy, which shows the frame in which a check failed worst, or first; nil when the
  /// scenario's file is not known.
  ///
  /// - Parameter worst: the frame, where it is known better than from the result.
  static func command(
    for check: Check, of result: RunResult, at worst: UInt32? = nil
  ) -> String? {
    if check.name.hasPrefix("allocations."), let file = result.scenarioFile {
      return ShellCommand.simbench(
        ["run", result.scenarioPath(file), "--alloc-sites"] + overrides(result))
    }
    return render(result, at: worst ?? frame(of: check, in: result))
  }

  /// A command to copy that shows a frame of a run, or some spread over it; nil when the scenario's
  /// file is not known.
  static func render(_ result: RunResult, at frame: UInt32?) -> String? {
    guard let file = result.scenarioFile else { return nil }
    let at = frame.map { ["--at", "\($0)"] } ?? []
    return ShellCommand.simbench(
      ["render", result.scenarioPath(file)] + at + overrides(result))
  }

  /// The frame to look at; nil when no frame stands out.
  static func frame(of check: Check, in result: RunResult) -> UInt32? {
    if let fault = result.fault { return fault.frame > 0 ? fault.frame - 1 : 0 }
    if check.name.hasPrefix("flash.red") {
      return result.flash?.red.firstFailFrame ?? result.flash?.red.worst?.frame
    }
    if check.name.hasPrefix("flash.pattern") {
      return result.flash?.pattern?.firstFailFrame ?? result.flash?.pattern?.worst?.frame
    }
    if check.name.hasPrefix("flash.") {
      return result.flash?.general.firstFailFrame ?? result.flash?.worstPlace?.frame
    }
    if check.name.hasPrefix("calmness.luminanceChange") {
      return result.calmness?.worstLuminanceFrame
    }
    if check.name.hasPrefix("calmness.localChange") { return result.calmness?.worstLocalFrame }
    if check.name.hasPrefix("calmness.") { return result.calmness?.worstMovingFrame }
    if check.name.hasPrefix("timing.") {
      return result.timing.lateness?.longestRunFrame ?? result.timing.lateness?.worstSecondFrame
    }
    return nil
  }

  /// What the run had that its file does not say.
  private static func overrides(_ result: RunResult) -> [String] {
    ["--seed", "\(result.seed)", "--frames", "\(result.plannedFrames)"]
      + ["--device", result.device.name] + (result.isMotionReduced ? ["--reduce-motion"] : [])
  }
}

extension RunResult {
  /// The file, and which run of its matrix this is.
  func scenarioPath(_ file: String) -> String {
    RunResult.caseName(of: scenario).map { "\(file)[\($0)]" } ?? file
  }
}
