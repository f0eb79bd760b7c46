import SimInput
import SimRaster

/// What the loop and the harness ask every scene; "no" unless a capability protocol says otherwise.
///
/// Nobody conforms to this or implements any of it. A scene that draws ink, runs pixel stages,
/// takes photos, looks through cameras or shows something to write conforms to `InkScene`,
/// `PixelStageScene`, `PhotoScene`, `CameraScene`, `WritingScene`, `PropertyScene`, `PlacedScene`
/// or `MirrorScene`, each of which answers its part.
/// Asking is done by the compiler: nothing is looked up while a run goes on, on any target.
public protocol SceneCapabilities: ~Copyable {
  /// Storage of pixel stages.
  associatedtype OfferedPixelWork = NoPixelWork

  /// The answer of an `InkScene`.
  static var offeredInkColor: StraightColor? { get }
  /// The answer of an `InkScene`.
  borrowing func offeredInkRadius(of touch: Touch, pressure: Float) -> Float?
  /// The answer of a `WritingScene`.
  static var offeredLetters: ParameterDescriptor? { get }
  /// The answer of a `WritingScene`.
  static func offeredTouchTrack(for plan: RunPlan) -> TouchTrack
  /// The answer of a `WritingScene`.
  borrowing func offeredTracing() -> TracingState?
  /// The answer of a `PixelStageScene`.
  static var offeredStages: [StaticString] { get }
  /// The answer of a `PixelStageScene`.
  static func offeredPixelWork(for plan: RunPlan) -> OfferedPixelWork
  /// The answer of a `PixelStageScene`.
  borrowing func offeredPixels<Observer: PhaseObserver & ~Copyable>(
    with work: inout OfferedPixelWork, into list: inout DisplayList, _ observer: inout Observer
  ) -> RasterWork
  /// The answer of a `PhotoScene`.
  borrowing func offeredPhoto() -> PixelFrame?
  /// The answer of a `CameraScene`.
  static var offersCamera: Bool { get }
  /// The answer of a `PropertyScene`.
  static var offeredProperties: [PropertyDescriptor] { get }
  /// The answer of a `PropertyScene`.
  borrowing func offeredJudgment(_ input: borrowing FrameInput, by judge: inout PropertyJudge)
  /// The answer of a `PlacedScene`.
  static var offersPlaces: Bool { get }
  /// The answer of a `PlacedScene`.
  borrowing func offeredStray(on canvas: Canvas) -> StrayMember?
  /// The answer of a `MirrorScene`.
  static var offersMirror: Bool { get }
  /// The answer of a `MirrorScene`.
  static var offeredTurns: [StaticString] { get }
  /// The answer of a `MirrorScene`.
  mutating func offeredMirrorImage(across width: Float) -> UInt32?
}

/// The storage of a scene without pixel stages.
public struct NoPixelWork: Sendable {
  /// Takes nothing.
  public init() {}
}

extension SceneCapabilities where Self: ~Copyable {
  /// No ink.
  public static var offeredInkColor: StraightColor? { nil }
  /// No ink.
  public borrowing func offeredInkRadius(of touch: Touch, pressure: Float) -> Float? { nil }
  /// Nothing to write.
  public static var offeredLetters: ParameterDescriptor? { nil }
  /// No contacts.
  public static func offeredTouchTrack(for plan: RunPlan) -> TouchTrack { TouchTrack() }
  /// Nothing is traced.
  public borrowing func offeredTracing() -> TracingState? { nil }
  /// No stages.
  public static var offeredStages: [StaticString] { [] }
  /// No photo.
  public borrowing func offeredPhoto() -> PixelFrame? { nil }
  /// No camera.
  public static var offersCamera: Bool { false }
  /// No properties.
  public static var offeredProperties: [PropertyDescriptor] { [] }
  /// Nothing to judge.
  public borrowing func offeredJudgment(
    _ input: borrowing FrameInput, by judge: inout PropertyJudge
  ) {}
  /// No members.
  public static var offersPlaces: Bool { false }
  /// No members.
  public borrowing func offeredStray(on canvas: Canvas) -> StrayMember? { nil }
  /// No mirror image.
  public static var offersMirror: Bool { false }
  /// No turns.
  public static var offeredTurns: [StaticString] { [] }
  /// No mirror image.
  public mutating func offeredMirrorImage(across width: Float) -> UInt32? { nil }
}

extension SceneCapabilities where Self: ~Copyable, OfferedPixelWork == NoPixelWork {
  /// No storage.
  public static func offeredPixelWork(for plan: RunPlan) -> NoPixelWork { NoPixelWork() }

  /// No stages.
  public borrowing func offeredPixels<Observer: PhaseObserver & ~Copyable>(
    with work: inout NoPixelWork, into list: inout DisplayList, _ observer: inout Observer
  ) -> RasterWork { RasterWork() }
}

/// A scene in which touches leave ink.
public protocol InkScene: Scene, ~Copyable {
  /// The opaque color in which touch samples appear.
  ///
  /// No other part of the picture has this color, so that ink can be told by it.
  static var inkColor: StraightColor { get }

  /// How far ink reaches around a sample of a contact of the frame stepped last, in points; nil
  /// where the contact leaves none.
  borrowing func inkRadius(of touch: Touch, pressure: Float) -> Float?
}

extension InkScene where Self: ~Copyable {
  /// The ink's color.
  public static var offeredInkColor: StraightColor? { inkColor }
  /// The ink's reach.
  public borrowing func offeredInkRadius(of touch: Touch, pressure: Float) -> Float? {
    inkRadius(of: touch, pressure: pressure)
  }
}

/// A scene that shows something to trace, so that a plan may have a writer who does.
public protocol WritingScene: Scene, ~Copyable {
  /// The parameter whose choices are what there is to trace.
  static var letters: ParameterDescriptor { get }

  /// The contacts of the plan's writer; none without one.
  ///
  /// Called once, before the scene is made.
  static func touchTrack(for plan: RunPlan) -> TouchTrack

  /// How far the tracing is.
  ///
  /// As long as it is not complete, whoever writes with care has to get there.
  borrowing func tracing() -> TracingState
}

/// How far the tracing of a `WritingScene` is.
public struct TracingState: Equatable, Sendable {
  /// The share of what there is to trace that was traced, 0 to 1.
  public var covered: Float
  /// The share of the newest ink that is where it should be, 0 to 1.
  public var onPath: Float
  /// Whether enough was traced.
  public var isComplete: Bool

  /// Says how far it is.
  public init(covered: Float, onPath: Float, isComplete: Bool) {
    (self.covered, self.onPath, self.isComplete) = (covered, onPath, isComplete)
  }
}

extension WritingScene where Self: ~Copyable {
  /// What there is to trace.
  public static var offeredLetters: ParameterDescriptor? { letters }
  /// The writer's contacts.
  public static func offeredTouchTrack(for plan: RunPlan) -> TouchTrack { touchTrack(for: plan) }
  /// How far the tracing is.
  public borrowing func offeredTracing() -> TracingState? { tracing() }
}

/// A scene that makes pictures by work on whole pictures, stage by stage, as cameras need it.
public protocol PixelStageScene: Scene, ~Copyable {
  /// Storage of the pixel stages, which decides no pixel of a later frame.
  associatedtype PixelWork

  /// Kebab-case names of the stages in the order of their keys, at most 16.
  static var stages: [StaticString] { get }

  /// Takes the storage of the pixel stages, for the largest canvas of the plan.
  static func pixelWork(for plan: RunPlan) -> PixelWork

  /// Runs the pixel stages for the frame drawn last and hands their pictures to the list's images.
  ///
  /// Called in the raster phase, and only when pixels are wanted; sees state and changes none. The
  /// observer is told which stage runs. Returns what the stages did.
  borrowing func renderPixels<Observer: PhaseObserver & ~Copyable>(
    with work: inout PixelWork, into list: inout DisplayList, _ observer: inout Observer
  ) -> RasterWork
}

extension PixelStageScene where Self: ~Copyable {
  /// The stages' storage.
  public typealias OfferedPixelWork = PixelWork
  /// The stages' names.
  public static var offeredStages: [StaticString] { stages }
  /// The stages' storage.
  public static func offeredPixelWork(for plan: RunPlan) -> PixelWork { pixelWork(for: plan) }
  /// Runs the stages.
  public borrowing func offeredPixels<Observer: PhaseObserver & ~Copyable>(
    with work: inout PixelWork, into list: inout DisplayList, _ observer: inout Observer
  ) -> RasterWork { renderPixels(with: &work, into: &list, &observer) }
}

/// A scene that takes photos.
public protocol PhotoScene: Scene, ~Copyable {
  /// The photo taken in the frame stepped last; nil in frames without one.
  ///
  /// Called only when photos are wanted, outside of what is measured; it may allocate.
  borrowing func takenPhoto() -> PixelFrame?
}

extension PhotoScene where Self: ~Copyable {
  /// The photo.
  public borrowing func offeredPhoto() -> PixelFrame? { takenPhoto() }
}

/// A scene that looks through cameras, so that a scenario may say what they see:
/// `SceneContext.camera`.
public protocol CameraScene: Scene, ~Copyable {}

extension CameraScene where Self: ~Copyable {
  /// Cameras.
  public static var offersCamera: Bool { true }
}

/// A scene that says what has to hold of it, and what should happen now and then: what `explore`
/// looks for.
public protocol PropertyScene: Scene, ~Copyable {
  /// The properties.
  static var properties: [PropertyDescriptor] { get }

  /// Tells of each property whether it holds after the frame stepped last.
  ///
  /// Called when runs are explored; sees state and changes none, and must not allocate.
  ///
  /// - Parameter input: what the scene was told in that frame.
  borrowing func judge(_ input: borrowing FrameInput, by judge: inout PropertyJudge)
}

extension PropertyScene where Self: ~Copyable {
  /// The properties.
  public static var offeredProperties: [PropertyDescriptor] { properties }
  /// Judges them.
  public borrowing func offeredJudgment(
    _ input: borrowing FrameInput, by judge: inout PropertyJudge
  ) { self.judge(input, by: &judge) }
}

extension Scene where Self: ~Copyable {
  /// The descriptor with what the capability protocols say.
  package static var described: SceneDescriptor {
    var described = descriptor
    described.inkColor = offeredInkColor
    described.letters = offeredLetters
    described.stages = offeredStages
    described.hasCamera = offersCamera
    described.properties = offeredProperties
    described.hasPlaces = offersPlaces
    described.hasMirror = offersMirror
    return described
  }
}
