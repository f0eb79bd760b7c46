import SimMath
import SimRaster
import SimInput

/// A full-screen animation that reacts to touch and motion: its state, step and drawing.
///
/// The frame loop calls `prepare` once, `drawRetained` then and after every `resize`, and `step`
/// and `draw` in every frame. A scene has no access to clocks, files, pixels or threads. `step` and
/// `draw` must not allocate: allocate all storage in `init` and `prepare`, sized by the caps.
///
/// Every scene has a `descriptor`, `init`, `step`, `draw` and `visitState`, the one list of stored
/// fields. All other requirements have defaults, for scenes without ink, pixel stages and the like.
/// Calls are resolved at compile time, so a frame pays nothing for the defaults.
public protocol SimScene: StateFields, SendableMetatype, ~Copyable {
  /// Storage of the pixel stages, without effect on later frames.
  associatedtype PixelWork = Void

  /// The name, parameters, populations and other static facts of the scene.
  static var descriptor: SceneDescriptor { get }

  /// Creates the scene in its state before the first frame.
  init(_ context: SceneContext)

  /// Registers gradients, sprites, images and layers with the list, once.
  mutating func prepare(_ list: inout DisplayList)

  /// Changes the canvas; no member may be lost or stay outside it permanently.
  mutating func resize(to canvas: SceneCanvas)

  /// Advances the state by one frame.
  mutating func step(_ input: borrowing FrameInput)

  /// Fills the retained layers, which are empty before this call.
  borrowing func drawRetained(into list: inout DisplayList)

  /// Appends the frame's commands without changing the state.
  borrowing func draw(into list: inout DisplayList)

  /// Stores one count per population of the descriptor.
  borrowing func count(into populations: inout PopulationCounts)

  /// The radius of ink around a sample of a contact in the last stepped frame, in points.
  ///
  /// Nil if the contact leaves no ink.
  borrowing func inkRadius(of touch: Touch, pressure: Float) -> Float?

  /// The contacts of the plan's writer; empty without a writer.
  ///
  /// Called once, before the scene is created.
  static func touchTrack(for plan: RunPlan) -> TouchTrack

  /// The progress of tracing; nil for a scene without anything to trace.
  ///
  /// After every explored run, careful writing must complete it.
  borrowing func tracing() -> TracingState?

  /// Allocates the storage of the pixel stages for the largest canvas of the plan.
  static func pixelWork(for plan: RunPlan) -> PixelWork

  /// Runs the pixel stages for the last drawn frame and shows their results as images of the list.
  ///
  /// Called in the raster phase, only if frames are rendered. The observer receives the start and
  /// the end of every stage.
  ///
  /// - Returns: the work of the stages.
  borrowing func renderPixels<Observer: PhaseObserver & ~Copyable>(
    with work: inout PixelWork, into list: inout DisplayList, _ observer: inout Observer
  ) -> RasterWork

  /// The photo taken in the last stepped frame; nil in frames without one.
  ///
  /// Called only if photos are saved, outside of measurements; it may allocate.
  borrowing func takenPhoto() -> PixelFrame?

  /// Checks each property of the descriptor after the last stepped frame.
  ///
  /// Called while exploring. It must not allocate.
  ///
  /// - Parameter input: the input of that frame.
  borrowing func judge(_ input: borrowing FrameInput, by judge: inout PropertyChecker)

  /// A member outside its permitted area; nil if there is none.
  ///
  /// Called while exploring, if the descriptor has places. It must not allocate.
  borrowing func strayMember(on canvas: SceneCanvas) -> StrayMember?

  /// Mirrors the state left to right: positions move from x to width − x, directions change sign.
  ///
  /// Called while exploring, if the descriptor has a mirror. Contact numbers ascend by one; state
  /// that depends on whether a number is even is mirrored with it.
  ///
  /// - Parameter width: the mirrored position of x = 0, in points.
  /// - Returns: the number of random decisions since the start: a step with one has no mirror
  ///   image. Nil if steps from and to this state have no mirror image.
  mutating func mirror(across width: Float) -> UInt32?
}

extension SimScene where Self: ~Copyable {
  /// Registers nothing.
  public mutating func prepare(_ list: inout DisplayList) {}
  /// Keeps the state.
  public mutating func resize(to canvas: SceneCanvas) {}
  /// Fills no layer.
  public borrowing func drawRetained(into list: inout DisplayList) {}
  /// Counts nothing.
  public borrowing func count(into populations: inout PopulationCounts) {}
  /// No ink.
  public borrowing func inkRadius(of touch: Touch, pressure: Float) -> Float? { nil }
  /// No contacts.
  public static func touchTrack(for plan: RunPlan) -> TouchTrack { TouchTrack() }
  /// Nothing to trace.
  public borrowing func tracing() -> TracingState? { nil }
  /// No photo.
  public borrowing func takenPhoto() -> PixelFrame? { nil }
  /// Checks nothing.
  public borrowing func judge(_ input: borrowing FrameInput, by judge: inout PropertyChecker) {}
  /// No member.
  public borrowing func strayMember(on canvas: SceneCanvas) -> StrayMember? { nil }
  /// No mirror image.
  public mutating func mirror(across width: Float) -> UInt32? { nil }
}

extension SimScene where Self: ~Copyable, PixelWork == Void {
  /// No storage.
  public static func pixelWork(for plan: RunPlan) {}

  /// No stages.
  public borrowing func renderPixels<Observer: PhaseObserver & ~Copyable>(
    with work: inout Void, into list: inout DisplayList, _ observer: inout Observer
  ) -> RasterWork { RasterWork() }
}
