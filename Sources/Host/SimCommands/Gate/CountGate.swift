import SimFormats
import SimHarness
import SimPlatform
import SimReport

/// Compares metrics of the build or machine with a baseline: instructions, whose rise is a
/// regression, and times, which are for information only.
struct CountGate {
  /// Method of counting instructions; nil means the baseline's.
  let method: InstructionMethod?
  let measurement: ScenarioMeasurement

  /// Adds comparable metrics to an outcome, and notes for those that are not comparable.
  func compare(
    _ run: MeasuredRun, with entry: BaselineEntry, _ target: ScenarioMeasurement.Target,
    _ executable: String, into outcome: inout GateOutcome
  ) throws {
    if let note = Self.times(run, entry) { outcome.notes.append(note) }
    guard method != InstructionMethod.none, !entry.instructions.isEmpty || method != nil else {
      return
    }
    let prefix = "instructions not compared: "
    let own = entry.instructions.filter { $0.build == BuildKey(result: run.result) }
    guard !own.isEmpty else {
      let others = entry.instructions.map { "\($0.build.words) (\($0.summary.source.rawValue))" }
      let build = BuildKey(result: run.result)?.words ?? "unknown"
      outcome.notes.append(
        prefix + "the baseline has them for "
          + (others.isEmpty ? "no build" : others.joined(separator: "; ")) + ", this is \(build)")
      return
    }
    var reasons: [String] = []
    for source in (method ?? .auto).ladder {
      guard let reference = own.first(where: { $0.summary.source == source }) else { continue }
      let counts = try measurement.instructions(
        target, executable, InstructionMethod(source), passes: [])
      outcome.instructions = InstructionOutcome(
        reference: reference.summary, measured: counts,
        isSameWork: outcome.exact?.isSameWork ?? false)
      if outcome.instructions != nil { return }
      reasons.append(counts.note ?? "\(source.rawValue): other frames were counted")
    }
    let sources = own.map { $0.summary.source.rawValue }.joined(separator: ", ")
    outcome.notes.append(
      prefix + (reasons.isEmpty ? "the baseline has \(sources)" : reasons.joined(separator: "; ")))
  }

  /// Compares the instructions of two builds if both can count them.
  func compare(
    _ target: ScenarioMeasurement.Target, _ executable: String, with reference: String,
    passes: [String], into outcome: inout GateOutcome
  ) throws {
    guard let method, method != .none else { return }
    let measured = try measurement.instructions(target, executable, method, passes: passes)
    guard measured.source != .none else {
      outcome.notes.append("instructions not compared: \(measured.note ?? "not counted")")
      return
    }
    // By the source that counted the other build: counts of two sources are not comparable.
    let base = try measurement.instructions(
      target, reference, InstructionMethod(measured.source), passes: passes)
    outcome.instructions = InstructionOutcome(
      reference: base, measured: measured, isSameWork: outcome.exact?.isSameWork ?? false)
    if outcome.instructions == nil {
      let reason = base.note ?? "other frames"
      outcome.notes.append("instructions not compared: the reference: \(reason)")
    }
  }

  private static func times(_ run: MeasuredRun, _ entry: BaselineEntry) -> String? {
    guard !entry.wallTimes.isEmpty,
      let measured = WallTimeRecord(result: run.result, machine: Environment.machine.fingerprint)
    else { return nil }
    guard let reference = entry.wallTimes.first(where: { $0.compares(with: measured) }) else {
      return "times not shown: the baseline has no times of this machine and build"
    }
    let rows = measured.medians.compactMap { median -> String? in
      guard let old = reference.medians.first(where: { $0.name == median.name }) else { return nil }
      let (before, now) = (old.nanoseconds, median.nanoseconds)
      return "\(median.name) \(Quantity.time(before)) → \(Quantity.time(now))"
    }
    return "times, for information (p50): " + rows.joined(separator: ", ")
  }
}

extension ScenarioMeasurement {
  /// Counts the instructions of a target's frames, without rasterization; a note explains missing
  /// counts.
  func instructions(
    _ target: Target, _ executable: String, _ method: InstructionMethod, passes: [String]
  ) throws -> InstructionSummary {
    let more = ["--no-render", "--instructions", method.rawValue]
    let process = process(target, executable, passes + more)
    do {
      let run = try Self.measure(process)
      let record = InstructionRecord(result: run.result)
      let note = run.result["timing"]?["instructions"]?["note"]?.text
      return record?.summary ?? .none(note ?? "not counted")
    } catch {
      // An older reference build may lack the option, which must not fail the build under test.
      guard case .badInput(let words) = CommandError(error) else { throw error }
      return .none(words)
    }
  }
}
