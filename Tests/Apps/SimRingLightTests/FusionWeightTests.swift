import SimMath
import SimRingLight
import Testing

/// Goal: exposures are weighed as Mertens, Kautz and Van Reeth published it, down to weights that
/// are next to nothing.
///
/// Method: pictures too small for a pyramid, of which each pixel is the weighted mean of the
/// exposures' pixels, computed in double precision.
struct FusionWeightTests {
  private typealias Picture = ExposureFusion.Picture
  private static let side = 7

  /// e to a power from -10 to 0, by its series.
  private static func exponential(_ power: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for step in 1..<60 {
      term *= -power / Double(step)
      sum += term
    }
    return 1 / sum
  }

  /// The published weight of a pixel, and what is added to it.
  private static func weight(
    _ picture: [SIMD3<Double>], _ x: Int, _ y: Int, least: Double
  ) -> Double {
    func color(_ x: Int, _ y: Int) -> SIMD3<Double> {
      picture[max(0, min(y, side - 1)) * side + max(0, min(x, side - 1))]
    }
    func gray(_ x: Int, _ y: Int) -> Double { (color(x, y) * SIMD3(0.299, 0.587, 0.114)).sum() }
    let around = gray(x - 1, y) + gray(x + 1, y) + gray(x, y - 1) + gray(x, y + 1)
    let here = color(x, y)
    let away = here - here.sum() / 3
    let off = here - 0.5
    let saturation = ((away * away).sum() / 3).squareRoot()
    return abs(around - 4 * gray(x, y)) * saturation
      * exponential(-(off * off).sum() / (2 * 0.2 * 0.2)) + least
  }

  private static func fused(_ exposures: [[SIMD3<Double>]], least: Double) -> [SIMD3<Double>] {
    (0..<side * side).map { index in
      let weights = exposures.map { weight($0, index % side, index / side, least: least) }
      let total = weights.reduce(0, +)
      return zip(exposures, weights).reduce(SIMD3<Double>.zero) { sum, part in
        sum + part.0[index] * (part.1 / total)
      }
    }
  }

  private static func found(_ exposures: [[SIMD3<Double>]]) -> [SIMD4<Float>] {
    ExposureFusion.fuse(
      exposures.map { colors in
        Picture(
          width: side, height: side,
          colors: colors.map { SIMD4(Float($0[0]), Float($0[1]), Float($0[2]), 0) })
      }
    ).colors
  }

  /// Three exposures, in eighths of whose light is almost none or too much, in whole levels.
  private static func exposures(_ seed: UInt64) -> [[SIMD3<Double>]] {
    var stream = RandomStream(seed: seed, name: "exposures")
    let scene = (0..<side * side).map { _ in
      SIMD3(Double(stream.below(1000)), Double(stream.below(1000)), Double(stream.below(1000)))
        / 1000
    }
    return [0.02, 0.4, 6].map { gain in
      scene.map { light in
        let limited = (light * gain).clamped(lowerBound: .zero, upperBound: .one)
        return (limited * 255).rounded(.toNearestOrEven) / 255
      }
    }
  }

  private static func worst(_ found: [SIMD4<Float>], _ expected: [SIMD3<Double>]) -> Double {
    var worst = 0.0
    for (one, other) in zip(found, expected) {
      for lane in 0..<3 { worst = max(worst, abs(Double(one[lane]) - other[lane])) }
    }
    return worst
  }

  @Test func everyPixelIsWeighedAsPublished() {
    var (worst, otherwise) = (0.0, 0.0)
    for seed in 0..<20 as Range<UInt64> {
      let exposures = Self.exposures(seed)
      let found = Self.found(exposures)
      worst = max(worst, Self.worst(found, Self.fused(exposures, least: 1e-12)))
      otherwise = max(otherwise, Self.worst(found, Self.fused(exposures, least: 1e-6)))
    }
    #expect(worst < 1e-4, "\(worst)")
    // A larger number would show.
    #expect(otherwise > 0.003, "\(otherwise)")
    #expect(ExposureFusion.minimumWeight == 1e-12)
  }

  /// Where no exposure has contrast or color, all count alike, whatever rounding leaves of it.
  @Test func evenAndGrayPlacesAreMeans() {
    // A slope, which has no contrast within it, and a board without color.
    let slope = [0.2, 0.48, 0.8].map { base in
      (0..<Self.side * Self.side).map { index in
        let step = Double(index % Self.side)
        return SIMD3(base * 255 + step * 3, base * 200 + step * 5, base * 100 + step)
          .rounded(.toNearestOrEven) / 255
      }
    }
    let board = [0.1, 0.4, 0.9].map { base in
      (0..<Self.side * Self.side).map { index in
        let level = ((base + (index % 2 == 0 ? 0 : 0.07)) * 255).rounded(.toNearestOrEven) / 255
        return SIMD3(level, level, level)
      }
    }
    for (exposures, columns) in [(slope, 1..<6), (board, 0..<7)] {
      let found = Self.found(exposures)
      for y in 0..<Self.side {
        for x in columns {
          let index = y * Self.side + x
          let mean = exposures.reduce(SIMD3<Double>.zero) { $0 + $1[index] } / 3
          for lane in 0..<3 { #expect(abs(Double(found[index][lane]) - mean[lane]) < 1e-5) }
        }
      }
    }
  }

  /// Pyramids divide by no weight: whole pictures of black, white and gray stay finite.
  @Test func picturesWithoutWeightStayFinite() {
    for levels in [(Float(0), Float(0), Float(0)), (0, 1, 1), (0.25, 0.5, 1)] {
      let exposures = [levels.0, levels.1, levels.2].map { level in
        Picture(
          width: 33, height: 20,
          colors: [SIMD4<Float>](repeating: SIMD4(level, level, level, 0), count: 660))
      }
      let mean = (levels.0 + levels.1 + levels.2) / 3
      for color in ExposureFusion.fuse(exposures).colors {
        for lane in 0..<3 { #expect(abs(color[lane] - mean) < 1e-4) }
      }
    }
  }
}
