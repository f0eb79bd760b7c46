import SimFormats
import SimHarness
import SimPlatform
import SimReport
import SimRuntime

/// Reruns scenarios to get images that a run did not keep: frames that are known only at its end.
///
/// This works since runs are deterministic, and avoids keeping all frames in memory.
struct SecondLook {
  let scenes: SceneRegistry
  let status: StatusLine

  /// Pixels of an image: enough to see what is wrong, and few enough for many on a page.
  private static var pixelCount: Int32 { 240 * 520 }

  /// The images of runs for a page: contact sheets as they fit, and the worst frames of runs that
  /// exceeded limits of calmness or flashes.
  ///
  /// - Parameters:
  ///   - scenarios: The scenarios of the runs.
  ///   - sheets: The contact sheets; nil for runs without one.
  func pictures(
    of results: [SceneResult], _ scenarios: [Scenario], sheets: [SheetFile?]
  ) throws -> HTMLReport.Pictures {
    var pictures = HTMLReport.Pictures()
    // Without a contact sheet, the run was not rasterized.
    let failed = zip(results, sheets).filter { $1 != nil && RunEvidence.isWanted(for: $0) }.count
    for (index, result) in results.enumerated() {
      guard let sheet = sheets[index] else {
        pictures.sheets.append(nil)
        pictures.evidence.append(nil)
        continue
      }
      pictures.sheets.append(
        PagePicture.fitted(
          try sheet.picture(), png: sheet.png, count: results.count, hasEvidence: failed > 0))
      pictures.evidence.append(
        RunEvidence.isWanted(for: result)
          ? try evidence(of: result, scenarios[index], of: failed) : nil)
    }
    return pictures
  }

  /// The frame digests of a rerun, and its worst frames.
  ///
  /// - Parameter count: Number of runs with worst frames on the page.
  private func evidence(
    of result: SceneResult, _ scenario: Scenario, of count: Int
  ) throws -> RunEvidence {
    status.show("\(result.scenario): rerun for its worst frames")
    defer { status.clear() }
    var options = RunOptions()
    var looks: [FrameLook] = []
    options.onLook = { looks.append($0) }
    _ = try run(scenario, options)
    var evidence = RunEvidence(looks: looks)
    let frames = evidence.frames(of: result)
    let limit = HTMLReport.evidenceByteCount(of: count * frames.count)
    evidence.pictures = try pairs(frames, scenario).map { pair in
      var pixelCount = Self.pixelCount
      while true {
        let found = RunEvidence.Pair(Self.explanation(pair, scenario.device, pixelCount))
        guard found.comparison.byteCount > limit, pixelCount > 10_000 else { return found }
        pixelCount = pixelCount / 3 * 2
      }
    }
    return evidence
  }

  private static func explanation(
    _ pair: (before: FramePicture, frame: FramePicture), _ device: Device, _ pixelCount: Int32
  ) -> GoldenExplanation {
    GoldenExplanation(
      reference: pair.before.scaled(toPixelCount: pixelCount),
      test: pair.frame.scaled(toPixelCount: pixelCount),
      pixelsPerDegree: GoldenRunner.pixelsPerDegree(device, scale: 1))
  }

  /// The first different frame of a golden if no image of it was saved; nil otherwise.
  func firstFrame(of finding: GoldenFinding) throws -> GoldenPage.FirstFrame? {
    guard !finding.manifest.frames.isEmpty, let first = finding.firstDifference,
      !finding.references.contains(where: { $0.frame == first })
    else { return nil }
    status.show("\(finding.name): rerun for frame \(first)")
    defer { status.clear() }
    if first > 0, let pair = try pairs([first], finding.scenario).first {
      return GoldenPage.FirstFrame(
        Self.explanation(pair, finding.device, Self.pixelCount), of: finding.name)
    }
    return try pictures([first], finding.scenario).first.map {
      GoldenPage.FirstFrame($0, of: finding.name)
    }
  }

  /// Frames with their predecessors of equal size; the first frame has none.
  private func pairs(
    _ frames: [UInt32], _ scenario: Scenario
  ) throws -> [(before: FramePicture, frame: FramePicture)] {
    // As a set, since a frame may also be the predecessor of another.
    let wanted = Set(frames + frames.filter { $0 > 0 }.map { $0 - 1 }).sorted()
    let pictures = try pictures(wanted, scenario)
    return frames.compactMap { frame in
      guard frame > 0, let picture = pictures.first(where: { $0.frame == frame }),
        let before = pictures.first(where: { $0.frame == frame - 1 })
      else { return nil }
      return (before, picture)
    }
  }

  private func pictures(
    _ frames: [UInt32], _ scenario: Scenario
  ) throws -> [FramePicture] {
    var options = RunOptions()
    options.pictures = .frames(frames)
    options.measuresCalmness = false
    return try run(scenario, options).pictures
  }

  private func run(
    _ scenario: Scenario, _ options: RunOptions
  ) throws -> RunOutcome {
    let entry = scenes.entry(of: scenario)
    var options = options
    options.isInterrupted = { Interrupt.isRequested }
    return try entry.run(scenario, options)
  }
}
