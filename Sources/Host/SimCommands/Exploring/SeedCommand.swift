import SimFormats
import SimHarness
import SimReport

/// The command that runs a seed of a scenario once more, as it was run.
struct SeedCommand: Sendable {
  private var options: [String] = []

  /// Takes what a command line says of runs.
  init(_ parsed: ParsedCommand) {
    options = parsed.given(["frames", "device", "devices", "pixels"])
  }

  /// Takes what a plan says of runs.
  init(_ plan: SweepPlan) {
    if let frames = plan.frames { options += ["--frames", "\(frames)"] }
    if let device = plan.device { options += ["--device", device] }
    if let folder = plan.deviceFolder { options += ["--devices", folder] }
  }

  /// The command line; options about frames are for scenes only.
  func text(_ file: String, seed: UInt64, isModel: Bool) -> String {
    ShellCommand.simbench(
      ["explore", file, "--seeds", "\(seed)"] + (isModel ? [] : options))
  }

  /// What is said of a run in which a trap ends the process: nothing is left of it but its seed.
  func noteOfTrap(_ subject: any ExploredSubject, seed: UInt64) -> String {
    "simbench: seed \(seed) of \(subject.name) crashed the process, so no recording was saved; to "
      + "reproduce it: \(text(subject.name, seed: seed, isModel: subject.isModel))"
  }
}
