import SimAppModels
import SimCommands
import SimFormats
import SimHarness
import SimInput
import SimMath
import SimPlatform
import SimRuntime
import TestTier
import Testing

/// Goal: the stories of toddlers who reach a prompt are recordings that replay as they happened.
///
/// Method: the first prompt of a toddler who taps, drags and rests a finger anywhere, on a phone
/// and on a tablet, becomes the input of the snow globe behind BabySafe's gate, with the seconds
/// before. `SIMBENCH_TODDLER_STORIES=save` records both anew.
@Suite struct ToddlerStoryTests {
  /// Minutes of one simulation; each has a seed of its own.
  private static let minutes: UInt64 = 1000
  /// Seeds among which there is a prompt.
  private static let seeds: Range<UInt64> = 0..<1000
  private static let clock = FrameClock(framesPerSecond: 60)

  private static func path(isTablet: Bool) -> String {
    "\(PlantedBugs.root)/seeds/recordings/toddler-\(isTablet ? "tablet" : "phone").txt"
  }

  /// The contacts from two seconds before the hold of the first prompt to half a second behind it.
  private static func story(isTablet: Bool) throws -> [(frame: UInt32, contact: GateContact)] {
    let seed = try #require(
      seeds.first { seed in
        ToddlerSimulation.run(.tapping, isTablet: isTablet, minutes: minutes, seed: seed)
          .promptsOfSixSeconds > 0
      })
    let frames = ToddlerFrames(
      ToddlerSimulation.changes(.tapping, isTablet: isTablet, minutes: minutes, seed: seed),
      clock: clock)
    let prompt = try #require(frames.prompts(on: GateModel.canvas(isTablet: isTablet)).first)
    let first = prompt - 8 * 60
    let part = frames.changes.filter { (first...prompt + 30).contains($0.frame) }
    let landed = Set(part.filter { $0.contact.phase == .began }.map(\.contact.id))
    return part.filter { landed.contains($0.contact.id) }.map { ($0.frame - first, $0.contact) }
  }

  private static func run(isTablet: Bool, _ entry: SceneRegistry.Entry) throws -> RunOutcome {
    let size = GateModel.canvas(isTablet: isTablet).size
    var plan = RunPlan(
      seed: 1, frameCount: 8 * 60 + 31, clock: clock,
      canvas: SceneCanvas(widthPoints: size.x, heightPoints: size.y, scale: 1),
      parameters: entry.descriptor.defaultParameters)
    plan.gate = .babySafe
    let changes = try story(isTablet: isTablet)
    var recorder = InputRecorder(RecordingHeader(plan, of: entry.descriptor))
    for frame in 0..<plan.frameCount {
      for change in changes where change.frame == frame {
        recorder.touch(
          UInt64(change.contact.id), change.contact.phase, at: change.contact.position,
          timeNanoseconds: clock.startNanoseconds(ofFrame: frame), radius: change.contact.radius)
      }
      recorder.nextFrame()
    }
    plan.recordedInput = recorder.recording.input
    let device = try #require(BuiltInDevices.all.first)
    var options = RunOptions()
    options.rendersPixels = false
    options.recording = RecordingRequest(RecordingHeader(plan, of: entry.descriptor))
    return try entry.run(
      Scenario(name: "toddler", scene: "snowglobe", device: device, plan: plan), options)
  }

  @Test(.enabled(if: !Tier.isDebug), arguments: [false, true])
  func storiesReplay(isTablet: Bool) throws {
    let entry = try #require(SceneRegistry.catalog.entry(named: "snowglobe", behind: .babySafe))
    let outcome = try Self.run(isTablet: isTablet, entry)
    let prompts = outcome.result.populations.first { $0.name == "gate-prompts" }
    #expect(prompts?.maximum == 1, "the ring closes once")
    let recording = try #require(outcome.recording)
    let path = Self.path(isTablet: isTablet)
    if Environment.value("SIMBENCH_TODDLER_STORIES") == "save" {
      try FileStore.write(String(decoding: recording.text, as: UTF8.self), to: path)
    }
    #expect(
      try FileStore.read(path, limitByteCount: 1 << 20) == recording.text,
      "SIMBENCH_TODDLER_STORIES=save records the stories anew")
    let found = CommandRun(["replay", path, "--verify"])
    #expect(found.code == .pass, "\(found.error)")
  }
}
