import SimbenchKit

/// How many members of a scene's population are shown, chosen by how long frames take.
///
/// Members beyond the count fade out and go on moving unseen, so that one that comes back is where
/// the scene took it. Frame times are those the app measured, or those of a simulated device under
/// a simulated load, which are the same on every target.
package struct AdaptiveMembers: Sendable {
  /// What a scene's tuning says: how few may be shown, and what they cost a simulated device.
  package struct Rules: Sendable {
    /// The minimum count that quality may leave; fewer members than that are all shown.
    package let minimumCount: UInt32
    /// Members between neighboring levels; at least 2 % of all.
    package let quantum: UInt32
    /// Seconds in which a member fades in or out; much quicker looks like popping.
    package let fadeSeconds: Float
    /// What the members cost a simulated device.
    package let device: SimulatedDevice
  }

  /// What chooses.
  package var controller: QualityController
  /// Where frame times come from: 1 for measured ones, else 2 and the index of a load.
  package let choice: UInt32
  /// The seed of what is random in a load.
  package let seed: UInt64
  /// How visible every member is, 0 to 1.
  package var visibility: [Float]
  /// How much that may change in a frame.
  package let fadeStep: Float
  /// What simulated frames cost.
  private let device: SimulatedDevice

  /// What a scenario may choose: off, measured frame times, or a load.
  ///
  /// - Parameter summary: what it does, in one sentence, with the members' name and minimum count.
  package static func parameter(_ summary: StaticString) -> ParameterDescriptor {
    ParameterDescriptor(
      name: "adaptive", summary: summary,
      choices: ["off", "measured"] + LoadTrace.Kind.allCases.map { $0.name })
  }

  /// Makes all members visible; nil when a scenario chose that all stay so.
  init?(choice: Float, count: Int, rules: Rules, _ context: SceneContext) {
    guard choice >= 1 else { return nil }
    let count = UInt32(count)
    let minimum = min(count, rules.minimumCount)
    // The highest level shows every member, whatever their number.
    let steps = (count - minimum) / rules.quantum
    let rate = context.clock.framesPerSecond
    controller = QualityController(
      ladder: QualityLadder(
        minimum: count - steps * rules.quantum, maximum: count, quantum: rules.quantum),
      rules: QualityRules(refreshRate: rate))
    self.choice = UInt32(choice)
    seed = context.seed
    visibility = [Float](repeating: 1, count: Int(count))
    fadeStep = 1 / (rules.fadeSeconds * Float(rate))
    device = rules.device
  }

  /// How many members can be seen at all.
  package var visibleCount: UInt32 {
    var count: UInt32 = 0
    for index in visibility.indices where visibility[index] > 0 { count += 1 }
    return count
  }

  /// Takes in how long the frame before took, and fades members in or out.
  package mutating func step(_ input: borrowing FrameInput) {
    var processor = input.previousFrameNanoseconds
    var graphics = input.previousGraphicsNanoseconds
    if choice != 1 {
      (processor, graphics) = simulated(
        frame: input.frame, atNanoseconds: input.timeNanoseconds)
    }
    if processor > 0 || graphics > 0 {
      _ = controller.observe(processorNanoseconds: processor, graphicsNanoseconds: graphics)
    }
    let shown = Int(controller.count)
    for index in visibility.indices {
      let change = index < shown ? fadeStep : -fadeStep
      visibility[index] = (visibility[index] + change).clamped(0, 1)
    }
  }

  /// The times of a frame on the simulated device.
  private func simulated(
    frame: UInt32, atNanoseconds nanoseconds: UInt64
  ) -> (processor: UInt32, graphics: UInt32) {
    guard let kind = LoadTrace.Kind(rawValue: UInt8(truncatingIfNeeded: choice - 2)) else {
      return (0, 0)
    }
    let load = LoadTrace(kind, seed: seed).load(frame: frame, atNanoseconds: nanoseconds)
    let (members, interval) = (visibleCount, controller.rules.intervalNanoseconds)
    func time(_ part: SimulatedDevice.Part) -> UInt32 {
      part.nanoseconds(members: members, load: load, intervalNanoseconds: interval)
    }
    return (time(device.processor), time(device.graphics))
  }
}

/// Which members can be seen, and how well: what a loop over members asks, which would copy all of
/// `AdaptiveMembers` in every round.
package struct SeenMembers {
  /// How visible every member is, 0 to 1; empty when all are shown.
  private let visibility: [Float]

  @inline(__always)
  fileprivate init(_ members: AdaptiveMembers?) { visibility = members?.visibility ?? [] }

  /// Whether a member can be seen at all.
  @inline(__always)
  package func contains(_ member: Int) -> Bool { visibility.isEmpty || visibility[member] > 0 }

  /// How visible a member is, 0 to 1, easing in and out.
  @inline(__always)
  package func presence(of member: Int) -> Float {
    guard !visibility.isEmpty else { return 1 }
    let share = visibility[member]
    return share * share * (3 - 2 * share)
  }
}

extension AdaptiveMembers? {
  /// Which members can be seen: without adaptive quality all of them.
  @inline(__always)
  package var seen: SeenMembers { SeenMembers(self) }

  /// Shows every stored field as those of `adaptive`; the plan says whether there is any.
  @inline(__always)
  mutating func visitState(_ visitor: inout some StateVisitor) {
    if self == nil { visitor.derived("adaptive") }
    visitor.enter("adaptive")
    visitor.when(self != nil) { self?.visitState(&$0) }
    visitor.leave()
  }
}

extension AdaptiveMembers: StateFields {
  /// Shows every stored field; what the device costs follows from the scene.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&controller, "controller")
    visitor.constant(choice, "choice")
    visitor.constant(seed, "seed")
    visitor.field(&visibility, "visibility")
    visitor.constant(fadeStep, "fadeStep")
    visitor.derived("device")
  }
}
