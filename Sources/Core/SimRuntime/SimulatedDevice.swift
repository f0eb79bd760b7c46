/// The frame costs of a simulated device, for testing quality controllers without a device.
///
/// CPU and GPU each take a fixed time plus the same time per visible member, at the nominal load; a
/// load multiplies both. Integers only: the same times on every target.
package struct SimulatedDevice: Equatable, Sendable {
  /// A processor of the device, with its cost per frame.
  package struct Part: Equatable, Sendable {
    /// The cost of a frame without members, in millionths of the refresh interval.
    package let fixed: UInt64
    /// The additional cost per member, in millionths of the refresh interval.
    package let perMember: UInt64

    /// Creates a processor.
    package init(fixed: UInt64, perMember: UInt64) {
      self.fixed = fixed
      self.perMember = perMember
    }

    /// The time of a frame in nanoseconds, clamped to the maximum of the type.
    ///
    /// - Parameters:
    ///   - members: the number of visible members.
    ///   - load: the factor on the cost, in thousandths.
    ///   - intervalNanoseconds: the time between refreshes.
    package func nanoseconds(
      members: UInt32, load: UInt32, intervalNanoseconds: UInt64
    ) -> UInt32 {
      let millionths = fixed + perMember * UInt64(members)
      let time = intervalNanoseconds * millionths / 1_000_000 * UInt64(load) / 1000
      return UInt32(clamping: time)
    }
  }

  /// The CPU, which steps and draws.
  package let processor: Part
  /// The GPU, which renders pixels.
  package let graphics: Part

  /// Creates a device.
  package init(processor: Part, graphics: Part) {
    self.processor = processor
    self.graphics = graphics
  }
}
