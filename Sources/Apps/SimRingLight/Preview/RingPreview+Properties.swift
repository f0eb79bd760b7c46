import SimbenchKit

/// Properties of the ring light.
extension RingPreview {
  /// Properties and coverage goals.
  package enum Property: UInt8, PropertyKey {
    /// Without the subscription, no paid setting is in effect.
    case noLeak
    /// The ring is dark.
    case ringOff
    /// The ring has maximum opacity.
    case ringFull
    /// The timer counts down.
    case counting
    /// The flash is at full brightness.
    case exposed
    /// A countdown is canceled.
    case cancelled
    /// The flash rises while the ring is off.
    case flashWhileToggled
    /// Three photos are taken.
    case photos
    /// The camera is switched.
    case switched
    /// The zoom is above 2.
    case zoomed
    /// The user has no subscription.
    case free

    /// The property's name, sentence and kind.
    package var descriptor: PropertyDescriptor {
      switch self {
      case .noLeak:
        .always(
          "no-premium-leak", "Without the subscription, no paid setting is in effect.",
          requirement: "SF-GATING")
      case .ringOff: .sometimes("ring-off", "The ring is dark.", requirement: "SF-RING")
      case .ringFull:
        .sometimes("ring-full", "The ring has maximum opacity.", requirement: "SF-RING")
      case .counting: .sometimes("timer-counts", "The timer counts down.", requirement: "SF-TIMER")
      case .exposed:
        .sometimes("flash-exposes", "The flash is at full brightness.", requirement: "SF-FLASH")
      case .cancelled:
        .sometimes("capture-cancelled", "A countdown is canceled.", requirement: "SF-TIMER")
      case .flashWhileToggled:
        .sometimes(
          "flash-while-ring-off", "The flash rises while the ring is off.", requirement: "SF-FLASH")
      case .photos: .sometimes("three-photos", "Three photos are taken.", requirement: "SF-CAPTURE")
      case .switched:
        .sometimes("camera-switched", "The camera is switched.", requirement: "SF-CAPTURE")
      case .zoomed:
        .sometimes("zoomed", "The zoom is above 2.", requirement: "SF-ZOOM")
      case .free:
        .sometimes("not-entitled", "The user has no subscription.", requirement: "SF-GATING")
      }
    }
  }

  /// Checks the state after a frame.
  public borrowing func judge(_ input: borrowing FrameInput, by judge: inout PropertyChecker) {
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
