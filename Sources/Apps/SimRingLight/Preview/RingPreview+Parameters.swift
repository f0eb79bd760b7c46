import SimbenchKit

/// What the parameters stand for.
extension RingPreview {
  /// Who holds the entitlement, and until when.
  package enum Premium: UInt8, CaseIterable, Sendable {
    /// A user who paid.
    case pro
    /// No entitlement.
    case free
    /// Until five times `every` frames are over.
    case lapses
  }

  /// What presses the controls.
  package enum Script: UInt8, CaseIterable, Sendable {
    /// Nothing: the controls stay as they are.
    case steady
    /// Everything once, `every` frames each: no ring, each color, smoothing, a photo with flash.
    case tour
    /// The ring's switch, every so many frames.
    case toggles
    /// The next color, every so many frames.
    case presets
    /// The brightness slider to and fro, each way in so many frames.
    case drag
    /// The thickness slider to and fro.
    case resize
    /// Two fingers to and fro.
    case pinch
    /// The shutter, every so many frames.
    case captures
    /// The other camera, every so many frames.
    case switches
  }

  /// What the scene says about itself.
  public static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "ring-light",
      summary: "A selfie camera's preview in the light of a ring around it.",
      requirements: [
        "SF-RING", "SF-COLOR", "SF-BRIGHT", "SF-FPS", "SF-FLASH", "SF-TIMER", "SF-GRID",
        "SF-MIRROR", "SF-SMOOTH", "SF-ZOOM", "SF-CENTER", "SF-HDR", "SF-CAPTURE", "SF-GATING",
      ],
      parameters: Parameter.descriptors, populations: Population.descriptors,
      properties: Property.descriptors, commandCapacity: 64, behaviorVersion: 4,
      stages: PreviewStage.allCases.map { $0.name }, hasCamera: true)
  }

  /// What the parameters say.
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
