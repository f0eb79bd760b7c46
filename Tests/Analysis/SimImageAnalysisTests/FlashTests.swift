import SimMath
import SimImageAnalysis
import SimRaster
import TestTier
import Testing

/// Goal: the flash rules hold at their limits: what is just allowed passes, the next step fails.
///
/// Method: pictures made of rectangles that change color on given frames, at few frames per second
/// so that a debug build is quick; single cells where no 8-bit color meets the limit.
@Suite struct FlashTests {
  static let black: UInt32 = 0xFF00_0000
  static let white: UInt32 = 0xFFFF_FFFF
  static let framesPerSecond: UInt32 = 20

  /// A part of the picture in points whose color is a function of the frame.
  struct Patch {
    var x = 0
    var y = 0
    var width = 400
    var height = 304
    var color: (_ frame: Int) -> UInt32
  }

  static func gray(_ value: UInt32) -> UInt32 { 0xFF00_0000 | value * 0x01_0101 }

  /// What a film of patches over a background comes to.
  static func film(
    frames: Int = 40, width: Int = 400, height: Int = 304, background: UInt32 = black,
    _ patches: [Patch]
  ) throws -> FlashSafety {
    var analyzer = FlashAnalyzer(
      width: Int32(width), height: Int32(height), scale: 1, framesPerSecond: framesPerSecond)
    var surface = Surface(width: Int32(width), height: Int32(height))
    for index in surface.storage.indices { surface.storage[index] = background }
    var shown = [UInt32?](repeating: nil, count: patches.count)
    for frame in 0..<frames {
      var isChanged = false
      for (index, patch) in patches.enumerated() {
        let color = patch.color(frame)
        // Later patches lie over earlier ones, so what follows a change is painted again.
        isChanged = isChanged || shown[index] != color
        guard isChanged else { continue }
        shown[index] = color
        for y in patch.y..<min(patch.y + patch.height, height) {
          let row = surface.layout.index(0, Int32(y))
          for x in patch.x..<min(patch.x + patch.width, width) { surface.storage[row + x] = color }
        }
      }
      analyzer.observe(surface)
    }
    let result = analyzer.result
    return try #require(result)
  }

  /// Alternates from frame 2 on, so often, every `step` frames.
  static func alternate(
    _ a: UInt32, _ b: UInt32, transitions: Int, step: Int = 2
  ) -> (Int) -> UInt32 {
    { frame in min(max(0, frame / step), transitions) % 2 == 0 ? a : b }
  }

  // MARK: - Counts and areas

  @Test func sixTransitionsPassAndSevenFail() throws {
    let six = try Self.film([
      Patch(color: Self.alternate(Self.black, Self.white, transitions: 6))
    ])
    #expect(six.isWithinWCAG && six.general.level == .warning)
    #expect(six.general.maximumTransitions == 6 && six.general.maximumFieldTransitions == 6)
    let seven = try Self.film([
      Patch(color: Self.alternate(Self.black, Self.white, transitions: 7))
    ])
    #expect(!seven.isWithinWCAG && !seven.isSafe && seven.level == .fail)
    #expect(seven.general.maximumTransitions == 7 && seven.general.worstAreaShare == 1)
    #expect(seven.general.firstFailFrame == 14 && seven.red.level == .pass)
  }

  /// Seven transitions in a second and a frame are six in any second.
  @Test func secondIsExactlyAsLongAsItsFrames() throws {
    func at(_ last: Int) throws -> FlashSafety {
      let changes = [1, 4, 7, 10, 13, 16, last]
      return try Self.film([
        Patch { frame in
          changes.filter { $0 <= frame }.count % 2 == 0 ? Self.black : Self.white
        }
      ])
    }
    #expect(try at(20).general.maximumTransitions == 7)
    #expect(try !at(20).isWithinWCAG)
    #expect(try at(21).general.maximumTransitions == 6)
    #expect(try at(21).isWithinWCAG)
  }

  /// The field has 341 by 256 points; 1364 cells of 16 are a quarter.
  @Test func aQuarterOfTheFieldPassesAndOneCellMoreFails() throws {
    let strobe = Self.alternate(Self.black, Self.white, transitions: 12)
    let quarter = [
      Patch(x: 40, y: 40, width: 176, height: 124, color: strobe)
    ]
    let allowed = try Self.film(quarter)
    #expect(allowed.general.worstAreaShare == 0.25 && allowed.isWithinWCAG)
    #expect(allowed.general.maximumTransitions >= 7)
    #expect(allowed.general.maximumFieldTransitions == 0)
    let cell = Patch(x: 40, y: 164, width: 4, height: 4, color: strobe)
    let tooMuch = try Self.film(quarter + [cell])
    #expect(tooMuch.general.worstAreaShare > 0.25 && !tooMuch.isWithinWCAG)
    let far = try Self.film(width: 800, quarter + [Patch(x: 700, width: 40, color: strobe)])
    #expect(far.isWithinWCAG)
  }

  /// Of a field of 344 by 256 points, the first would be 24.8 %.
  @Test(arguments: [(1366, 0.2504, false), (1360, 0.2493, true)])
  func areaIsThatOfAFieldNoLargerThanItIs(cells: Int, share: Float, passes: Bool) throws {
    let strobe = Self.alternate(Self.black, Self.white, transitions: 12)
    let (rows, rest) = (cells / 43, cells % 43)
    let result = try Self.film([
      Patch(x: 40, y: 40, width: 172, height: rows * 4, color: strobe),
      Patch(x: 40, y: 40 + rows * 4, width: rest * 4, height: 4, color: strobe),
    ])
    #expect(abs(result.general.worstAreaShare - share) < 0.00005)
    #expect(result.isWithinWCAG == passes)
    let worst = try #require(result.general.worst)
    #expect(worst.width == 341 && worst.height == 256)
  }

  /// Wherever a field lies, to the point, no more of it flashes than is said, and at the place
  /// that is named as much does.
  @Test(
    arguments: Tier.isDebug
      ? [(343, 259)] : [(400, 304), (397, 301), (343, 259), (300, 310), (600, 200)])
  func noFieldHasMoreThanTheWorst(width: Int, height: Int) throws {
    var stream = RandomStream(seed: 7, name: "flash field", index: UInt32(width))
    func cells(_ most: Int) -> Int { 4 * Int(stream.nextUInt32() % UInt32(most)) }
    let strobe = Self.alternate(Self.black, Self.white, transitions: 12)
    let patches = (0..<12).map { _ in
      Patch(
        x: cells(width / 4), y: cells(height / 4), width: 4 + cells(10), height: 4 + cells(10),
        color: strobe)
    }
    // What flashes, and then how much of it is above and to the left.
    var sums = [Int](repeating: 0, count: (width + 1) * (height + 1))
    for patch in patches {
      for y in patch.y..<min(patch.y + patch.height, height) {
        for x in patch.x..<min(patch.x + patch.width, width) {
          sums[(y + 1) * (width + 1) + x + 1] = 1
        }
      }
    }
    for y in 0..<height {
      for x in 0..<width {
        let above = y * (width + 1) + x
        sums[above + width + 2] += sums[above + 1] + sums[above + width + 1] - sums[above]
      }
    }
    let (fieldWidth, fieldHeight) = (min(341, width), min(256, height))
    func area(_ x: Int, _ y: Int) -> Int {
      let (top, bottom) = (y * (width + 1) + x, (y + fieldHeight) * (width + 1) + x)
      return sums[bottom + fieldWidth] - sums[bottom] - sums[top + fieldWidth] + sums[top]
    }
    var most = 0
    for y in 0...(height - fieldHeight) {
      for x in 0...(width - fieldWidth) { most = max(most, area(x, y)) }
    }
    let general = try Self.film(frames: 20, width: width, height: height, patches).general
    #expect(general.worstAreaShare == Float(most) / Float(fieldWidth * fieldHeight))
    let worst = try #require(general.worst)
    #expect(area(Int(worst.x), Int(worst.y)) == most)
    #expect((Int(worst.width), Int(worst.height)) == (fieldWidth, fieldHeight))
  }

  /// The field at the right or lower side of a picture that ends within a cell: it holds a part of
  /// the first column or row of cells and a part of the last, and no other holds as much.
  @Test(arguments: [
    (390, 256, 49, 0, [(97, 0, 1, 64), (12, 0, 1, 22), (76, 0, 21, 63), (76, 63, 3, 1)], 21_992),
    (391, 256, 50, 0, [(97, 0, 1, 64), (12, 0, 1, 22), (76, 0, 21, 63)], 22_112),
    (341, 258, 0, 2, [(0, 64, 85, 1), (0, 0, 42, 1), (0, 20, 85, 15), (0, 35, 46, 1)], 22_152),
    (341, 259, 0, 3, [(0, 64, 85, 1), (0, 0, 42, 1), (0, 20, 85, 15), (0, 35, 21, 1)], 21_924),
  ])
  func fieldAtTheSideOfThePictureCountsInFull(
    width: Int, height: Int, x: UInt32, y: UInt32, cells: [(Int, Int, Int, Int)], area: Int
  ) throws {
    let strobe = Self.alternate(Self.black, Self.white, transitions: 12)
    let patches = cells.map { x, y, width, height in
      Patch(x: x * 4, y: y * 4, width: width * 4, height: height * 4, color: strobe)
    }
    let result = try Self.film(frames: 20, width: width, height: height, patches)
    #expect(result.general.worstAreaShare == Float(area) / Float(341 * 256))
    #expect(!result.isSafe)
    #expect(result.general.worst.map { $0.x } == x && result.general.worst.map { $0.y } == y)
  }

  /// Half of its last column and row of cells flashes, for which they count.
  @Test func squareOf150PointsFails() throws {
    let result = try Self.film([
      Patch(
        x: 100, y: 100, width: 150, height: 150,
        color: Self.alternate(Self.black, Self.white, transitions: 12))
    ])
    #expect(abs(result.general.worstAreaShare - 0.2647) < 0.0001 && !result.isWithinWCAG)
    let worst = try #require(result.general.worst)
    #expect(worst.x <= 100 && worst.x + worst.width >= 250 && worst.frame > 0)
    #expect(worst.y <= 100 && worst.y + worst.height >= 250)
  }

  /// The mean of the whole stays, so that a model of means sees nothing.
  @Test func halvesInAntiphaseFail() throws {
    let even = Self.alternate(Self.black, Self.white, transitions: 20)
    let odd = Self.alternate(Self.white, Self.black, transitions: 20)
    let result = try Self.film([Patch(width: 200, color: even), Patch(x: 200, color: odd)])
    #expect(result.general.worstAreaShare == 1 && result.general.level == .fail)
    #expect(result.means.level == .pass && result.means.luminanceTransitions == 0)
  }

  // MARK: - Luminance

  private static func state(_ value: UInt32) -> PackedLight {
    let value = UInt64(value)
    return PackedLight(packed: value | value << 21 | value << 42)
  }

  private static func turns(_ a: UInt32, _ b: UInt32) -> Bool {
    var cell = FlashCell(state(a))
    return cell.take(state(b)).isGeneral
  }

  @Test func aTenthCountsAndLessDoesNot() {
    let tenth: UInt32 = 104_858
    #expect(Self.state(tenth).luminance == tenth)
    for low: UInt32 in [0, 50_000, 700_000] {
      #expect(Self.turns(low, low + tenth) && Self.turns(low + tenth, low))
      #expect(!Self.turns(low, low + tenth - 2) && !Self.turns(low + tenth - 2, low))
    }
  }

  @Test func darkerStateHasToBeBelowEightTenths() {
    let limit: UInt32 = 838_860
    #expect(Self.turns(limit, 1_048_576) && Self.turns(1_048_576, limit))
    #expect(!Self.turns(limit + 1, 1_048_576) && !Self.turns(1_048_576, limit + 1))
  }

  @Test func slowChangesCountFromPeakToValley() throws {
    var cell = FlashCell(Self.state(0))
    var turned = 0
    for step: UInt32 in 1...40 { if cell.take(Self.state(step * 10_000)).isGeneral { turned += 1 } }
    #expect(turned == 1)
    for step: UInt32 in 1...5 where cell.take(Self.state(400_000 - step * 10_000)).isGeneral {
      turned += 1
    }
    #expect(turned == 1)
    #expect(cell.take(Self.state(400_000 - 104_858)).isGeneral)
  }

  @Test func contrastIsShareOfWhatJumps() throws {
    let result = try Self.film([
      Patch(width: 200, color: Self.alternate(Self.gray(0), Self.gray(118), transitions: 1)),
      Patch(x: 200, color: Self.alternate(Self.gray(0), Self.gray(116), transitions: 1)),
    ])
    #expect(result.worstContrastShare == 0.5)
  }
}
