import SimInput

/// A run as plain values of fixed width, from which every target produces the same frames.
public struct RunPlan: Equatable, Sendable {
  /// The scenario's seed.
  public var seed: UInt64
  /// The number of frames, including those in the background.
  public var frameCount: UInt32
  /// The frame rate.
  public var clock: FrameClock
  /// The canvas of the first frame.
  public var canvas: SceneCanvas
  /// The values of the scene's parameters.
  public var parameters: ParameterValues
  /// Whether the user enabled Reduce Motion.
  public var isMotionReduced = false
  /// Whether the device has motion sensors.
  package var hasMotion = true
  /// The generators of synthetic touch and motion.
  public var generators: [InputGenerator] = []
  /// The defects of sensors and delivery.
  package var defects = InputDefects()
  /// Touch samples per second.
  package var touchSamplesPerSecond: UInt32 = 60
  /// The maximum number of fingers that the device tracks at once, within
  /// `InputSynthesizer.touchContactLimits`.
  package var touchContacts = InputSynthesizer.defaultTouchContacts
  /// The synthetic person who traces, for scenes with something to trace.
  package var writer: Writer?
  /// Recorded contacts, which replace those of the writer.
  package var touchTrack: TouchTrack?
  /// Points per millimeter of the display; by default that of an iPhone 12.
  public var pointsPerMillimeter = RunPlan.defaultPointsPerMillimeter
  /// Recorded motion, which replaces that of the generators.
  package var motionTrack: MotionTrack?
  /// Recorded input, which replaces all synthetic input.
  package var recordedInput: InputRecording?
  /// Whether recorded input repeats after its end.
  package var repeatsRecordedInput = false
  /// Camera images, for scenes with a camera; nil for synthesized images.
  public var camera: CameraPictures?
  /// Rotations and new sizes, in ascending frame order.
  package var canvasChanges: [CanvasChange] = []
  /// Frames in the background, which have no input and are not stepped or drawn.
  package var backgroundSpans: [FrameSpan] = []
  /// The parents' gate in front of the scene; nil for none.
  package var gate: SceneGate?
  /// The actions at the gate, in ascending frame order.
  package var gateActions: [GateAction] = []

  /// Creates a plan without input.
  public init(
    seed: UInt64, frameCount: UInt32, clock: FrameClock, canvas: SceneCanvas,
    parameters: ParameterValues
  ) {
    self.seed = seed
    self.frameCount = frameCount
    self.clock = clock
    self.canvas = canvas
    self.parameters = parameters
  }

  /// The density of 460 pixels per inch at 3 pixels per point.
  public static var defaultPointsPerMillimeter: Float {
    RecordingHeader.defaultPointsPerMillimeter
  }

  /// The maximum number of pixels of any canvas of the run, so that buffers never grow.
  package var maximumPixelCount: Int32 {
    canvasChanges.reduce(canvas.pixelWidth * canvas.pixelHeight) {
      max($0, $1.canvas.pixelWidth * $1.canvas.pixelHeight)
    }
  }

  /// The minimum number of pixels per point of any canvas of the run.
  package var minimumScale: Float {
    canvasChanges.reduce(canvas.scale) { min($0, $1.canvas.scale) }
  }

  /// The longest side of any canvas of the run, in pixels.
  package var maximumSide: Int32 {
    canvasChanges.reduce(max(canvas.pixelWidth, canvas.pixelHeight)) {
      max($0, max($1.canvas.pixelWidth, $1.canvas.pixelHeight))
    }
  }
}

extension RunPlan {
  /// Adds to a frame's input what happens at the gate: the time in the background before the frame,
  /// and the actions since the last frame that the scene ran.
  func fillGate(_ input: inout FrameInput, frame index: UInt32) {
    var first = index
    while let span = backgroundSpans.first(where: { $0.end == first && $0.start < first }) {
      first = span.start
    }
    input.absentNanoseconds =
      clock.startNanoseconds(ofFrame: index) - clock.startNanoseconds(ofFrame: first)
    let start = actionCount(before: first)
    let end = actionCount(before: index &+ 1)
    if start < end { input.gateActions = gateActions[start..<end] }
  }

  /// The number of actions before a frame.
  ///
  /// - Complexity: O(log actions)
  private func actionCount(before frame: UInt32) -> Int {
    var (low, high) = (0, gateActions.count)
    while low < high {
      let middle = (low + high) / 2
      if gateActions[middle].frame < frame { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
