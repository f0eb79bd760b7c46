import SimFormats
import SimHarness
import SimPlatform
import SimReport
import SimRuntime
import Testing

/// Expects that frames of a scenario look as accepted.
///
/// The golden is `NAME-DEVICE.golden` in the folder, with one PNG file per frame, in one pixel per
/// point; only these frames are painted. A golden of every frame, as `golden add` writes it, is
/// compared without pictures where it has none. A golden that is missing is recorded, and the test
/// fails once, so that its pictures are reviewed before they count.
///
/// - Parameters:
///   - path: The scenario, relative to the package of the test.
///   - goldens: The folder of goldens, relative to the package of the test.
///   - frames: The frames to compare.
///   - sourceLocation: The place of the issues.
/// - Throws: `SimbenchError` if the scenario or a golden is wrong.
@discardableResult
public func expectFrames(
  of path: String, matching goldens: String, at frames: [UInt32],
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Simbench.GoldenComparison {
  let settings = TestSettings.current
  let file = sourceLocation.filePath
  let store = GoldenStore(folder: PackagePath.resolved(goldens, for: file))
  let mode = try settings.recordMode()
  do {
    let golden = try TestGolden(
      PackagePath.resolved(path, for: file), in: store, at: frames, settings,
      settings.options(sourceLocation))
    let command = ["golden", "check", golden.name, "--goldens", store.folder]
    let comparison = try GuardedRun(golden.name, command, sourceLocation).value {
      try Simbench.compare(
        golden.name, golden.manifest, golden.scenario, in: store, settings.scenes)
    }
    let recorded = try golden.record(comparison, mode)
    let messages = golden.messages(comparison, recorded, mode)
    guard !messages.isEmpty else { return comparison }
    let folder = FailureFolder(golden.name, command: command, at: sourceLocation)
    try folder.record(messages, files: golden.pictures(comparison, recorded))
    return comparison
  } catch let trap as SimbenchTrap {
    throw trap
  } catch {
    throw SimbenchError(error)
  }
}

/// A golden of some frames, as a test compares and records it.
struct TestGolden {
  /// The golden's name: that of the scenario and of the device class.
  let name: String
  /// The accepted frames that the test asks for.
  let manifest: GoldenManifest
  /// The scenario as the golden wants it.
  let scenario: SimFormats.Scenario
  private let store: GoldenStore
  /// Whether the manifest in the folder compares every frame, as `golden add` writes it.
  private let comparesAll: Bool
  /// The frames of which the folder has pictures.
  private let kept: [UInt32]

  /// Reads the scenario, and the manifest if there is one.
  init(
    _ path: String, in store: GoldenStore, at frames: [UInt32], _ settings: TestSettings,
    _ options: Simbench.Options
  ) throws {
    guard let last = frames.max(), last < GoldenManifest.maximumFrameCount else {
      throw SimbenchError.badInput(
        "\(path): expected frames from 0 to \(GoldenManifest.maximumFrameCount - 1) to compare")
    }
    let scenario = try options.loader(settings.scenes).load(ScenarioDocument(path))
    self.store = store
    name = ScenarioFile.name(fromPath: "\(scenario.name)-\(scenario.device.name)")
    var manifest = GoldenManifest()
    manifest.scenario = RelativePath.path(
      to: ScenarioLoader.parts(path).file, fromFolderOf: store.manifestPath(name))
    if let caseName = scenario.caseName { manifest.scenario += "[\(caseName)]" }
    manifest.device = scenario.device.name
    manifest.width = UInt32(scenario.device.widthPoints)
    manifest.height = UInt32(scenario.device.heightPoints)
    if FileStore.exists(store.manifestPath(name)) { manifest = try store.manifest(name) }
    comparesAll = !manifest.frames.isEmpty && !manifest.comparesPicturesOnly
    kept = manifest.pictures
    let wanted = Set(frames).sorted()
    let accepted = manifest.frames
    manifest.frameCount = last + 1
    manifest.comparesPicturesOnly = true
    manifest.pictures = wanted
    if !accepted.isEmpty {
      manifest.frames = (0...last).map { frame in
        wanted.contains(frame) && Int(frame) < accepted.count ? accepted[Int(frame)] : []
      }
    }
    self.manifest = manifest
    self.scenario = GoldenRunner.scenario(scenario, for: manifest)
  }

  private func isAccepted(_ frame: UInt32) -> Bool {
    Int(frame) < manifest.frames.count && !manifest.frames[Int(frame)].isEmpty
  }

  /// Frames that were never accepted, or whose picture is missing; a golden of every frame may have
  /// pictures of some.
  private func missing(_ finding: GoldenFinding) -> [UInt32] {
    manifest.pictures.filter {
      !isAccepted($0)
        || (!comparesAll || kept.contains($0)) && finding.missingPictures.contains($0)
    }
  }

  /// Accepts the frames that the mode takes, and writes them.
  ///
  /// - Returns: The frames that were recorded.
  /// - Throws: `SimbenchError` if every frame of the golden is compared, or one was rejected.
  func record(
    _ comparison: Simbench.GoldenComparison, _ mode: Simbench.RecordMode
  ) throws -> [UInt32] {
    let finding = comparison.finding
    let missing = missing(finding)
    let isDifferent = comparison.state == .differs
    let frames =
      switch mode {
      case .never: [UInt32]()
      case .missing: missing
      case .failed: missing + (isDifferent ? finding.differingFrames : []) + finding.wrongPictures
      case .all: finding.looks.map(\.frame)
      }
    let taken = finding.looks.filter { frames.contains($0.frame) }
    guard !taken.isEmpty else { return [] }
    guard !comparesAll else {
      throw SimbenchError.badInput(
        "\(comparison.path): compares every frame; record it with golden update of your runner")
    }
    guard !taken.contains(where: { manifest.rejection(of: $0.digest, inFrame: $0.frame) != nil })
    else { return [] }
    var accepted = manifest
    if accepted.frames.isEmpty {
      accepted.frames = Array(repeating: [], count: Int(manifest.frameCount))
    }
    for look in taken { accepted.frames[Int(look.frame)] = [look.digest] }
    let transaction = FileTransaction()
    defer { transaction.discard() }
    // A frame beyond the end of the run was not drawn, so the manifest would not be complete.
    guard accepted.pictures.allSatisfy({ !accepted.frames[Int($0)].isEmpty }) else { return [] }
    try transaction.stage(accepted.text, at: comparison.path, existing: .updated)
    for picture in finding.pictures where frames.contains(picture.frame) {
      try transaction.stage(
        picture.png, at: store.picturePath(name, picture.frame), existing: .updated)
    }
    try transaction.commit()
    return taken.map(\.frame)
  }

  /// What failed, one line each; empty if every frame is as accepted and none was recorded.
  func messages(
    _ comparison: Simbench.GoldenComparison, _ recorded: [UInt32], _ mode: Simbench.RecordMode
  ) -> [String] {
    let finding = comparison.finding
    var messages: [String] = []
    if !recorded.isEmpty {
      messages.append(
        "\(comparison.path): recorded \(Self.words(recorded)); review the pictures next to it, "
          + "then run the test again")
    }
    let drawn = finding.looks.map(\.frame)
    let late = manifest.pictures.filter { !drawn.contains($0) }
    if !late.isEmpty {
      messages.append("\(comparison.path): \(Self.words(late)) not drawn before a violation")
    }
    let missing = missing(finding).filter { !recorded.contains($0) && drawn.contains($0) }
    if !missing.isEmpty {
      messages.append(
        "\(comparison.path): \(Self.words(missing)) not accepted yet; "
          + (Environment.isCI ? "run the test outside of CI to record" : Self.command(.missing)))
    }
    let wrong = finding.wrongPictures.filter { !recorded.contains($0) }
    if !wrong.isEmpty {
      messages.append(
        "\(comparison.path): the pictures of \(Self.words(wrong)) are not those that it accepts")
    }
    guard comparison.state == .differs else { return messages }
    for frame in finding.differingFrames
    where !recorded.contains(frame) && !missing.contains(frame) {
      messages.append("\(comparison.path): \(words(of: frame, finding)); \(Self.command(.failed))")
    }
    return messages
  }

  /// How a frame differs, with what is allowed.
  private func words(of frame: UInt32, _ finding: GoldenFinding) -> String {
    if let rejection = finding.rejections.first(where: { $0.frame == frame }) {
      return "frame \(frame) was rejected: \(rejection.reason)"
    }
    let pair = finding.differingPictures.first { $0.test.frame == frame }
    guard let pair else { return "frame \(frame) differs, limit 0 pixels" }
    guard pair.test.width == pair.reference.width, pair.test.height == pair.reference.height else {
      return "frame \(frame) is \(pair.test.width) by \(pair.test.height) pixels, accepted are "
        + "\(pair.reference.width) by \(pair.reference.height)"
    }
    let difference = zip(pair.test.rgb, pair.reference.rgb).reduce(into: (count: 0, largest: 0)) {
      let delta = abs(Int($1.0) - Int($1.1))
      if delta > 0 { $0.count += 1 }
      $0.largest = max($0.largest, delta)
    }
    return "frame \(frame) differs in \(difference.count) color values, at most by "
      + "\(difference.largest) of 255, limit \(manifest.tolerance ?? "0")"
  }

  /// The pictures of the frames that the messages are about.
  func pictures(
    _ comparison: Simbench.GoldenComparison, _ recorded: [UInt32]
  ) -> [(name: String, bytes: [UInt8])] {
    let finding = comparison.finding
    var files: [(name: String, bytes: [UInt8])] = []
    let shown = recorded + missing(finding) + finding.differingFrames + finding.wrongPictures
    for picture in finding.pictures where shown.contains(picture.frame) {
      files.append(("now-\(picture.frame).png", picture.png))
    }
    for pair in finding.differingPictures {
      files.append(("accepted-\(pair.reference.frame).png", pair.reference.png))
      if let mask = GoldenExplanation.mask(pair.reference, pair.test) {
        files.append(("changes-\(pair.reference.frame).png", mask.png))
      }
    }
    return files
  }

  private static func words(_ frames: [UInt32]) -> String {
    let numbers = Set(frames).sorted().map { "\($0)" }.joined(separator: ", ")
    return (Set(frames).count == 1 ? "frame " : "frames ") + numbers
  }

  private static func command(_ mode: Simbench.RecordMode) -> String {
    "\(TestSettings.recordVariable)=\(mode.rawValue) swift test records it"
  }
}
