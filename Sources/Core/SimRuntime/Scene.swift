import SimMath
import SimRaster
import SimInput

/// What a scene is made from.
public struct SceneContext: Sendable {
  /// Every random draw of the scene comes from named streams of this seed.
  public var seed: UInt64
  /// The canvas of the first frame.
  public var canvas: Canvas
  /// The canvases that the run changes to, in its order; none where they are unknown, as in an app.
  ///
  /// A scene whose storage depends on the canvas takes it in `init`, for all of them.
  public var laterCanvases: [Canvas]
  /// The constant step.
  public var clock: FrameClock
  /// Values of the descriptor's parameters, in its order.
  public var parameters: [Float]
  /// Whether the person asked the system for less motion.
  public var isMotionReduced: Bool
  /// Points per millimeter of the display.
  public var pointsPerMillimeter: Float
  /// What the cameras see; nil for what a scene with cameras makes up.
  package var camera: CameraPictures?

  /// Makes a context.
  public init(
    seed: UInt64, canvas: Canvas, clock: FrameClock, parameters: [Float],
    isMotionReduced: Bool, pointsPerMillimeter: Float = RunPlan.defaultPointsPerMillimeter,
    laterCanvases: [Canvas] = []
  ) {
    self.seed = seed
    self.canvas = canvas
    self.clock = clock
    self.parameters = parameters
    self.isMotionReduced = isMotionReduced
    self.pointsPerMillimeter = pointsPerMillimeter
    self.laterCanvases = laterCanvases
  }
}

/// A full-screen picture that answers touch and motion: state, its step, and how it looks.
///
/// The frame loop calls `prepare` once, `drawRetained` then and after every `resize`, and `step`
/// and `draw` every frame. A scene sees no clock, file, pixel or thread. `step` and `draw` must
/// not allocate: take all storage in `init` and `prepare`, sized by the caps.
public protocol Scene: ~Copyable {
  /// What the scene says about itself.
  static var descriptor: SceneDescriptor { get }

  /// Makes the scene as it is before its first frame.
  init(_ context: SceneContext)

  /// Registers gradients, sprites, images and layers with the list, once.
  mutating func prepare(_ list: inout DisplayList)

  /// Gives the scene another canvas; nothing may be lost or stay outside it for good.
  mutating func resize(to canvas: Canvas)

  /// Advances the state by one frame.
  mutating func step(_ input: borrowing FrameInput)

  /// Fills the retained layers, which are empty when this is called.
  borrowing func drawRetained(into list: inout DisplayList)

  /// Appends the frame's commands; sees state and changes none.
  borrowing func draw(into list: inout DisplayList)

  /// Feeds every stored field of the state to the digest, counters of random streams included.
  borrowing func digest(into digest: inout StateDigest)

  /// Writes one count per population of the descriptor, in its order.
  borrowing func count(into populations: inout PopulationCounts)

  /// Storage of the scene's pixel stages; nothing for scenes of primitives alone.
  associatedtype PixelWork = NoPixelWork

  /// Takes the storage of the pixel stages, for the largest canvas of the plan.
  static func pixelWork(for plan: RunPlan) -> PixelWork

  /// Runs the pixel stages for the frame drawn last and hands their pictures to the list's images.
  ///
  /// Called in the raster phase, and only when pixels are wanted; sees state and changes none. The
  /// observer is told which stage runs. Returns what the stages did.
  borrowing func renderPixels<Observer: PhaseObserver & ~Copyable>(
    with work: inout PixelWork, into list: inout DisplayList, _ observer: inout Observer
  ) -> RasterWork

  /// The contacts of the plan's writer; none unless the scene shows something to trace.
  ///
  /// Called once, before the scene is made.
  static func touchTrack(for plan: RunPlan) -> TouchTrack

  /// How far ink reaches around a sample of a contact of the frame stepped last, in points; nil
  /// where the contact leaves none, as always unless the scene draws strokes.
  borrowing func inkRadius(of touch: Touch, pressure: Float) -> Float?

  /// The photo taken in the frame stepped last; nil in frames without one, and where there is no
  /// camera.
  ///
  /// Called only when photos are wanted, outside of what is measured; it may allocate.
  borrowing func takenPhoto() -> PixelFrame?
}

extension Scene where Self: ~Copyable {
  /// No contacts.
  public static func touchTrack(for plan: RunPlan) -> TouchTrack { TouchTrack() }

  /// No ink.
  public borrowing func inkRadius(of touch: Touch, pressure: Float) -> Float? { nil }

  /// No camera.
  public borrowing func takenPhoto() -> PixelFrame? { nil }
}

/// The storage of a scene without pixel stages.
public struct NoPixelWork: Sendable {
  /// Takes nothing.
  public init() {}
}

extension Scene where Self: ~Copyable, PixelWork == NoPixelWork {
  /// No storage.
  public static func pixelWork(for plan: RunPlan) -> NoPixelWork { NoPixelWork() }

  /// No stages.
  public borrowing func renderPixels<Observer: PhaseObserver & ~Copyable>(
    with work: inout NoPixelWork, into list: inout DisplayList, _ observer: inout Observer
  ) -> RasterWork { RasterWork() }
}

/// One count per population of a scene's descriptor.
public struct PopulationCounts: Sendable {
  /// The counts, in the descriptor's order.
  public private(set) var values: [UInt32]

  /// Makes counts of zero.
  public init(count: Int) {
    values = [UInt32](repeating: 0, count: count)
  }

  /// Sets one count.
  ///
  /// - Precondition: the index is one of the descriptor's.
  public mutating func set(_ index: Int, to value: UInt32) {
    values[index] = value
  }
}
