import SimMath
import SimRaster
import SimInput

/// A full-screen picture that answers touch and motion: state, its step, and how it looks.
///
/// The frame loop calls `prepare` once, `drawRetained` then and after every `resize`, and `step`
/// and `draw` every frame. A scene sees no clock, file, pixel or thread. `step` and `draw` must
/// not allocate: take all storage in `init` and `prepare`, sized by the caps. The ninth requirement
/// is `visitState`, the one list of stored fields.
///
/// What only some scenes do is asked by protocols that refine this one: `InkScene`, `WritingScene`,
/// `PixelStageScene`, `PhotoScene`, `CameraScene`, `PropertyScene`, `PlacedScene` and
/// `MirrorScene`.
public protocol Scene: StateFields, SceneCapabilities, ~Copyable {
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
}
