import SimbenchKit

/// The meaning of the parameters.
extension RingPreview {
  /// The user's entitlement over time.
  package enum Premium: UInt8, CaseIterable, Sendable {
    /// Always entitled.
    case pro
    /// Never entitled.
    case free
    /// Entitled for the first five times `every` frames.
    case lapses
  }

  /// A script that operates the controls.
  package enum Script: UInt8, CaseIterable, Sendable {
    /// No actions: the controls stay unchanged.
    case steady
    /// Ten steps of `every` frames each: no ring, each color, smoothing, a photo with flash.
    case tour
    /// Toggles the ring every `every` frames.
    case toggles
    /// Selects the next color every `every` frames.
    case presets
    /// Moves the brightness slider back and forth, with `every` frames per direction.
    case drag
    /// Moves the thickness slider back and forth.
    case resize
    /// Pinches two fingers back and forth.
    case pinch
    /// Presses the shutter every `every` frames.
    case captures
    /// Switches the camera every `every` frames.
    case switches
  }

  /// The scene's description.
  public static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "ring-light",
      summary: "A selfie camera's preview with a ring light around it.",
      requirements: [
        "SF-RING", "SF-COLOR", "SF-BRIGHT", "SF-FPS", "SF-FLASH", "SF-TIMER", "SF-GRID",
        "SF-MIRROR", "SF-SMOOTH", "SF-ZOOM", "SF-CENTER", "SF-HDR", "SF-CAPTURE", "SF-GATING",
      ],
      parameters: Parameter.descriptors, populations: Population.descriptors,
      properties: Property.descriptors, commandCapacity: 64, behaviorVersion: 4,
      stages: PreviewStage.allCases.map { $0.name }, hasCamera: true)
  }

  /// The initial settings from the parameters.
  static func initial(_ values: ParameterValues) -> CameraSettings {
    var settings = CameraSettings()
    settings.preset = RingPreset(rawValue: UInt8(values[Parameter.color])) ?? .pureWhite
    settings.kelvin = values[Parameter.temperature]
    settings.thickness = values[Parameter.thickness]
    settings.brightness = values[Parameter.brightness] / 100
    settings.timer = SelfTimer(rawValue: UInt8(values[Parameter.timer])) ?? .off
    settings.flash = FlashMode(rawValue: UInt8(values[Parameter.flash])) ?? .off
    settings.isFlashSynced = values[Parameter.flashSync] == 1
    settings.isMirrored = values[Parameter.mirror] == 0
    settings.isSmoothing = values[Parameter.smoothing] == 0
    settings.isCentering = values[Parameter.centering] == 0
    settings.hdr = HDRMode(rawValue: UInt8(values[Parameter.hdr])) ?? .off
    settings.isHighQuality = values[Parameter.quality] == 1
    settings.showsGrid = values[Parameter.grid] == 0
    settings.exposureStops = values[Parameter.exposure]
    return settings
  }
}
