import SimMath

/// Where a contact is in its life.
public enum TouchPhase: UInt8, CaseIterable, Sendable {
  /// The contact is new in this frame.
  case began
  /// It moved since the last frame.
  case moved
  /// It is down and has not moved.
  case stationary
  /// It lifted in this frame.
  case ended
  /// The system took it away in this frame, for example because a palm was recognised.
  case cancelled

  /// Whether the contact is on the glass at the end of the frame.
  public var isDown: Bool { self != .ended && self != .cancelled }
}

/// What touches the glass.
public enum TouchKind: UInt8, CaseIterable, Sendable {
  /// A finger, or a palm when its radius is large.
  case finger
  /// A stylus with pressure.
  case pencil
}

/// One measurement of a contact by the touch sensor.
public struct TouchSample: Equatable, Sendable {
  /// The contact it belongs to.
  public var touchID: UInt32
  /// Where, in points.
  public var position: Vector2
  /// When it was measured, in nanoseconds from the start of the run; finer than a frame.
  public var timestampNanoseconds: UInt64
  /// Pressure, 0 to 1; 0 for fingers.
  public var pressure: Float

  /// Makes a sample.
  public init(
    touchID: UInt32, position: Vector2, timestampNanoseconds: UInt64, pressure: Float = 0
  ) {
    self.touchID = touchID
    self.position = position
    self.timestampNanoseconds = timestampNanoseconds
    self.pressure = pressure
  }
}

/// The state of one contact in one frame.
public struct Touch: Equatable, Sendable {
  /// Identifies the contact from `began` to `ended` or `cancelled`; never used again in a run.
  public var id: UInt32
  /// Where it is in its life.
  public var phase: TouchPhase
  /// What touches.
  public var kind: TouchKind
  /// The newest position in points.
  public var position: Vector2
  /// Where the contact was at the end of the previous frame; `position` when it began.
  public var previousPosition: Vector2
  /// The contact's radius in points: about 5 to 12 for fingers, 25 and more for palms.
  public var radius: Float
  /// Pressure, 0 to 1; 0 for fingers.
  public var pressure: Float
  /// When the newest sample was measured, in nanoseconds from the start of the run.
  public var timestampNanoseconds: UInt64
  /// Where this contact's samples of the frame start in `FrameInput.samples`, oldest first.
  public var firstSample: UInt16
  /// How many samples arrived in this frame; 0 when stationary.
  public var sampleCount: UInt16

  /// Makes a contact without samples.
  public init(
    id: UInt32, phase: TouchPhase, kind: TouchKind, position: Vector2,
    previousPosition: Vector2, radius: Float, pressure: Float, timestampNanoseconds: UInt64
  ) {
    self.id = id
    self.phase = phase
    self.kind = kind
    self.position = position
    self.previousPosition = previousPosition
    self.radius = radius
    self.pressure = pressure
    self.timestampNanoseconds = timestampNanoseconds
    firstSample = 0
    sampleCount = 0
  }
}
