import SimMath

/// Everything a scene may know of the outside world in one frame.
///
/// Storage is taken once for `maximumTouchCount` contacts and `maximumSampleCount` samples; filling
/// it again allocates nothing. Beyond so many contacts a new one is ignored, beyond so many samples
/// the oldest state is kept and later samples of the frame only move the contact.
public struct FrameInput: Sendable {
  /// The maximum count of contacts at once: as many as any device class follows.
  public static var maximumTouchCount: Int { 11 }
  /// The maximum count of sensor samples kept of one frame: 16 for each contact.
  package static var maximumSampleCount: Int { 16 * maximumTouchCount }

  /// The frame's index, counted in frames the scene really ran.
  public var frame: UInt32 = 0
  /// Nanoseconds from the start of the run to the start of the frame.
  public var timeNanoseconds: UInt64 = 0
  /// The motion sensors' reading in canvas axes, or nil when the device has none.
  public var motion: MotionSample?
  /// Keys that were pressed down since the frame before.
  public var keyPresses: KeyPresses = []
  /// How long the frame before took the processor in nanoseconds, for scenes that adapt; 0 when
  /// nobody measured it, as in every run that is to be repeatable.
  public var previousFrameNanoseconds: UInt32 = 0
  /// How long the graphics processor took for its newest frame in nanoseconds; 0 when that is
  /// unknown.
  public var previousGraphicsNanoseconds: UInt32 = 0

  /// Contacts of this frame; the first `touchCount` are valid, in order of arrival.
  public private(set) var touches: [Touch]
  /// How many contacts the frame has, those just lifted included.
  public private(set) var touchCount = 0
  /// Sensor samples of this frame, grouped by contact; the first `sampleCount` are valid.
  public private(set) var samples: [TouchSample]
  /// How many samples the frame has.
  public private(set) var sampleCount = 0

  /// Makes an input without contacts and without motion.
  public init() {
    let touch = Touch(
      id: 0, phase: .ended, kind: .finger, position: .zero, previousPosition: .zero, radius: 0,
      pressure: 0, timestampNanoseconds: 0)
    let sample = TouchSample(touchID: 0, position: .zero, timestampNanoseconds: 0)
    touches = [Touch](repeating: touch, count: Self.maximumTouchCount)
    samples = [TouchSample](repeating: sample, count: Self.maximumSampleCount)
  }

  /// Starts a frame without contacts, samples, motion or keys.
  public mutating func begin(frame: UInt32, timeNanoseconds: UInt64) {
    self.frame = frame
    self.timeNanoseconds = timeNanoseconds
    motion = nil
    keyPresses = []
    previousFrameNanoseconds = 0
    previousGraphicsNanoseconds = 0
    touchCount = 0
    sampleCount = 0
  }

  /// Adds a contact; the samples added next belong to it.
  ///
  /// Ignored beyond `maximumTouchCount`.
  ///
  /// - Returns: whether there was a free slot.
  @discardableResult
  public mutating func append(_ touch: Touch) -> Bool {
    guard touchCount < Self.maximumTouchCount else { return false }
    touches[touchCount] = touch
    touches[touchCount].firstSample = UInt16(sampleCount)
    touches[touchCount].sampleCount = 0
    touchCount += 1
    return true
  }

  /// Adds a sample to the contact added last, unless there is none or no free slot.
  public mutating func append(_ sample: TouchSample) {
    guard touchCount > 0, sampleCount < Self.maximumSampleCount else { return }
    samples[sampleCount] = sample
    sampleCount += 1
    touches[touchCount - 1].sampleCount += 1
  }

  /// The frame's contact of that identifier, lifted or not; nil when the frame has none.
  ///
  /// O(contacts).
  public func touch(withID id: UInt32) -> Touch? {
    for index in 0..<touchCount where touches[index].id == id { return touches[index] }
    return nil
  }

  /// Contacts that are on the glass at the end of the frame.
  public var downCount: Int {
    var count = 0
    for index in 0..<touchCount where touches[index].phase.isDown { count += 1 }
    return count
  }
}
