import SimMath
import SimRaster
import SimInput

/// A full-screen picture that answers touch and motion: state, its step, and how it looks.
///
/// The frame loop calls `prepare` once, `drawRetained` then and after every `resize`, and `step`
/// and `draw` every frame. A scene sees no clock, file, pixel or thread. `step` and `draw` must
/// not allocate: take all storage in `init` and `prepare`, sized by the caps.
public protocol Scene: StateFields, ~Copyable {
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
