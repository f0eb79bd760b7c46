import SimFormats
import SimPlatform
import SimRuntime

extension Simbench {
  /// The result of comparing frames with a golden.
  public struct GoldenComparison: Sendable, CustomStringConvertible {
    /// How a golden compares.
    public enum State: String, Sendable {
      /// Every frame is accepted, or differs within the tolerance.
      case same
      /// A frame differs, or was rejected.
      case differs
      /// Nothing was accepted yet, or a picture is missing.
      case missing
    }

    /// The path of the manifest.
    public var path: String
    /// How it compares.
    public var state: State
    /// The frames that differ, ascending.
    public var differingFrames: [UInt32]
    /// The kept pictures as they look now.
    public var pictures: [Picture]
    /// The kept pictures as they were accepted.
    public var accepted: [Picture]
    /// The comparison in the model of every report.
    package var finding: GoldenFinding

    /// Passed if the state is `same`.
    public var verdict: Verdict { state == .same ? .passed : .failed }

    /// The state, the path and the first frames that differ.
    public var description: String {
      let frames = differingFrames.prefix(8).map { "\($0)" }.joined(separator: ", ")
      return "\(state.rawValue): \(path)"
        + (state == .differs ? ", frames \(frames)" : "")
    }
  }

  /// Compares the frames of a scenario with a golden, as `golden check` does.
  ///
  /// - Parameter golden: The path of a manifest, such as `scenarios/goldens/snow.golden`.
  /// - Throws: `SimbenchError` if the manifest, the scenario or a saved picture is wrong.
  /// - Complexity: O(frames) painted frames, or O(pictures) if the golden compares pictures only.
  public static func compare(
    golden: String, scenes: SceneRegistry = .catalog
  ) throws(SimbenchError) -> GoldenComparison {
    try SimbenchError.converting {
      let (store, name) = try place(ofGolden: golden)
      let manifest = try store.manifest(name)
      let document = ScenarioDocument(store.scenarioPath(of: manifest))
      let scenario = try store.scenario(name, manifest, document, scenes)
      return try compare(name, manifest, scenario, in: store, scenes)
    }
  }

  /// The folder and the name of a golden.
  package static func place(ofGolden path: String) throws -> (GoldenStore, name: String) {
    guard path.hasSuffix(".golden") else {
      throw SimbenchError.badInput("\(path): expected the path of a manifest, NAME.golden")
    }
    let folder = ScenarioLoader.folder(of: path)
    let name = String(path.dropFirst(folder.count).dropLast(7))
    return (GoldenStore(folder: folder.isEmpty ? "." : String(folder.dropLast())), name)
  }

  /// Compares frames with a manifest that was read, or that is about to be written.
  package static func compare(
    _ name: String, _ manifest: GoldenManifest, _ scenario: SimFormats.Scenario,
    in store: GoldenStore, _ scenes: SceneRegistry
  ) throws -> GoldenComparison {
    let finding = try store.finding(
      name, manifest, scenario, scenes, measuresFlashes: false,
      isInterrupted: { isInterrupted })
    let pixelsPerDegree = GoldenRunner.pixelsPerDegree(finding.device, scale: manifest.scale)
    // Only a tolerance needs them, and FLIP takes long in a debug build.
    let pairs = manifest.tolerance == nil ? [] : finding.differingPictures
    let differences = pairs.map {
      GoldenFinding.difference($0.reference, $0.test, pixelsPerDegree: pixelsPerDegree)
    }
    func picture(_ picture: FramePicture) -> Picture {
      Picture(frame: picture.frame, png: picture.png)
    }
    return GoldenComparison(
      path: store.manifestPath(name),
      state: GoldenComparison.State(rawValue: finding.state(differences).rawValue) ?? .missing,
      differingFrames: manifest.frames.isEmpty ? [] : finding.differingFrames,
      pictures: finding.pictures.map(picture), accepted: finding.references.map(picture),
      finding: finding)
  }
}
