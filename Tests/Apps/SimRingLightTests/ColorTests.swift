import SimMath
import SimRaster
import SimRingLight
import SimRuntime
import TestTier
import Testing

/// Goal: light is mixed, colored and dimmed as light is.
///
/// Method: published values of blending, color temperature and lightness, through the stage that
/// paints; values of the usual mistake, mixing what is encoded, must differ.
struct ColorTests {
  /// What white at a coverage leaves of black, on the ring and on the flash.
  private static func white(_ coverage: Float, isFlash: Bool) -> UInt32 {
    var frame = RingRuns.frame(40, 60) { _, _ in (0, 0, 0) }
    let overlay = Overlay(light: LinearColor.white.scaled(by: coverage), coverage: coverage)
    var stage = RingStage(tables: LightTables())
    stage.apply(
      RingStage.Settings(
        ring: isFlash ? .none : overlay, flash: isFlash ? overlay : .none,
        shape: RingShape(
          size: PictureSize(width: 40, height: 60), thickness: 10, softness: 2, corner: 4)),
      to: &frame)
    return frame.pixels[0]
  }

  @Test(arguments: [(0.1, 89), (0.25, 137), (0.5, 188), (0.75, 225), (0.9, 243)])
  func whiteOverBlackIsMixedAsLight(coverage: Double, level: UInt32) {
    for isFlash in [false, true] {
      let pixel = Self.white(Float(coverage), isFlash: isFlash)
      #expect(pixel == level | level << 8 | level << 16 | 0xFF00_0000)
      #expect(pixel & 255 != UInt32(coverage * 255 + 0.5))
    }
  }

  @Test(arguments: [
    (1900, [255, 132, 0]), (2700, [255, 173, 88]), (3200, [255, 190, 122]),
    (4000, [255, 211, 165]), (5000, [255, 230, 208]), (5600, [255, 238, 228]),
    (6500, [255, 248, 254]), (7500, [235, 236, 255]), (9000, [214, 223, 255]),
  ])
  func temperaturesHaveTheirColors(kelvin: Int, expected: [Int]) {
    let color = ColorTemperature.color(kelvin: Float(kelvin)).encoded
    #expect([Int(color.red), Int(color.green), Int(color.blue)] == expected)
  }

  @Test func halfTheSliderLooksHalfAsBright() {
    let half = PerceptualBrightness.light(0.5)
    #expect(abs(half - 0.18418652) < 1e-6)
    #expect(PerceptualBrightness.light(0) == 0 && PerceptualBrightness.light(1) == 1)
    #expect(abs(PerceptualBrightness.light(0.08) - 0.0088565) < 1e-5)
    var last: Float = -1
    for step in 0...1000 {
      let light = PerceptualBrightness.light(Float(step) / 1000)
      #expect(light > last)
      last = light
    }
  }

  @Test func tablesAgreeWithTheFormulas() {
    let tables = LightTables()
    for value in 0..<256 {
      #expect(tables.encoded[Int(tables.linear[value])] == UInt8(value))
    }
    for light in stride(from: 0, through: 65_535, by: Tier.isDebug ? 97 : 1) {
      let exact = SRGB.encoded(Float(light) / 65_535) * 255
      #expect(abs(Float(tables.encoded[light]) - exact) < 0.502, "\(light)")
    }
  }

  @Test func presetsAreSixAndDiffer() {
    let colors = RingPreset.allCases.map { $0.color(kelvin: 3_000).encoded }
    #expect(colors.count == 7)
    for (index, color) in colors.enumerated() {
      for other in colors[(index + 1)...] { #expect(color != other) }
    }
    #expect(RingPreset.allCases.filter { $0.isFree } == [.pureWhite, .warmCream])
  }
}
