import SimbenchKit

/// What `explore` looks for at the ring light.
extension RingPreview {
  /// What has to hold, and what should happen now and then.
  package enum Property: UInt8, PropertyKey {
    /// Without the subscription no paid setting is in force.
    case noLeak
    /// The ring is dark.
    case ringOff
    /// The ring covers all that it can.
    case ringFull
    /// The timer counts down.
    case counting
    /// The flash is at its brightest.
    case exposed
    /// A countdown is cancelled.
    case cancelled
    /// The flash rises while the ring is off.
    case flashWhileToggled
    /// Three photos are taken.
    case photos
    /// The camera is switched.
    case switched
    /// The picture is magnified more than twice.
    case zoomed
    /// The subscription is not there.
    case free

    /// What the property is called and says, and when it has to hold.
    package var descriptor: PropertyDescriptor {
      switch self {
      case .noLeak:
        .always(
          "no-premium-leak", "Without the subscription no paid setting is in force.",
          requirement: "SF-GATING")
      case .ringOff: .sometimes("ring-off", "The ring is dark.", requirement: "SF-RING")
      case .ringFull:
        .sometimes("ring-full", "The ring covers all that it can.", requirement: "SF-RING")
      case .counting: .sometimes("timer-counts", "The timer counts down.", requirement: "SF-TIMER")
      case .exposed:
        .sometimes("flash-exposes", "The flash is at its brightest.", requirement: "SF-FLASH")
      case .cancelled:
        .sometimes("capture-cancelled", "A countdown is cancelled.", requirement: "SF-TIMER")
      case .flashWhileToggled:
        .sometimes(
          "flash-while-ring-off", "The flash rises while the ring is off.", requirement: "SF-FLASH")
      case .photos: .sometimes("three-photos", "Three photos are taken.", requirement: "SF-CAPTURE")
      case .switched:
        .sometimes("camera-switched", "The camera is switched.", requirement: "SF-CAPTURE")
      case .zoomed:
        .sometimes("zoomed", "The picture is magnified more than twice.", requirement: "SF-ZOOM")
      case .free:
        .sometimes("not-entitled", "The subscription is not there.", requirement: "SF-GATING")
      }
    }
  }

  /// Looks at the state after a frame.
  public borrowing func judge(_ input: borrowing FrameInput, by judge: inout PropertyJudge) {
    judge.always(
      Property.noLeak, isEntitled || settings.premiumCount == 0,
      value: Float(settings.premiumCount), limit: 0)
    judge.sometimes(Property.ringOff, ring.overlay.coverage == 0)
    judge.sometimes(Property.ringFull, ring.overlay.coverage >= 1)
    judge.sometimes(Property.counting, capture.phase == .counting)
    judge.sometimes(Property.exposed, capture.phase == .exposed)
    judge.sometimes(Property.cancelled, capture.cancelCount > 0)
    judge.sometimes(
      Property.flashWhileToggled, capture.phase == .rising && !settings.isRingOn)
    judge.sometimes(Property.photos, capture.photoCount >= 3)
    judge.sometimes(Property.switched, camera.switchCount > 0)
    judge.sometimes(Property.zoomed, zoom > 2)
    judge.sometimes(Property.free, !isEntitled)
  }
}
