/// The self-guided filter of He, Sun and Tang, 2010: smooths squares of low variance and preserves
/// edges.
///
/// In each square the filter approximates the image by a x + b, with a = variance / (variance +
/// epsilon) and b = (1 - a) mean. Each element uses the mean of a and b over all squares that
/// contain it. All four means come from integer sums, so the cost does not depend on the radius,
/// and results are the same on every target.
///
/// Measured on 147 by 317 cells: 0.56 ms. On all 585 by 1266 pixels with four times the radius: 9.3
/// ms, 16.5 times as long for 16 times the elements.
package struct GuidedFilter: Sendable {
  /// The fixed-point unit of a.
  private static var slopeUnit: UInt32 { 1 << 19 }
  /// The fixed-point unit of b, per sample step.
  private static var offsetUnit: UInt32 { 8 }
  /// The maximum radius for which no sum overflows.
  package static var maximumRadius: Int { 32 }

  /// a of each element after `fit`, 0 to 1.
  package private(set) var slopes: [Float]
  /// b of each element after `fit`, in the samples' unit.
  package private(set) var offsets: [Float]
  private var squares: [UInt64]
  private var squareSums: [UInt64]
  private var plane: [UInt32]
  private var sums: [UInt32]
  private var wide: BoxSums<UInt64>
  private var narrow: BoxSums<UInt32>

  /// Allocates storage for planes of up to `capacity` elements and `maximumWidth` columns.
  package init(capacity: Int, maximumWidth: Int) {
    slopes = [Float](repeating: 0, count: capacity)
    // No array starts as a copy of another, since its first write would allocate.
    offsets = [Float](repeating: 0, count: capacity)
    squares = [UInt64](repeating: 0, count: capacity)
    squareSums = [UInt64](repeating: 0, count: capacity)
    plane = [UInt32](repeating: 0, count: capacity)
    sums = [UInt32](repeating: 0, count: capacity)
    wide = BoxSums(maximumWidth: maximumWidth)
    narrow = BoxSums(maximumWidth: maximumWidth)
  }

  /// Computes a and b for every element.
  ///
  /// - Parameters:
  ///   - samples: The image, with values from 0 to `one`; at least `width * height`.
  ///   - one: The sample value that represents 1, at most 65,535.
  ///   - radius: The radius of the squares, 0 to `maximumRadius`.
  ///   - epsilon: The variance, of samples from 0 to 1, at which smoothing is half.
  package mutating func fit(
    _ samples: [UInt32], width: Int, height: Int, one: UInt32, radius: Int, epsilon: Float
  ) {
    precondition(one > 0 && one <= 65_535, "samples have 16 bits")
    precondition(radius >= 0 && radius <= Self.maximumRadius, "the filter's radius")
    let count = width * height
    for index in 0..<count {
      let sample = UInt64(samples[index])
      squares[index] = sample &* sample
    }
    narrow.sum(samples, width: width, height: height, radius: radius, into: &sums)
    wide.sum(squares, width: width, height: height, radius: radius, into: &squareSums)
    // The offsets are kept as integers in the storage of the squares.
    let softness = epsilon * Float(one) * Float(one)
    for row in 0..<height {
      let rows = BoxSums<UInt32>.count(row, height, radius)
      for column in 0..<width {
        let index = row &* width &+ column
        let elements = UInt64(rows &* BoxSums<UInt32>.count(column, width, radius))
        let sum = UInt64(sums[index])
        let variance = Float(elements &* squareSums[index] &- sum &* sum)
        let total = Float(elements &* elements)
        let slope = variance / (variance + softness * total)
        let mean = Float(sum) / Float(elements)
        plane[index] = UInt32(slope * Float(Self.slopeUnit) + 0.5)
        squares[index] = UInt64((1 - slope) * mean * Float(Self.offsetUnit) + 0.5)
      }
    }
    narrow.sum(plane, width: width, height: height, radius: radius, into: &sums)
    wide.sum(squares, width: width, height: height, radius: radius, into: &squareSums)
    for row in 0..<height {
      let rows = BoxSums<UInt32>.count(row, height, radius)
      for column in 0..<width {
        let index = row &* width &+ column
        let elements = Float(rows &* BoxSums<UInt32>.count(column, width, radius))
        slopes[index] = Float(sums[index]) / (elements * Float(Self.slopeUnit))
        offsets[index] = Float(squareSums[index]) / (elements * Float(Self.offsetUnit))
      }
    }
  }
}
