import SimMath

/// The external input of a scene in one frame.
///
/// Storage is allocated once for `maximumTouchCount` contacts and `maximumSampleCount` samples;
/// refilling it does not allocate. Additional contacts are ignored. Additional samples are dropped,
/// but the contact's own position still includes them.
public struct FrameInput: Sendable {
  /// The maximum number of simultaneous contacts, as many as any device class tracks.
  public static var maximumTouchCount: Int { 11 }
  /// The maximum number of touch samples per frame: 16 per contact.
  package static var maximumSampleCount: Int { 16 * maximumTouchCount }

  /// The index of the frame among the frames that the scene ran.
  public var frame: UInt32 = 0
  /// Nanoseconds from the start of the run to the start of the frame.
  public var timeNanoseconds: UInt64 = 0
  /// The motion sensors' reading in canvas axes; nil for a device without sensors.
  public var motion: MotionSample?
  /// The hardware buttons pressed since the previous frame.
  public var keyPresses: ButtonPresses = []
  /// The CPU time of the previous frame in nanoseconds, for scenes that adapt; 0 if not measured,
  /// as with synthetic input.
  public var previousFrameNanoseconds: UInt32 = 0
  /// The GPU time of the newest finished frame in nanoseconds; 0 if unknown.
  public var previousGraphicsNanoseconds: UInt32 = 0

  /// The contacts of this frame in order of arrival; the first `touchCount` are valid.
  public private(set) var touches: [Touch]
  /// The number of contacts, including those just lifted.
  public private(set) var touchCount = 0
  /// The touch samples of this frame, grouped by contact; the first `sampleCount` are valid.
  public private(set) var samples: [TouchSample]
  /// The number of touch samples.
  public private(set) var sampleCount = 0

  /// Creates an input without contacts and motion.
  public init() {
    let touch = Touch(
      id: 0, phase: .ended, kind: .finger, position: .zero, previousPosition: .zero, radius: 0,
      pressure: 0, timestampNanoseconds: 0)
    let sample = TouchSample(touchID: 0, position: .zero, timestampNanoseconds: 0)
    touches = [Touch](repeating: touch, count: Self.maximumTouchCount)
    samples = [TouchSample](repeating: sample, count: Self.maximumSampleCount)
  }

  /// Starts a frame without contacts, samples, motion or buttons.
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

  /// Adds a sample to the last contact; ignored without a contact or a free slot.
  public mutating func append(_ sample: TouchSample) {
    guard touchCount > 0, sampleCount < Self.maximumSampleCount else { return }
    samples[sampleCount] = sample
    sampleCount += 1
    touches[touchCount - 1].sampleCount += 1
  }

  /// The contact with an identifier, lifted or not; nil if the frame has none.
  ///
  /// - Complexity: O(contacts)
  public func touch(withID id: UInt32) -> Touch? {
    for index in 0..<touchCount where touches[index].id == id { return touches[index] }
    return nil
  }

  /// The number of contacts that are on the glass at the end of the frame.
  public var downCount: Int {
    var count = 0
    for index in 0..<touchCount where touches[index].phase.isDown { count += 1 }
    return count
  }
}
