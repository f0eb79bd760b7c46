import SimInput
import SimRuntime
import SimScenes
import Testing

/// A scene that shows fewer members where frames take too long.
protocol AdaptiveScene: SimScene {
  var adaptive: AdaptiveMembers? { get set }
  static var rules: AdaptiveMembers.Rules { get }
  /// How many drawing commands a member takes that floats undisturbed.
  static var commandsPerMember: Int { get }
}

extension Snowglobe: AdaptiveScene {
  static var rules: AdaptiveMembers.Rules { SnowglobeTuning.adaptive }
  static var commandsPerMember: Int { 1 }
}

extension Bubbles: AdaptiveScene {
  static var rules: AdaptiveMembers.Rules { BubblesTuning.adaptive }
  static var commandsPerMember: Int { 6 }
}

extension MagneticParticles: AdaptiveScene {
  static var rules: AdaptiveMembers.Rules { MagneticParticlesTuning.adaptive }
  static var commandsPerMember: Int { 2 }
}

extension AdaptiveScene {
  /// Every member that there may be.
  static var maximumCount: UInt32 { UInt32(descriptor.parameters[0].maximum) }

  /// A little more than the minimum that quality leaves, so that stepping them takes no time.
  static var someCount: UInt32 { rules.minimumCount + 2 * rules.quantum }

  /// The scene's values with so many members and a choice of the parameter `adaptive`.
  static func parameters(_ choice: String, count: UInt32) throws -> ParameterValues {
    var parameters = descriptor.defaultParameters
    parameters.values[0] = Float(count)
    let last = try #require(descriptor.parameters.last)
    let index = try #require(last.choices.firstIndex { $0.description == choice })
    parameters.values[descriptor.parameters.count - 1] = Float(index)
    return parameters
  }

  static func plan(_ choice: String, count: UInt32, frames: UInt32) throws -> RunPlan {
    var plan = Globes.plan(frames: frames)
    plan.parameters = try parameters(choice, count: count)
    return plan
  }

  static func scene(_ choice: String, count: UInt32) throws -> Self {
    Self(SceneContext(try plan(choice, count: count, frames: 0)))
  }
}

/// A type of such a scene as an argument of tests that hold for all of them.
struct AdaptiveKind: CustomTestStringConvertible, @unchecked Sendable {
  let type: any AdaptiveScene.Type

  var testDescription: String { type.descriptor.name.description }

  static let all: [AdaptiveKind] = [
    AdaptiveKind(type: Snowglobe.self), AdaptiveKind(type: Bubbles.self),
    AdaptiveKind(type: MagneticParticles.self),
  ]
}

/// Members that are shown or not, apart from the scene they belong to, under a simulated load.
struct AdaptiveRun {
  /// How many could be seen after every frame.
  var visible: [UInt32] = []
  /// How often the direction has turned, after every frame.
  var turns: [UInt32] = []
  /// The largest change of a member's visibility in a frame.
  var largestChange: Float = 0
  /// Frames later than ten seconds after the last jump in load that took longer than the refresh
  /// interval, although the fewest members would not have.
  var lateFrames = 0

  /// Runs frames of a load whose jumps come at the given frames.
  init(
    _ members: AdaptiveMembers, _ kind: LoadTrace.Kind, _ rules: AdaptiveMembers.Rules,
    frames: UInt32, jumps: [UInt32] = [0]
  ) {
    var members = members
    var input = FrameInput()
    let interval = members.controller.rules.intervalNanoseconds
    for frame in 0..<frames {
      let time = Globes.clock.startNanoseconds(ofFrame: frame)
      input.begin(frame: frame, timeNanoseconds: time)
      let load = LoadTrace(kind).load(frame: frame, atNanoseconds: time)
      func cost(_ count: UInt32) -> UInt64 {
        let parts = [rules.device.processor, rules.device.graphics].map {
          $0.nanoseconds(members: count, load: load, intervalNanoseconds: interval)
        }
        return UInt64(max(parts[0], parts[1]))
      }
      let isSettling = jumps.contains { $0 <= frame && frame < $0 + 600 }
      if !isSettling, cost(rules.minimumCount) <= interval, cost(members.visibleCount) > interval {
        lateFrames += 1
      }
      let before = members.visibility
      members.step(input)
      for index in before.indices {
        largestChange = max(largestChange, abs(members.visibility[index] - before[index]))
      }
      visible.append(members.visibleCount)
      turns.append(members.controller.turnCount)
    }
  }

  /// The most turns within any minute.
  var mostTurnsPerMinute: UInt32 {
    turns.indices.map { turns[min($0 + 3599, turns.count - 1)] - ($0 > 0 ? turns[$0 - 1] : 0) }
      .max() ?? 0
  }
}
