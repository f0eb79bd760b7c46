import SimbenchKit

/// What `explore` looks for on the water.
extension WaterRipples {
  /// What has to hold, and what should happen now and then.
  package enum Property: UInt8, PropertyKey {
    /// There are as many rings as there may be.
    case full
    /// An old ring sinks for a new one.
    case retiring
    /// A ring waits for an older one to sink.
    case waiting
    /// There is no ring.
    case calm
    /// A drop falls by itself.
    case dropped
    /// The water sloshes.
    case sloshing

    /// What the property is called and says, and when it has to hold.
    package var descriptor: PropertyDescriptor {
      switch self {
      case .full:
        .sometimes(
          "cap-reached", "There are as many rings as there may be.", requirement: "BV-RIPPLE")
      case .retiring:
        .sometimes("oldest-recycled", "An old ring sinks for a new one.", requirement: "BV-RIPPLE")
      case .waiting:
        .sometimes("ring-waits", "A ring waits for an older one to sink.", requirement: "BV-RIPPLE")
      case .calm: .sometimes("calm-water", "There is no ring.", requirement: "BV-RIPPLE")
      case .dropped: .sometimes("drop-falls", "A drop falls by itself.", requirement: "BV-RIPPLE")
      case .sloshing: .sometimes("sloshing", "The water sloshes.", requirement: "BV-RIPPLE")
      }
    }
  }

  /// Looks at the state after a frame.
  public borrowing func judge(_ input: borrowing FrameInput, by judge: inout PropertyJudge) {
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
