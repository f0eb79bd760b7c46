import SimbenchKit

/// How many flakes are shown, chosen by how long frames take.
///
/// Flakes beyond the count fade out and go on drifting unseen, so that one that comes back is
/// where the liquid took it. Frame times are those the app measured, or those of a simulated device
/// under a simulated load, which are the same on every target.
package struct AdaptiveFlakes: Sendable {
  /// What chooses.
  package var controller: QualityController
  /// Where frame times come from: 1 for measured ones, else 2 and the index of a load.
  package let choice: UInt32
  /// The seed of what is random in a load.
  package let seed: UInt64
  /// How visible every flake is, 0 to 1.
  package var visibility: [Float]
  /// How much that may change in a frame.
  package let fadeStep: Float

  /// What a scenario may choose: off, measured frame times, or a load.
  package static var parameter: ParameterDescriptor {
    ParameterDescriptor(
      name: "adaptive",
      summary: "Whether 200 flakes or more are shown as frame times allow, and under which load.",
      choices: ["off", "measured"] + LoadTrace.Kind.allCases.map { $0.name })
  }

  /// Makes all flakes visible.
  init(count: UInt32, choice: UInt32, seed: UInt64, framesPerSecond: UInt32) {
    let (minimum, quantum) = (
      min(count, SnowglobeTuning.minimumAdaptiveCount), SnowglobeTuning.adaptiveQuantum
    )
    // The highest level shows every flake, whatever their number.
    let steps = (count - minimum) / quantum
    controller = QualityController(
      ladder: QualityLadder(minimum: count - steps * quantum, maximum: count, quantum: quantum),
      rules: QualityRules(refreshRate: framesPerSecond))
    self.choice = choice
    self.seed = seed
    visibility = [Float](repeating: 1, count: Int(count))
    fadeStep = 1 / (SnowglobeTuning.fadeSeconds * Float(framesPerSecond))
  }

  /// How visible a flake is, 0 to 1, easing in and out.
  package func presence(of flake: Int) -> Float {
    let share = visibility[flake]
    return share * share * (3 - 2 * share)
  }

  /// How many flakes can be seen at all.
  package var visibleCount: UInt32 {
    var count: UInt32 = 0
    for index in visibility.indices where visibility[index] > 0 { count += 1 }
    return count
  }

  /// Takes in how long the frame before took, and fades flakes in or out.
  mutating func step(measured: UInt32, frame: UInt32, atNanoseconds nanoseconds: UInt64) {
    let time = choice == 1 ? measured : simulated(frame: frame, atNanoseconds: nanoseconds)
    if time > 0 { _ = controller.observe(frameNanoseconds: time) }
    let shown = Int(controller.count)
    for index in visibility.indices {
      let change = index < shown ? fadeStep : -fadeStep
      visibility[index] = (visibility[index] + change).clamped(0, 1)
    }
  }

  /// The time of a frame on the simulated device.
  private func simulated(frame: UInt32, atNanoseconds nanoseconds: UInt64) -> UInt32 {
    guard let kind = LoadTrace.Kind(rawValue: UInt8(truncatingIfNeeded: choice - 2)) else {
      return 0
    }
    let load = LoadTrace(kind, seed: seed).load(frame: frame, atNanoseconds: nanoseconds)
    let thousandths =
      SnowglobeTuning.simulatedFixedShare + SnowglobeTuning.simulatedFlakeShare
      * UInt64(visibleCount)
    let time = controller.rules.intervalNanoseconds * thousandths / 1000 * UInt64(load) / 1000
    return UInt32(clamping: time)
  }
}

extension AdaptiveFlakes: StateFields {
  /// Shows every stored field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&controller, "controller")
    visitor.constant(choice, "choice")
    visitor.constant(seed, "seed")
    visitor.field(&visibility, "visibility")
    visitor.constant(fadeStep, "fadeStep")
  }
}
