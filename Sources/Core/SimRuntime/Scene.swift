import SimMath
import SimRaster
import SimInput

/// A full-screen picture that answers touch and motion: state, its step, and how it looks.
///
/// The frame loop calls `prepare` once, `drawRetained` then and after every `resize`, and `step`
/// and `draw` every frame. A scene sees no clock, file, pixel or thread. `step` and `draw` must
/// not allocate: allocate all storage in `init` and `prepare`, sized by the caps.
///
/// Every scene has a `descriptor`, `init`, `step`, `draw` and `visitState`, the one list of stored
/// fields. Everything else has a default, for scenes without ink, pixel stages and the like. Calls
/// are resolved at compile time, so a frame pays nothing for the defaults.
public protocol Scene: StateFields, ~Copyable {
  /// Storage of the pixel stages, without effect on later frames.
  associatedtype PixelWork = Void

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

  /// The reach of ink around a sample of a contact of the frame stepped last, in points.
  ///
  /// Nil where the contact leaves no ink.
  borrowing func inkRadius(of touch: Touch, pressure: Float) -> Float?

  /// The contacts of the plan's writer; empty without one.
  ///
  /// Called once, before the scene is made.
  static func touchTrack(for plan: RunPlan) -> TouchTrack

  /// The progress of tracing; nil for a scene without anything to trace.
  ///
  /// After every explored run, careful writing must complete it.
  borrowing func tracing() -> TracingState?

  /// Takes the storage of the pixel stages, for the largest canvas of the plan.
  static func pixelWork(for plan: RunPlan) -> PixelWork

  /// Runs the pixel stages for the frame drawn last and hands their pictures to the list's images.
  ///
  /// Called in the raster phase, only if frames are rendered. The observer receives the start and
  /// the end of every stage. Returns the work of the stages.
  borrowing func renderPixels<Observer: PhaseObserver & ~Copyable>(
    with work: inout PixelWork, into list: inout DisplayList, _ observer: inout Observer
  ) -> RasterWork

  /// The photo taken in the frame stepped last; nil in frames without one.
  ///
  /// Called only if photos are saved, outside of measurements; it may allocate.
  borrowing func takenPhoto() -> PixelFrame?

  /// Checks each property of the descriptor after the frame stepped last.
  ///
  /// Called when runs are explored. It must not allocate.
  ///
  /// - Parameter input: the input of that frame.
  borrowing func judge(_ input: borrowing FrameInput, by judge: inout PropertyJudge)

  /// A member that lies outside its permitted area; nil when there is no such member.
  ///
  /// Called when runs are explored, if the descriptor has places. It must not allocate.
  borrowing func strayMember(on canvas: Canvas) -> StrayMember?

  /// Mirrors the state left to right: positions move from x to width − x, directions change sign.
  ///
  /// Called when runs are explored, if the descriptor has a mirror. Contact numbers ascend by one;
  /// state that depends on whether a number is even is mirrored with it.
  ///
  /// - Parameter width: the mirrored position of x = 0, in points.
  /// - Returns: the number of random decisions since the start: a step with one has no mirror
  ///   image. Nil if steps from and to this state have no mirror image.
  mutating func mirror(across width: Float) -> UInt32?
}

extension Scene where Self: ~Copyable {
  /// Registers nothing.
  public mutating func prepare(_ list: inout DisplayList) {}
  /// Keeps the state.
  public mutating func resize(to canvas: Canvas) {}
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
  public borrowing func judge(_ input: borrowing FrameInput, by judge: inout PropertyJudge) {}
  /// No member.
  public borrowing func strayMember(on canvas: Canvas) -> StrayMember? { nil }
  /// No mirror image.
  public mutating func mirror(across width: Float) -> UInt32? { nil }
}

extension Scene where Self: ~Copyable, PixelWork == Void {
  /// No storage.
  public static func pixelWork(for plan: RunPlan) {}

  /// No stages.
  public borrowing func renderPixels<Observer: PhaseObserver & ~Copyable>(
    with work: inout Void, into list: inout DisplayList, _ observer: inout Observer
  ) -> RasterWork { RasterWork() }
}
