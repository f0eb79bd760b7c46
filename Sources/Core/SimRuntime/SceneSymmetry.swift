import SimInput
import SimMath

/// A scene whose members have places: none may be lost beyond the canvas.
public protocol PlacedScene: Scene, ~Copyable {
  /// A member that lies where it may not be; nil when all lie where they belong.
  ///
  /// Called when runs are explored; sees state and changes none, and must not allocate.
  borrowing func strayMember(on canvas: Canvas) -> StrayMember?
}

extension PlacedScene where Self: ~Copyable {
  /// Members.
  public static var offersPlaces: Bool { true }
  /// The stray one.
  public borrowing func offeredStray(on canvas: Canvas) -> StrayMember? {
    strayMember(on: canvas)
  }
}

/// A member of a population that lies where it may not be.
public struct StrayMember: Sendable {
  /// The population.
  public var population: StaticString
  /// Which member.
  public var index: UInt32
  /// Where it is, in points.
  public var position: Vector2

  /// Names a member.
  public init(_ population: StaticString, _ index: UInt32, at position: Vector2) {
    (self.population, self.index, self.position) = (population, index, position)
  }

  /// The last of some members that lies farther than an allowance beyond the canvas; nil when none
  /// does.
  ///
  /// - Parameters:
  ///   - x: where the members are in points, as `y`.
  ///   - allowance: how far beyond the canvas they may lie, in points.
  /// - Complexity: O(members).
  public init?(
    _ population: StaticString, x: [Float], y: [Float], on canvas: Canvas, allowance: Float = 0
  ) {
    let (width, height) = (canvas.widthPoints + allowance, canvas.heightPoints + allowance)
    let count = min(x.count, y.count)
    guard
      Self.countOutside(x.span.extracting(0..<count), -allowance, width)
        + Self.countOutside(y.span.extracting(0..<count), -allowance, height) > 0,
      let stray = (0..<count).last(where: { index in
        !(x[index] >= -allowance && x[index] <= width && y[index] >= -allowance
          && y[index] <= height)
      })
    else { return nil }
    self.init(
      population, UInt32(truncatingIfNeeded: stray), at: Vector2(x[stray], y[stray]))
  }

  // Counted without a branch, so that a vector of them is compared at once; which one it is is
  // looked for only when there is one.
  private static func countOutside(_ values: Span<Float>, _ low: Float, _ high: Float) -> UInt32 {
    var count: UInt32 = 0
    for index in values.indices {
      let value = values[index]
      count &+= value >= low ? (value <= high ? 0 : 1) : 1
    }
    return count
  }
}

/// A scene that knows its mirror image, left for right: mirrored input has to lead there.
public protocol MirrorScene: Scene, ~Copyable {
  /// Fields in turns, such as phases, which begin again at 0 after 1: `flakes.swayPhase`.
  static var turns: [StaticString] { get }

  /// Turns the state into its mirror image: what lay at x lies at width − x, and what pointed to
  /// the right points to the left.
  ///
  /// Contacts are told apart by their numbers, which go up by one: what depends on whether a number
  /// is even is mirrored with it.
  ///
  /// - Parameter width: where the mirror puts x = 0, in points.
  /// - Returns: how often a random number has decided something since the beginning: a step in
  ///   which one does has no mirror image. Nil when no step from such a state, or to it, has one.
  mutating func mirror(across width: Float) -> UInt32?
}

extension MirrorScene where Self: ~Copyable {
  /// No field is in turns.
  public static var turns: [StaticString] { [] }
  /// A mirror image.
  public static var offersMirror: Bool { true }
  /// The fields in turns.
  public static var offeredTurns: [StaticString] { turns }
  /// The mirror image.
  public mutating func offeredMirrorImage(across width: Float) -> UInt32? { mirror(across: width) }
}

extension Simulation where Model: ~Copyable {
  /// Turns a scene into its mirror image.
  ///
  /// - Returns: what the scene says of random numbers; nil when steps from it and to it have no
  ///   mirror image.
  package mutating func mirror<S: Scene & ~Copyable>(across width: Float) -> UInt32?
  where Model == SceneSimulation<S> {
    model.scene.offeredMirrorImage(across: width)
  }

  /// Shows the fields of a scene alone.
  package mutating func visitScene<S: Scene & ~Copyable>(_ visitor: inout some StateVisitor)
  where Model == SceneSimulation<S> {
    model.scene.visitState(&visitor)
  }
}
