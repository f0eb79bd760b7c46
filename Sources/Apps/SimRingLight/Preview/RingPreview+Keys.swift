import SimbenchKit

/// What a scenario chooses, and what is counted.
extension RingPreview {
  /// What a scenario may choose.
  public enum Parameter: UInt8, ParameterKey {
    /// Who holds the entitlement.
    case premium
    /// What presses the controls.
    case script
    /// Frames between two actions.
    case every
    /// The ring's color.
    case color
    /// The custom color in kelvin.
    case temperature
    /// Points.
    case thickness
    /// Percent.
    case brightness
    /// The subject's skin.
    case skin
    /// 0 in front, 1 at the back.
    case camera
    /// Percent.
    case roomLight
    /// Percent.
    case movingLight
    /// Percent.
    case noise
    /// Percent.
    case shake
    /// 0 on, 1 off.
    case smoothing
    /// 0 on, 1 off.
    case mirror
    /// 0 on, 1 off.
    case centering
    /// 0 on, 1 off.
    case grid
    /// The zoom at first.
    case zoom
    /// Stops.
    case exposure
    /// Off, on, automatic.
    case flash
    /// 0 off, 1 on.
    case flashSync
    /// Off, three, five, ten seconds.
    case timer
    /// Off, on, automatic.
    case hdr
    /// 0 medium, 1 high.
    case quality

    /// What the parameter is called, does and may be.
    public var descriptor: ParameterDescriptor {
      switch self {
      case .premium:
        Self.choice("premium", "Who holds the entitlement.", ["pro", "free", "lapses"])
      case .script:
        Self.choice(
          "script", "What presses the controls.",
          [
            "steady", "tour", "toggles", "presets", "drag", "resize", "pinch", "captures",
            "switches",
          ])
      case .every:
        Self.number("every", "Frames between two actions of the script.", 1, 3_600, 60)
      case .color:
        Self.choice(
          "color", "The ring's color.",
          [
            "pure-white", "warm-cream", "ice-blue", "soft-pink", "warm-amber", "cool-lavender",
            "custom",
          ])
      case .temperature:
        Self.number("temperature", "The custom color in kelvin.", 1_900, 9_000, 4_000)
      case .thickness:
        Self.number("thickness", "The ring's thickness in points.", 10, 120, 60)
      case .brightness:
        Self.number("brightness", "The ring's brightness slider in percent.", 10, 100, 100)
      case .skin:
        Self.choice(
          "skin", "The subject's skin.", ["medium", "porcelain", "light", "olive", "brown", "deep"])
      case .camera:
        Self.choice("camera", "Which camera looks at first.", ["front", "back"])
      case .roomLight:
        Self.number("room-light", "The room's light in percent.", 0, 100, 20)
      case .movingLight:
        Self.number("moving-light", "How much of it moves in percent.", 0, 100, 0)
      case .noise:
        Self.number("noise", "The sensor's noise in percent.", 0, 100, 40)
      case .shake:
        Self.number("shake", "How much hand and subject move in percent.", 0, 100, 30)
      case .smoothing:
        Self.choice("smoothing", "Whether skin is smoothed.", ["on", "off"])
      case .mirror:
        Self.choice("mirror", "Whether the picture is mirrored.", ["on", "off"])
      case .centering:
        Self.choice("centering", "Whether the picture follows the subject.", ["on", "off"])
      case .grid:
        Self.choice("grid", "Whether lines at the thirds are shown.", ["on", "off"])
      case .zoom:
        Self.number("zoom", "The zoom at first.", 1, 5, 1, isWhole: false)
      case .exposure:
        Self.number("exposure", "Exposure compensation in stops.", -2, 2, 0, isWhole: false)
      case .flash:
        Self.choice("flash", "When the flash fires.", ["off", "on", "auto"])
      case .flashSync:
        Self.choice("flash-sync", "Whether the flash has the ring's color.", ["off", "on"])
      case .timer:
        Self.choice("timer", "How long the shutter waits.", ["off", "3s", "5s", "10s"])
      case .hdr:
        Self.choice("hdr", "When exposures are fused.", ["off", "on", "auto"])
      case .quality:
        Self.choice("quality", "The photo's resolution.", ["medium", "high"])
      }
    }

    private static func number(
      _ name: StaticString, _ summary: StaticString, _ minimum: Float, _ maximum: Float,
      _ defaultValue: Float, isWhole: Bool = true
    ) -> ParameterDescriptor {
      ParameterDescriptor(
        name: name, summary: summary, minimum: minimum, maximum: maximum,
        defaultValue: defaultValue, isWhole: isWhole)
    }

    private static func choice(
      _ name: StaticString, _ summary: StaticString, _ choices: [StaticString]
    ) -> ParameterDescriptor {
      ParameterDescriptor(name: name, summary: summary, choices: choices)
    }
  }

  /// What is counted every frame.
  public enum Population: UInt8, PopulationKey {
    /// Percent of what lies below that the ring hides.
    case ringOpacity
    /// The ring's luminance in percent of white.
    case ringLuminance
    /// The camera's gain in percent.
    case exposureGain
    /// The zoom in percent.
    case zoom
    /// Thousandths of the height from subject to middle.
    case offCenter
    /// Photos so far.
    case photos
    /// Percent of the display that the flash hides.
    case flash
    /// The display's brightness in percent.
    case screenBrightness
    /// The most transitions of the display's light within a second.
    case transitions
    /// Premium values in force without entitlement.
    case premiumLeaks
    /// Switches to the other camera so far.
    case cameraSwitches

    /// What is counted, and how many there may be.
    public var descriptor: PopulationDescriptor {
      switch self {
      case .ringOpacity:
        Self.gauge("ring-opacity", "Percent of what lies below that the ring hides.", "SF-RING")
      case .ringLuminance:
        Self.gauge("ring-luminance", "The ring's luminance in percent of white.", "SF-BRIGHT")
      case .exposureGain:
        Self.gauge("exposure-gain", "The camera's gain in percent.", "SF-RING")
      case .zoom:
        Self.gauge("zoom-percent", "The zoom in percent.", "SF-ZOOM")
      case .offCenter:
        Self.gauge("off-center", "Thousandths of the height from subject to middle.", "SF-CENTER")
      case .photos:
        Self.gauge("photos", "Photos so far.", "SF-CAPTURE")
      case .flash:
        Self.gauge("flash", "Percent of the display that the flash hides.", "SF-FLASH")
      case .screenBrightness:
        Self.gauge("screen-brightness", "The display's brightness in percent.", "SF-FLASH")
      case .transitions:
        Self.gauge(
          "transitions", "The most transitions of the display's light within a second.", "SF-RING",
          cap: 2)
      case .premiumLeaks:
        Self.gauge("premium-leaks", "Premium values in force without entitlement.", "SF-GATING")
      case .cameraSwitches:
        Self.gauge("camera-switches", "Switches to the other camera so far.", "SF-CAPTURE")
      }
    }

    private static func gauge(
      _ name: StaticString, _ summary: StaticString, _ requirement: StaticString,
      cap: UInt32 = 0
    ) -> PopulationDescriptor {
      PopulationDescriptor(name: name, summary: summary, cap: cap, requirement: requirement)
    }
  }
}
