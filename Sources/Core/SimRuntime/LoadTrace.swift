import SimMath

/// The load of a simulated device over time, for testing quality controllers in virtual time.
///
/// A load is a factor on the cost of every frame, in thousandths, and the same on every target.
package struct LoadTrace: Equatable, Sendable {
  /// The shape over time.
  package enum Kind: UInt8, Sendable, CaseIterable {
    /// The nominal load throughout.
    case steady
    /// The nominal load for 60 s, then a rise to 2.2 times within 120 s, like thermal throttling.
    case thermalThrottling
    /// Half a second of three times the load, every 13 s.
    case backgroundBurst
    /// A rise to 2.5 times the load within 300 s and an equally slow fall, repeated.
    case slowDrift
    /// Twice the load for 30 s, then half of it for 31 s, so that it returns just after quality has
    /// risen.
    case onOff
    /// Twice the load from 20 s on.
    case step
    /// Four times the load in one frame of every 60.
    case spikes
    /// A random load within ±20 % in every frame.
    case noise
    /// 2.5 times the load for 60 s, then 0.6 times.
    case recovery
    /// A rise to twice the load within 40 s and a fall within 5 s, repeated.
    case sawTooth
    /// Twenty times the load, which no level sustains.
    case hopeless

    /// The kebab-case name.
    package var name: StaticString {
      switch self {
      case .steady: "steady"
      case .thermalThrottling: "thermal-throttling"
      case .backgroundBurst: "background-burst"
      case .slowDrift: "slow-drift"
      case .onOff: "on-off"
      case .step: "step"
      case .spikes: "spikes"
      case .noise: "noise"
      case .recovery: "recovery"
      case .sawTooth: "saw-tooth"
      case .hopeless: "hopeless"
      }
    }
  }

  /// The shape over time.
  package var kind: Kind
  /// The seed of the random loads.
  package var seed: UInt64

  /// Creates a trace.
  package init(_ kind: Kind, seed: UInt64 = 1) {
    self.kind = kind
    self.seed = seed
  }

  /// The factor on the cost of a frame, in thousandths.
  ///
  /// - Parameters:
  ///   - frame: the index of the frame.
  ///   - nanoseconds: the start time of the frame.
  package func load(frame: UInt32, atNanoseconds nanoseconds: UInt64) -> UInt32 {
    let time = nanoseconds / 1_000_000
    switch kind {
    case .steady: return 1000
    case .thermalThrottling: return Self.ramp(time, from: 60_000, to: 180_000, 1000, 2200)
    case .backgroundBurst: return time % 13_000 >= 12_500 ? 3000 : 1000
    case .slowDrift:
      let elapsed = time % 600_000
      return Self.ramp(min(elapsed, 600_000 - elapsed), from: 0, to: 300_000, 1000, 2500)
    case .onOff: return time % 61_000 < 30_000 ? 2000 : 500
    case .step: return time < 20_000 ? 1000 : 2000
    case .spikes: return frame % 60 == 59 ? 4000 : 1000
    case .noise:
      var stream = RandomStream(seed: seed, name: "load.noise", index: frame)
      return 800 + stream.nextUInt32() % 401
    case .recovery: return time < 60_000 ? 2500 : 600
    case .sawTooth:
      let elapsed = time % 45_000
      return elapsed < 40_000
        ? Self.ramp(elapsed, from: 0, to: 40_000, 1000, 2000)
        : Self.ramp(elapsed, from: 40_000, to: 45_000, 2000, 1000)
    case .hopeless: return 20_000
    }
  }

  /// Linear interpolation between two times, constant before and after.
  private static func ramp(
    _ time: UInt64, from start: UInt64, to end: UInt64, _ first: UInt32, _ last: UInt32
  ) -> UInt32 {
    let elapsed = min(max(time, start), end) - start
    let change = (Int64(last) - Int64(first)) * Int64(elapsed) / Int64(end - start)
    return UInt32(Int64(first) + change)
  }
}
