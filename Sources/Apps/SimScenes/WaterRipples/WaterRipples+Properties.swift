import SimbenchKit

/// Properties of the water.
extension WaterRipples {
  /// Properties and coverage goals.
  package enum Property: UInt8, PropertyKey {
    /// The number of rings is at its maximum.
    case full
    /// An old ring sinks to make space for a new one.
    case retiring
    /// A ring is waiting for a free slot.
    case waiting
    /// There is no ring.
    case calm
    /// A drop falls into the water.
    case dropped
    /// The water is tilted by more than 1/10 of the maximum.
    case sloshing

    /// The property's name, sentence and kind.
    package var descriptor: PropertyDescriptor {
      switch self {
      case .full:
        .sometimes(
          "cap-reached", "The number of rings is at its maximum.", requirement: "BV-RIPPLE")
      case .retiring:
        .sometimes(
          "oldest-recycled", "An old ring sinks to make space for a new one.",
          requirement: "BV-RIPPLE")
      case .waiting:
        .sometimes("ring-waits", "A ring is waiting for a free slot.", requirement: "BV-RIPPLE")
      case .calm: .sometimes("calm-water", "There is no ring.", requirement: "BV-RIPPLE")
      case .dropped:
        .sometimes("drop-falls", "A drop falls into the water.", requirement: "BV-RIPPLE")
      case .sloshing:
        .sometimes(
          "sloshing", "The water is tilted by more than 1/10 of the maximum.",
          requirement: "BV-RIPPLE")
      }
    }
  }

  /// Checks the state after a frame.
  public borrowing func judge(_ input: borrowing FrameInput, by judge: inout PropertyChecker) {
    var (active, retiring) = (UInt32.zero, UInt32.zero)
    for index in rings.isActive.indices {
      active &+= rings.isActive[index]
      retiring &+= rings.isActive[index] & rings.isRetiring[index]
    }
    judge.sometimes(Property.full, active >= UInt32(Tuning.maximumRingCount))
    judge.sometimes(Property.retiring, retiring > 0)
    judge.sometimes(Property.waiting, waitingCount > 0)
    judge.sometimes(Property.calm, active == 0)
    judge.sometimes(Property.dropped, dropCount > 0)
    judge.sometimes(Property.sloshing, slosh.lengthSquared > 0.01)
  }
}
