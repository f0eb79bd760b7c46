import SimFormats
import SimPlatform
import SimRuntime
import SimStatistics

extension CalibrationResult {
  init(_ trials: [Calibration.Trial], _ options: Calibration.Options) {
    self.init(
      fits: [], general: CostTable(), spread: 0, machine: Environment.machineText,
      heldOutSizes: [], heldOutScenes: [])
    var scenes: [String] = []
    for trial in trials where !scenes.contains(trial.scene) { scenes.append(trial.scene) }
    let stretches = trials.filter { !$0.isHeldOut }.flatMap {
      Self.samples(of: $0, every: Calibration.sampleFrames)
    }
    var errors: [Double] = []
    for scene in scenes {
      let own = stretches.filter { $0.scene == scene }
      let table = CostFit.fit(own)
      addFit(of: scene, trials.filter { $0.scene == scene }, table)
      errors += own.compactMap { Self.error(of: table, $0) }
      let others = CostFit.fit(stretches.filter { $0.scene != scene })
      heldOutScenes += trials.filter { $0.scene == scene }.flatMap { Self.check($0, others) }
    }
    errors.sort()
    spread = Quantiles.nearestRank(0.95, ofSorted: errors)
    general = CostFit.fit(stretches)
  }

  /// Judges a scene's own costs by the sizes they rest on and by those they have not seen.
  private mutating func addFit(
    of scene: String, _ trials: [Calibration.Trial], _ costs: CostTable
  ) {
    let sizes = trials.filter { !$0.isHeldOut }.flatMap { Self.samples(of: $0, every: .max) }
    let checks = trials.filter { $0.isHeldOut }.flatMap { Self.check($0, costs) }
    fits.append(
      SceneFit(
        scene: scene, costs: costs, sizeCount: sizes.count,
        determination: CostFit.determination(of: costs, sizes),
        worstSizeError: checks.map { $0.error ?? .infinity }.max() ?? .infinity))
    heldOutSizes += checks
  }

  private static func error(of table: CostTable, _ sample: CostSample) -> Double? {
    (try? table.predict(sample.counts)).map { abs($0.total / sample.nanoseconds.total - 1) }
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
    let measured = outcome.measuredFrames
    var start = measured.lowerBound
    while start < measured.upperBound {
      let end = measured.upperBound - start < length ? measured.upperBound : start + length
      var counts = PerWorkUnit(repeating: 0.0)
      var times = PerPhase(repeating: 0.0)
      for frame in start..<end {
        for unit in WorkUnit.all {
          counts[unit] += Double(unit.amount(in: outcome.works[frame]))
        }
        outcome.nanoseconds[frame].forEach { times[$0] += Double($1) }
      }
      let frames = Double(end - start)
      samples.append(
        CostSample(
          scene: trial.scene, size: trial.size, counts: counts.map { $0 / frames },
          nanoseconds: times.map { $0 / frames }))
      start = end
    }
    return samples
  }
}
