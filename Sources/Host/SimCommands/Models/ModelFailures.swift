import SimFormats
import SimHarness
import SimInput
import SimPlatform
import SimReport
import SimWorld

/// Makes failing histories of models small, and keeps what shows them: a recording and a page.
struct ModelFailures {
  /// Where minimal recordings are kept for good.
  static var regressionFolder: String { "seeds/models" }

  let entry: SceneRegistry.ModelEntry

  /// What is known of a failing history.
  struct Kept {
    var report: FailureReport
    var recording: Recording
    var page: String
  }

  /// Makes a history smaller, and tells it.
  ///
  /// - Parameter isShrinking: whether it is made smaller.
  /// - Returns: nil when every property holds in it.
  func keep(
    _ plan: WorldPlan, _ report: FailureReport, isShrinking: Bool
  ) throws(CommandError) -> Kept? {
    var (report, plan) = (report, plan)
    report.isModel = true
    do {
      if isShrinking {
        let end = MonotonicClock.nanoseconds() + FailureKeeper.shrinkSeconds * 1_000_000_000
        var shrinker = try ModelShrinker(
          plan, of: entry, isInterrupted: { Interrupt.isRequested },
          hasTime: { MonotonicClock.nanoseconds() < end })
        guard let result = try shrinker?.shrink() else { return nil }
        plan = result.plan
        report.shrunk = FailureReport.Shrunk(
          before: result.events.before, after: result.events.after,
          executions: result.executions, isMinimal: result.isMinimal, failure: result.failure,
          ranges: [])
      }
      let outcome = try ModelRunner(entry).run(plan, named: report.file)
      guard outcome.result.failure != nil else { return nil }
      report.story = ModelReport.story(outcome.result, limit: 40)
      return Kept(
        report: report, recording: outcome.recording,
        page: HTMLReport.text(
          ResultFile.Results(models: [outcome.result]), showing: HTMLReport.Pictures()))
    } catch {
      throw .interrupted
    }
  }
}

extension FailureKeeper {
  /// The file's name without folder and extension, with which of a matrix's runs it is.
  static func stem(_ path: String) -> String {
    let run = path.split(separator: "/").last.map { String($0) } ?? ""
    return run.replacing(".json", with: "").replacing("[", with: "-").replacing("]", with: "")
  }
}

/// A recorded history of a model.
struct RecordedHistory {
  let entry: SceneRegistry.ModelEntry
  let plan: WorldPlan

  /// Reads what a recording says; every problem one line.
  init(
    _ recording: Recording, path: String, scenes: SceneRegistry
  ) throws(CommandError) {
    let name = String(decoding: recording.header.name, as: UTF8.self)
    guard let entry = scenes.model(named: name) else {
      let names = scenes.modelDescriptors.map { "\($0.name)" }
      throw .badInput(
        FormatError(
          file: path, path: "model",
          problem: .unknownName(
            found: name, suggestion: nearestSpelling(of: name, in: names), allowed: names)
        ).message)
    }
    self.entry = entry
    do {
      plan = try RecordingFile.history(of: recording, entry.descriptor, file: path)
    } catch {
      throw .badInput(error.message)
    }
  }
}
