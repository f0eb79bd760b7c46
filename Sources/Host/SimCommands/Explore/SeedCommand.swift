import SimFormats
import SimHarness
import SimInput
import SimReport

/// The command that reruns a seed of a scenario with the same options.
struct SeedCommand: Sendable {
  private var options: [String] = []

  /// Reads the options of a command line.
  init(_ parsed: ParsedCommand) {
    options = parsed.given(["frames", "device", "devices", "pixels"])
  }

  /// Reads the options of a plan.
  init(_ plan: SweepPlan) {
    if let frames = plan.frames { options += ["--frames", "\(frames)"] }
    if let device = plan.device { options += ["--device", device] }
    if let folder = plan.deviceFolder { options += ["--devices", folder] }
  }

  /// The command line; options about frames are for scenes only.
  func text(_ file: String, _ subject: SubjectName, seed: UInt64) -> String {
    ShellCommand.simbench(
      ["explore", file, "--seeds", "\(seed)"] + (subject.kind == .scene ? options : []))
  }

  /// The message for a run that crashes the process, printed by its signal handler.
  func noteOfTrap(_ subject: any ExploredSubject, seed: UInt64) -> String {
    "simbench: seed \(seed) of \(subject.name) crashed the process, so no recording was saved; to "
      + "reproduce it: \(text(subject.name, subject.subjectName, seed: seed))"
  }
}
