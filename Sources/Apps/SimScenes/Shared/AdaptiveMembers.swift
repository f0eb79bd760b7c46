import SimbenchKit

/// Adapts the number of visible members of a population to frame times.
///
/// Members beyond the count fade out but keep moving invisibly, so they reappear where the scene
/// has moved them. Frame times are either measured by the app, or those of a simulated device under
/// a simulated load, which are the same on every target.
package struct AdaptiveMembers: Sendable {
  /// A scene's rules: the minimum count, and the cost of members on a simulated device.
  package struct Rules: Sendable {
    /// The minimum count to which quality may drop; if there are fewer members, all are shown.
    package let minimumCount: UInt32
    /// The number of members between adjacent levels; at least 2 % of all members.
    package let quantum: UInt32
    /// The time in which a member fades in or out, in seconds; much less looks like popping.
    package let fadeSeconds: Float
    /// The cost of the members on a simulated device.
    package let device: SimulatedDevice
  }

  /// The controller that chooses the count.
  package var controller: QualityController
  /// The source of frame times: 1 for measured ones, otherwise 2 plus the index of a load.
  package let choice: UInt32
  /// The seed for random loads.
  package let seed: UInt64
  /// The visibility of every member, 0 to 1.
  package var visibility: [Float]
  /// The maximum change of visibility per frame.
  package let fadeStep: Float
  /// The cost of simulated frames.
  private let device: SimulatedDevice

  /// The scenario parameter: off, measured frame times, or a simulated load.
  ///
  /// - Parameter summary: A sentence about the effect that names the members and their minimum
  ///   count.
  package static func parameter(_ summary: StaticString) -> ParameterDescriptor {
    .choice("adaptive", summary, ["off", "measured"] + LoadTrace.Kind.allCases.map { $0.name })
  }

  /// Makes all members visible; nil if the scenario turns adaptive quality off.
  init?(choice: Float, count: Int, rules: Rules, _ context: SceneContext) {
    guard choice >= 1 else { return nil }
    let count = UInt32(count)
    let minimum = min(count, rules.minimumCount)
    // The highest level shows every member, for any number of members.
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

  /// The number of members with a visibility above 0.
  package var visibleCount: UInt32 {
    var count: UInt32 = 0
    for index in visibility.indices where visibility[index] > 0 { count += 1 }
    return count
  }

  /// Processes the times of the previous frame, and fades members in or out.
  package mutating func step(_ input: borrowing FrameInput) {
    var processor = input.storedFrameNanoseconds
    var graphics = input.storedGraphicsNanoseconds
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

  /// The CPU and GPU times of a frame on the simulated device.
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

/// The visibility of members, as a small value for loops over members, which would otherwise copy
/// all of `AdaptiveMembers` in each iteration.
package struct SeenMembers {
  /// The visibility of every member, 0 to 1; empty if all are shown.
  private let visibility: [Float]

  @inline(__always)
  fileprivate init(_ members: AdaptiveMembers?) { visibility = members?.visibility ?? [] }

  /// Whether a member is visible at all.
  @inline(__always)
  package func contains(_ member: Int) -> Bool { visibility.isEmpty || visibility[member] > 0 }

  /// The visibility of a member, 0 to 1, eased at both ends.
  @inline(__always)
  package func presence(of member: Int) -> Float {
    guard !visibility.isEmpty else { return 1 }
    let share = visibility[member]
    return share * share * (3 - 2 * share)
  }
}

extension AdaptiveMembers? {
  /// The visibility of members; all are visible without adaptive quality.
  @inline(__always)
  package var seen: SeenMembers { SeenMembers(self) }

  /// Visits every stored field under the name `adaptive`; the plan determines whether it exists.
  @inline(__always)
  mutating func visitState(_ visitor: inout some StateVisitor) {
    if self == nil { visitor.derived("adaptive") }
    visitor.enter("adaptive")
    visitor.when(self != nil) { self?.visitState(&$0) }
    visitor.leave()
  }
}

extension AdaptiveMembers: StateFields {
  /// Visits every stored field; the device's cost follows from the scene.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&controller, "controller")
    visitor.constant(choice, "choice")
    visitor.constant(seed, "seed")
    visitor.field(&visibility, "visibility")
    visitor.constant(fadeStep, "fadeStep")
    visitor.derived("device")
  }
}
