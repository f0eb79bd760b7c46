/// A pair of single-precision coordinates; the context defines the unit: points, pixels or a
/// velocity.
///
/// Every operation is a fixed sequence of IEEE 754 additions, multiplications, divisions and square
/// roots, so results are bit-exact on every target.
public struct Vector2: Equatable, Sendable {
  /// The horizontal coordinate; it grows to the right.
  public var x: Float
  /// The vertical coordinate; it grows downwards.
  public var y: Float

  /// The origin.
  public static var zero: Vector2 { Vector2(0, 0) }

  /// Creates a vector from its coordinates.
  public init(_ x: Float, _ y: Float) {
    self.x = x
    self.y = y
  }

  /// The squared Euclidean length.
  public var lengthSquared: Float { x * x + y * y }

  /// The Euclidean length.
  public var length: Float { lengthSquared.squareRoot() }

  /// True if both coordinates are finite.
  public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The sum of two vectors, coordinate by coordinate.
  public static func + (a: Vector2, b: Vector2) -> Vector2 { Vector2(a.x + b.x, a.y + b.y) }

  /// The difference of two vectors, coordinate by coordinate.
  public static func - (a: Vector2, b: Vector2) -> Vector2 { Vector2(a.x - b.x, a.y - b.y) }

  /// A vector scaled by a number.
  public static func * (a: Vector2, factor: Float) -> Vector2 {
    Vector2(a.x * factor, a.y * factor)
  }

  /// Adds a vector in place.
  public static func += (a: inout Vector2, b: Vector2) { a = a + b }

  /// Subtracts a vector in place.
  public static func -= (a: inout Vector2, b: Vector2) { a = a - b }

  /// Scales both components in place.
  public static func *= (a: inout Vector2, factor: Float) { a = a * factor }

  /// The dot product.
  public func dot(_ other: Vector2) -> Float { x * other.x + y * other.y }

  /// A vector of the same direction whose length is at most `limit`.
  public func clamped(toLength limit: Float) -> Vector2 {
    let squared = lengthSquared
    guard squared > limit * limit else { return self }
    return self * (limit / squared.squareRoot())
  }
}

extension Vector2: StateFields {
  /// Visits both coordinates, which digests combine into one word.
  @inlinable
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.beginWord()
    visitor.field(&x, "x")
    visitor.field(&y, "y")
    visitor.endWord()
  }
}
