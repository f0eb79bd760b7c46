import SimFormats
import SimHarness
import SimPlatform
import SimRaster
import SimReport

/// A golden's finding with its explanation.
struct JudgedGolden {
  private(set) var entry: GoldenReport.Entry
  private let finding: GoldenFinding
  private let explanations: [GoldenExplanation]
  /// Images of the kept frames that differ, as PNG files.
  private lazy var comparisons = explanations.map {
    PictureComparison($0, name: "\(entry.name), frame \($0.frame)")
  }

  init(_ finding: GoldenFinding, in folder: String) {
    self.finding = finding
    let manifest = finding.manifest
    let pixelsPerDegree = GoldenRunner.pixelsPerDegree(finding.device, scale: manifest.scale)
    explanations = finding.differingPictures.map {
      GoldenExplanation(reference: $0.reference, test: $0.test, pixelsPerDegree: pixelsPerDegree)
    }
    let limits = manifest.tolerance.flatMap { ImageLimit.limits($0) } ?? []
    let pictures = explanations.map { explanation in
      GoldenReport.Picture(
        frame: explanation.frame, difference: explanation.difference, shift: explanation.shift,
        drift: explanation.drift, size: Self.sizes(explanation),
        width: UInt32(explanation.test.width), height: UInt32(explanation.test.height), files: [],
        limits: limits, isAccepted: Self.isAccepted(explanation, manifest))
    }
    let rejections = finding.rejections
    let differing = finding.differingFrames
    let state = finding.state(explanations.map(\.difference))
    entry = GoldenReport.Entry(
      name: finding.name, state: state, frameCount: manifest.frameCount,
      framesPerSecond: finding.framesPerSecond,
      differingFrames: manifest.frames.isEmpty ? 0 : UInt32(differing.count),
      firstFrame: manifest.frames.isEmpty ? nil : finding.firstDifference,
      rejectedFrames: UInt32(rejections.count), reason: rejections.first?.reason,
      tolerance: manifest.tolerance, notes: Self.notes(finding), pictures: pictures)
    entry.folder = folder
  }

  private static func isAccepted(
    _ explanation: GoldenExplanation, _ manifest: GoldenManifest
  ) -> Bool {
    let digest = PixelDigest.whole(explanation.test.surface)
    return manifest.accepts(digest, inFrame: explanation.frame)
  }

  private static func sizes(_ explanation: GoldenExplanation) -> String {
    "\(explanation.reference.width) by \(explanation.reference.height) pixels accepted, "
      + "\(explanation.test.width) by \(explanation.test.height) now"
  }

  private static func notes(_ finding: GoldenFinding) -> [String] {
    var notes: [String] = []
    if finding.manifest.frames.isEmpty { notes.append("nothing was accepted yet") }
    for frame in finding.missingPictures {
      notes.append("the image of frame \(frame) is missing: \(finding.name)-\(frame).png")
    }
    for frame in finding.wrongPictures {
      notes.append(
        "\(finding.name)-\(frame).png differs from the frame that the manifest accepts")
    }
    for frame in finding.reencodedPictures {
      let drift = GoldenDrift.encoding.rawValue
      notes.append(
        "\(finding.name)-\(frame).png: \(drift); the file differs, but its pixels are equal")
    }
    return notes
  }

  /// The exit code of the golden.
  var exitCode: ExitCode { entry.state.exitCode }

  /// The golden's part of the HTML page.
  ///
  /// - Parameter look: Reruns the golden if no image shows the first different frame.
  mutating func pageSection(_ look: SecondLook) throws -> GoldenPage.Section {
    var section = GoldenPage.Section(
      entry: entry, flashes: finding.looks.map(\.flash),
      pictures: entry.state == .differs ? comparisons : [])
    if entry.state == .differs { section.firstFrame = try look.firstFrame(of: finding) }
    return section
  }

  /// Writes four images for every saved image that differs.
  mutating func stagePictures(
    in folder: String, _ transaction: FileTransaction
  ) throws {
    guard entry.state == .differs else { return }
    for (index, comparison) in comparisons.enumerated() {
      let images = [
        ("accepted", comparison.reference), ("now", comparison.test),
        ("changes", comparison.mask), ("flip", comparison.heatMap),
      ]
      for (word, png) in images where !png.isEmpty {
        let path = "\(folder)/golden-\(finding.name)-\(explanations[index].frame)-\(word).png"
        try transaction.stage(png, at: path)
        entry.pictures[index].files.append(path)
      }
    }
  }

  /// Writes the current frames next to the golden as pending.
  mutating func record(
    in store: GoldenStore, _ transaction: FileTransaction
  ) throws {
    var pending = finding.manifest
    pending.accept(finding.looks)
    let path = store.pendingPath(finding.name)
    try transaction.stage(pending.text, at: path, existing: .updated)
    for picture in finding.pictures {
      try transaction.stage(
        picture.png,
        at: store.pendingPicturePath(finding.name, picture.frame), existing: .updated)
    }
    entry.pending = path
  }
}
