import SimMath
import SimImageAnalysis
import SimRaster
import TestTier
import Testing

/// Goal: the verdict on WCAG is that of its definition, to the point, and whatever fails by it
/// fails by the stricter rules too.
///
/// Method: pictures at the limits; areas added up sample by sample; patterns that only one of the
/// two verdicts knows.
@Suite struct CombinedFlashTests {
  typealias Patch = FlashTests.Patch
  private static var strobe: (Int) -> UInt32 {
    FlashTests.alternate(FlashTests.black, FlashTests.white, transitions: 12)
  }
  private static let fieldArea = 341 * 256

  /// The size of pictures with one pattern all over, in points.
  private enum Amount {
    /// Where a pattern comes together only in a field of 341 by 256 points.
    static let fullSize = (width: 400, height: 304)
    static let size = Tier.isDebug ? (width: 160, height: 120) : fullSize
    static let layouts = Tier.isDebug ? 8 : 1000
  }

  /// Squares of a side that change places at every other frame, from a corner on.
  private static func checkers(
    side: Int, from corner: Int = 0, size: (width: Int, height: Int) = Amount.size,
    _ a: UInt32 = FlashTests.black, _ b: UInt32 = FlashTests.white
  ) throws -> FlashSafety {
    try pictures(frames: 30, size: size) { x, y, frame in
      ((x + corner) / side + (y + corner) / side + frame / 2) % 2 == 0 ? a : b
    }
  }

  /// What pictures by formula come to.
  private static func pictures(
    frames: Int, size: (width: Int, height: Int) = Amount.size,
    _ color: (Int, Int, Int) -> UInt32
  ) throws -> FlashSafety {
    let (width, height) = size
    var analyzer = FlashAnalyzer(
      width: Int32(width), height: Int32(height), scale: 1,
      framesPerSecond: FlashTests.framesPerSecond)
    var surface = Surface(width: Int32(width), height: Int32(height))
    for frame in 0..<frames {
      for y in 0..<height {
        let row = surface.layout.index(0, Int32(y))
        for x in 0..<width { surface.storage[row + x] = color(x, y, frame) }
      }
      analyzer.observe(surface)
    }
    let result = analyzer.result
    return try #require(result)
  }

  // MARK: - Area

  /// 43 by 32 cells are more than a quarter of 341 by 256 points, though not of 344 by 256.
  @Test func moreThanAQuarterFails() throws {
    let result = try FlashTests.film([
      Patch(x: 100, y: 100, width: 172, height: 128, color: Self.strobe)
    ])
    let general = try #require(result.combined).general
    #expect(general.worstAreaShare == Float(172 * 128) / Float(Self.fieldArea))
    #expect(!result.isWithinWCAG && !result.isSafe)
  }

  /// Cells at the sides change in part and count in part.
  @Test func cellsCountByTheirShare() throws {
    let result = try FlashTests.film([
      Patch(x: 103, y: 103, width: 146, height: 146, color: Self.strobe)
    ])
    let general = try #require(result.combined).general
    #expect(general.worstAreaShare == Float(146 * 146) / Float(Self.fieldArea))
    #expect(result.isWithinWCAG && general.firstFailFrame == nil)
    // Whole, they are too many.
    #expect(!result.isSafe && result.general.worstAreaShare > 0.25)
  }

  /// 176 by 124 points are exactly a quarter, wherever they lie; a point more is too much.
  @Test(arguments: [(0, false), (1, true)]) func limitIsExact(more: Int, fails: Bool) throws {
    let result = try FlashTests.film([
      Patch(x: 42, y: 46, width: 176, height: 124, color: Self.strobe),
      // Below, in a cell that flashes anyway.
      Patch(x: 42, y: 170, width: more, height: 1, color: Self.strobe),
    ])
    let general = try #require(result.combined).general
    #expect(general.worstAreaShare == Float(176 * 124 + more) / Float(Self.fieldArea))
    #expect(result.isWithinWCAG != fails && (general.firstFailFrame != nil) == fails)
  }

  /// The field that holds the most, found sample by sample, wherever it lies.
  @Test(
    arguments: Tier.isDebug
      ? [(397, 301)] : [(400, 304), (397, 301), (300, 310), (600, 200)])
  func areaIsThatOfTheSamples(width: Int, height: Int) throws {
    var stream = RandomStream(seed: 9, name: "combined flash", index: UInt32(width))
    func number(_ most: Int) -> Int { Int(stream.nextUInt32() % UInt32(most)) }
    let patches = (0..<14).map { _ in
      Patch(
        x: number(width), y: number(height), width: 3 + number(90), height: 3 + number(60),
        color: Self.strobe)
    }
    var flashes = [Bool](repeating: false, count: width * height)
    for patch in patches {
      for y in patch.y..<min(patch.y + patch.height, height) {
        for x in patch.x..<min(patch.x + patch.width, width) { flashes[y * width + x] = true }
      }
    }
    let result = try FlashTests.film(frames: 24, width: width, height: height, patches)
    let general = try #require(result.combined).general
    let most = Self.most(of: flashes, width, height)
    let area = min(341, width) * min(256, height)
    #expect(most > 0 && general.worstAreaShare == Float(most) / Float(area))
    let place = try #require(general.worst)
    #expect(place.x + place.width <= UInt32(width) && place.y + place.height <= UInt32(height))
  }

  /// The most flashing samples in any field.
  private static func most(of flashes: [Bool], _ width: Int, _ height: Int) -> Int {
    // Samples above and to the left.
    var sums = [Int](repeating: 0, count: (width + 1) * (height + 1))
    for y in 0..<height {
      for x in 0..<width {
        let above = y * (width + 1) + x
        sums[above + width + 2] =
          sums[above + 1] + sums[above + width + 1] - sums[above] + (flashes[y * width + x] ? 1 : 0)
      }
    }
    var most = 0
    let (fieldWidth, fieldHeight) = (min(341, width), min(256, height))
    for y in 0...(height - fieldHeight) {
      for x in 0...(width - fieldWidth) {
        let (top, bottom) = (y * (width + 1) + x, (y + fieldHeight) * (width + 1) + x)
        most = max(
          most, sums[bottom + fieldWidth] - sums[bottom] - sums[top + fieldWidth] + sums[top])
      }
    }
    return most
  }

  /// Random layouts of 2 to 40 pieces of any contrast, touching or not, of which a field holds
  /// within four samples of a quarter.
  @Test func piecesAddUp() throws {
    var stream = RandomStream(seed: 11, name: "flash pieces")
    func number(_ most: Int) -> Int { Int(stream.nextUInt32() % UInt32(most)) }
    var failures = 0
    for layout in 0..<Amount.layouts {
      let (width, height) = [(128, 96), (101, 75), (360, 44), (45, 270)][layout % 4]
      let area = min(341, width) * min(256, height)
      let (count, target) = (2 + number(39), area / 4 - 4 + number(9))
      var pieces = [Int](repeating: 0, count: width * height)
      for piece in 1..<count {
        let size = max(1, target / count * (7 + number(5)) / 10)
        let across = min(width, max(size / height + 1, 1 + number(1 + number(size))))
        let down = size / across
        let (left, top) = (number(width - across + 1), number(height - down + 1))
        for y in top..<top + down {
          for x in left..<left + across { pieces[y * width + x] = piece }
        }
      }
      // The last one takes samples in order, those of others left out, until the field is full.
      var (next, most) = (number(pieces.count), 0)
      while true {
        most = Self.most(of: pieces.map { $0 > 0 }, width, height)
        var lacking = target - most
        guard lacking > 0 else { break }
        while lacking > 0 {
          next = (next + 1) % pieces.count
          if pieces[next] == 0 { (pieces[next], lacking) = (count, lacking - 1) }
        }
      }
      let background = FlashTests.gray(UInt32(number(256)))
      let colors = (0...count).map { piece in
        // At least a tenth of white's luminance apart.
        let dark = UInt32(number(160))
        let light = dark + 92 + UInt32(number(Int(164 - dark)))
        return piece == 0
          ? [background, background] : [FlashTests.gray(dark), FlashTests.gray(light)]
      }
      let result = try Self.pictures(frames: 9, size: (width, height)) { x, y, frame in
        colors[pieces[y * width + x]][frame % 2]
      }
      let share = try #require(result.combined).general.worstAreaShare
      #expect(share == Float(most) / Float(area), "layout \(layout)")
      #expect(result.isWithinWCAG == (most * 4 <= area), "layout \(layout)")
      #expect(result.isWithinWCAG || !result.isSafe, "layout \(layout)")
      if !result.isWithinWCAG { failures += 1 }
    }
    #expect(failures > 0 && failures < Amount.layouts)
  }

  /// Two areas of a fifth of a field each add up in one second, and do not one after the other.
  @Test(arguments: [(0, true), (24, false)]) func onlyConcurrentAreasAddUp(
    delay: Int, fails: Bool
  ) throws {
    let result = try FlashTests.film(
      frames: 60, width: 128, height: 96,
      [
        Patch(x: 2, y: 3, width: 50, height: 48, color: Self.strobe),
        Patch(x: 71, y: 40, width: 50, height: 48) { Self.strobe($0 - delay) },
      ])
    let general = try #require(result.combined).general
    #expect(general.worstAreaShare == Float(fails ? 4800 : 2400) / Float(128 * 96))
    #expect(result.isWithinWCAG != fails)
  }

  /// Bars of 40 points, 40 apart: none is a quarter of a field by itself.
  @Test func scatteredAreasAddUp() throws {
    let bars = (0..<5).map { Patch(x: $0 * 80, width: 40, color: Self.strobe) }
    let result = try FlashTests.film(bars)
    let general = try #require(result.combined).general
    #expect(general.worstAreaShare == Float(181) / 341)
    #expect(!result.isWithinWCAG && !result.isSafe)
  }

  /// Both halves flash, though never in the same sense.
  @Test func halvesInAntiphaseAddUp() throws {
    let result = try FlashTests.film([
      Patch(width: 200, color: Self.strobe),
      Patch(
        x: 200, color: FlashTests.alternate(FlashTests.white, FlashTests.black, transitions: 12)),
    ])
    #expect(try #require(result.combined).general.worstAreaShare == 1 && !result.isWithinWCAG)
  }

  /// Stripes that move: every sample changes, a few columns at a time, and rises cancel out falls.
  @Test(arguments: Tier.isDebug ? [(16, 6)] : [(4, 2), (8, 4), (16, 8), (16, 6)])
  func movingStripesFlashAllOver(width: Int, step: Int) throws {
    let result = try Self.pictures(frames: 40) { x, _, frame in
      (x + step * frame) / width % 2 == 0 ? FlashTests.black : FlashTests.white
    }
    #expect(try #require(result.combined).general.worstAreaShare > 0.99)
    #expect(!result.isWithinWCAG)
  }

  // MARK: - Fine patterns

  /// 3 points are 0.088 degrees, and 4 are 0.117.
  @Test(
    arguments: [
      (2, 0, true, true), (3, 0, false, true), (4, 0, false, false), (32, 5, false, false),
    ]
      + (Tier.isDebug
        ? []
        : [
          (3, 1, false, true), (4, 1, false, false), (5, 0, false, false), (5, 2, false, false),
          (6, 1, false, false), (7, 0, false, false), (8, 3, false, false), (9, 4, false, false),
        ]))
  func checkersBelowATenthOfADegreeAreExempt(
    side: Int, corner: Int, isSafe: Bool, isWithinWCAG: Bool
  ) throws {
    let result = try Self.checkers(side: side, from: corner)
    #expect(result.isSafe == isSafe && result.isWithinWCAG == isWithinWCAG)
    // Cells of red and another color are not saturated, and few are of red alone.
    guard side < 4 || side > 6 else { return }
    // Of squares of 8 points few cells are of red alone, some of them in every field.
    let red = try Self.checkers(
      side: side, from: corner, size: side == 8 ? Amount.fullSize : Amount.size, 0xFF00_00B0,
      0xFFFF_3030)
    #expect(red.isWithinWCAG == isWithinWCAG)
    #expect(isWithinWCAG || red.combined?.red.firstFailFrame != nil)
  }

  /// Gray noise of squares, new in every frame.
  @Test(arguments: Tier.isDebug ? [2] : [1, 2, 3]) func whiteNoiseIsExempt(side: Int) throws {
    let columns = 400 / side + 1
    var stream = RandomStream(seed: 3, name: "noise")
    var grays: [UInt32] = []
    var shown = -1
    let result = try Self.pictures(frames: 30) { x, y, frame in
      if shown != frame {
        shown = frame
        grays = (0..<columns * columns).map { _ in FlashTests.gray(stream.nextUInt32() & 255) }
      }
      return grays[y / side * columns + x / side]
    }
    #expect(!result.isSafe && result.isWithinWCAG)
  }

  /// A field that flashes behind fine lines is no balanced pattern, and neither are fine checkers
  /// of which one color alone flashes, or fine lines that flash together.
  @Test func whatIsNotBalancedCounts() throws {
    let lines = try Self.pictures(frames: 30) { x, y, frame in
      x % 3 == 0 || frame / 2 % 2 == 0 ? FlashTests.black : FlashTests.white
    }
    #expect(!lines.isWithinWCAG && !lines.isSafe)
    let checkers = try Self.pictures(frames: 30) { x, y, frame in
      (x / 3 + y / 3) % 2 == 0 || frame / 2 % 2 == 0 ? FlashTests.black : FlashTests.white
    }
    #expect(!checkers.isWithinWCAG && !checkers.isSafe)
    let thin = try Self.pictures(frames: 30) { x, y, frame in
      x % 8 > 2 || frame / 2 % 2 == 0 ? FlashTests.black : FlashTests.white
    }
    #expect(!thin.isWithinWCAG && !thin.isSafe)
  }

  // MARK: - Red

  /// Two reds of one chromaticity are a red flash by the older definition alone.
  @Test func redOfOneChromaticityIsNone() throws {
    let film = try FlashTests.film([
      Patch(color: FlashTests.alternate(0xFF00_00A0, 0xFF00_0078, transitions: 12))
    ])
    #expect(film.saturation.level == .fail && film.general.level == .pass)
    #expect(!film.isSafe && film.isWithinWCAG)
    #expect(try #require(film.combined).red.worst == nil)
  }

  /// Red and blue of one luminance, over one area: all rules agree.
  @Test func redAndBlueFailBoth() throws {
    let patch = Patch(
      x: 50, y: 50, width: 200, height: 200,
      color: FlashTests.alternate(0xFF00_00B0, 0xFFFF_3030, transitions: 12))
    let film = try FlashTests.film([patch])
    let combined = try #require(film.combined)
    #expect(combined.red.firstFailFrame == 14 && combined.general.firstFailFrame == nil)
    #expect(combined.red.worstAreaShare == Float(200 * 200) / Float(Self.fieldArea))
    #expect(!film.isSafe && !film.isWithinWCAG)
  }
}
