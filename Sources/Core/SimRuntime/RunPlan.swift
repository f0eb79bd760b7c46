import SimInput

/// A run as plain values of fixed width: what every target needs to produce the same frames.
public struct RunPlan: Equatable, Sendable {
  /// The scenario's seed.
  public var seed: UInt64
  /// How many frames are stepped and drawn, background frames included.
  public var frameCount: UInt32
  /// The frame rate.
  public var clock: FrameClock
  /// The canvas of the first frame.
  public var canvas: Canvas
  /// Values of the scene's parameters.
  public var parameters: ParameterValues
  /// Whether the person asked the system for less motion.
  public var isMotionReduced = false
  /// Whether the device reports motion at all.
  package var hasMotion = true
  /// Sources of synthetic touch and motion.
  public var generators: [InputGenerator] = []
  /// What the touch sensor and the system get wrong.
  package var defects = InputDefects()
  /// Touch samples per second.
  package var touchSamplesPerSecond: UInt32 = 60
  /// The maximum count of fingers the device follows at once, within
  /// `InputSynthesizer.touchContactLimits`.
  package var touchContacts = InputSynthesizer.defaultTouchContacts
  /// Who writes on the glass, for scenes that show something to trace.
  package var writer: Writer?
  /// Contacts that were written down; they take the place of the writer's.
  package var touchTrack: TouchTrack?
  /// Points per millimeter of the display; that of an iPhone 12 unless a device says otherwise.
  public var pointsPerMillimeter = RunPlan.defaultPointsPerMillimeter
  /// Recorded motion; replaces the motion of the generators.
  package var motionTrack: MotionTrack?
  /// Recorded input in place of all that is made up.
  package var recordedInput: InputRecording?
  /// Whether recorded input begins again when it has ended.
  package var repeatsRecordedInput = false
  /// What the cameras see, for scenes that have some; nil for what such a scene synthesizes.
  public var camera: CameraPictures?
  /// Rotations and new sizes, by ascending frame.
  package var canvasChanges: [CanvasChange] = []
  /// Frames the app spends in the background: nothing is stepped, drawn or sensed.
  package var backgroundSpans: [FrameSpan] = []

  /// Makes a plan without input.
  public init(
    seed: UInt64, frameCount: UInt32, clock: FrameClock, canvas: Canvas,
    parameters: ParameterValues
  ) {
    self.seed = seed
    self.frameCount = frameCount
    self.clock = clock
    self.canvas = canvas
    self.parameters = parameters
  }

  /// 460 pixels per inch at 3 pixels per point.
  public static var defaultPointsPerMillimeter: Float {
    RecordingHeader.defaultPointsPerMillimeter
  }

  /// The maximum count of pixels any canvas of the run has, so that buffers never grow.
  package var maximumPixelCount: Int32 {
    canvasChanges.reduce(canvas.pixelWidth * canvas.pixelHeight) {
      max($0, $1.canvas.pixelWidth * $1.canvas.pixelHeight)
    }
  }

  /// The fewest pixels per point any canvas of the run has.
  package var minimumScale: Float {
    canvasChanges.reduce(canvas.scale) { min($0, $1.canvas.scale) }
  }

  /// The longest side any canvas of the run has, in pixels.
  package var maximumSide: Int32 {
    canvasChanges.reduce(max(canvas.pixelWidth, canvas.pixelHeight)) {
      max($0, max($1.canvas.pixelWidth, $1.canvas.pixelHeight))
    }
  }
}
