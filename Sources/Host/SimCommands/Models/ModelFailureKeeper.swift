import SimFormats
import SimHarness
import SimInput
import SimPlatform
import SimReport
import SimWorld

extension ModelSubject: KeptSubject {
  func words(ofSeed seed: UInt64) -> [String] { [] }

  func keeper(ofSeed seed: UInt64) -> any FailureKeeper {
    ModelFailureKeeper(entry: entry, plan: plan(seed))
  }
}

/// Keeps a recording of a model's run and a page with its timeline.
struct ModelFailureKeeper: FailureKeeper {
  static var regressionFolder: String { "seeds/models" }
  static var pictureExtension: String { "html" }

  let entry: SceneRegistry.ModelEntry
  let plan: WorldPlan

  func keep(_ report: FailureReport, shrinks: Bool) throws -> KeptFailure? {
    var (report, plan) = (report, plan)
    if shrinks {
      var shrinker = try Shrinker(
        plan, of: entry, isInterrupted: { Interrupt.isRequested }, hasTime: deadline())
      guard let result = try shrinker?.shrink() else { return nil }
      plan = result.input.plan
      report.shrunk = FailureReport.Shrunk(result)
    }
    let outcome = try ModelRunner(entry).run(plan, named: report.file)
    guard outcome.result.failure != nil else { return nil }
    report.story = ModelReport.story(outcome.result, limit: 40)
    let page = HTMLReport.text(
      ResultFile.Results(models: [outcome.result]), showing: HTMLReport.Pictures())
    return KeptFailure(report: report, recording: outcome.recording, picture: Array(page.utf8))
  }
}

/// A recorded run of a model.
struct RecordedHistory {
  let entry: SceneRegistry.ModelEntry
  let plan: WorldPlan

  /// Finds the model and reads the plan of a recording.
  init(
    _ recording: Recording, path: String, scenes: SceneRegistry
  ) throws {
    let name = String(decoding: recording.header.name, as: UTF8.self)
    guard let entry = scenes.model(named: name) else {
      let names = scenes.modelDescriptors.map { "\($0.name)" }
      throw RecordingStore.unknown("model", name, of: names, path: path)
    }
    self.entry = entry
    plan = try RecordingFile.history(of: recording, entry.descriptor, file: path)
  }
}
