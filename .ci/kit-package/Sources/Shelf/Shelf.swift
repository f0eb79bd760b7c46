import Interface
import SimbenchKit

// An app's own types win over those of both modules.

/// The app's own scene.
public struct Scene {
  var canvas = Canvas(width: 390)
  var world = World(touches: [Touch(x: 1)])

  /// Creates a scene.
  public init() {}
}

/// The app's own canvas.
public struct Canvas {
  var width: Int
}

/// The app's own world.
public struct World {
  var touches: [Touch]
}

/// The app's own touch.
public struct Touch {
  var x: Int
}

/// The store protocol of an app: `Actor` is Swift's own.
public protocol Store: Actor {
  /// The number of items.
  var count: Int { get }
}

/// Sums what the types above hold, with a type of SimbenchKit by its own name.
public func sum(_ scene: Scene, _ point: Vector2) -> Int {
  scene.canvas.width + scene.world.touches.reduce(0) { $0 + $1.x } + Int(point.x)
}
