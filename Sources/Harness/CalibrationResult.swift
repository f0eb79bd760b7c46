import Formats
import Platform
import Runtime
import Statistics

extension CalibrationResult {
  init(_ trials: [Calibration.Trial], _ options: Calibration.Options) {
    let fitted = trials.filter { !$0.isHeldOut }
    let samples = fitted.flatMap { Self.samples(of: $0, every: Calibration.sampleFrames) }
    let fit = CostFit.fit(samples)
    let machine = Environment.machine
    self.init(
      table: fit.table, determination: fit.determination, sizeCount: fitted.count,
      spread: Self.spread(of: samples, fit.table),
      machine: "\(machine.processor ?? "unknown processor"), \(machine.architecture), "
        + machine.operatingSystem,
      heldOutSizes: trials.filter { $0.isHeldOut }.flatMap { Self.check($0, fit.table) },
      heldOutScenes: [])
    var scenes: [String] = []
    for trial in trials where !scenes.contains(trial.scene) { scenes.append(trial.scene) }
    for scene in scenes {
      let others = CostFit.fit(samples.filter { $0.scene != scene })
      heldOutScenes += trials.filter { $0.scene == scene }.flatMap { Self.check($0, others.table) }
    }
  }

  private static func spread(of samples: [CostSample], _ table: CostTable) -> Double {
    let errors = samples.compactMap { sample in
      (try? table.predict(sample.counts)).map { abs($0.total / sample.nanoseconds.total - 1) }
    }.sorted()
    return Quantiles.nearestRank(0.95, ofSorted: errors)
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
