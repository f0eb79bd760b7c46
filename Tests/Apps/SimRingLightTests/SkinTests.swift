import SimMath
import SimRaster
import SimRingLight
import SimRuntime
import Testing

/// Goal: all skin is smoothed alike, from the lightest to the darkest, and what only has its color
/// is left as it is: fur, hair, wood.
///
/// Method: faces, fur, hair and wood painted by formulas, each in every tone; the mask at the edge
/// of its ellipse and the texture at its limits, computed in double precision.
struct SkinTests {
  private static let side: Int32 = 160
  /// Grain of two levels, as a sensor has it.
  private static let grain: Float = 2
  private static let settings = SmoothingStage.Settings(
    isOn: true, radiusPixels: 16, epsilon: RingPreviewTuning.smoothingEpsilon,
    strength: RingPreviewTuning.smoothingStrength, light: .white, noiseLevels: grain / 4)

  /// The ten tones of the Monk scale, which holds the six types of Fitzpatrick, light to dark.
  private static let tones: [UInt32] = [
    0xF6_EDE4, 0xF3_E7DB, 0xF7_EAD0, 0xEA_DABA, 0xD7_BD96, 0xA0_7E56, 0x82_5C43, 0x60_4134,
    0x3A_312A, 0x29_2420,
  ]

  /// What is painted: brightness at a place, 1 for the color itself.
  enum Case: CaseIterable {
    case face
    case fur
    case hair
    case wood

    func shade(_ x: Float, _ y: Float, _ noise: CoherentNoise) -> Float {
      switch self {
      case .face:
        // Pores, patches, and a cheek that turns away from the light.
        let (u, v) = ((x - 80) / 200, (y - 80) / 200)
        let pores = 0.02 * noise.value(x * 0.8, y * 0.8, cell: 0, fraction: 0)
        let patches = 0.035 * noise.value(x * 0.035, y * 0.035, cell: 1, fraction: 0)
        return (1 + pores + patches) * (1 - u * u - v * v) - 0.03 * u
      case .fur:
        // Strands a few pixels wide that lean, in tufts.
        let lean = x + 0.4 * y + 4 * noise.value(x * 0.02, y * 0.02, cell: 2, fraction: 0)
        let strand = noise.value(lean * 0.22, y * 0.04, cell: 3, fraction: 0)
        return 0.8 + 0.35 * strand
          + 0.06 * noise.value(x * 0.05, y * 0.03, cell: 4, fraction: 0)
      case .hair:
        return 0.7 + 0.3 * noise.value(x * 0.35, y * 0.03, cell: 5, fraction: 0)
      case .wood:
        // Years' rings cut lengthwise, and pores.
        let bend = 14 * noise.value(x * 0.01, y * 0.012, cell: 6, fraction: 0)
        let ring = Math.sin((x + bend) * 0.55)
        return 0.88 + 0.09 * ring + 0.03 * noise.value(x * 0.5, y * 0.06, cell: 7, fraction: 0)
      }
    }
  }

  private static func picture(_ case: Case, _ hex: UInt32) -> PixelFrame {
    let noise = CoherentNoise(key: 11)
    var stream = RandomStream(seed: 3, name: "grain")
    let color = StraightColor(hex: hex)
    return RingRuns.frame(side, side) { column, row in
      let shade = `case`.shade(Float(column), Float(row), noise)
      let grain = stream.normal() * Self.grain
      func level(_ value: UInt8) -> UInt32 {
        UInt32(max(0, min(Float(value) * shade + grain, 255)) + 0.5)
      }
      return (level(color.red), level(color.green), level(color.blue))
    }
  }

  /// How far smoothing changes each pixel, in levels, and what spread of fine grain it takes off.
  private static func smoothing(
    of before: PixelFrame, _ settings: SmoothingStage.Settings = settings
  ) -> (changes: [Double], taken: Double) {
    var after = before
    var stage = SmoothingStage(capacity: Int(side * side), maximumSide: Int(side))
    stage.apply(settings, to: &after)
    let changes = (0..<before.count).map { index in
      abs(RingRuns.luma(after.pixels[index]) - RingRuns.luma(before.pixels[index]))
    }
    func roughness(_ frame: PixelFrame) -> Double {
      var squares = 0.0
      for row in 16..<144 {
        for column in 16..<144 {
          let index = row * 160 + column
          let step = RingRuns.luma(frame.pixels[index]) - RingRuns.luma(frame.pixels[index - 1])
          squares += step * step
        }
      }
      return squares.squareRoot()
    }
    return (changes, 1 - roughness(after) / roughness(before))
  }

  // MARK: - Cases

  @Test func facesOfAllTonesAreSmoothedAlike() {
    var shares: [Double] = []
    for tone in Self.tones + Subject.SkinTone.allCases.map({ Self.hex($0.color) }) {
      shares.append(Self.smoothing(of: Self.picture(.face, tone)).taken)
    }
    let mean = shares.reduce(0, +) / Double(shares.count)
    #expect(mean > 0.5, "\(shares)")
    for share in shares { #expect(abs(share - mean) <= 0.15 * mean, "\(shares)") }
  }

  private static func hex(_ color: StraightColor) -> UInt32 {
    UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
  }

  @Test(arguments: [Case.fur, .hair, .wood]) func whatHasItsColorOnlyIsLeftAlone(case: Case) {
    for tone in Self.tones.dropFirst(3) {
      let before = Self.picture(`case`, tone)
      let changes = Self.smoothing(of: before).changes
      let changed = changes.filter { $0 > 1 }.count
      #expect(changed * 100 <= changes.count, "\(String(tone, radix: 16)): \(changed)")
      #expect(changes.reduce(0, +) / Double(changes.count) < 0.05)
    }
  }

  /// The same strands, fainter and fainter, are smoothed at last: nothing else saves them.
  @Test func textureIsWhatSavesThem() {
    let noise = CoherentNoise(key: 11)
    let shares = [Float(1), 0.5, 0.25, 0.12].map { strength in
      let before = RingRuns.frame(Self.side, Self.side) { column, row in
        let shade = 1 + (Case.fur.shade(Float(column), Float(row), noise) - 0.8) * strength
        func level(_ value: Float) -> UInt32 { UInt32(max(0, min(value * shade, 255)) + 0.5) }
        return (level(170), level(130), level(104))
      }
      let changes = Self.smoothing(of: before).changes
      return Double(changes.filter { $0 > 1 }.count) / Double(changes.count)
    }
    #expect(shares[0] < 0.01 && (shares.max() ?? 0) > 0.2, "\(shares)")
  }

  /// Grain as strong as a dark room's is no texture when the sensor's noise is known.
  @Test(arguments: [(Float(10), true), (0, false)]) func noiseIsNoTexture(
    known: Float, isSmoothed: Bool
  ) {
    var stream = RandomStream(seed: 3, name: "grain")
    let before = RingRuns.frame(Self.side, Self.side) { _, _ in
      let grain = stream.normal() * 10
      func level(_ value: Float) -> UInt32 { UInt32(max(0, min(value + grain, 255))) }
      return (level(141), level(91), level(61))
    }
    var settings = Self.settings
    settings.noiseLevels = known / 4
    let taken = Self.smoothing(of: before, settings).taken
    #expect(isSmoothed ? taken > 0.5 : taken < 0.2, "\(taken)")
  }

  // MARK: - Limits

  /// Colors just inside the ellipse are skin, and those beyond it by a quarter are not.
  @Test func maskEndsAtTheEllipse() {
    let mask = SkinMask(light: .white)
    for step in 0..<24 {
      let angle = Float(step) / 24 * 2 * Float.pi
      for (squared, expected) in [(Float(0.98), Float(1)), (1.125, 0.5), (1.27, 0)] {
        let (sine, cosine) = (Math.sin(angle), Math.cos(angle))
        let along = squared.squareRoot() * cosine * 25.39 + 1.6
        let across = squared.squareRoot() * sine * 14.03 + 2.41
        let (c, s) = (Math.cos(2.53), Math.sin(2.53))
        let blueness = 109.38 + c * along - s * across
        let redness = 152.02 + s * along + c * across
        let (blue, red) = (150 + (blueness - 128) / 0.564, 150 + (redness - 128) / 0.713)
        let green = (150 - 0.299 * red - 0.114 * blue) / 0.587
        let share = mask.share(SIMD4(red, green, blue, 0))
        #expect(abs(share - expected) < 0.02, "\(squared), \(angle): \(share)")
      }
    }
  }

  @Test func darknessIsNotJudged() {
    let mask = SkinMask(light: .white)
    func share(_ luma: Float) -> Float {
      // The middle of the ellipse, in proportion to the brightness.
      let scale = luma / 128
      let (blue, red) = (luma - 33 * scale, luma + 33.7 * scale)
      return mask.share(
        SIMD4(red, (luma - 0.299 * red - 0.114 * blue) / 0.587, blue, 0))
    }
    #expect(share(13.9) == 0 && share(14.6) > 0 && share(31.5) < 1 && share(32.1) > 0.9999)
  }

  private static func smoothness(
    _ level: (Int, Int) -> Double, at place: (Int, Int) = (10, 10), noise: Float = 0
  ) -> Float {
    var texture = SkinTexture(capacity: 441, maximumWidth: 21)
    let lumas = (0..<441).map { UInt32(level($0 % 21, $0 / 21) * 256 + 0.5) }
    texture.find(lumas, columns: 21, rows: 21, noiseLevels: noise)
    return texture.smoothness(at: place.1 * 21 + place.0, cells: 81)
  }

  /// A board of dark and bright cells: each is 8/9 of its height from the mean of nine.
  ///
  /// Of 81 cells, 41 are bright.
  private static func board(_ texture: Double, _ level: Double) -> Float {
    var (low, high) = (0.0, 20.0)
    for _ in 0..<50 {
      let height = (low + high) / 2
      func part(_ sign: Double) -> Double {
        let share = height * 8 / 9 / (level + sign * height + 16)
        return min(share * share, 6e-4)
      }
      if (41 * part(1) + 40 * part(-1)) / 81 < texture { low = height } else { high = height }
    }
    return smoothness { x, y in level + ((x + y) % 2 == 0 ? low : -low) }
  }

  @Test(arguments: [30.0, 100, 200]) func textureIsJudgedByItsLimits(level: Double) {
    #expect(Self.board(1.47e-4, level) == 1 && Self.board(1.6e-4, level) < 1)
    #expect(Self.board(2.25e-4, level) > 0.48 && Self.board(2.25e-4, level) < 0.52)
    #expect(Self.board(2.9e-4, level) > 0 && Self.board(3.03e-4, level) == 0)
  }

  /// An edge takes up two columns of nine, which is just not enough; a line takes up four.
  @Test func oneEdgeIsNoTexture() {
    #expect(Self.smoothness { x, _ in x < 10 ? 60 : 180 } == 1)
    let line = Self.smoothness { x, _ in x == 10 || x == 11 ? 60 : 180 }
    // Four ninths of the cap are two ninths of the way from rough to smooth.
    #expect(abs(line - 0.126) < 0.01, "\(line)")
  }

  @Test func twiceTheNoiseIsTakenOff() {
    // 8/9 of the height, against noise of whose square 8/9 is left.
    let height = 10.0
    let noise = Float(height * 8 / 9 / (2 * 8.0 / 9).squareRoot())
    func level(_ x: Int, _ y: Int) -> Double { 20 + ((x + y) % 2 == 0 ? height : -height) }
    #expect(Self.smoothness(level) == 0)
    #expect(Self.smoothness(level, noise: noise * 1.001) == 1)
    #expect(Self.smoothness(level, noise: noise * 0.99) < 1)
  }
}
