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

    /// What files, reports and lists say of a kind, and how often it acts by default.
    private struct Row {
      var name: StaticString
      var eventsPerMinute: Float
      var summary: StaticString
    }

    private var row: Row {
      switch self {
      case .tap:
        Row(
          name: "tap", eventsPerMinute: 30,
          summary: "Contacts of one finger, 50 to 200 ms long.")
      case .multiTap:
        Row(
          name: "multi-tap", eventsPerMinute: 12,
          summary: "Two to five fingers, together or one shortly after the other, 50 to 200 ms.")
      case .drag:
        Row(
          name: "drag", eventsPerMinute: 20,
          summary: "A finger drawn along a gently curved path; one in four flicks at 0.25 to 1 m/s."
        )
      case .hold:
        Row(
          name: "hold", eventsPerMinute: 8,
          summary: "A finger that rests, with tremor of 8 to 12 Hz.")
      case .toddlerMash:
        Row(
          name: "toddler-mash", eventsPerMinute: 10,
          summary: "Bursts of fingers and palms: slaps, smears, lifts, cancellations.")
      case .shake:
        Row(
          name: "shake", eventsPerMinute: 6,
          summary: "The device is shaken at 2 to 6 Hz and comes to rest where it was.")
      case .slowTilt:
        Row(
          name: "slow-tilt", eventsPerMinute: 6,
          summary: "The device is tilted slowly and brought back.")
      case .pickUp:
        Row(
          name: "pick-up", eventsPerMinute: 3,
          summary: "The device is lifted and turned towards the face.")
      case .stillness:
        Row(
          name: "stillness", eventsPerMinute: 0,
          summary: "The device rests: only the sensors' noise.")
      case .keyPress:
        Row(
          name: "key-press", eventsPerMinute: 12,
          summary: "A volume key or the camera's own key is pressed.")
      }
    }

    /// The name in files and reports.
    package var name: StaticString { row.name }
    /// What it does, in a sentence.
    package var summary: StaticString { row.summary }
    /// The mean number of events per minute by default.
    package var eventsPerMinute: Float { row.eventsPerMinute }

    /// Whether it moves the device.
    package var isMotion: Bool { rawValue >= Kind.shake.rawValue && self != .keyPress }
    /// Whether it touches the glass.
    package var isTouch: Bool { rawValue < Kind.shake.rawValue }
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
    InputGenerator(kind: kind, eventsPerMinute: kind.eventsPerMinute)
  }

  /// Whether every field is within its limits.
  package var isValid: Bool {
    startFrame <= endFrame && Self.eventsPerMinuteLimits.contains(eventsPerMinute)
      && Self.strengthLimits.contains(strength) && region.isValid
  }
}
