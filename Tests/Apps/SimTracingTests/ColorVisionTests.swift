import SimMath
import SimRaster
import Testing

/// Goal: the measures by which the scene's colors are judged are the published ones.
///
/// Method: the 34 pairs of Sharma, Wu and Dalal; colors simulated by another implementation of
/// Machado's model; contrasts that WCAG's own documents name.
@Suite struct ColorVisionTests {
  private typealias Pair = (one: SIMD3<Double>, other: SIMD3<Double>, difference: Double)

  private static let pairs: [Pair] = [
    (SIMD3(50, 2.6772, -79.7751), SIMD3(50, 0, -82.7485), 2.0425),
    (SIMD3(50, 3.1571, -77.2803), SIMD3(50, 0, -82.7485), 2.8615),
    (SIMD3(50, 2.8361, -74.02), SIMD3(50, 0, -82.7485), 3.4412),
    (SIMD3(50, -1.3802, -84.2814), SIMD3(50, 0, -82.7485), 1),
    (SIMD3(50, -1.1848, -84.8006), SIMD3(50, 0, -82.7485), 1),
    (SIMD3(50, -0.9009, -85.5211), SIMD3(50, 0, -82.7485), 1),
    (SIMD3(50, 0, 0), SIMD3(50, -1, 2), 2.3669),
    (SIMD3(50, -1, 2), SIMD3(50, 0, 0), 2.3669),
    (SIMD3(50, 2.49, -0.001), SIMD3(50, -2.49, 0.0009), 7.1792),
    (SIMD3(50, 2.49, -0.001), SIMD3(50, -2.49, 0.001), 7.1792),
    (SIMD3(50, 2.49, -0.001), SIMD3(50, -2.49, 0.0011), 7.2195),
    (SIMD3(50, 2.49, -0.001), SIMD3(50, -2.49, 0.0012), 7.2195),
    (SIMD3(50, -0.001, 2.49), SIMD3(50, 0.0009, -2.49), 4.8045),
    (SIMD3(50, -0.001, 2.49), SIMD3(50, 0.001, -2.49), 4.8045),
    (SIMD3(50, -0.001, 2.49), SIMD3(50, 0.0011, -2.49), 4.7461),
    (SIMD3(50, 2.5, 0), SIMD3(50, 0, -2.5), 4.3065),
    (SIMD3(50, 2.5, 0), SIMD3(73, 25, -18), 27.1492),
    (SIMD3(50, 2.5, 0), SIMD3(61, -5, 29), 22.8977),
    (SIMD3(50, 2.5, 0), SIMD3(56, -27, -3), 31.903),
    (SIMD3(50, 2.5, 0), SIMD3(58, 24, 15), 19.4535),
    (SIMD3(50, 2.5, 0), SIMD3(50, 3.1736, 0.5854), 1),
    (SIMD3(50, 2.5, 0), SIMD3(50, 3.2972, 0), 1),
    (SIMD3(50, 2.5, 0), SIMD3(50, 1.8634, 0.5757), 1),
    (SIMD3(50, 2.5, 0), SIMD3(50, 3.2592, 0.335), 1),
    (SIMD3(60.2574, -34.0099, 36.2677), SIMD3(60.4626, -34.1751, 39.4387), 1.2644),
    (SIMD3(63.0109, -31.0961, -5.8663), SIMD3(62.8187, -29.7946, -4.0864), 1.263),
    (SIMD3(61.2901, 3.7196, -5.3901), SIMD3(61.4292, 2.248, -4.962), 1.8731),
    (SIMD3(35.0831, -44.1164, 3.7933), SIMD3(35.0232, -40.0716, 1.5901), 1.8645),
    (SIMD3(22.7233, 20.0904, -46.694), SIMD3(23.0331, 14.973, -42.5619), 2.0373),
    (SIMD3(36.4612, 47.858, 18.3852), SIMD3(36.2715, 50.5065, 21.2231), 1.4146),
    (SIMD3(90.8027, -2.0831, 1.441), SIMD3(91.1528, -1.6435, 0.0447), 1.4441),
    (SIMD3(90.9257, -0.5406, -0.9208), SIMD3(88.6381, -0.8985, -0.7239), 1.5381),
    (SIMD3(6.7747, -0.2908, -2.4247), SIMD3(5.8714, -0.0985, -2.2286), 0.6377),
    (SIMD3(2.0776, 0.0795, -1.135), SIMD3(0.9033, -0.0636, -0.5514), 0.9082),
  ]

  @Test func differencesAreThePublishedOnes() {
    for pair in Self.pairs {
      for (a, b) in [(pair.one, pair.other), (pair.other, pair.one)] {
        let found = CIEDE2000.difference(a, b)
        #expect(abs(found - pair.difference) < 2e-4, "\(a), \(b): \(found)")
      }
    }
  }

  @Test func colorIsThatOfCIELAB() {
    let lab = ColorVision.lab(ColorVision.light(StraightColor(hex: 0xA8_532F)))
    let expected = SIMD3(45.2468, 32.1884, 36.5050)
    for lane in 0..<3 { #expect(abs(lab[lane] - expected[lane]) < 0.02, "\(lab)") }
  }

  /// Eyes without one kind of cone see grays as they are, and colors as another program says.
  @Test func missingConesAreThoseOfMachado() {
    let seen: [(ColorVision, UInt32, SIMD3<Double>)] = [
      (.protan, 0xA8_532F, SIMD3(106.25, 95.49, 43.06)),
      (.deutan, 0xA8_532F, SIMD3(126.88, 114.29, 45.36)),
      (.tritan, 0xA8_532F, SIMD3(184.10, 65.71, 74.97)),
      (.protan, 0x33_66CC, SIMD3(39.97, 113.97, 207.70)),
      (.deutan, 0x33_66CC, SIMD3(0, 99.93, 201.96)),
      (.tritan, 0x33_66CC, SIMD3(0, 126.44, 143.20)),
    ]
    for (vision, hex, expected) in seen {
      let light = vision.seen(StraightColor(hex: hex))
      for lane in 0..<3 {
        let found = Double(SRGB.encoded(Float(light[lane]))) * 255
        #expect(abs(found - expected[lane]) < 0.05, "\(vision) of \(hex): \(found)")
      }
    }
    for vision in ColorVision.allCases {
      for row in vision.rows { #expect(abs(row.sum() - 1) < 2e-6) }
    }
  }

  @Test func contrastIsThatOfWCAG() {
    let white = StraightColor(hex: 0xFF_FFFF)
    #expect(abs(ColorVision.contrast(StraightColor(hex: 0), white) - 21) < 1e-4)
    // The lightest grays that pass on white, and the next ones, which do not.
    for (hex, limit) in [(UInt32(0x76_7676), 4.5), (0x94_9494, 3)] {
      #expect(ColorVision.contrast(StraightColor(hex: hex), white) >= limit)
      #expect(ColorVision.contrast(StraightColor(hex: hex + 0x01_0101), white) < limit)
    }
  }
}
