/// The camera settings that the entitlement decides; values are whole numbers in the order of their
/// types.
package enum PremiumSetting: UInt8, CaseIterable, Sendable {
  /// The ring's color; two are free.
  case color
  /// The self-timer; off and 3 s are free.
  case timer
  /// The photo quality; medium is free.
  case quality
  /// The fusion of exposures; off is free.
  case hdr
  /// Whether the preview is mirrored.
  case mirror
  /// Whether skin is smoothed.
  case smoothing
  /// Whether the flash has the ring's color.
  case flashSync
  /// Whether the preview follows the subject.
  case centerStage

  /// The number of settings.
  package static var count: UInt8 { 8 }

  /// Whether a value needs the entitlement: the first values are free.
  package func isPremium(_ value: UInt32) -> Bool {
    switch self {
    case .color, .timer: value > 1
    case .quality, .hdr, .mirror, .smoothing, .flashSync, .centerStage: value > 0
    }
  }

  /// The value that applies: without the entitlement, the first value takes the place of a premium
  /// one.
  package func effective(_ value: UInt32, hasPro: Bool) -> UInt32 {
    hasPro || !isPremium(value) ? value : 0
  }
}
