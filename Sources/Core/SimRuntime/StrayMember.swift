import SimInput
import SimMath

/// A member of a population outside its permitted area.
public struct StrayMember: Sendable {
  /// The population.
  public var population: StaticString
  /// The index of the member.
  public var index: UInt32
  /// The position in points.
  public var position: Vector2

  /// Creates a stray member.
  public init(_ population: StaticString, _ index: UInt32, at position: Vector2) {
    (self.population, self.index, self.position) = (population, index, position)
  }

  /// Finds the last member outside the canvas; nil if there is none.
  ///
  /// - Parameters:
  ///   - x: horizontal positions in points, with the vertical ones in `y`.
  ///   - allowance: permitted distance from the canvas in points.
  /// - Complexity: O(members).
  public init?(
    _ population: StaticString, x: [Float], y: [Float], on canvas: SceneCanvas, allowance: Float = 0
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

  // Counts without branches, so that the loop vectorizes; the search runs only if one is outside.
  private static func countOutside(_ values: Span<Float>, _ low: Float, _ high: Float) -> UInt32 {
    var count: UInt32 = 0
    for index in values.indices {
      let value = values[index]
      count &+= value >= low ? (value <= high ? 0 : 1) : 1
    }
    return count
  }
}
