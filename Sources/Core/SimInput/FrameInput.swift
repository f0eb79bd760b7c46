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
  /// The CPU time of the previous frame; 0 if not measured.
  package var storedFrameNanoseconds: UInt32 = 0
  /// The GPU time of the newest finished frame; 0 if unknown.
  package var storedGraphicsNanoseconds: UInt32 = 0
  /// The actions at a parents' gate since the previous frame; empty without a gate.
  package var gateActions: ArraySlice<GateAction> = []
  /// The time in the background since the previous frame; 0 without a gate.
  package var absentNanoseconds: UInt64 = 0

  /// The contacts of this frame in order of arrival, including those just lifted.
  public private(set) var touches = Touches()
  /// Storage for samples; the first `sampleCount` are in use.
  @usableFromInline private(set) var sampleStorage: [TouchSample]
  /// The number of touch samples.
  @usableFromInline private(set) var sampleCount = 0

  /// Creates an input without contacts and motion.
  public init() {
    let sample = TouchSample(touchID: 0, position: .zero, timestampNanoseconds: 0)
    sampleStorage = [TouchSample](repeating: sample, count: Self.maximumSampleCount)
  }

  /// The CPU time of the previous frame in nanoseconds, for scenes that adapt; nil if not measured,
  /// as with synthetic input.
  ///
  /// A time of 0 counts as not measured.
  public var previousFrameNanoseconds: UInt32? {
    get { storedFrameNanoseconds == 0 ? nil : storedFrameNanoseconds }
    set { storedFrameNanoseconds = newValue ?? 0 }
  }

  /// The GPU time of the newest finished frame in nanoseconds; nil if unknown.
  public var previousGraphicsNanoseconds: UInt32? {
    get { storedGraphicsNanoseconds == 0 ? nil : storedGraphicsNanoseconds }
    set { storedGraphicsNanoseconds = newValue ?? 0 }
  }

  /// Starts a frame without contacts, samples, motion or buttons.
  public mutating func begin(frame: UInt32, timeNanoseconds: UInt64) {
    self.frame = frame
    self.timeNanoseconds = timeNanoseconds
    motion = nil
    keyPresses = []
    storedFrameNanoseconds = 0
    storedGraphicsNanoseconds = 0
    if !gateActions.isEmpty { gateActions = [] }
    absentNanoseconds = 0
    touches.removeAll()
    sampleCount = 0
  }

  /// Adds a contact; the samples added next belong to it.
  ///
  /// Ignored beyond `maximumTouchCount`.
  ///
  /// - Returns: whether there was a free slot.
  @discardableResult
  public mutating func append(_ touch: Touch) -> Bool {
    var touch = touch
    touch.firstSample = UInt16(sampleCount)
    touch.sampleCount = 0
    return touches.append(touch)
  }

  /// Adds a sample to the last contact; ignored without a contact or a free slot.
  public mutating func append(_ sample: TouchSample) {
    guard !touches.isEmpty, sampleCount < Self.maximumSampleCount else { return }
    sampleStorage[sampleCount] = sample
    sampleCount += 1
    touches.addSampleToLast()
  }

  /// The touch samples of this frame, grouped by contact in the order of `touches`.
  @inlinable public var samples: ArraySlice<TouchSample> { sampleStorage[0..<sampleCount] }

  /// The samples of one of this frame's contacts, oldest first; none if it did not move.
  ///
  /// Empty for a contact of another frame that this frame does not have.
  @inlinable
  public func samples(of touch: Touch) -> ArraySlice<TouchSample> {
    let first = Int(touch.firstSample)
    let end = first + Int(touch.sampleCount)
    guard end <= sampleCount, first < end, sampleStorage[first].touchID == touch.id else {
      return sampleStorage[0..<0]
    }
    return sampleStorage[first..<end]
  }

  /// The contact with an identifier, lifted or not; nil if the frame has none.
  ///
  /// - Complexity: O(contacts)
  public func touch(withID id: UInt32) -> Touch? {
    touches.first { $0.id == id }
  }

  /// The number of contacts that are on the glass at the end of the frame.
  public var downCount: Int {
    var count = 0
    for touch in touches where touch.phase.isDown { count += 1 }
    return count
  }
}
