/// When the flash fires.
package enum FlashMode: UInt8, CaseIterable, Sendable {
  /// Never.
  case off
  /// With every photo.
  case on
  /// With a photo in low light.
  case auto
}

/// When several exposures are fused into one photo.
package enum HDRMode: UInt8, CaseIterable, Sendable {
  /// Never.
  case off
  /// Always.
  case on
  /// If the ring's light is more than twice as bright as the room's.
  case auto
}

/// The delay of the self-timer.
package enum SelfTimer: UInt8, CaseIterable, Sendable {
  /// No delay; free.
  case off
  /// 3 s; free.
  case threeSeconds
  /// 5 s; premium.
  case fiveSeconds
  /// 10 s; premium.
  case tenSeconds

  /// The delay in seconds.
  package var seconds: UInt32 {
    switch self {
    case .off: 0
    case .threeSeconds: 3
    case .fiveSeconds: 5
    case .tenSeconds: 10
    }
  }

  /// Whether it is available without the entitlement.
  package var isFree: Bool { !PremiumSetting.timer.isPremium(UInt32(rawValue)) }
}

/// The user's choices in the app.
package struct CameraSettings: Equatable, Sendable {
  /// Whether the ring is on.
  package var isRingOn = true
  /// The ring's color.
  package var preset = RingPreset.pureWhite
  /// The custom color's temperature in kelvin.
  package var kelvin: Float = 4_000
  /// The ring's thickness in points, 10 to 120.
  package var thickness: Float = 60
  /// The brightness slider, 0.1 to 1.
  package var brightness: Float = 1
  /// The self-timer.
  package var timer = SelfTimer.off
  /// The flash mode.
  package var flash = FlashMode.off
  /// Whether the flash has the ring's color.
  package var isFlashSynced = false
  /// Whether preview and photo are mirrored.
  package var isMirrored = false
  /// Whether skin is smoothed.
  package var isSmoothing = false
  /// Whether the preview follows the subject.
  package var isCentering = false
  /// The fusion of exposures.
  package var hdr = HDRMode.off
  /// Whether photos have the sensor's full resolution.
  package var isHighQuality = false
  /// Whether the rule-of-thirds grid is shown.
  package var showsGrid = false
  /// Exposure compensation in stops.
  package var exposureStops: Float = 0

  /// Makes the default settings.
  package init() {}

  /// The value of a setting that the entitlement decides.
  package subscript(_ setting: PremiumSetting) -> UInt32 {
    get {
      switch setting {
      case .color: UInt32(preset.rawValue)
      case .timer: UInt32(timer.rawValue)
      case .quality: isHighQuality ? 1 : 0
      case .hdr: UInt32(hdr.rawValue)
      case .mirror: isMirrored ? 1 : 0
      case .smoothing: isSmoothing ? 1 : 0
      case .flashSync: isFlashSynced ? 1 : 0
      case .centerStage: isCentering ? 1 : 0
      }
    }
    set {
      switch setting {
      case .color: preset = RingPreset(rawValue: UInt8(newValue)) ?? .pureWhite
      case .timer: timer = SelfTimer(rawValue: UInt8(newValue)) ?? .off
      case .quality: isHighQuality = newValue > 0
      case .hdr: hdr = HDRMode(rawValue: UInt8(newValue)) ?? .off
      case .mirror: isMirrored = newValue > 0
      case .smoothing: isSmoothing = newValue > 0
      case .flashSync: isFlashSynced = newValue > 0
      case .centerStage: isCentering = newValue > 0
      }
    }
  }

  /// The effective settings: without the entitlement, every premium value is replaced by the free
  /// one.
  ///
  /// The choice itself is kept and returns with the entitlement.
  package func gated(isPro: Bool) -> CameraSettings {
    guard !isPro else { return self }
    var settings = self
    for place in 0..<PremiumSetting.count {
      guard let setting = PremiumSetting(rawValue: place) else { continue }
      settings[setting] = setting.effective(self[setting], hasPro: false)
    }
    return settings
  }

  /// The number of premium values in these settings.
  package var premiumCount: UInt32 {
    var count: UInt32 = 0
    for place in 0..<PremiumSetting.count {
      guard let setting = PremiumSetting(rawValue: place) else { continue }
      if setting.isPremium(self[setting]) { count += 1 }
    }
    return count
  }
}
