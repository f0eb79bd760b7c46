import SimInput
import SimFormats
import SimPlatform
import SimRuntime

extension Calibration {
  /// Runs every scene as `run` does, and keeps the frames as an app on a device would.
  ///
  /// A row's clock is the processor's: what all frames before took. So others that run on the
  /// machine at the same time are no part of it.
  ///
  /// - Returns: The costs, and the lines of a `FrameProbe`.
  package static func runRecording(
    _ scenes: SceneRegistry, options: Options = Options()
  ) throws(Failure) -> (result: CalibrationResult, lines: [UInt8]) {
    let trials = try measure(scenes, options: options)
    return (CalibrationResult(trials, options), lines(trials))
  }

  private static func lines(_ trials: [Trial]) -> [UInt8] {
    let frames = trials.flatMap { trial in
      (trial.outcome.map { Array($0.works[$0.measuredFrames]) } ?? [])
    }
    let units = WorkUnit.all.filter { unit in frames.contains { unit.amount(in: $0) > 0 } }
    var probe = FrameProbe(
      device: Environment.machineText.utf8, renderer: "software", frameRate: 60, refreshRate: 60,
      names: units.map { Array($0.fullName.utf8) }, capacity: UInt32(frames.count))
    var clock: UInt64 = 0
    for trial in trials {
      guard let outcome = trial.outcome else { continue }
      probe.begin(
        scene: trial.name, count: trial.members,
        canvasPixels: UInt64(trial.plan.canvas.pixelWidth)
          * UInt64(trial.plan.canvas.pixelHeight), isHeldOut: trial.isHeldOut)
      for frame in outcome.measuredFrames {
        let took = outcome.nanoseconds[frame].map { UInt64($0) }.total
        probe.record(
          units.map { $0.amount(in: outcome.works[frame]) }, atNanoseconds: clock,
          processorNanoseconds: took)
        clock += took
      }
    }
    var bytes: [UInt8] = []
    probe.forEachLine { bytes += $0 }
    return bytes
  }
}

extension Environment {
  /// The machine in words.
  static var machineText: String {
    let machine = machine
    return "\(machine.processor ?? "unknown processor"), \(machine.architecture), "
      + machine.operatingSystem
  }
}
