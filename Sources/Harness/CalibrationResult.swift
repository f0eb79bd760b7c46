import Formats
import Platform
import Runtime

/// A machine's cost table, and how far it can be trusted.
public struct CalibrationResult {
  /// How a prediction compares with what was measured.
  public struct Check: Equatable, Sendable {
    /// The scene.
    public var scene: String
    /// The size at which it ran.
    public var size: String
    /// The mean time of a frame as measured, in nanoseconds.
    public var measured: Double
    /// The mean time as predicted, in nanoseconds; nil when the prediction was refused.
    public var predicted: Double?
    /// Units without a cost, for which the prediction was refused.
    public var unknownUnits: [String]

    /// The error as a share of what was measured, never negative.
    public var error: Double? { predicted.map { abs($0 / measured - 1) } }
  }

  /// The costs.
  public var table: CostTable
  /// The share of the variation of frame times that the table explains.
  public var determination: Double
  /// Sizes that the fit did not see.
  public var heldOutSizes: [Check]
  /// For every scene, predictions by costs fitted to the other scenes alone.
  public var heldOutScenes: [Check]
  /// The share by which the second-best time of a run exceeds the best: how quiet it was.
  public var spread: Double
  /// How many sizes the fit rests on, over all scenes.
  public var sizeCount: Int

  /// The largest error with which a prediction of another size is believed.
  public static var sizeLimit: Double { 0.05 }
  /// The largest error with which a prediction of another scene is believed.
  public static var sceneLimit: Double { 0.15 }

  /// The largest error over sizes the fit did not see.
  public var worstSizeError: Double { heldOutSizes.compactMap { $0.error }.max() ?? 0 }

  init(_ trials: [Calibration.Trial], _ options: Calibration.Options) {
    let fitted = trials.filter { !$0.isHeldOut }
    let samples = fitted.flatMap { Self.samples(of: $0, every: Calibration.sampleFrames) }
    let fit = CostFit.fit(samples)
    table = fit.table
    determination = fit.determination
    sizeCount = fitted.count
    heldOutSizes = trials.filter { $0.isHeldOut }.flatMap { Self.check($0, fit.table) }
    heldOutScenes = []
    spread = 0
    var scenes: [String] = []
    for trial in trials where !scenes.contains(trial.scene) { scenes.append(trial.scene) }
    for scene in scenes {
      let others = CostFit.fit(samples.filter { $0.scene != scene })
      heldOutScenes += trials.filter { $0.scene == scene }.flatMap { Self.check($0, others.table) }
    }
  }

  private static func check(_ trial: Calibration.Trial, _ table: CostTable) -> [Check] {
    samples(of: trial, every: .max).map { sample in
      var check = Check(
        scene: sample.scene, size: sample.size, measured: sample.nanoseconds.total,
        predicted: nil, unknownUnits: [])
      do throws(UnknownCosts) {
        check.predicted = try table.predict(sample.counts).total
      } catch {
        check.unknownUnits = error.units
      }
      return check
    }
  }

  /// A run's frames in stretches.
  static func samples(of trial: Calibration.Trial, every length: Int) -> [CostSample] {
    guard let outcome = trial.outcome else { return [] }
    var samples: [CostSample] = []
    var start = min(Calibration.warmupFrames, outcome.works.count / 2)
    while start < outcome.works.count {
      let end = outcome.works.count - start < length ? outcome.works.count : start + length
      var counts = [Double](repeating: 0, count: WorkUnit.count)
      var times = PhaseNanoseconds()
      for frame in start..<end {
        for unit in WorkUnit.all {
          counts[unit.number] += Double(unit.amount(in: outcome.works[frame]))
        }
        for phase in FramePhase.allCases {
          times[phase] += Double(outcome.nanoseconds[frame * 4 + Int(phase.rawValue)])
        }
      }
      let frames = Double(end - start)
      for phase in FramePhase.allCases { times[phase] /= frames }
      samples.append(
        CostSample(
          scene: trial.scene, size: trial.size, counts: counts.map { $0 / frames },
          nanoseconds: times))
      start = end
    }
    return samples
  }
}
