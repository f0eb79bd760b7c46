/// What frames cost a simulated device: for trying quality controllers without a device.
///
/// Each part takes a fixed time and the same for every member that can be seen, at the usual load;
/// a load multiplies both. Integers only: the same times on every target.
package struct SimulatedDevice: Equatable, Sendable {
  /// A part of a device that has a share in every frame.
  package struct Part: Equatable, Sendable {
    /// A frame without members, in millionths of the refresh interval.
    package let fixed: UInt64
    /// What every member adds to it, in millionths of the refresh interval.
    package let perMember: UInt64

    /// Makes a part.
    package init(fixed: UInt64, perMember: UInt64) {
      self.fixed = fixed
      self.perMember = perMember
    }

    /// The time of a frame in nanoseconds, at most what fits.
    ///
    /// - Parameters:
    ///   - members: How many can be seen.
    ///   - load: The factor on the cost, in thousandths.
    ///   - intervalNanoseconds: The time from one refresh to the next.
    package func nanoseconds(
      members: UInt32, load: UInt32, intervalNanoseconds: UInt64
    ) -> UInt32 {
      let millionths = fixed + perMember * UInt64(members)
      let time = intervalNanoseconds * millionths / 1_000_000 * UInt64(load) / 1000
      return UInt32(clamping: time)
    }
  }

  /// What steps and draws.
  package let processor: Part
  /// What makes pixels of it.
  package let graphics: Part

  /// Makes a device.
  package init(processor: Part, graphics: Part) {
    self.processor = processor
    self.graphics = graphics
  }
}
