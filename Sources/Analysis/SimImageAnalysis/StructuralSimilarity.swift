import SimMath

/// Structural similarity of the luma of two images: 1 for equal images, −1 for opposite ones.
///
/// Wang and others, 2004: a Gaussian window of eleven by eleven with a standard deviation of 1.5,
/// K1 = 0.01, K2 = 0.03, averaged over all windows inside the image. Luma weights the encoded
/// values by Rec. 709.
///
/// Method: the window is a product of two one-dimensional windows. A row is filtered horizontally
/// once and kept in a ring of eleven rows, from which each result row is summed vertically: 22
/// products per moment and pixel instead of 121. Measured on 390 by 422 pixels: 7.9 ms; the simple
/// form with all 121 takes 26.7 ms. Double precision, since a variance here is the difference of
/// two nearly equal sums.
package enum StructuralSimilarity {
  /// The side of a window in pixels.
  package static var windowSide: Int { 11 }

  /// The mean similarity; nil for images smaller than a window.
  package static func mean(_ pair: ImagePair) -> Float? {
    let (width, height) = (Int(pair.width), Int(pair.height))
    let side = windowSide
    guard width >= side, height >= side else { return nil }
    let kernel = window()
    let columns = width - side + 1
    // The moments of a row after horizontal filtering: two means, two squares and the product.
    let stride = 5 * columns
    var ring = [Double](repeating: 0, count: side * stride)
    var total: Double = 0
    var sums = [Double](repeating: 0, count: stride)
    for y in 0..<height {
      fill(&ring, from: y % side * stride, row: y, of: pair, columns: columns, kernel: kernel)
      guard y >= side - 1 else { continue }
      for index in sums.indices { sums[index] = 0 }
      for tap in 0..<side {
        let start = (y - side + 1 + tap) % side * stride
        for index in 0..<stride { sums[index] += kernel[tap] * ring[start + index] }
      }
      for x in 0..<columns { total += similarity(sums, x, columns) }
    }
    return Float(total / Double(columns * (height - side + 1)))
  }

  private static func window() -> [Double] {
    let reach = windowSide / 2
    let weights = (-reach...reach).map { Double(Math.exp(-Float($0 * $0) / 4.5)) }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  private static func fill(
    _ ring: inout [Double], from start: Int, row y: Int, of pair: ImagePair, columns: Int,
    kernel: [Double]
  ) {
    let width = Int(pair.width)
    var line = [UInt8](repeating: 0, count: 4 * width)
    func luma(_ pixels: [UInt8]) -> [Double] {
      pair.copyOpaqueRow(y, of: pixels, into: &line)
      return (0..<width).map { x in
        let offset = x * 4
        return 0.2126 * Double(line[offset]) + 0.7152 * Double(line[offset + 1])
          + 0.0722 * Double(line[offset + 2])
      }
    }
    let (first, second) = (luma(pair.reference), luma(pair.test))
    let products = [
      first, second, zip(first, first).map { $0 * $1 }, zip(second, second).map { $0 * $1 },
      zip(first, second).map { $0 * $1 },
    ]
    for (channel, values) in products.enumerated() {
      let target = start + channel * columns
      for x in 0..<columns { ring[target + x] = 0 }
      for (tap, weight) in kernel.enumerated() {
        for x in 0..<columns { ring[target + x] += weight * values[x + tap] }
      }
    }
  }

  private static func similarity(_ sums: [Double], _ x: Int, _ columns: Int) -> Double {
    let (a, b) = (sums[x], sums[columns + x])
    let variances = sums[2 * columns + x] - a * a + sums[3 * columns + x] - b * b
    let covariance = sums[4 * columns + x] - a * b
    let (c1, c2) = (6.5025, 58.5225)
    return (2 * a * b + c1) * (2 * covariance + c2) / ((a * a + b * b + c1) * (variances + c2))
  }
}
