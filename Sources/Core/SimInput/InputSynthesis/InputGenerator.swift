/// A part of the canvas in fractions of its width and height.
public struct NormalizedRegion: Equatable, Sendable {
  /// The left edge, 0 to 1.
  package var x: Float
  /// The top edge, 0 to 1.
  package var y: Float
  /// The width, 0 to 1; `x + width` is at most 1.
  package var width: Float
  /// The height, 0 to 1; `y + height` is at most 1.
  package var height: Float

  /// The whole canvas.
  public static var whole: NormalizedRegion {
    NormalizedRegion(x: 0, y: 0, width: 1, height: 1)
  }

  /// Creates a region from its top left corner and size.
  public init(x: Float, y: Float, width: Float, height: Float) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Whether the region is within the canvas and its size is not negative.
  package var isValid: Bool {
    x >= 0 && y >= 0 && width >= 0 && height >= 0 && x + width <= 1 && y + height <= 1
  }
}

/// A generator of synthetic input of one kind, with its period, rate and strength.
public struct InputGenerator: Equatable, Sendable {
  /// The kind of input.
  public enum Kind: UInt8, CaseIterable, Sendable {
    /// Contacts of one finger, each 50 to 200 ms long.
    case tap
    /// Two to five fingers, together or shortly after one another, each for 50 to 200 ms.
    case multiTap
    /// A finger drawn along a gently curved path; one in four is a flick, whose finger lifts at
    /// 0.25 to 1 m/s.
    case drag
    /// A resting finger with a tremor of 8 to 12 Hz.
    case hold
    /// Bursts of fingers and palms: slaps, smears, sudden lifts, contacts that the system cancels.
    case toddlerMash
    /// A shake of the device: an oscillation that rises, fades and ends at rest where it began.
    case shake
    /// A slow tilt of the device and back.
    case slowTilt
    /// A lift of the device with a rotation toward the face.
    case pickUp
    /// A device at rest: only sensor noise.
    case stillness
    /// A press of a volume button or the camera button.
    case keyPress

    /// The name, default rate and description of a kind.
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
          summary: "Two to five fingers, together or shortly after one another, 50 to 200 ms.")
      case .drag:
        Row(
          name: "drag", eventsPerMinute: 20,
          summary: "A finger drawn along a gently curved path; one in four flicks at 0.25 to 1 m/s."
        )
      case .hold:
        Row(
          name: "hold", eventsPerMinute: 8,
          summary: "A resting finger with a tremor of 8 to 12 Hz.")
      case .toddlerMash:
        Row(
          name: "toddler-mash", eventsPerMinute: 10,
          summary: "Bursts of fingers and palms: slaps, smears, lifts, cancellations.")
      case .shake:
        Row(
          name: "shake", eventsPerMinute: 6,
          summary: "The device is shaken at 2 to 6 Hz and ends at rest where it began.")
      case .slowTilt:
        Row(
          name: "slow-tilt", eventsPerMinute: 6,
          summary: "The device is tilted slowly and brought back.")
      case .pickUp:
        Row(
          name: "pick-up", eventsPerMinute: 3,
          summary: "The device is lifted and rotated toward the face.")
      case .stillness:
        Row(
          name: "stillness", eventsPerMinute: 0,
          summary: "The device rests: only sensor noise.")
      case .keyPress:
        Row(
          name: "key-press", eventsPerMinute: 12,
          summary: "A volume button or the camera button is pressed.")
      }
    }

    /// The name in files and reports.
    package var name: StaticString { row.name }
    /// A one-sentence description of the kind.
    package var summary: StaticString { row.summary }
    /// The default mean number of events per minute.
    package var eventsPerMinute: Float { row.eventsPerMinute }

    /// Whether the kind moves the device.
    package var isMotion: Bool { rawValue >= Kind.shake.rawValue && self != .keyPress }
    /// Whether the kind touches the glass.
    package var isTouch: Bool { rawValue < Kind.shake.rawValue }
  }

  /// The kind of input.
  package var kind: Kind
  /// The first frame in which an event may start.
  package var startFrame: UInt32
  /// The frame from which on no event starts; `.max` for the end of the run.
  ///
  /// Contacts and movements in progress continue after it.
  package var endFrame: UInt32
  /// The mean number of events per minute, with exponentially distributed gaps; 0 for none.
  ///
  /// At hundreds per minute, some events find no free slot: `InputTally` counts them.
  package var eventsPerMinute: Float
  /// The strength; the default is 1.
  ///
  /// It scales the length of drags, the speed of flicks, tremor, the number of contacts in a burst,
  /// acceleration, angles and noise.
  package var strength: Float
  /// The region where touches start (for several, the center of the hand) and where drags end.
  package var region: NormalizedRegion
  /// Whether a stylus with pressure replaces fingers; palms remain palms.
  package var isPencil: Bool

  /// The maximum number of generators in a run.
  package static var maximumCount: Int { 16 }
  /// The allowed values of `eventsPerMinute`.
  package static var eventsPerMinuteLimits: ClosedRange<Float> { 0...6000 }
  /// The allowed values of `strength`.
  package static var strengthLimits: ClosedRange<Float> { 0...4 }

  /// Creates a generator.
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

  /// A generator that runs from the first to the last frame at the kind's default rate.
  public static func standard(_ kind: Kind) -> InputGenerator {
    InputGenerator(kind: kind, eventsPerMinute: kind.eventsPerMinute)
  }

  /// Whether every field is within its limits.
  package var isValid: Bool {
    startFrame <= endFrame && Self.eventsPerMinuteLimits.contains(eventsPerMinute)
      && Self.strengthLimits.contains(strength) && region.isValid
  }
}
