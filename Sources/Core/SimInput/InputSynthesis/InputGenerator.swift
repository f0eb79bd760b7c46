/// A part of the canvas in fractions of its width and height.
public struct NormalizedRegion: Equatable, Sendable {
  /// Left edge, 0 to 1.
  package var x: Float
  /// Top edge, 0 to 1.
  package var y: Float
  /// Width, 0 to 1; `x + width` is at most 1.
  package var width: Float
  /// Height, 0 to 1; `y + height` is at most 1.
  package var height: Float

  /// The whole canvas.
  public static var whole: NormalizedRegion {
    NormalizedRegion(x: 0, y: 0, width: 1, height: 1)
  }

  /// Makes a region from its top left corner and size.
  public init(x: Float, y: Float, width: Float, height: Float) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Whether the region lies within the canvas and is not upside down.
  package var isValid: Bool {
    x >= 0 && y >= 0 && width >= 0 && height >= 0 && x + width <= 1 && y + height <= 1
  }
}

/// One source of synthetic input: what it does, when, how often and how strongly.
public struct InputGenerator: Equatable, Sendable {
  /// What a generator does.
  public enum Kind: UInt8, CaseIterable, Sendable {
    /// Contacts of one finger, each 50 to 200 ms long.
    case tap
    /// Two to five fingers at once or one shortly after the other, each for 50 to 200 ms.
    case multiTap
    /// A finger drawn along a gently curved path; one in four is a flick, from which the finger
    /// lifts at 0.25 to 1 m/s.
    case drag
    /// A finger that rests, with tremor of 8 to 12 Hz.
    case hold
    /// Bursts of fingers and palms: slaps, smears, sudden lifts, contacts the system cancels.
    case toddlerMash
    /// The device is shaken: an oscillation that rises, fades and ends at rest where it began.
    case shake
    /// The device is tilted slowly and brought back.
    case slowTilt
    /// The device is lifted and turned toward the face.
    case pickUp
    /// The device rests: only the sensors' noise.
    case stillness
    /// A key at the device's edge is pressed: a volume key, or the camera's own.
    case keyPress

    /// The name in files and reports.
    package var name: StaticString {
      switch self {
      case .tap: "tap"
      case .multiTap: "multi-tap"
      case .drag: "drag"
      case .hold: "hold"
      case .toddlerMash: "toddler-mash"
      case .shake: "shake"
      case .slowTilt: "slow-tilt"
      case .pickUp: "pick-up"
      case .stillness: "stillness"
      case .keyPress: "key-press"
      }
    }

    /// Whether it moves the device.
    package var isMotion: Bool { rawValue >= Kind.shake.rawValue && self != .keyPress }
    /// Whether it touches the glass.
    package var isTouch: Bool { rawValue < Kind.shake.rawValue }

    /// The name of the random streams of this kind.
    var streamName: StaticString {
      switch self {
      case .tap: "input/tap"
      case .multiTap: "input/multi-tap"
      case .drag: "input/drag"
      case .hold: "input/hold"
      case .toddlerMash: "input/toddler-mash"
      case .shake: "input/shake"
      case .slowTilt: "input/slow-tilt"
      case .pickUp: "input/pick-up"
      case .stillness: "input/stillness"
      case .keyPress: "input/key-press"
      }
    }
  }

  /// What it does.
  package var kind: Kind
  /// The first frame in which an event may start.
  package var startFrame: UInt32
  /// The frame from which on no event starts; `.max` for the end of the run.
  ///
  /// A contact or movement under way is finished after it.
  package var endFrame: UInt32
  /// The mean number of events per minute, with exponentially distributed gaps; 0 for none.
  ///
  /// At hundreds a minute some find no free slot: `InputTally` counts them.
  package var eventsPerMinute: Float
  /// How strongly, 1 being the default.
  ///
  /// Scales the length of drags, the speed of flicks, tremor, the number of contacts in a burst,
  /// acceleration, angles and noise.
  package var strength: Float
  /// Where touches start, the middle of the hand for several, and where the paths of drags end.
  package var region: NormalizedRegion
  /// Whether fingers are replaced by a stylus with pressure; palms remain palms.
  package var isPencil: Bool

  /// Generators in one run at most.
  package static var maximumCount: Int { 16 }
  /// Allowed values of `eventsPerMinute`.
  package static var eventsPerMinuteLimits: ClosedRange<Float> { 0...6000 }
  /// Allowed values of `strength`.
  package static var strengthLimits: ClosedRange<Float> { 0...4 }

  /// Makes a generator.
  public init(
    kind: Kind, startFrame: UInt32 = 0, endFrame: UInt32 = .max, eventsPerMinute: Float,
    strength: Float = 1, region: NormalizedRegion = .whole, isPencil: Bool = false
  ) {
    self.kind = kind
    self.startFrame = startFrame
    self.endFrame = endFrame
    self.eventsPerMinute = eventsPerMinute
    self.strength = strength
    self.region = region
    self.isPencil = isPencil
  }

  /// A generator that runs from the first frame to the last at the kind's usual rate.
  public static func standard(_ kind: Kind) -> InputGenerator {
    let rate: Float =
      switch kind {
      case .tap: 30
      case .multiTap: 12
      case .drag: 20
      case .hold: 8
      case .toddlerMash: 10
      case .shake: 6
      case .slowTilt: 6
      case .pickUp: 3
      case .stillness: 0
      case .keyPress: 12
      }
    return InputGenerator(kind: kind, eventsPerMinute: rate)
  }

  /// Whether every field is within its limits.
  package var isValid: Bool {
    startFrame <= endFrame && Self.eventsPerMinuteLimits.contains(eventsPerMinute)
      && Self.strengthLimits.contains(strength) && region.isValid
  }
}
