import SimAppModels
import SimInput
import SimMath
import SimRuntime
import SimScenes
import TestTier
import Testing

/// Goal: toddlers prompt in the same frames with a scene's frames as by contacts alone.
///
/// Method: sampled minutes of every input model and class of device. A device delivers contacts in
/// frames, so both sides use the frames' times: a hold that ends within a frame of 6 s may prompt
/// with exact times and not with those of frames, or the reverse.
@Suite struct ToddlerFrameTests {
  /// Minutes of each of the eight kinds; 1,000 in all when optimized.
  private static let minutes: UInt64 = Tier.isDebug ? 2 : 125
  private static let clock = FrameClock(framesPerSecond: 60)

  /// The frames in which the gate in front of a scene prompts; every prompt is canceled at once.
  private static func prompts(_ frames: ToddlerFrames, isTablet: Bool) -> [UInt32] {
    let size = GateModel.canvas(isTablet: isTablet).size
    let canvas = SceneCanvas(widthPoints: size.x, heightPoints: size.y, scale: 1)
    var plan = RunPlan(
      seed: 1, frameCount: UInt32(minutes) * 3600, clock: clock, canvas: canvas,
      parameters: CalmStatic.descriptor.defaultParameters)
    plan.gate = .babySafe
    var simulation = SceneSimulation<GatedScene<CalmStatic>>(plan)
    var (live, input) = (LiveInput(), FrameInput())
    var (next, count): (Int, UInt32) = (0, 0)
    var prompts: [UInt32] = []
    for frame in 0..<plan.frameCount {
      let time = clock.startNanoseconds(ofFrame: frame)
      while next < frames.changes.count, frames.changes[next].frame == frame {
        let contact = frames.changes[next].contact
        live.touch(
          UInt64(contact.id), contact.phase, at: contact.position, timeNanoseconds: time,
          radius: contact.radius)
        next += 1
      }
      live.fill(&input, frame: frame, timeNanoseconds: time)
      if prompts.last.map({ $0 + 1 == frame }) ?? false {
        input.gateActions = [GateAction(frame: frame, .userCancel)]
      }
      simulation.apply(.frame(input))
      guard simulation.scene.gate.promptCount > count else { continue }
      count = simulation.scene.gate.promptCount
      prompts.append(frame)
    }
    return prompts
  }

  @Test func framesPromptLikeContacts() {
    var total = 0
    for hands in ToddlerHands.allCases {
      for isTablet in [false, true] {
        let changes = ToddlerSimulation.changes(
          hands, isTablet: isTablet, minutes: Self.minutes, seed: 1)
        let frames = ToddlerFrames(changes, clock: Self.clock)
        // A hold that begins in the last seconds has no prompt yet, or no lift.
        let end = UInt32(Self.minutes) * 3600 - 7 * 60
        let expected = frames.prompts(on: GateModel.canvas(isTablet: isTablet))
        let found = Self.prompts(frames, isTablet: isTablet)
        #expect(expected.filter { $0 < end } == found.filter { $0 < end }, "\(hands), \(isTablet)")
        total += found.count
      }
    }
    #expect(Tier.isDebug || total > 0)
  }
}
