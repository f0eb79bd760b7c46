import SimInput
import SimMath
import SimRuntime
import SimScenes
import TestTier
import Testing

/// Goal: a scene that is simulated alone, without a frame loop, is the scene that the loop shows.
///
/// Method: what a loop's source said and the canvases of its plan are the events; both digests are
/// compared before the first frame and after every one, and the state of one is restored into the
/// other.
struct SceneSimulationTests {
  private static func plan<S: SimScene>(_ type: S.Type) -> RunPlan {
    let frames: UInt32 = Tier.isDebug ? 24 : 420
    var plan = SceneRuns.stormyPlan(type, seed: 5, frames: frames)
    plan.backgroundSpans = [FrameSpan(start: frames / 3, end: frames / 3 + 7)]
    return plan
  }

  @Test(arguments: SceneKind.all) func eventsOfALoopGiveItsScene(kind: SceneKind) throws {
    func check<S: SimScene>(_ type: S.Type) throws {
      let plan = Self.plan(type)
      var loop = FrameLoop<S, CapturingInput<SyntheticInput>>(
        plan: plan, source: CapturingInput(SyntheticInput(plan)), rendersPixels: false)
      var simulation = Simulation<SceneSimulation<S>>(plan)
      var observer = NoOpObserver()
      var changes = plan.canvasChanges[...]
      var input = FrameInput()
      var digests = [loop.sceneDigest().finalize()]
      #expect(simulation.digest().finalize() == digests[0])
      for frame in 0..<plan.frameCount {
        loop.advance(&observer)
        if !loop.wasInBackground {
          while let change = changes.first, change.frame <= frame {
            simulation.apply(.resize(change.canvas))
            changes.removeFirst()
          }
          let active = loop.activeFrame - 1
          loop.source.recording.replay(
            active, at: plan.clock.startNanoseconds(ofFrame: active), into: &input)
          simulation.apply(.frame(input))
        }
        digests.append(loop.sceneDigest().finalize())
        let found = simulation.digest().finalize()
        #expect(found == digests[digests.count - 1], "frame \(frame)")
      }
      #expect(changes.isEmpty && Set(digests).count > plan.frameCount / 2)
      var snapshot = Snapshot()
      loop.saveScene(to: &snapshot)
      var other = Simulation<SceneSimulation<S>>(plan)
      try other.restore(snapshot)
      #expect(other.digest().finalize() == digests[digests.count - 1])
    }
    try check(kind.type)
  }
}
