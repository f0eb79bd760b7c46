import SimFormats
import SimInput
import SimRuntime
import SimWorld

/// A recording with the scene or model that it is a run of.
package struct RecordedRun {
  private let recording: Recording
  private let path: String
  private let scenes: SceneRegistry

  /// Names a recording, its path and the scenes that exist.
  package init(_ recording: Recording, path: String, scenes: SceneRegistry) {
    self.recording = recording
    self.path = path
    self.scenes = scenes
  }

  /// The scene that was recorded.
  package func entry() throws -> SceneRegistry.Entry {
    let name = String(decoding: recording.header.name, as: UTF8.self)
    guard recording.header.kind == .scene else {
      throw SimbenchError.badInput(
        "\(path): a recording of model \(MessageText.quoted(name)), not of a scene")
    }
    guard let entry = scenes.entry(named: name, behind: recording.header.gate) else {
      let names = scenes.descriptors.map { $0.name.description }
      throw RecordedRun.unknown("scene", name, of: names, path: path)
    }
    return entry
  }

  /// The plan of the run, with its camera images.
  package func plan(_ scene: SceneDescriptor) throws -> RunPlan {
    var plan = try RecordingFile.plan(of: recording, scene, file: path)
    plan.camera = try ScenarioLoader.camera(of: recording.header, file: path)
    return plan
  }

  /// The error of a recording whose scene or model is not registered.
  ///
  /// - Parameter key: `scene` or `model`.
  static func unknown(
    _ key: String, _ name: String, of names: [String], path: String
  ) -> FormatError {
    let suggestion = nearestSpelling(of: name, in: names)
    return FormatError(
      file: path, path: key,
      problem: .unknownName(found: name, suggestion: suggestion, allowed: names))
  }
}

/// A recorded run of a model.
package struct RecordedHistory {
  /// The model.
  package let entry: SceneRegistry.ModelEntry
  /// The plan of the run.
  package let plan: WorldPlan

  /// Finds the model and reads the plan of a recording.
  package init(
    _ recording: Recording, path: String, scenes: SceneRegistry
  ) throws {
    let name = String(decoding: recording.header.name, as: UTF8.self)
    guard let entry = scenes.model(named: name) else {
      let names = scenes.modelDescriptors.map { "\($0.name)" }
      throw RecordedRun.unknown("model", name, of: names, path: path)
    }
    self.entry = entry
    plan = try RecordingFile.history(of: recording, entry.descriptor, file: path)
  }
}
