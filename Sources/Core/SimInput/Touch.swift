import SimMath

/// The phase of a contact.
public enum TouchPhase: UInt8, CaseIterable, Sendable {
  /// The contact is new in this frame.
  case began
  /// The contact moved since the previous frame.
  case moved
  /// The contact is down and has not moved.
  case stationary
  /// The contact lifted in this frame.
  case ended
  /// The system cancelled the contact in this frame, for example because it recognized a palm.
  case cancelled

  /// Whether the contact is on the glass at the end of the frame.
  public var isDown: Bool { self != .ended && self != .cancelled }
}

/// The kind of object that touches the glass.
public enum TouchKind: UInt8, CaseIterable, Sendable {
  /// A finger; with a large radius, a palm.
  case finger
  /// A stylus with pressure.
  case pencil
}

/// One measurement of a contact by the touch sensor.
public struct TouchSample: Equatable, Sendable {
  /// The identifier of its contact.
  public var touchID: UInt32
  /// The position in points.
  public var position: Vector2
  /// The time of measurement in nanoseconds from the start of the run; finer than a frame.
  public var timestampNanoseconds: UInt64
  /// The pressure, 0 to 1; 0 for fingers.
  public var pressure: Float

  /// Creates a sample.
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
  /// The identifier, from `began` to `ended` or `cancelled`; never reused in a run.
  public var id: UInt32
  /// The phase.
  public var phase: TouchPhase
  /// The kind of object.
  public var kind: TouchKind
  /// The newest position in points.
  public var position: Vector2
  /// The position at the end of the previous frame; equal to `position` in the first frame.
  public var previousPosition: Vector2
  /// The radius in points: about 5 to 12 for fingers, 25 and more for palms.
  public var radius: Float
  /// The pressure, 0 to 1; 0 for fingers.
  public var pressure: Float
  /// The time of the newest sample in nanoseconds from the start of the run.
  public var timestampNanoseconds: UInt64
  /// The index of the contact's first sample in `FrameInput.samples`, oldest first.
  @usableFromInline package var firstSample: UInt16
  /// The number of samples in this frame; 0 if stationary.
  @usableFromInline package var sampleCount: UInt16

  /// Creates a contact without samples.
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
