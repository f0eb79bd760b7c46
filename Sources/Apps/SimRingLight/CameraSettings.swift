/// When the flash fires.
package enum FlashMode: UInt8, CaseIterable, Sendable {
  /// Never.
  case off
  /// With every photo.
  case on
  /// With a photo in little light.
  case auto
}

/// When several exposures become one photo.
package enum HDRMode: UInt8, CaseIterable, Sendable {
  /// Never.
  case off
  /// Always.
  case on
  /// When the light differs much within the picture.
  case auto
}

/// How long the shutter waits.
package enum SelfTimer: UInt8, CaseIterable, Sendable {
  /// Not at all; free.
  case off
  /// Free.
  case threeSeconds
  /// Premium.
  case fiveSeconds
  /// Premium.
  case tenSeconds

  /// The wait in seconds.
  package var seconds: UInt32 {
    switch self {
    case .off: 0
    case .threeSeconds: 3
    case .fiveSeconds: 5
    case .tenSeconds: 10
    }
  }

  /// Whether everybody may use it.
  package var isFree: Bool { self == .off || self == .threeSeconds }
}

/// What the user has chosen in the app.
package struct CameraSettings: Equatable, Sendable {
  /// Whether the ring shines.
  package var isRingOn = true
  /// Its color.
  package var preset = RingPreset.pureWhite
  /// The custom color's temperature in kelvin.
  package var kelvin: Float = 4_000
  /// The ring's thickness in points, 10 to 120.
  package var thickness: Float = 60
  /// The brightness slider, 0.1 to 1.
  package var brightness: Float = 1
  /// The wait before a photo.
  package var timer = SelfTimer.off
  /// The flash.
  package var flash = FlashMode.off
  /// Whether the flash has the ring's color.
  package var isFlashSynced = false
  /// Whether preview and photo are mirrored.
  package var isMirrored = false
  /// Whether skin is smoothed.
  package var isSmoothing = false
  /// Whether the picture follows the subject.
  package var isCentering = false
  /// Fusion of exposures.
  package var hdr = HDRMode.off
  /// Whether photos have the sensor's full resolution.
  package var isHighQuality = false
  /// Whether lines at the thirds are shown.
  package var showsGrid = false
  /// Exposure compensation in stops.
  package var exposureStops: Float = 0

  /// What is chosen at first.
  package init() {}

  /// What holds with or without the entitlement: every premium value becomes the free one.
  ///
  /// The choice itself stays, so that it is back with the entitlement.
  package func gated(isPro: Bool) -> CameraSettings {
    guard !isPro else { return self }
    var free = self
    if !preset.isFree { free.preset = .pureWhite }
    if !timer.isFree { free.timer = .off }
    free.isFlashSynced = false
    free.isMirrored = false
    free.isSmoothing = false
    free.isCentering = false
    free.hdr = .off
    free.isHighQuality = false
    return free
  }

  /// How many premium values are in force.
  package var premiumCount: UInt32 {
    var count: UInt32 = 0
    for isPremium in [
      !preset.isFree, !timer.isFree, isFlashSynced, isMirrored, isSmoothing, isCentering,
      hdr != .off, isHighQuality,
    ] where isPremium { count += 1 }
    return count
  }
}
