import SimFormats
import SimInput
import SimRuntime

/// Paints some frames of a run and no others, so that few pictures of a long run take little time.
package enum FramePainter {
  /// The scenario with one pixel per point.
  package static func small(_ scenario: Scenario) -> Scenario {
    var scenario = scenario
    scenario.plan.canvas.scale = 1
    for index in scenario.plan.canvasChanges.indices {
      scenario.plan.canvasChanges[index].canvas.scale = 1
    }
    return scenario
  }

  /// The pictures of some frames, ascending; those beyond the end of the run are left out.
  ///
  /// - Parameters:
  ///   - frames: The frames, in any order.
  ///   - isInterrupted: Is asked between frames whether to stop.
  /// - Throws: `RunError` if asked to stop.
  /// - Complexity: O(frames) steps, and O(pictures) painted frames.
  package static func pictures(
    of scenario: Scenario, at frames: [UInt32], in entry: SceneRegistry.Entry,
    isInterrupted: () -> Bool = { false }
  ) throws(RunError) -> [FramePicture] {
    let wanted = Set(frames).sorted()
    guard let last = wanted.last else { return [] }
    let session = entry.open(scenario.plan, true, ThreadCrew())
    var pictures: [FramePicture] = []
    while session.frame < min(last + 1, scenario.plan.frameCount), !session.hasEnded {
      guard !isInterrupted() else { throw .interrupted }
      session.paints = pictures.count < wanted.count && wanted.contains(session.frame)
      let isWanted = session.paints
      session.advance()
      if isWanted, let picture = session.picture { pictures.append(picture) }
    }
    return pictures
  }
}
