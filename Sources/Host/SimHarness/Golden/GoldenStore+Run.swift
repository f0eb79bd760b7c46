import SimFormats
import SimImageAnalysis
import SimRaster

extension GoldenStore {
  /// The path of a golden's scenario.
  package func scenarioPath(of manifest: GoldenManifest) -> String {
    manifest.scenario.hasPrefix("/") ? manifest.scenario : "\(folder)/\(manifest.scenario)"
  }

  /// The scenario as a golden wants it.
  ///
  /// - Throws: `SimbenchError` that names the manifest and the file.
  package func scenario(
    _ name: String, _ manifest: GoldenManifest, _ document: ScenarioDocument,
    _ scenes: SceneRegistry
  ) throws -> Scenario {
    var loader = ScenarioLoader(scenes: scenes.descriptors)
    loader.deviceName = manifest.device
    do {
      return GoldenRunner.scenario(try loader.load(document), for: manifest)
    } catch {
      throw SimbenchError(error).named(manifestPath(name))
    }
  }

  /// Runs a golden and compares it with its manifest and its saved images.
  ///
  /// - Parameters:
  ///   - scenario: The scenario as the golden wants it.
  ///   - measuresFlashes: Whether the frames' flashes are measured.
  ///   - isInterrupted: Is asked between frames whether to stop.
  /// - Throws: `SimbenchError` if the tolerance is wrong or a saved image cannot be read.
  package func finding(
    _ name: String, _ manifest: GoldenManifest, _ scenario: Scenario, _ scenes: SceneRegistry,
    measuresFlashes: Bool, isInterrupted: @escaping () -> Bool
  ) throws -> GoldenFinding {
    if let tolerance = manifest.tolerance, ImageLimit.limits(tolerance) == nil {
      throw SimbenchError.badInput(
        "\(manifestPath(name)): tolerance: found \"\(tolerance)\", expected limits such as "
          + "maxDelta=0-2;pixels=0-10;flip.p99<=0.1")
    }
    let run = try GoldenRunner.run(
      scenario, for: manifest, in: scenes, measuresFlashes: measuresFlashes,
      isInterrupted: isInterrupted)
    var references: [FramePicture] = []
    var (missing, wrong, reencoded): ([UInt32], [UInt32], [UInt32]) = ([], [], [])
    for frame in manifest.pictures where !manifest.frames.isEmpty {
      let path = picturePath(name, frame)
      guard let picture = try picture(path, frame: frame) else {
        missing.append(frame)
        continue
      }
      if manifest.accepts(PixelDigest.whole(picture.surface), inFrame: frame) {
        references.append(picture)
        if try !holds(picture.png, at: path) { reencoded.append(frame) }
      } else {
        wrong.append(frame)
      }
    }
    return GoldenFinding(
      name: name, manifest: manifest, scenario: scenario, looks: run.looks,
      pictures: run.pictures, references: references, missingPictures: missing,
      wrongPictures: wrong, reencodedPictures: reencoded)
  }
}

extension GoldenFinding {
  /// The state of the golden.
  ///
  /// A tolerance with a lower end above 0 requires a difference, so equal images are judged too;
  /// without a saved image, nothing can be judged.
  ///
  /// - Parameter differences: Of each pair of `differingPictures`; nil for different sizes.
  package func state(_ differences: [ImageDifference?]) -> GoldenState {
    let limits = manifest.tolerance.flatMap { ImageLimit.limits($0) } ?? []
    if manifest.frames.isEmpty || !missingPictures.isEmpty || !wrongPictures.isEmpty {
      return manifest.frames.isEmpty || differingFrames.isEmpty ? .missing : .differs
    }
    guard rejections.isEmpty else { return .differs }
    let isSame =
      limits.isEmpty ? firstDifference == nil : isTolerated(by: limits, differences)
    return isSame ? .same : .differs
  }

  private func isTolerated(by limits: [ImageLimit], _ differences: [ImageDifference?]) -> Bool {
    guard !references.isEmpty else { return firstDifference == nil }
    func holds(_ difference: ImageDifference?) -> Bool {
      guard let difference else { return false }
      return limits.allSatisfy { $0.holds(for: difference) }
    }
    guard differences.allSatisfy(holds) else { return false }
    // A limit's range may exclude 0, which equal pictures then break, too; one stands for all.
    let differing = differingPictures
    let equal = references.first { reference in
      !differing.contains { $0.reference.frame == reference.frame }
    }
    return equal.map { holds(Self.difference($0, $0, pixelsPerDegree: 30)) } ?? true
  }

  /// The difference of two pictures; nil for different sizes.
  package static func difference(
    _ reference: FramePicture, _ test: FramePicture, pixelsPerDegree: Float
  ) -> ImageDifference? {
    guard reference.width == test.width, reference.height == test.height else { return nil }
    let pair = ImagePair(
      width: UInt32(test.width), height: UInt32(test.height), reference: reference.rgba,
      test: test.rgba)
    return ImageDifference(pair, pixelsPerDegree: pixelsPerDegree)
  }
}
