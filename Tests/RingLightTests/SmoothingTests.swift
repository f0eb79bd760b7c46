import DeterministicMath
import Raster
import RingLight
import Runtime
import Testing

/// Goal: smoothing takes noise off skin of every tone alike, keeps edges, and leaves all else.
///
/// Method: patches of every tone with the same noise, an edge across skin, colors that are no skin,
/// light of every preset, and the stage switched off.
struct SmoothingTests {
  private static let settings = SmoothingStage.Settings(
    isOn: true, radiusPixels: 16, epsilon: RingPreviewTuning.smoothingEpsilon,
    strength: RingPreviewTuning.smoothingStrength, light: .white)

  /// A patch of a color with noise of three levels.
  private static func patch(_ color: StraightColor, seed: UInt64 = 1) -> PixelFrame {
    var stream = RandomStream(seed: seed, name: "patch")
    return RingRuns.frame(96, 96) { _, _ in
      let grain = Int32(stream.normal() * 3 + 100.5) - 100
      func level(_ value: UInt8) -> UInt32 { UInt32(max(0, min(Int32(value) + grain, 255))) }
      return (level(color.red), level(color.green), level(color.blue))
    }
  }

  private static func deviation(_ frame: PixelFrame) -> Double {
    var (sum, squares, count) = (0.0, 0.0, 0.0)
    for row in 24..<72 {
      for column in 24..<72 {
        let value = RingRuns.luma(frame.pixels[row * 96 + column])
        sum += value
        squares += value * value
        count += 1
      }
    }
    return (squares / count - sum * sum / count / count).squareRoot()
  }

  private static func smoothed(
    _ frame: PixelFrame, _ settings: SmoothingStage.Settings = settings
  ) -> PixelFrame {
    var result = frame
    var stage = SmoothingStage(capacity: 96 * 96, maximumSide: 96)
    stage.apply(settings, to: &result)
    return result
  }

  @Test func everyToneIsSmoothedAlike() {
    var shares: [Double] = []
    for tone in Subject.SkinTone.allCases {
      let before = Self.patch(tone.color)
      let share = 1 - Self.deviation(Self.smoothed(before)) / Self.deviation(before)
      shares.append(share)
    }
    let mean = shares.reduce(0, +) / Double(shares.count)
    #expect(mean > 0.5, "\(shares)")
    for share in shares { #expect(abs(share - mean) <= 0.1 * mean, "\(shares)") }
    print("noise taken off skin, from medium to deep: \(shares)")
  }

  @Test func everyToneIsSkinInEveryLight() {
    for tone in Subject.SkinTone.allCases {
      let skin = LinearColor(tone.color)
      for preset in RingPreset.allCases {
        let light = preset.color(kelvin: 3_000)
        let seen = LinearColor(
          skin.red * light.red, skin.green * light.green, skin.blue * light.blue
        ).encoded
        let color = SIMD4(Float(seen.red), Float(seen.green), Float(seen.blue), 0)
        #expect(SkinMask(light: light).share(color) > 0.85, "\(tone), \(preset)")
      }
    }
  }

  @Test(arguments: [UInt32(0x3B5C6E), 0x9AA0A6, 0x20C040, 0x2040E0, 0xFFFFFF, 0x000000, 0x808080])
  func whatIsNoSkinIsLeftAlone(hex: UInt32) {
    let before = Self.patch(StraightColor(hex: hex))
    #expect(RingRuns.pixels(Self.smoothed(before)) == RingRuns.pixels(before))
  }

  @Test func offIsOff() {
    let before = Self.patch(Subject.SkinTone.light.color)
    var settings = Self.settings
    settings.isOn = false
    #expect(RingRuns.pixels(Self.smoothed(before, settings)) == RingRuns.pixels(before))
    #expect(RingRuns.pixels(Self.smoothed(before)) != RingRuns.pixels(before))
  }

  /// An edge keeps at least nine tenths of its height within two pixels, and does not ring.
  @Test func edgesAreKept() {
    let (bright, dark) = (Subject.SkinTone.light.color, Subject.SkinTone.brown.color)
    let before = RingRuns.frame(96, 96) { column, _ in
      let color = column < 47 ? bright : dark
      return (UInt32(color.red), UInt32(color.green), UInt32(color.blue))
    }
    let after = Self.smoothed(before)
    func level(_ frame: PixelFrame, _ column: Int) -> Double {
      RingRuns.luma(frame.pixels[48 * 96 + column])
    }
    let height = level(before, 40) - level(before, 60)
    #expect(level(after, 45) - level(after, 49) > 0.9 * height)
    for column in 0..<96 {
      #expect(level(after, column) < level(before, 0) + 3)
      #expect(level(after, column) > level(before, 95) - 3)
    }
  }

  @Test func anySizeIsTaken() {
    for (width, height) in [(1, 1), (3, 2), (4, 4), (5, 97), (63, 7)] as [(Int32, Int32)] {
      var frame = RingRuns.busyFrame(width, height)
      var stage = SmoothingStage(
        capacity: Int(width * height), maximumSide: Int(max(width, height)))
      stage.apply(Self.settings, to: &frame)
      #expect(frame.count == Int(width * height))
    }
  }
}
