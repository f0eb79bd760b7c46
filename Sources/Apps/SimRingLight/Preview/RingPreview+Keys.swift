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
        .choice("premium", "The user's entitlement.", ["pro", "free", "lapses"])
      case .script:
        .choice(
          "script", "The script that operates the controls.",
          [
            "steady", "tour", "toggles", "presets", "drag", "resize", "pinch", "captures",
            "switches",
          ])
      case .every:
        .whole("every", "Frames between two actions of the script.", 1...3_600, default: 60)
      case .color:
        .choice(
          "color", "The ring's color.",
          [
            "pure-white", "warm-cream", "ice-blue", "soft-pink", "warm-amber", "cool-lavender",
            "custom",
          ])
      case .temperature:
        .whole("temperature", "The custom color in kelvin.", 1_900...9_000, default: 4_000)
      case .thickness:
        .whole("thickness", "The ring's thickness in points.", 10...120, default: 60)
      case .brightness:
        .whole("brightness", "The ring's brightness slider in percent.", 10...100, default: 100)
      case .skin:
        .choice(
          "skin", "The subject's skin.", ["medium", "porcelain", "light", "olive", "brown", "deep"])
      case .camera:
        .choice("camera", "The initial camera.", ["front", "back"])
      case .roomLight:
        .whole("room-light", "The room's light in percent.", 0...100, default: 20)
      case .movingLight:
        .whole(
          "moving-light", "The varying part of the room's light in percent.", 0...100, default: 0)
      case .noise:
        .whole("noise", "The sensor's noise in percent.", 0...100, default: 40)
      case .shake:
        .whole("shake", "The movement of hand and subject in percent.", 0...100, default: 30)
      case .smoothing:
        .choice("smoothing", "Whether skin is smoothed.", ["on", "off"])
      case .mirror:
        .choice("mirror", "Whether the image is mirrored.", ["on", "off"])
      case .centering:
        .choice("centering", "Whether the preview follows the subject.", ["on", "off"])
      case .grid:
        .choice("grid", "Whether the rule-of-thirds grid is shown.", ["on", "off"])
      case .zoom:
        .number("zoom", "The initial zoom.", 1...5, default: 1)
      case .exposure:
        .number("exposure", "Exposure compensation in stops.", -2...2, default: 0)
      case .flash:
        .choice("flash", "When the flash fires.", ["off", "on", "auto"])
      case .flashSync:
        .choice("flash-sync", "Whether the flash has the ring's color.", ["off", "on"])
      case .timer:
        .choice("timer", "The delay of the self-timer.", ["off", "3s", "5s", "10s"])
      case .hdr:
        .choice("hdr", "When exposures are fused.", ["off", "on", "auto"])
      case .quality:
        .choice("quality", "The photo's resolution.", ["medium", "high"])
      }
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
        .gauge("ring-opacity", "The ring's opacity in percent.", requirement: "SF-RING")
      case .ringLuminance:
        .gauge(
          "ring-luminance", "The ring's luminance in percent of white.", requirement: "SF-BRIGHT")
      case .exposureGain:
        .gauge("exposure-gain", "The camera's gain in percent.", requirement: "SF-RING")
      case .zoom:
        .gauge("zoom-percent", "The zoom in percent.", requirement: "SF-ZOOM")
      case .offCenter:
        .gauge(
          "off-center", "The distance from the subject to the middle, in 1/1,000 of the height.",
          requirement: "SF-CENTER")
      case .photos:
        .gauge("photos", "The number of photos so far.", requirement: "SF-CAPTURE")
      case .flash:
        .gauge("flash", "The flash's opacity in percent.", requirement: "SF-FLASH")
      case .screenBrightness:
        .gauge("screen-brightness", "The display's brightness in percent.", requirement: "SF-FLASH")
      case .transitions:
        .members(
          "transitions",
          "The maximum number of transitions of the display's light within a second.", cap: 2,
          requirement: "SF-RING")
      case .premiumLeaks:
        .gauge(
          "premium-leaks", "Premium values in effect without the entitlement.",
          requirement: "SF-GATING")
      case .cameraSwitches:
        .gauge(
          "camera-switches", "The number of camera switches so far.", requirement: "SF-CAPTURE")
      }
    }
  }
}
