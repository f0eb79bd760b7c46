import SimMath

/// An axis-aligned rectangle in points: origin top left, y down.
public struct PointRectangle: Equatable, Sendable {
  /// The left edge.
  public var x: Float
  /// The top edge.
  public var y: Float
  /// The width; never negative in a drawn rectangle.
  public var width: Float
  /// The height; never negative in a drawn rectangle.
  public var height: Float

  /// Makes a rectangle from its top left corner and size.
  public init(x: Float, y: Float, width: Float, height: Float) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The center point.
  public var center: Vector2 { Vector2(x + width * 0.5, y + height * 0.5) }
}
