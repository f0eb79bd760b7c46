import SimMath

/// How heavily a simulated device is loaded at every moment: for trying quality controllers in
/// virtual time, without a clock.
///
/// A load is the factor on every frame's cost, in thousandths; the same on every target.
package struct LoadTrace: Equatable, Sendable {
  /// The shape over time.
  package enum Kind: UInt8, Sendable, CaseIterable {
    /// Always the usual load.
    case steady
    /// Normal for a minute, then slower and slower for two, as a device does that gets hot.
    case thermalThrottling
    /// Half a second of three times the load, every 13 s.
    case backgroundBurst
    /// Up to two and a half times the load in five minutes, and as slowly back.
    case slowDrift
    /// Twice the load for 30 s, half of it for 31 s: gone just when quality has dared to rise.
    case onOff
    /// Twice the load from 20 s on.
    case step
    /// One frame in 60 takes four times as long.
    case spikes
    /// Every frame is up to a fifth quicker or slower.
    case noise
    /// Two and a half times the load for a minute, then three fifths of it.
    case recovery
    /// Heats up within 40 s to twice the load, cools within 5 s.
    case sawTooth
    /// Twenty times the load: no level holds it.
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
  /// The seed of what is random in it.
  package var seed: UInt64

  /// Makes a trace.
  package init(_ kind: Kind, seed: UInt64 = 1) {
    self.kind = kind
    self.seed = seed
  }

  /// The factor on the cost of a frame, in thousandths.
  ///
  /// - Parameters:
  ///   - frame: The frame's index.
  ///   - nanoseconds: The time of its beginning.
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

  /// A straight line between two moments, level before and after.
  private static func ramp(
    _ time: UInt64, from start: UInt64, to end: UInt64, _ first: UInt32, _ last: UInt32
  ) -> UInt32 {
    let elapsed = min(max(time, start), end) - start
    let change = (Int64(last) - Int64(first)) * Int64(elapsed) / Int64(end - start)
    return UInt32(Int64(first) + change)
  }
}
