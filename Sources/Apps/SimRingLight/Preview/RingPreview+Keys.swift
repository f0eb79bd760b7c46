import SimbenchKit

/// Parameters and populations.
extension RingPreview {
  /// Parameters of a scenario.
  public enum Parameter: UInt8, ParameterKey {
    /// The holder of the entitlement.
    case premium
    /// The script that operates the controls.
    case script
    /// Frames between two actions of the script.
    case every
    /// The ring's color.
    case color
    /// The custom color in kelvin.
    case temperature
    /// The ring's thickness in points.
    case thickness
    /// The brightness slider in percent.
    case brightness
    /// The subject's skin.
    case skin
    /// 0 front, 1 back.
    case camera
    /// The room's light in percent.
    case roomLight
    /// The varying part of the room's light, in percent.
    case movingLight
    /// The sensor's noise in percent.
    case noise
    /// The movement of hand and subject in percent.
    case shake
    /// 0 on, 1 off.
    case smoothing
    /// 0 on, 1 off.
    case mirror
    /// 0 on, 1 off.
    case centering
    /// 0 on, 1 off.
    case grid
    /// The initial zoom.
    case zoom
    /// Exposure compensation in stops.
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

    /// The parameter's name, summary and range.
    public var descriptor: ParameterDescriptor {
      switch self {
      case .premium:
        Self.choice("premium", "The user's entitlement.", ["pro", "free", "lapses"])
      case .script:
        Self.choice(
          "script", "The script that operates the controls.",
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
        Self.choice("camera", "The initial camera.", ["front", "back"])
      case .roomLight:
        Self.number("room-light", "The room's light in percent.", 0, 100, 20)
      case .movingLight:
        Self.number("moving-light", "The varying part of the room's light in percent.", 0, 100, 0)
      case .noise:
        Self.number("noise", "The sensor's noise in percent.", 0, 100, 40)
      case .shake:
        Self.number("shake", "The movement of hand and subject in percent.", 0, 100, 30)
      case .smoothing:
        Self.choice("smoothing", "Whether skin is smoothed.", ["on", "off"])
      case .mirror:
        Self.choice("mirror", "Whether the image is mirrored.", ["on", "off"])
      case .centering:
        Self.choice("centering", "Whether the preview follows the subject.", ["on", "off"])
      case .grid:
        Self.choice("grid", "Whether the rule-of-thirds grid is shown.", ["on", "off"])
      case .zoom:
        Self.number("zoom", "The initial zoom.", 1, 5, 1, isWhole: false)
      case .exposure:
        Self.number("exposure", "Exposure compensation in stops.", -2, 2, 0, isWhole: false)
      case .flash:
        Self.choice("flash", "When the flash fires.", ["off", "on", "auto"])
      case .flashSync:
        Self.choice("flash-sync", "Whether the flash has the ring's color.", ["off", "on"])
      case .timer:
        Self.choice("timer", "The delay of the self-timer.", ["off", "3s", "5s", "10s"])
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

  /// Values counted in every frame.
  public enum Population: UInt8, PopulationKey {
    /// The ring's opacity in percent.
    case ringOpacity
    /// The ring's luminance in percent of white.
    case ringLuminance
    /// The camera's gain in percent.
    case exposureGain
    /// The zoom in percent.
    case zoom
    /// The distance from the subject to the middle of the preview, in 1/1,000 of the height.
    case offCenter
    /// The number of photos so far.
    case photos
    /// The flash's opacity in percent.
    case flash
    /// The display's brightness in percent.
    case screenBrightness
    /// The maximum number of transitions of the display's light within a second so far.
    case transitions
    /// Premium values in effect without the entitlement.
    case premiumLeaks
    /// The number of camera switches so far.
    case cameraSwitches

    /// The population's description and limit.
    public var descriptor: PopulationDescriptor {
      switch self {
      case .ringOpacity:
        Self.gauge("ring-opacity", "The ring's opacity in percent.", "SF-RING")
      case .ringLuminance:
        Self.gauge("ring-luminance", "The ring's luminance in percent of white.", "SF-BRIGHT")
      case .exposureGain:
        Self.gauge("exposure-gain", "The camera's gain in percent.", "SF-RING")
      case .zoom:
        Self.gauge("zoom-percent", "The zoom in percent.", "SF-ZOOM")
      case .offCenter:
        Self.gauge(
          "off-center", "The distance from the subject to the middle, in 1/1,000 of the height.",
          "SF-CENTER")
      case .photos:
        Self.gauge("photos", "The number of photos so far.", "SF-CAPTURE")
      case .flash:
        Self.gauge("flash", "The flash's opacity in percent.", "SF-FLASH")
      case .screenBrightness:
        Self.gauge("screen-brightness", "The display's brightness in percent.", "SF-FLASH")
      case .transitions:
        Self.gauge(
          "transitions",
          "The maximum number of transitions of the display's light within a second.", "SF-RING",
          cap: 2)
      case .premiumLeaks:
        Self.gauge(
          "premium-leaks", "Premium values in effect without the entitlement.", "SF-GATING")
      case .cameraSwitches:
        Self.gauge("camera-switches", "The number of camera switches so far.", "SF-CAPTURE")
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
