import SimFormats
import SimImageAnalysis

/// The next step after a failed check: the command that shows it best.
package enum NextStep {
  /// A command that shows the frame in which a check failed worst or first; nil if the scenario's
  /// file is unknown.
  ///
  /// - Parameter worst: The frame, if known more precisely than from the result.
  static func command(
    for check: Check, of result: SceneResult, at worst: UInt32? = nil
  ) -> String? {
    if check.name.hasPrefix("allocations."), let file = result.scenarioFile {
      return ShellCommand.simbench(
        ["run", result.scenarioPath(file), "--alloc-sites"] + overrides(result))
    }
    return render(result, at: worst ?? frame(of: check, in: result))
  }

  /// A command that shows a frame of a run, or some spread over it; nil if the scenario's file is
  /// unknown.
  static func render(_ result: SceneResult, at frame: UInt32?) -> String? {
    guard let file = result.scenarioFile else { return nil }
    let at = frame.map { ["--at", "\($0)"] } ?? []
    return ShellCommand.simbench(
      ["render", result.scenarioPath(file)] + at + overrides(result))
  }

  /// The frame to show; nil if no frame stands out.
  static func frame(of check: Check, in result: SceneResult) -> UInt32? {
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

  /// The options of the run that its file does not contain.
  private static func overrides(_ result: SceneResult) -> [String] {
    ["--seed", "\(result.seed)", "--frames", "\(result.plannedFrames)"]
      + ["--device", result.device.name] + (result.isMotionReduced ? ["--reduce-motion"] : [])
  }
}

extension SceneResult {
  /// The file with the case of its matrix.
  func scenarioPath(_ file: String) -> String {
    SceneResult.caseName(of: scenario).map { "\(file)[\($0)]" } ?? file
  }
}
