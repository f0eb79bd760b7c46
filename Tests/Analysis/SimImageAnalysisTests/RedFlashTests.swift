import SimImageAnalysis
import SimRaster
import Testing

/// Goal: red flashes are found by both definitions, and each sees what the other does not.
///
/// Method: published chromaticity distances; full-field alternations of named colors.
@Suite struct RedFlashTests {
  private static let table = LuminanceTable()

  private static func light(_ hex: UInt32) -> PackedLight {
    table.light(of: hex >> 16 & 0xFF | hex & 0xFF00 | (hex & 0xFF) << 16)
  }

  private static func color(_ hex: UInt32) -> Chromaticity {
    let light = light(hex)
    return Chromaticity(
      red: Float(light.red), green: Float(light.green), blue: Float(light.blue))
  }

  @Test func distancesAreThePublishedOnes() {
    let pairs: [(UInt32, UInt32, Float)] = [
      (0xFF0000, 0xFFFFFF, 0.2587), (0xFF0000, 0x00FF00, 0.3281), (0xFF0000, 0x0000FF, 0.4572),
      (0xFF0000, 0xFFFF00, 0.2486), (0xFF0000, 0xFFC0CB, 0.2240), (0xB22222, 0xFFFFFF, 0.2164),
      (0xFF6347, 0xFFFFFF, 0.1598), (0xFF0000, 0xFFA500, 0.1773), (0xFF0000, 0xFF6F61, 0.1232),
    ]
    for (a, b, distance) in pairs {
      let measured = Self.color(a).squaredDistance(to: Self.color(b)).squareRoot()
      #expect(abs(measured - distance) < 1e-4, "\(a) \(b)")
    }
  }

  @Test func saturationIsInclusive() {
    let shares: [(UInt32, Bool)] = [
      (0xFF0000, true), (0xB22222, true), (0xFF6347, true), (0xFF6F61, false),
      (0xFA8072, false), (0xFFA500, false), (0x000000, false),
    ]
    for (hex, isSaturated) in shares {
      #expect(Self.light(hex).isSaturatedRed == isSaturated, "\(hex)")
    }
    #expect(PackedLight(packed: 400 | 60 << 21 | 40 << 42).isSaturatedRed)
    #expect(!PackedLight(packed: 400 | 61 << 21 | 40 << 42).isSaturatedRed)
  }

  private func film(_ a: UInt32, _ b: UInt32, _ transitions: Int) throws -> FlashSafety {
    func pixel(_ hex: UInt32) -> UInt32 {
      0xFF00_0000 | hex >> 16 & 0xFF | hex & 0xFF00 | (hex & 0xFF) << 16
    }
    return try FlashTests.film(
      frames: 2 * transitions + 6,
      [
        FlashTests.Patch(
          color: FlashTests.alternate(pixel(a), pixel(b), transitions: transitions))
      ])
  }

  @Test func sixPassAndSevenFailByBothDefinitions() throws {
    // Blue and red of nearly one luminance: no general flash.
    let (red, blue): (UInt32, UInt32) = (0xB00000, 0x3030FF)
    let six = try film(blue, red, 6)
    #expect(six.saturation.maximumTransitions == 6 && six.chromaticity.maximumTransitions == 6)
    #expect(six.isWithinWCAG && six.general.maximumTransitions == 0)
    let seven = try film(blue, red, 7)
    #expect(seven.saturation.level == .fail && seven.chromaticity.level == .fail)
    #expect(seven.general.level == .pass && !seven.isWithinWCAG)
    #expect(seven.red.firstFailFrame == 14 && seven.red.worstAreaShare == 1)
  }

  /// Tomato and white are 0.16 apart: a red flash by the working definition alone.
  @Test func workingDefinitionSeesTomato() throws {
    let result = try film(0xFFFFFF, 0xFF6347, 8)
    #expect(result.saturation.level == .fail && result.chromaticity.level == .pass)
    #expect(result.red.level == .fail)
  }

  /// Dark red changes by less than 20 but is far from gray.
  @Test func chromaticityAloneSeesDarkRed() throws {
    let result = try film(0x303030, 0x400000, 8)
    #expect(result.saturation.maximumTransitions == 0 && result.chromaticity.level == .fail)
  }

  /// Black has no chromaticity; the working definition stays in force.
  @Test func blackKeepsTheLastChromaticity() throws {
    let result = try film(0x000000, 0xFF0000, 8)
    #expect(result.saturation.level == .fail && result.chromaticity.maximumTransitions == 0)
  }

  @Test func unsaturatedColorsAreNoRedFlash() throws {
    let result = try film(0xFA8072, 0xFFFFFF, 12)
    #expect(result.red.maximumTransitions == 0)
  }
}
