import SimMath
import SimImageAnalysis
import SimRaster
import Testing

/// Goal: the meter's numbers are those of what is shown.
///
/// Method: frames made from formulas, whose luminance, area, speed and jerk are known; light that
/// changes in place as the planted decoy.
@Suite struct CalmnessMeterTests {
  /// A disc on a dark ground.
  private static func moving(
    frames: Int = Film.frameCount, scale: Int32 = 1, radius: Float = 6,
    _ place: (Float) -> (x: Float, y: Float)
  ) -> Calmness {
    Film.measure(frames: frames, scale: scale) { x, y, time in
      30 + 200 * disc(x, y, radius: radius, at: place(time))
    }
  }

  // MARK: - Light

  @Test func stillFilmIsAllZeros() {
    let result = Film.measure(frames: 20) { x, y, _ in
      30 + 200 * disc(x, y, radius: 20, at: (60, 50))
    }
    #expect(result == Calmness(comparedFrames: 19))
    #expect(result.speed == QuantileSpread(p50: 0, p95: 0, maximum: 0))
  }

  @Test func oneFrameIsNoMeasurement() {
    var film = Film()
    film.show { _, _ in 50 }
    #expect(film.meter.result == nil)
    film.show { _, _ in 50 }
    #expect(film.meter.result != nil)
  }

  @Test func stepOfLightIsMeasuredInFull() {
    let result = Film.measure(frames: 9) { _, _, time in time < 0 ? 0 : 255 }
    #expect(result.worstLuminanceChange == 1 && result.worstLocalChange == 1)
    #expect(result.meanLuminanceChange == 1.0 / 8)
    #expect(result.worstMovingArea == 1 && result.meanMovingArea == 1.0 / 8)
    #expect(result.followedPatches == 0 && result.movingPatches == 0)
  }

  /// Halves that change against each other leave the picture's mean as it is.
  @Test func changesOfOppositeSignDoNotCancel() {
    let result = Film.measure(frames: 9) { x, _, time in (x < 64) == (time < 0) ? 0 : 255 }
    #expect(result.worstLuminanceChange == 1)
  }

  @Test func areaIsThatOfTheCellsThatChange() {
    // 32 by 24 points of 128 by 96: two by three blocks, to the cell.
    let result = Film.measure(frames: 5) { x, y, time in
      x < 32 && y < 24 && time >= 0 ? 255 : 0
    }
    #expect(result.worstMovingArea == 0.0625 && result.worstLuminanceChange == 0.0625)
    let faint = Film.measure(frames: 5) { x, y, time in
      x < 32 && y < 24 && time >= 0 ? 10 : 9
    }
    #expect(faint.worstMovingArea == 0 && faint.worstLuminanceChange > 0)
  }

  /// The first of the frames that change the most is named, in the picture and in a field.
  @Test func worstFrameIsNamed() {
    var film = Film()
    let levels: [Float] = [0, 20, 90, 90, 20, 200, 20, 200]
    for level in levels { film.show { _, _ in level } }
    let result = film.result()
    #expect(result.worstLuminanceFrame == 5 && result.worstLocalFrame == 5)
    #expect(result.worstMovingFrame == 1)
    #expect(film.meter.frame.luminanceChange == result.worstLuminanceChange)
    let late = result.countingFrames { $0 >= 5 ? $0 + 60 : $0 }
    #expect(late.worstLuminanceFrame == 65 && late.worstMovingFrame == 1)
  }

  /// A box of 344 by 256 points, here cut to the canvas, holds the whole of a small light.
  @Test func localChangeIsThatOfTheWorstField() {
    var film = Film(widthPoints: 688, heightPoints: 512)
    film.show { _, _ in 0 }
    film.show { x, y in x >= 400 && x < 486 && y >= 300 && y < 364 ? 255 : 0 }
    let result = film.result()
    #expect(abs(result.worstLocalChange - 86.0 * 64 / (344 * 256)) < 1e-4)
    #expect(abs(result.worstLuminanceChange - result.worstLocalChange / 4) < 1e-4)
  }

  // MARK: - Motion

  @Test(arguments: [Float(10), 30, 120, 250]) func discMovesAtItsSpeed(speed: Float) {
    let frames = speed > 200 ? 24 : Film.frameCount
    let reach = min(speed, 80 / (Float(frames) / 60))
    let result = Self.moving(frames: frames) { time in
      (64 + speed * time * 0.8, 48 + min(speed, reach) * time * 0.6)
    }
    let (across, down) = (speed * 0.8, min(speed, reach) * 0.6)
    let expected = (across * across + down * down).squareRoot()
    #expect(result.movingPatches > 20)
    #expect(abs((result.speed?.p50 ?? 0) / expected - 1) < (speed < 20 ? 0.08 : 0.03))
    #expect(abs((result.speed?.maximum ?? 0) / expected - 1) < (speed < 20 ? 0.15 : 0.08))
    #expect((result.jerk?.p50 ?? .infinity) < 700)
  }

  @Test func speedIsTheSameAtEveryScale() {
    let results = [Int32(1), 2, 3].map { scale in
      Self.moving(frames: 20, scale: scale) { (64 + 60 * $0, 48) }
    }
    for result in results { #expect(abs((result.speed?.p50 ?? 0) / 60 - 1) < 0.02) }
  }

  @Test func steadyAccelerationHasNoJerk() {
    let result = Self.moving(frames: 40) { time in (64 + 200 * time * time, 48 + 60 * time) }
    #expect((result.speed?.maximum ?? 0) > 75)
    #expect((result.jerk?.p50 ?? .infinity) < 900)
  }

  /// A swing of 20 points at 1.5 Hz: 188 points per second and 16,700 points per second cubed.
  @Test func swingHasItsSpeedAndJerk() {
    let result = Self.moving(frames: 90) { (64 + 20 * Math.sin(9.424_778 * $0), 48) }
    #expect(abs((result.speed?.maximum ?? 0) / 188.5 - 1) < 0.05)
    #expect(abs((result.jerk?.p95 ?? 0) / 16_700 - 1) < 0.15)
  }

  @Test func lightThatChangesInPlaceDoesNotMove() {
    for radius: Float in [8, 30] {
      let fading = Film.measure { x, y, time in
        60 + 100 * (0.5 + time / 4) * bell(x, y, radius: radius, at: (64, 48))
      }
      #expect(fading.worstLuminanceChange > 0 && fading.movingPatches == 0)
      #expect(fading.speed == QuantileSpread(p50: 0, p95: 0, maximum: 0))
      let moving = Film.measure { x, y, time in
        60 + 100 * bell(x, y, radius: radius, at: (64 + 20 * time, 48))
      }
      #expect(moving.movingPatches > 0)
      #expect(abs((moving.speed?.p50 ?? 0) / 20 - 1) < 0.15)
    }
  }

  /// Light too soft for fine patches is followed by coarse ones, whose cells have eight points.
  @Test func softLightMovesAtItsSpeed() {
    var film = Film(widthPoints: 256, heightPoints: 192)
    for frame in 0..<22 {
      let place: (Float, Float) = (128 + 2 * Float(frame - 11), 96)
      film.show { x, y in 60 + 80 * bell(x, y, radius: 90, at: place) }
    }
    let result = film.result()
    #expect(result.movingPatches > 4)
    #expect(abs((result.speed?.p50 ?? 0) / 120 - 1) < 0.01, "\(result.speed?.p50 ?? 0)")
  }

  /// Noise that is drawn anew in every frame is lost at once, and said to be.
  @Test func whatCannotBeFollowedIsNotMeasured() {
    var random = RandomStream(seed: 1, name: "noise")
    let result = Film.measure(frames: 20) { _, _, _ in random.uniform() * 255 }
    #expect(result.speed == nil && result.jerk == nil)
    #expect(result.followedPatches == 0 && result.lostPatches > 100)
  }

  @Test func jerkyMotionHasMoreJerkThanSmooth() {
    let smooth = Self.moving(frames: 60) { (64 + 40 * $0, 48) }
    let jerky = Self.moving(frames: 60) { time in
      (64 + 40 * time + 2 * Math.sin(time * 31), 48)
    }
    #expect((jerky.jerk?.p50 ?? 0) > 20 * (smooth.jerk?.p50 ?? .infinity))
  }

  @Test func pictureOfAnotherSizeBeginsAnew() {
    var film = Film()
    film.show { _, _ in 0 }
    film.surface.resize(width: 96, height: 128)
    film.show { _, _ in 255 }
    #expect(film.meter.result == nil)
    film.show { _, _ in 255 }
    #expect(film.result() == Calmness(comparedFrames: 1))
  }
}
