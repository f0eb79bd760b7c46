import SimMath
import SimRaster
import SimRingLight
import SimRuntime
import Testing

/// Goal: smoothing takes noise off skin of every tone alike, keeps edges, and leaves all else.
///
/// Method: patches of every tone with the same noise, an edge across skin, colors that are no skin,
/// light of every preset, and the stage switched off.
struct SmoothingTests {
  private static let settings = SmoothingStage.Settings(
    isOn: true, radiusPixels: 16, epsilon: RingPreviewTuning.smoothingEpsilon,
    strength: RingPreviewTuning.smoothingStrength, light: .white, noiseLevels: 0)

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

  /// What smoothing adds to each pixel, straight from the definition: cells of four, their means,
  /// the filter, the mask and the texture over squares, all of it summed by brute force in double
  /// precision.
  private struct Definition {
    let frame: PixelFrame
    let settings: SmoothingStage.Settings
    private let columns: Int
    private let rows: Int
    private var lumas: [Double] = []
    private var slopes: [Double] = []
    private var offsets: [Double] = []

    init(_ frame: PixelFrame, _ settings: SmoothingStage.Settings) {
      (self.frame, self.settings) = (frame, settings)
      (columns, rows) = (Int(frame.width + 3) / 4, Int(frame.height + 3) / 4)
      let mask = SkinMask(light: settings.light)
      var shares: [Double] = []
      for cell in 0..<columns * rows {
        var (sum, count) = (SIMD4<Double>.zero, 0.0)
        for y in cell / columns * 4..<min(cell / columns * 4 + 4, Int(frame.height)) {
          for x in cell % columns * 4..<min(cell % columns * 4 + 4, Int(frame.width)) {
            let pixel = frame.pixels[y * Int(frame.width) + x]
            sum += SIMD4(
              Double(pixel & 255), Double(pixel >> 8 & 255), Double(pixel >> 16 & 255), 0)
            count += 1
          }
        }
        let mean = sum / count
        lumas.append((77 * mean[0] + 150 * mean[1] + 29 * mean[2]) / 256)
        shares.append(
          Double(mask.share(SIMD4(Float(mean[0]), Float(mean[1]), Float(mean[2]), 0))))
      }
      let radius = Int(settings.radiusPixels) / 4
      let variances = zip(means(of: lumas.map { $0 * $0 }, radius), means(of: lumas, radius))
        .map { $0 - $1 * $1 }
      let epsilon = Double(settings.epsilon) * 255 * 255
      let kept = variances.map { $0 / ($0 + epsilon) }
      let added = zip(kept, means(of: lumas, radius)).map { (1 - $0) * $1 }
      let near = means(of: lumas, 1)
      let textures = lumas.indices.map { cell in
        let away = (lumas[cell] - near[cell]) / (lumas[cell] + 16)
        return min(away * away, 6e-4)
      }
      let smooth = means(of: textures, 4).map { texture in
        let share = max(0, min((3e-4 - texture) / 1.5e-4, 1))
        return share * share * (3 - 2 * share)
      }
      let skin = zip(means(of: shares, 1), smooth).map { $0 * $1 * Double(settings.strength) }
      slopes = zip(means(of: kept, radius), skin).map { ($0 - 1) * $1 }
      offsets = zip(means(of: added, radius), skin).map { $0 * $1 }
    }

    private func means(of plane: [Double], _ radius: Int) -> [Double] {
      plane.indices.map { cell in
        var (sum, count) = (0.0, 0.0)
        for y in max(0, cell / columns - radius)...min(rows - 1, cell / columns + radius) {
          for x in max(0, cell % columns - radius)...min(columns - 1, cell % columns + radius) {
            sum += plane[y * columns + x]
            count += 1
          }
        }
        return sum / count
      }
    }

    /// A plane at the middle of a pixel, between the middles of the four cells around it.
    private func value(_ plane: [Double], _ x: Int, _ y: Int) -> Double {
      func place(_ pixel: Int, _ count: Int) -> (Int, Int, Double) {
        let position = (Double(pixel) + 0.5) / 4 - 0.5
        let first = Int(position.rounded(.down))
        return (
          max(0, first), min(count - 1, max(0, first + 1)), position - Double(first)
        )
      }
      let (left, right, across) = place(x, columns)
      let (above, below, down) = place(y, rows)
      func row(_ y: Int) -> Double {
        plane[y * columns + left] * (1 - across) + plane[y * columns + right] * across
      }
      return row(above) * (1 - down) + row(below) * down
    }

    func change(_ x: Int, _ y: Int) -> Double {
      let luma = RingRuns.luma(frame.pixels[y * Int(frame.width) + x])
      return value(slopes, x, y) * luma + value(offsets, x, y)
    }
  }

  /// Every pixel is what the definition says, to the rounding of its brightness.
  @Test(arguments: [(37, 53), (64, 64), (9, 30), (3, 5)] as [(Int32, Int32)])
  func everyPixelIsAsDefined(width: Int32, height: Int32) {
    var stream = RandomStream(seed: 5, name: "skin")
    let skin = Subject.SkinTone.light.color
    let before = RingRuns.frame(width, height) { column, row in
      let shade = Int32(stream.below(24)) - Int32(column + row) / 3
      func level(_ value: UInt8) -> UInt32 { UInt32(max(0, min(Int32(value) + shade, 255))) }
      return (level(skin.red), level(skin.green), level(skin.blue))
    }
    let definition = Definition(before, Self.settings)
    var after = before
    var stage = SmoothingStage(
      capacity: Int(width * height), maximumSide: Int(max(width, height)))
    stage.apply(Self.settings, to: &after)
    var (worst, most) = (0.0, 0.0)
    for index in 0..<Int(width * height) {
      let change = definition.change(index % Int(width), index / Int(width))
      most = max(most, abs(change))
      for channel: UInt32 in [0, 8, 16] {
        let level = Double(before.pixels[index] >> channel & 255) + change
        let found = Double(after.pixels[index] >> channel & 255)
        worst = max(worst, abs(found - max(0, min(level, 255))))
      }
    }
    // Half a level for rounding, and what means of whole numbers are off by.
    #expect(worst < 0.6 && most > 3)
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
