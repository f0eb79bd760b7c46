import SimFormats
import SimHarness
import SimPlatform
import SimReport
import SimRuntime

/// Reads plans and the result files of sweeps.
enum SweepFiles {
  /// Reads a plan that this build can run.
  static func plan(_ path: String) throws -> SweepPlan {
    let bytes = try FileStore.read(path, limitByteCount: Limits.textBytes.count)
    let plan = try SweepPlan.read(bytes, file: path)
    guard plan.behaviorVersion == BehaviorVersion.current else {
      throw CommandError.badInput(
        "\(path): planned with behavior version \(plan.behaviorVersion), but this build has "
          + "\(BehaviorVersion.current); create a new plan")
    }
    return plan
  }

  /// Reads a result file of a sweep.
  static func part(
    _ path: String, of plan: SweepPlan, isInput: Bool
  ) throws -> SweepPart {
    let bytes = try FileStore.read(
      path, limitByteCount: SweepPlan.maximumByteCount, isInput: isInput)
    return try SweepPart.read(bytes, of: plan, file: path)
  }

  /// Runs of a plan, formatted for reports.
  static func report(_ plan: SweepPlan, _ rows: [SweepRow]) -> ExploreReport {
    var report = ExploreReport(seeds: plan.firstSeed..<plan.endSeed)
    var sums = plan.subjects.map { Explorer.Sum(propertyCount: $0.properties.count) }
    var failed = plan.subjects.map { _ in [String: Int]() }
    for row in rows {
      let subject = plan.subject(of: row.unit)
      sums[subject].add(frames: row.frames, checked: row.checked, held: row.held)
      guard let failure = row.failure else { continue }
      failed[subject][failure.property, default: 0] += 1
      // As in `explore`, one frequent failure must not fill the whole report.
      if failed[subject][failure.property, default: 0] <= Explorer.failureLimit {
        report.failures.append(self.failure(failure, row, plan))
      }
    }
    for (index, subject) in plan.subjects.enumerated() where sums[index].runs > 0 {
      report.scenarios.append(
        ExploreReport.Scenario(
          subject.file, subject.subjectName, subject.properties, sums[index],
          failed: Array(failed[index].keys)))
    }
    return report
  }

  private static func failure(
    _ failure: ExploreFailure, _ row: SweepRow, _ plan: SweepPlan
  ) -> FailureReport {
    let subject = plan.subjects[plan.subject(of: row.unit)]
    var report = FailureReport(
      file: subject.file, subject: subject.subjectName, seed: row.seed, failure: failure)
    report.again = SeedCommand(plan).text(subject.file, subject.subjectName, seed: row.seed)
    return report
  }
}
