/// The perceived distance of two colors in Oklab, with lightness and chromaticity added separately.
///
/// Björn Ottosson's Oklab with the lightness estimate of his color picker, which keeps dark grays
/// apart, and the HyAB sum of Abasi and others (2020), which is also valid for large differences.
/// Black and white are 1 apart.
package struct OklabDifference {
  private let light = LinearLight.table()

  /// Makes the table of linear light.
  package init() {}

  /// A color as lightness, green to red, and blue to yellow.
  package func color(red: UInt8, green: UInt8, blue: UInt8) -> SIMD4<Float> {
    let (r, g, b) = (light[Int(red)], light[Int(green)], light[Int(blue)])
    let long = LinearLight.cubeRoot(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    let medium = LinearLight.cubeRoot(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    let short = LinearLight.cubeRoot(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    let lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
    let (k1, k2): (Float, Float) = (0.206, 0.03)
    let k3 = (1 + k1) / (1 + k2)
    let x = k3 * lightness - k1
    return SIMD4(
      0.5 * (x + (x * x + 4 * k2 * k3 * lightness).squareRoot()),
      1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
      0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short, 0)
  }

  /// The distance of two colors.
  package func distance(_ first: SIMD4<Float>, _ second: SIMD4<Float>) -> Float {
    let delta = second - first
    return abs(delta.x) + (delta.y * delta.y + delta.z * delta.z).squareRoot()
  }

  /// The distances of all pixels, and the mean lightness change of the differing pixels.
  package func compare(_ pair: ImagePair) -> (spread: ErrorSpread, lightnessChange: Float) {
    var meter = ErrorMeter()
    var change: Double = 0
    var differing: UInt64 = 0
    var reference = [UInt8](repeating: 0, count: 4 * Int(pair.width))
    var test = reference
    for y in 0..<Int(pair.height) {
      pair.copyOpaqueRow(y, of: pair.reference, into: &reference)
      pair.copyOpaqueRow(y, of: pair.test, into: &test)
      for start in stride(from: 0, to: reference.count, by: 4) {
        let first = (reference[start], reference[start + 1], reference[start + 2])
        let second = (test[start], test[start + 1], test[start + 2])
        if first == second { continue }
        let from = color(red: first.0, green: first.1, blue: first.2)
        let to = color(red: second.0, green: second.1, blue: second.2)
        meter.add(distance(from, to))
        change += Double(to.x - from.x)
        differing += 1
      }
    }
    meter.addZeros(UInt64(pair.width) * UInt64(pair.height) - differing)
    return (meter.spread(), differing == 0 ? 0 : Float(change / Double(differing)))
  }
}
