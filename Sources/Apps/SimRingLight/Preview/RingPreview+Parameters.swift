import SimbenchKit

/// What a scenario may set.
extension RingPreview {
  /// Places of the parameters in the descriptor.
  package enum Parameter {
    /// Who holds the entitlement.
    package static var premium: Int { 0 }
    /// What presses the controls.
    package static var script: Int { 1 }
    /// Frames between two actions.
    package static var every: Int { 2 }
    /// The ring's color.
    package static var color: Int { 3 }
    /// The custom color in kelvin.
    package static var temperature: Int { 4 }
    /// Points.
    package static var thickness: Int { 5 }
    /// Percent.
    package static var brightness: Int { 6 }
    /// The subject's skin.
    package static var skin: Int { 7 }
    /// 0 in front, 1 at the back.
    package static var camera: Int { 8 }
    /// Percent.
    package static var roomLight: Int { 9 }
    /// Percent.
    package static var movingLight: Int { 10 }
    /// Percent.
    package static var noise: Int { 11 }
    /// Percent.
    package static var shake: Int { 12 }
    /// 0 on, 1 off.
    package static var smoothing: Int { 13 }
    /// 0 on, 1 off.
    package static var mirror: Int { 14 }
    /// 0 on, 1 off.
    package static var centering: Int { 15 }
    /// 0 on, 1 off.
    package static var grid: Int { 16 }
    /// The zoom at first.
    package static var zoom: Int { 17 }
    /// Stops.
    package static var exposure: Int { 18 }
    /// Off, on, automatic.
    package static var flash: Int { 19 }
    /// 0 off, 1 on.
    package static var flashSync: Int { 20 }
    /// Off, three, five, ten seconds.
    package static var timer: Int { 21 }
    /// Off, on, automatic.
    package static var hdr: Int { 22 }
    /// 0 medium, 1 high.
    package static var quality: Int { 23 }
  }

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

  private static func number(
    _ name: StaticString, _ summary: StaticString, _ minimum: Float, _ maximum: Float,
    _ defaultValue: Float, isWhole: Bool = true
  ) -> ParameterDescriptor {
    ParameterDescriptor(
      name: name, summary: summary, minimum: minimum, maximum: maximum, defaultValue: defaultValue,
      isWhole: isWhole)
  }

  private static func choice(
    _ name: StaticString, _ summary: StaticString, _ choices: [StaticString]
  ) -> ParameterDescriptor {
    ParameterDescriptor(name: name, summary: summary, choices: choices)
  }

  private static var ringParameters: [ParameterDescriptor] {
    [
      choice("premium", "Who holds the entitlement.", ["pro", "free", "lapses"]),
      choice(
        "script", "What presses the controls.",
        [
          "steady", "tour", "toggles", "presets", "drag", "resize", "pinch", "captures",
          "switches",
        ]),
      number("every", "Frames between two actions of the script.", 1, 3_600, 60),
      choice(
        "color", "The ring's color.",
        [
          "pure-white", "warm-cream", "ice-blue", "soft-pink", "warm-amber", "cool-lavender",
          "custom",
        ]),
      number("temperature", "The custom color in kelvin.", 1_900, 9_000, 4_000),
      number("thickness", "The ring's thickness in points.", 10, 120, 60),
      number("brightness", "The ring's brightness slider in percent.", 10, 100, 100),
    ]
  }

  private static var cameraParameters: [ParameterDescriptor] {
    [
      choice(
        "skin", "The subject's skin.",
        ["medium", "porcelain", "light", "olive", "brown", "deep"]),
      choice("camera", "Which camera looks at first.", ["front", "back"]),
      number("room-light", "The room's light in percent.", 0, 100, 20),
      number("moving-light", "How much of it moves in percent.", 0, 100, 0),
      number("noise", "The sensor's noise in percent.", 0, 100, 40),
      number("shake", "How much hand and subject move in percent.", 0, 100, 30),
      choice("smoothing", "Whether skin is smoothed.", ["on", "off"]),
      choice("mirror", "Whether the picture is mirrored.", ["on", "off"]),
      choice("centering", "Whether the picture follows the subject.", ["on", "off"]),
      choice("grid", "Whether lines at the thirds are shown.", ["on", "off"]),
      number("zoom", "The zoom at first.", 1, 5, 1, isWhole: false),
      number("exposure", "Exposure compensation in stops.", -2, 2, 0, isWhole: false),
      choice("flash", "When the flash fires.", ["off", "on", "auto"]),
      choice("flash-sync", "Whether the flash has the ring's color.", ["off", "on"]),
      choice("timer", "How long the shutter waits.", ["off", "3s", "5s", "10s"]),
      choice("hdr", "When exposures are fused.", ["off", "on", "auto"]),
      choice("quality", "The photo's resolution.", ["medium", "high"]),
    ]
  }

  private static func gauge(
    _ name: StaticString, _ summary: StaticString, _ requirement: StaticString,
    cap: UInt32 = 0
  ) -> PopulationDescriptor {
    PopulationDescriptor(name: name, summary: summary, cap: cap, requirement: requirement)
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
      parameters: ringParameters + cameraParameters,
      populations: [
        gauge("ring-opacity", "Percent of what lies below that the ring hides.", "SF-RING"),
        gauge("ring-luminance", "The ring's luminance in percent of white.", "SF-BRIGHT"),
        gauge("exposure-gain", "The camera's gain in percent.", "SF-RING"),
        gauge("zoom-percent", "The zoom in percent.", "SF-ZOOM"),
        gauge("off-center", "Thousandths of the height from subject to middle.", "SF-CENTER"),
        gauge("photos", "Photos so far.", "SF-CAPTURE"),
        gauge("flash", "Percent of the display that the flash hides.", "SF-FLASH"),
        gauge("screen-brightness", "The display's brightness in percent.", "SF-FLASH"),
        gauge(
          "transitions", "The most transitions of the display's light within a second.",
          "SF-RING", cap: 2),
        gauge("premium-leaks", "Premium values in force without entitlement.", "SF-GATING"),
        gauge("camera-switches", "Switches to the other camera so far.", "SF-CAPTURE"),
      ],
      commandCapacity: 64, behaviorVersion: 4)
  }

  /// What the parameters say.
  static func initial(_ values: [Float]) -> CameraSettings {
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
