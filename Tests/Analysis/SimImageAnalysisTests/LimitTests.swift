import SimMath
import SimImageAnalysis
import SimRaster
import Testing

/// Goal: what counts as movement, as a red flash, as black and as a move is decided at the limits
/// that the rules give.
///
/// Method: states and pictures whose figures, worked out here, lie just within a limit and just
/// beyond it.
@Suite struct LimitTests {
  // MARK: - Movement

  /// The relative luminance of a gray, as WCAG 2.2 defines it.
  private static func luminance(_ gray: Int) -> Float {
    let encoded = Float(gray) / 255
    return encoded <= 0.04045 ? encoded / 12.92 : Math.pow((encoded + 0.055) / 1.055, 2.4)
  }

  /// One step of gray is a thousandth of white's luminance somewhere: below nothing moves.
  @Test func thousandthOfWhiteIsMovement() {
    var nearest: (below: Float, above: Float) = (0, 1)
    for gray in 36...48 {
      let change = Self.luminance(gray + 1) - Self.luminance(gray)
      let result = Film.measure(frames: 3) { _, _, time in Float(time >= 0 ? gray + 1 : gray) }
      #expect((result.worstMovingArea == 1) == (change > 0.001), "\(gray): \(change)")
      if change > 0.001 {
        nearest.above = min(nearest.above, change)
      } else {
        nearest.below = max(nearest.below, change)
      }
    }
    // Some are near enough to the limit to tell it.
    #expect(nearest.below > 0.00097 && nearest.above < 0.00103, "\(nearest)")
  }

  // MARK: - Red

  /// A cell of so much red alone, in units of which white has 2²⁰.
  private static func red(_ value: UInt32) -> PackedLight { PackedLight(packed: UInt64(value)) }

  /// (R − G − B) × 320 has to change by more than 20, of 320 × 2²⁰ by more than 65,536.
  @Test func redChangesByMoreThanTwenty() {
    for base: UInt32 in [0, 200_000, 700_000] {
      for (change, isFlash) in [(UInt32(65_000), false), (65_536, false), (65_537, true)] {
        var rising = FlashCell(Self.red(base))
        #expect(rising.take(Self.red(base + change)).isSaturation == isFlash)
        var falling = FlashCell(Self.red(base + change))
        #expect(falling.take(Self.red(base)).isSaturation == isFlash)
      }
    }
  }

  /// Colors that lie just nearer to red than a fifth in u′v′, and just farther from it.
  @Test func chromaticityChangesByMoreThanAFifth() {
    // White with less and less green and blue comes nearer to red.
    let white: UInt32 = 900_000
    let start = PackedLight(packed: UInt64(white))
    func color(_ share: UInt32) -> PackedLight {
      let rest = UInt64(white / 1000 * share)
      return PackedLight(packed: UInt64(white) | rest << 21 | rest << 42)
    }
    func distance(_ state: PackedLight) -> Float {
      let other = Chromaticity(
        red: Float(state.red), green: Float(state.green), blue: Float(state.blue))
      let red = Chromaticity(red: Float(start.red), green: 0, blue: 0)
      return other.squaredDistance(to: red).squareRoot()
    }
    var nearest: (below: Float, above: Float) = (0, 1)
    for share: UInt32 in stride(from: 200, through: 1000, by: 5) {
      let state = color(share)
      guard !state.isSaturatedRed else { continue }
      var cell = FlashCell(start)
      let isFlash = cell.take(state).isChromaticity
      #expect(isFlash == (distance(state) > 0.2), "\(share): \(distance(state))")
      if isFlash {
        nearest.above = min(nearest.above, distance(state))
      } else {
        nearest.below = max(nearest.below, distance(state))
      }
    }
    #expect(nearest.below > 0.198 && nearest.above < 0.202, "\(nearest)")
  }

  /// Below 0.0005 of white a state is black: it has no color to change to.
  @Test func blackHasNoColor() {
    for (low, high, hasColor) in [(UInt32(510), UInt32(522), false), (526, 538, true)] {
      let state = (2_000...3_000 as ClosedRange<UInt32>).map { Self.red($0) }
        .first { (low...high).contains($0.luminance) }
      let gray = PackedLight(packed: 600_000 | 600_000 << 21 | 600_000 << 42)
      var cell = FlashCell(gray)
      let isFlash = state.map { cell.take($0).isChromaticity }
      #expect(isFlash == hasColor, "\(low) to \(high)")
    }
  }

  /// A sixteenth of the light that red can have is 20 of 320.
  @Test(arguments: [(UInt32(70), false), (71, true)])
  func meansOfRedChangeByASixteenthOfItsLight(red: UInt32, isTransition: Bool) throws {
    for isFirst in [true, false] {
      let film = try FlashTests.film(
        frames: 2, width: 40, height: 32,
        [FlashTests.Patch { ($0 == 0) == isFirst ? FlashTests.black | red : FlashTests.black }])
      #expect((film.means.redTransitions == 1) == isTransition, "first: \(isFirst)")
    }
  }

  // MARK: - Counts

  /// What a jump of the mean of a whole picture counts as.
  private static func isTransition(_ kind: MeanFlash.Kind, _ from: Float, _ to: Float) -> Bool {
    var means = MeanFlash(kind, framesPerSecond: 20)
    means.begin(mean: from)
    means.advance(mean: to, changedShare: 1)
    return means.transitions == 1
  }

  @Test func meansChangeByATenthOrByTwentyOfRed() {
    #expect(Self.isTransition(.luminance, 0, 0.1005) && Self.isTransition(.luminance, 0.1005, 0))
    #expect(!Self.isTransition(.luminance, 0, 0.0995) && !Self.isTransition(.luminance, 0.0995, 0))
    #expect(Self.isTransition(.red, 100, 120.1) && !Self.isTransition(.red, 100, 119.9))
    // The darker one has to be below eight tenths; of red any will do.
    #expect(Self.isTransition(.luminance, 0.795, 1) && !Self.isTransition(.luminance, 0.805, 1))
    #expect(Self.isTransition(.red, 299, 320))
  }

  /// Three transitions in a second pass, four to six warn, and seven fail, of means and of fields.
  @Test(
    arguments: [(3, .pass), (4, .warning), (6, .warning), (7, .fail)] as [(Int, FlashLevel)])
  func countsHaveTheirLevels(count: Int, level: FlashLevel) throws {
    var means = MeanFlash(.luminance, framesPerSecond: 20)
    means.begin(mean: 0)
    for frame in 1...18 { means.advance(mean: Float(min(frame, count) % 2), changedShare: 1) }
    #expect(means.maximumTransitions == UInt32(count) && means.worstLevel == level)
    let film = try FlashTests.film(
      frames: 2 * count + 4, width: 40, height: 32,
      [
        FlashTests.Patch(
          color: FlashTests.alternate(FlashTests.black, FlashTests.white, transitions: count))
      ])
    #expect(film.general.maximumTransitions == UInt32(count) && film.general.level == level)
  }

  /// What has flashed for four seconds of five breaks the extended rule only as long as it goes on.
  @Test func extendedRuleEndsWithTheFourthTransition() {
    var means = MeanFlash(.luminance, framesPerSecond: 10)
    means.begin(mean: 0)
    var isWhite = false
    var levels: [UInt32: FlashLevel] = [:]
    for frame in 1..<70 {
      if frame < 60, frame % 5 == 1 || frame % 5 == 3 { isWhite.toggle() }
      means.advance(mean: isWhite ? 1 : 0, changedShare: 1)
      if frame >= 60 { levels[means.transitions] = means.level }
    }
    #expect(levels[4] == .extended && levels[3] == .pass)
  }

  // MARK: - Pictures

  /// A soft disc that moved by half a pixel, and noise on it: a move has to explain three quarters
  /// of the difference.
  @Test func moveExplainsThreeQuarters() {
    func disc(_ x: Float, noise: Float) -> [UInt8] {
      var random = RandomStream(seed: 5, name: "noise")
      return (0..<24 * 24).flatMap { place -> [UInt8] in
        let (dx, dy) = (Float(place % 24) - x, Float(place / 24) - 12)
        let light = max(0, 1 - (dx * dx + dy * dy) / 64)
        let value = UInt8(30 + 190 * light * light + random.range(-noise, noise))
        return [value, value, value, 255]
      }
    }
    let still = disc(12, noise: 0)
    func explained(_ noise: Float) -> Float? {
      let test = disc(12.5, noise: noise)
      return ShiftEstimate(ImagePair(width: 24, height: 24, reference: still, test: test))?
        .explained
    }
    // The most noise that a move is found in.
    var (low, high): (Float, Float) = (0, 16)
    for _ in 0..<8 {
      let middle = (low + high) / 2
      if explained(middle) == nil { high = middle } else { low = middle }
    }
    let least = explained(low) ?? 0
    #expect(high < 16 && least >= 0.75 && least < 0.765, "\(least)")
  }

  /// Of errors that rise evenly, the least that is not exceeded by 95 and by 99 in a hundred.
  @Test(arguments: [(UInt32(20), Float(19), Float(20)), (99, 95, 99), (200, 190, 198)])
  func quantilesAreNearestRanks(count: UInt32, p95: Float, p99: Float) {
    var meter = ErrorMeter()
    for error in 1...count { meter.add(Float(error) / 200) }
    let spread = meter.spread()
    #expect(abs(spread.p95 - p95 / 200) < 1e-4 && abs(spread.p99 - p99 / 200) < 1e-4, "\(spread)")
  }

  /// Two flat grays, a and b, are (2ab + C) ∕ (a² + b² + C) alike, and C is (0.01 · 255)².
  @Test func likenessOfFlatGraysIsThatOfTheFormula() throws {
    func flat(_ gray: UInt8) -> [UInt8] { (0..<256).flatMap { _ in [gray, gray, gray, 255] } }
    let pair = ImagePair(width: 16, height: 16, reference: flat(1), test: flat(4))
    let found = Float(try #require(StructuralSimilarity.mean(pair)))
    #expect(abs(found - (8 + 6.5025) / (17 + 6.5025)) < 5e-4, "\(found)")
  }

  /// Of a picture that differs all over, eight by eight pixels differ in the worst window.
  @Test func windowIsEightByEight() {
    let black = [UInt8](repeating: 0, count: 20 * 20 * 4)
    let white = [UInt8](repeating: 255, count: 20 * 20 * 4)
    let pair = ImagePair(width: 20, height: 20, reference: black, test: white)
    #expect(ExactDifference(pair).windowPixels == 64)
  }

  /// At 0.7 m a display of 0.7 m and 3,840 pixels has so many pixels in a degree, which are
  /// those of a difference when nobody says otherwise.
  @Test func usualDistanceIsSeventyCentimeters() {
    let pixels = (0..<64).flatMap { place -> [UInt8] in
      [UInt8(place * 3), UInt8(255 - place * 3), 90, 255]
    }
    let pair = ImagePair(width: 8, height: 8, reference: pixels, test: pixels.reversed().map { $0 })
    let worked = 3840 * Float.pi / 180
    #expect(abs(ImageDifference(pair).pixelsPerDegree / worked - 1) < 1e-4)
  }
}
