import SimMath
import SimImageAnalysis
import SimRaster
import Testing

/// Goal: which patches are followed, for how long and what counts as their motion is decided at the
/// limits that were meant.
///
/// Method: a pattern of squares whose contrast, texture and likeness can be worked out, since the
/// samples of a patch are mixed 1 : 6 : 1 with those beside them.
@Suite struct MotionBoundaryTests {
  // MARK: - What can be followed

  /// Squares of four by four cells, brighter and darker than the mean by an amplitude.
  ///
  /// Mixed along one axis, (1, 1, 1, 1, −1, −1, −1, −1) is (¾, 1, 1, ¾, −¾, −1, −1, −¾): its
  /// squares sum to 6.25, those of half the differences two apart to 3.125. Both axes are
  /// multiplied.
  private static func template(
    x: Float = 12, y: Float = 12, mean: Float = 0, amplitude: Float = 1e6, texture: Float = 0,
    samples: Float = 4
  ) -> MotionTemplate? {
    let side = 24
    let cells = (0..<side * side).map { place in
      mean + (place % side / 4 % 2 == place / side / 4 % 2 ? amplitude : -amplitude)
    }
    return MotionTemplate(
      cells.span, MotionGrid(columns: side, rows: side), x: x, y: y, texture: texture,
      cellSamples: samples)
  }

  /// What differs from its mean by less than a hundredth of that, and of what glares, is unseen.
  @Test(arguments: [Float(4), 64], [Float(0), 30_000])
  func contrastOfAHundredthIsSeen(samples: Float, mean: Float) {
    let least = 0.01 * (mean + 0.05 * 65_536) * samples
    for (share, isSeen) in [(Float(0.98), false), (1.02, true)] {
      let template = Self.template(
        mean: mean * samples, amplitude: share * least / 0.781_25, samples: samples)
      #expect((template != nil) == isSeen, "\(share) of the least contrast")
    }
  }

  @Test(arguments: [
    (MotionTracker.minimumFineTexture, Float(4e6), Float(4)),
    (MotionTracker.minimumCoarseTexture, Float(1e9), Float(64)),
  ])
  func textureHasToStandOutFromNoise(texture: Float, wanted: Float, samples: Float) {
    let least = (wanted / (6.25 * 3.125)).squareRoot()
    for (share, isEnough) in [(Float(0.99), false), (1.01, true)] {
      let template = Self.template(
        amplitude: share * least, texture: texture, samples: samples)
      #expect((template != nil) == isEnough, "\(share) of the least amplitude")
    }
  }

  /// A patch, its slopes and what they are mixed with take six cells to the left and above, and
  /// five to the right and below.
  @Test(arguments: [(Float(5), false), (6, true), (17, true), (18, false)])
  func patchesLieWhollyInThePicture(place: Float, isFollowed: Bool) {
    #expect((Self.template(x: place) != nil) == isFollowed)
    #expect((Self.template(y: place) != nil) == isFollowed)
  }

  // MARK: - What is followed on

  /// The grays of a cell: of bright squares and of dark ones, on the fields of a chess board of
  /// cells laid over them and beside these.
  struct Grays {
    var onBright: Float
    var bright: Float
    var onDark: Float
    var dark: Float

    init(_ onBright: Float, _ bright: Float, _ onDark: Float, _ dark: Float) {
      (self.onBright, self.bright, self.onDark, self.dark) = (onBright, bright, onDark, dark)
    }
  }

  /// How alike the squares are with and without the board: the cosine of the angle between them.
  static func likeness(_ grays: Grays) -> Float {
    let light = [grays.onBright, grays.bright, grays.onDark, grays.dark].map {
      SRGB.linear($0 / 255)
    }
    // Mixing leaves √(6.25 / 8) of the squares, half of the board, and √0.40625 of their product,
    // on each axis.
    let squares = 0.781_25 * (light[0] + light[1] - light[2] - light[3])
    let board = 0.25 * (light[0] - light[1] + light[2] - light[3])
    let product = 0.406_25 * (light[0] - light[1] - light[2] + light[3])
    return squares / (squares * squares + board * board + product * product).squareRoot()
  }

  /// The gray at a place in points, with cells of so many points.
  ///
  /// Without a board, squares of large cells are too faint for patches of fine ones.
  static func gray(
    _ x: Float, _ y: Float, _ grays: Grays, hasBoard: Bool, cellPoints: Int = 2
  ) -> Float {
    let (column, row) = (Int(x + 1024) / cellPoints, Int(y + 1024) / cellPoints)
    let isBright = column / 4 % 2 == row / 4 % 2
    guard hasBoard else {
      return cellPoints == 2 ? (isBright ? 190 : 120) : (isBright ? 18 : 8)
    }
    let isOn = (column + row) % 2 == 0
    return isBright
      ? (isOn ? grays.onBright : grays.bright) : (isOn ? grays.onDark : grays.dark)
  }

  /// A board that vanishes leaves the patch that was begun with it nine tenths alike, or less.
  @Test(arguments: [
    (Grays(204, 153, 172, 92), true), (Grays(207, 147, 171, 86), false),
  ])
  func patchIsLostBelowNineTenths(grays: Grays, isKept: Bool) {
    let likeness = Self.likeness(grays)
    #expect(abs(likeness - 0.9) < 0.006 && (likeness > 0.9) == isKept, "\(likeness)")
    var film = Film()
    for frame in 0..<20 {
      film.show { x, y in Self.gray(x, y, grays, hasBoard: frame == 1) }
    }
    let result = film.result()
    #expect((result.lostPatches == 0) == isKept && (result.followedPatches > 0) == isKept)
  }

  /// Three tenths of a second, rounded to an odd number of places, of which one is the first.
  @Test(arguments: [(UInt32(24), 9), (30, 11), (43, 13), (60, 19)])
  func patchIsFollowedForThreeTenthsOfASecond(rate: UInt32, places: Int) {
    var film = Film(framesPerSecond: rate)
    let grays = Grays(190, 190, 120, 120)
    film.show { _, _ in 20 }
    for _ in 1..<places { film.show { x, y in Self.gray(x, y, grays, hasBoard: false) } }
    #expect(film.result().followedPatches == 0)
    film.show { x, y in Self.gray(x, y, grays, hasBoard: false) }
    #expect(film.result().followedPatches > 0)
  }

  /// Where squares moved by half of one, nothing is left of what was there; motion has to leave no
  /// more than a twentieth of that unexplained, and than a hundredth where little is seen.
  @Test(arguments: [
    (Grays(191, 162, 162, 111), Float(0.05), 2, true),
    (Grays(193, 160, 161, 104), 0.05, 2, false),
    (Grays(24, 19, 11, 3), 0.01, 8, true), (Grays(17, 13, 7, 2), 0.01, 8, false),
  ])
  func motionExplainsNearlyAll(grays: Grays, share: Float, cellPoints: Int, isMotion: Bool) {
    let unexplained = 1 - Self.likeness(grays)
    #expect(
      abs(unexplained / share - 1) < 0.02 && (unexplained < share) == isMotion, "\(unexplained)")
    // Patches begin with the second frame, and are followed for 19; the board comes last.
    var film = cellPoints == 2 ? Film() : Film(widthPoints: 256, heightPoints: 192)
    for frame in 0..<20 {
      let moved = Float(cellPoints * min(max(frame - 1, 0), 2))
      film.show { x, y in
        frame == 0
          ? 30
          : Self.gray(x - moved, y, grays, hasBoard: frame == 19, cellPoints: cellPoints)
      }
    }
    let result = film.result()
    #expect(result.followedPatches > 0 && (result.movingPatches > 0) == isMotion)
  }

  // MARK: - How far is looked

  /// Patches lost when noise moves by so many points from its first frame to the next.
  private static func lost(
    by points: Int, _ gray: (_ x: Int, _ y: Int) -> Float
  ) -> UInt64 {
    var film = Film(widthPoints: 384, heightPoints: 192)
    for frame in 0..<3 {
      film.show { x, y in
        frame == 0 ? 10 : gray(Int(x + 1024) - (frame == 2 ? points : 0), Int(y))
      }
    }
    return film.result().lostPatches
  }

  /// Ten cells farther away, a patch has to be more alike by a tenth.
  ///
  /// Cells as they are have 0.98 of the likeness of mixed ones; a chess board over the squares that
  /// is `share` as strong leaves 1 ∕ √(1 + share²) of that.
  @Test(arguments: [(Float(0.8990), Float(30)), (0.8965, 40)])
  func nearerPatchIsPreferredByATenth(likeness: Float, column: Float) {
    let board = (1 / (likeness * likeness) - 1).squareRoot()
    let cells = (0..<64 * 24).map { place -> Float in
      let (x, y) = (place % 64, place / 64)
      guard (8..<16).contains(y), (26..<34).contains(x) || (36..<44).contains(x) else { return 0 }
      // From their first cells on, windows have squares as the template has.
      let left = x < 36 ? x - 26 : x - 36
      let square: Float = left / 4 == (y - 8) / 4 ? 1 : -1
      return square + (x < 36 ? ((x + y) % 2 == 0 ? board : -board) : 0)
    }
    let found = Self.template()?.found(
      cells.span, MotionGrid(columns: 64, rows: 24), x: 30, y: 12, radius: 10)
    #expect(found?.x == column && found?.y == 12)
  }

  /// 20 points in a frame are 1,200 in a second.
  @Test func fineTextureIsFoundWithinTenCells() {
    var random = RandomStream(seed: 3, name: "noise")
    let cells = (0..<1024 * 96).map { _ in random.range(60, 220) }
    func gray(_ x: Int, _ y: Int) -> Float { cells[(x / 2 % 1024) + y / 2 * 1024] }
    // Of 32 patches, a few move out of the picture.
    #expect(Self.lost(by: 20, gray) < 8)
    #expect(Self.lost(by: 22, gray) > 16)
  }
  /// 32 points in a frame are 1,920 in a second, for squares too faint for fine patches.
  @Test func coarseTextureIsFoundWithinFourCells() {
    var random = RandomStream(seed: 3, name: "noise")
    let cells = (0..<128 * 16).map { _ in random.chance(1, in: 2) ? Float(19) : 8 }
    func gray(_ x: Int, _ y: Int) -> Float { cells[(x / 16 % 128) + y / 16 * 128] }
    #expect(Self.lost(by: 32, gray) == 0)
    #expect(Self.lost(by: 40, gray) > 0)
  }
}
