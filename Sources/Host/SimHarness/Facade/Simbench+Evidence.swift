import SimFormats
import SimInput
import SimRuntime

extension Simbench {
  /// What shows a failure of a run to people.
  package struct Evidence: Sendable {
    /// The frame as a PNG file; nil for a model.
    package var picture: [UInt8]?
    /// The recording's text; nil if it was not recorded.
    package var recording: [UInt8]?
    /// The events of a model, a sentence each.
    package var sentences: [String] = []

    /// Makes evidence of nothing.
    package init() {}
  }

  /// Runs a scenario once more, records it and paints one of its frames.
  ///
  /// - Parameters:
  ///   - step: The frame that failed; nil for the last one.
  ///   - isSmall: Whether the frame has one pixel per point.
  /// - Complexity: O(frames), one of which is painted.
  package static func evidence(
    of given: Scenario, at step: UInt32?, isSmall: Bool, scenes: SceneRegistry, options: Options
  ) throws(SimbenchError) -> Evidence {
    try SimbenchError.converting {
      var evidence = Evidence()
      if given.document.isModel {
        let scenario = try model(given, scenes: scenes, options: options)
        let outcome = try ModelRunner(scenes.model(of: scenario)).run(scenario)
        evidence.recording = outcome.recording.text
        evidence.sentences = outcome.result.timeline.map(\.text)
        return evidence
      }
      var scenario = try options.loader(scenes).load(given.document)
      let entry = scenes.entry(of: scenario)
      var run = RunOptions()
      run.rendersPixels = false
      run.isInterrupted = { isInterrupted }
      var header = RecordingHeader(scenario.plan, of: entry.descriptor)
      header.device = Array(scenario.device.name.utf8)
      header.tool = Array(versionText.utf8)
      run.recording = RecordingRequest(header)
      evidence.recording = try entry.run(scenario, run).recording?.text
      if isSmall { scenario = FramePainter.small(scenario) }
      let frame = min(step ?? .max, scenario.plan.frameCount - 1)
      evidence.picture = try FramePainter.pictures(of: scenario, at: [frame], in: entry)
        .first?.png
      return evidence
    }
  }
}
