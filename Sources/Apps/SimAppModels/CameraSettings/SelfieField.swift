import SimRingLight
import SimbenchKit

/// A setting of SelfieCam; values are whole numbers.
package enum SelfieField: UInt8, CaseIterable, Sendable {
  /// The ring's color: pure white, warm cream, ice blue, soft pink, warm amber, cool lavender,
  /// custom.
  case color
  /// The self-timer: off, 3, 5 or 10 s.
  case timer
  /// The photo quality: medium or high.
  case quality
  /// HDR: off, on or auto.
  case hdr
  /// Whether the preview is mirrored.
  case mirror
  /// Whether skin is smoothed.
  case smoothing
  /// Whether the flash has the ring's color.
  case flashSync
  /// Whether the camera keeps the face in the center.
  case centerStage
  /// Whether the ring is on.
  case ring
  /// The camera: front or back.
  case camera
  /// The flash: off, on or auto.
  case flash
  /// Whether the grid is shown.
  case grid
  /// What is captured: a photo or a video.
  case captureMode
  /// Whether photos are saved at once.
  case autoSave
  /// The ring's size in points; a slider.
  case size
  /// The ring's opacity in percent; a slider.
  case opacity
  /// The custom color, 8 bits each of red, green and blue; a slider.
  case customColor

  /// The number of settings.
  package static var count: Int { 17 }
  /// The settings without sliders.
  package static var plainCount: Int { 14 }
  /// The names in events.
  package static var names: [StaticString] {
    [
      "color", "timer", "quality", "hdr", "mirror", "smoothing", "flash-sync", "center-stage",
      "ring", "camera", "flash", "grid", "capture-mode", "auto-save", "size", "opacity",
      "custom-color",
    ]
  }

  /// The bit of the setting in a set of settings.
  package var bit: UInt32 { 1 &<< UInt32(rawValue) }

  /// Whether it is set by a slider, whose changes are written later.
  package var isSlider: Bool { rawValue >= SelfieField.size.rawValue }

  /// The allowed values.
  package var range: ClosedRange<UInt32> {
    switch self {
    case .color: 0...6
    case .timer: 0...3
    case .hdr, .flash: 0...2
    case .size: 10...120
    case .opacity: 10...100
    case .customColor: 0...0xFF_FFFF
    case .quality, .mirror, .smoothing, .flashSync, .centerStage, .ring, .camera, .grid,
      .captureMode, .autoSave:
      0...1
    }
  }

  /// The value of a new installation, which is also the one shown in place of a premium value.
  package var defaultValue: UInt32 {
    switch self {
    case .ring, .autoSave: 1
    case .size: 60
    case .opacity: 100
    case .customColor: 0xFF_FFFF
    default: 0
    }
  }

  /// The setting of the camera that Pro decides; nil if Pro does not.
  private var premium: PremiumSetting? {
    switch self {
    case .color: .color
    case .timer: .timer
    case .quality: .quality
    case .hdr: .hdr
    case .mirror: .mirror
    case .smoothing: .smoothing
    case .flashSync: .flashSync
    case .centerStage: .centerStage
    default: nil
    }
  }

  /// Whether a value needs Pro.
  package func isPremium(_ value: UInt32) -> Bool {
    premium?.isPremium(value) ?? (self == .customColor && value != defaultValue)
  }

  /// The value that applies: without Pro, the default takes the place of a premium value.
  package func effective(_ value: UInt32, hasPro: Bool) -> UInt32 {
    premium?.effective(value, hasPro: hasPro)
      ?? (hasPro || !isPremium(value) ? value : defaultValue)
  }

  /// Whether a user may set a value.
  ///
  /// Without Pro a control that offers only one free value is locked, so that touching it
  /// overwrites no premium value.
  package func accepts(_ value: UInt32, hasPro: Bool) -> Bool {
    guard range.contains(value) else { return false }
    if hasPro { return true }
    switch self {
    case .color, .timer, .quality: return !isPremium(value)
    case .hdr, .mirror, .smoothing, .flashSync, .centerStage, .customColor: return false
    case .ring, .camera, .flash, .grid, .captureMode, .autoSave, .size, .opacity: return true
    }
  }
}

/// The values of all settings.
package struct SelfieSettings: Equatable, Sendable, StateFields {
  /// One value per setting, in the order of `SelfieField`.
  package var values: [UInt32] = SelfieField.allCases.map { $0.defaultValue }

  /// The settings of a new installation.
  package init() {}

  /// The value of a setting.
  package subscript(_ field: SelfieField) -> UInt32 {
    get { values[Int(field.rawValue)] }
    set { values[Int(field.rawValue)] = newValue }
  }

  /// The settings that apply: without Pro, defaults take the place of premium values.
  package func effective(hasPro: Bool) -> SelfieSettings {
    var settings = self
    settings.gate(hasPro: hasPro)
    return settings
  }

  /// Replaces premium values by defaults unless Pro is owned.
  package mutating func gate(hasPro: Bool) {
    for place in values.indices {
      guard let field = SelfieField(rawValue: UInt8(place)) else { continue }
      values[place] = field.effective(values[place], hasPro: hasPro)
    }
  }

  /// Whether timer, HDR, quality and mirror have their most premium values; used by planted bugs.
  var isLavish: Bool {
    self[.timer] == 3 && self[.hdr] == 2 && self[.quality] == 1 && self[.mirror] == 1
  }

  /// What a capture depends on, in one word; the size and the custom color are left out.
  package var captured: UInt64 {
    var packed: UInt64 = 0
    for place in 0..<SelfieField.plainCount {
      packed |= UInt64(values[place] & 7) &<< (3 &* UInt64(place))
    }
    return packed
  }

  /// Visits every value.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&values, "values")
  }
}
