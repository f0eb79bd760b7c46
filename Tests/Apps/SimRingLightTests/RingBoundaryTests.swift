import SimMath
import SimRaster
import SimRingLight
import SimRuntime
import SimInput
import Testing

/// Goal: the ring is as soft as it is meant to be, light moves as fast as it may and rests as long
/// as it must, the camera exposes as said, and controls reach as far as they should.
///
/// Method: widths read off painted pixels; frames counted at rates at which a few hundredths of a
/// second show; decisions just within a limit and just beyond.
@Suite struct RingBoundaryTests {
  private typealias Parameter = RingPreview.Parameter

  // MARK: - The ring's edge

  /// A white ring over black on 400 by 480 pixels, as shares of white in linear light.
  private static func painted(thickness: Float) -> (Int, Int) -> Float {
    let plan = RingRuns.plan(width: 200, height: 240, scale: 2) {
      $0[Parameter.thickness] = thickness
    }
    let scene = RingRuns.scene(plan)
    var frame = RingRuns.frame(400, 480) { _, _ in (0, 0, 0) }
    var stage = RingStage(tables: LightTables())
    var settings = scene.ringSettings
    settings.ring = Overlay(light: .white, coverage: 1)
    stage.apply(settings, to: &frame)
    let pixels = RingRuns.pixels(frame)
    return { column, row in SRGB.linear(Float(pixels[row * 400 + column] & 255) / 255) }
  }

  /// How many steps lead from the first place to where a falling share comes down to a value.
  private static func steps(to value: Float, _ share: (Int) -> Float) -> Float {
    var place = 0
    while place < 190, share(place + 1) > value { place += 1 }
    let (before, after) = (share(place), share(place + 1))
    return Float(place) + (before - value) / (before - after)
  }

  /// Half of the thickness, and 26 points at most, are soft: of a smooth step that rises from 0 to
  /// 1 the middle three fifths lie between 0.104 and 0.896.
  @Test(arguments: [(Float(30), Float(15)), (40, 20), (51, 25.5), (54, 26), (70, 26)])
  func innerEdgeIsSoft(thickness: Float, points: Float) {
    let share = Self.painted(thickness: thickness)
    func middleRow(_ column: Int) -> Float { share(column, 240) }
    let (outer, inner) = (
      Self.steps(to: 0.896, middleRow), Self.steps(to: 0.104, middleRow)
    )
    let found = (inner - outer) / 0.6 / 2
    #expect(abs(found / points - 1) < 0.012, "\(found) points")
    let half = Self.steps(to: 0.5, middleRow)
    #expect(abs((half + 0.5) / 2 - thickness) < 0.2, "half of the ring is left at its thickness")
  }

  /// Along the diagonal a round corner lies √2 − 1 radii from the corner that it rounds.
  @Test func innerCornersAreRound() {
    let share = Self.painted(thickness: 30)
    // The pixel whose middle is just within the corner of the inner edge, 60 pixels from each side.
    let found = Self.steps(to: 0.5) { share(60 + $0, 60 + $0) } + 0.5
    let radius = found * Float(2).squareRoot() / (Float(2).squareRoot() - 1) / 2
    #expect(abs(radius - 44) < 0.8, "\(radius) points")
  }

  // MARK: - How fast light moves

  private static func white(_ coverage: Float) -> Overlay {
    Overlay(light: LinearColor.white.scaled(by: coverage), coverage: coverage)
  }

  @Test func lightRisesInTwoFifthsOfASecondAndFallsAfterHalfASecondOfRest() {
    var driver = OverlayDriver(framesPerSecond: 240)
    var frames = 0
    while driver.overlay != Self.white(1), frames < 400 {
      driver.advance(to: Self.white(1))
      frames += 1
    }
    #expect((96...97).contains(frames), "\(frames) frames of 240 in a second")
    var rest = 0
    while driver.overlay == Self.white(1), rest < 400 {
      driver.advance(to: .none)
      rest += 1
    }
    // The last step up may be rounding, which is no movement.
    #expect((120...121).contains(rest), "\(rest) frames of 240 in a second")
  }

  @Test func edgeCrossesInTwoFifthsOfASecond() {
    var driver = ThicknessDriver(points: 10, framesPerSecond: 120)
    var frames = 0
    while driver.points < 120, frames < 200 {
      driver.advance(to: 120)
      frames += 1
    }
    #expect((48...49).contains(frames), "\(frames) frames of 120 in a second")
  }

  /// What is smaller than a hundred thousandth of white is rounding, and waits for nothing.
  @Test func hundredThousandthIsNoMovement() {
    for (change, isFree) in [(Float(0.98e-5), true), (1.02e-5, false)] {
      var driver = OverlayDriver(framesPerSecond: 60)
      driver.advance(to: Self.white(0.01))
      let isMoved = driver.advance(to: Self.white(0.01 - change))
      #expect(isMoved == isFree, "\(change)")
    }
  }

  @Test func cameraStartsInHalfASecond() {
    var camera = CameraSwitch(position: .front, framesPerSecond: 120)
    let first = camera.advance(isAsked: true)
    #expect(first)
    var frames = 1
    while !camera.advance(isAsked: true), frames < 200 { frames += 1 }
    #expect(frames == 61, "half a second and a frame")
  }

  @Test func transitionIsATenthWithADarkerEndBelowEightTenths() {
    func isCounted(_ from: Float, _ to: Float) -> Bool {
      var counter = TransitionCounter(luminance: from, framesPerSecond: 60)
      counter.add(to)
      return counter.total == 1
    }
    for base in [Float(0), 0.4] {
      #expect(isCounted(base, base + 0.101) && isCounted(base + 0.101, base))
      #expect(!isCounted(base, base + 0.099) && !isCounted(base + 0.099, base))
    }
    #expect(isCounted(1, 0.795) && isCounted(0.795, 1))
    #expect(!isCounted(1, 0.805) && !isCounted(0.805, 1))
  }

  // MARK: - Exposure and zoom

  private static func gain(_ metered: Float) -> Float {
    AutoExposure(metered: metered, stepSeconds: 1 / 120).gain
  }

  /// Three tenths of the light there is, as long as the camera can: from a fifth to 2.2 times.
  @Test func pictureIsExposedToThreeTenths() {
    for metered in [Float(0.1375), 0.3, 1, 1.485] {
      #expect(abs(Self.gain(metered) * metered - 0.3) < 1e-4, "\(metered)")
    }
    #expect(Self.gain(0.1350) * 0.1350 < 0.2985 && Self.gain(1.515) * 1.515 > 0.3015)
    #expect(Self.gain(0) == Self.gain(0.01) && Self.gain(9) == Self.gain(90))
  }

  /// Of any way 63 % are done after the time that is said.
  @Test func exposureFollowsInAThirdOfASecond() {
    var exposure = AutoExposure(metered: 0.3, stepSeconds: 1 / 100)
    for _ in 0..<35 { exposure.advance(metered: 0.6) }
    #expect(abs((1 - exposure.gain) / 0.5 - 0.6321) < 0.004, "\(exposure.gain)")
  }

  @Test func zoomAndMiddleFollow() {
    var scene = RingRuns.scene(
      RingRuns.plan(rate: 100) {
        $0[Parameter.centering] = 1
        $0[Parameter.shake] = 0
      })
    scene.touched.zoom = 2
    for _ in 0..<12 { RingRuns.step(&scene) }
    // Ratios, not differences, look even.
    let left = Math.log(2 / scene.zoom) / Math.log(2)
    #expect(abs(left - 0.3679) < 0.003, "an eighth of a second, \(left)")
    for _ in 0..<200 { RingRuns.step(&scene) }
    scene.center = Vector2(0.02, 0.03)
    for _ in 0..<50 { RingRuns.step(&scene) }
    #expect(abs(scene.center.x / 0.02 - 0.3679) < 0.004, "half a second")
    #expect(abs(scene.center.y / 0.03 - 0.3679) < 0.004, "half a second")
  }

  @Test func nearestZoomIsFive() {
    var scene = RingRuns.scene(RingRuns.plan(width: 390, height: 844))
    for (distance, phase) in [(Float(40), TouchPhase.began), (400, .moved)] {
      RingRuns.step(
        &scene,
        [
          RingRuns.touch(phase, at: Vector2(200, 200), id: 1),
          RingRuns.touch(phase, at: Vector2(200, 200 + distance), id: 2),
        ])
    }
    for _ in 0..<120 { RingRuns.step(&scene) }
    #expect(abs(scene.zoom - 5) < 0.01, "ten times the distance, \(scene.zoom)")
  }

  /// Beyond 1,900 and 9,000 kelvin light has the color of the limit.
  @Test func temperaturesEndAtTheirLimits() {
    func color(_ kelvin: Float) -> LinearColor { ColorTemperature.color(kelvin: kelvin) }
    #expect(color(1_860) == color(1_890) && color(1_910) != color(1_930))
    #expect(color(9_250) == color(9_050) && color(8_950) != color(8_800))
  }

  // MARK: - Photo and flash

  @Test func timersWaitAsLongAsTheySay() {
    var waits: [Int] = []
    for timer in [SelfTimer.off, .threeSeconds, .fiveSeconds, .tenSeconds] {
      var sequence = CaptureSequence(screenBrightness: 0.8, framesPerSecond: 60)
      sequence.press(timer: timer)
      var frames = 0
      while !sequence.advance(light: nil, isRingRested: true) { frames += 1 }
      waits.append(frames)
    }
    #expect(waits == [0, 180, 300, 600])
  }

  /// Whether the automatic flash fires at a share of the room's light, without the ring.
  private static func scene(roomLight: Float) -> RingPreview {
    var scene = RingRuns.scene(
      RingRuns.plan {
        $0[Parameter.roomLight] = roomLight
        $0[Parameter.flash] = 2
      })
    scene.touched.isRingToggled = true
    for _ in 0..<400 { RingRuns.step(&scene) }
    return scene
  }

  private static func isFlashed(roomLight: Float) -> Bool {
    var scene = scene(roomLight: roomLight)
    RingRuns.step(&scene, [RingRuns.touch(.began, at: Vector2(48, 104))])
    RingRuns.step(&scene, [RingRuns.touch(.ended, at: Vector2(48, 104))])
    for _ in 0..<120 { RingRuns.step(&scene) }
    #expect(scene.capture.photoCount == 1)
    return scene.photo.isFlashed
  }

  /// The automatic flash fires below 0.11 of metered light; what is metered at other lights
  /// follows from the exposure, which makes 0.3 of it, in proportion.
  @Test func automaticFlashFiresInLittleLight() {
    let metered = 0.3 / Self.scene(roomLight: 50).exposure.gain
    #expect(metered > 0.14 && metered < 1.4)
    let limit = 0.11 / metered * 50
    #expect(Self.isFlashed(roomLight: limit * 0.985))
    #expect(!Self.isFlashed(roomLight: limit * 1.015))
  }

  // MARK: - Controls

  private static func touched(_ x: Float, _ y: Float) -> TouchedSettings {
    var scene = RingRuns.scene(RingRuns.plan(width: 390, height: 844))
    RingRuns.step(&scene, [RingRuns.touch(.began, at: Vector2(x, y))])
    return scene.touched
  }

  /// The shutter's middle is 96 points above the lower edge, and a finger 44 points from it is on
  /// it.
  @Test func shutterReachesAsFarAsAFinger() {
    for (offset, isOn) in [(Float(43.3), true), (44.7, false)] {
      for (x, y) in [(195 - offset, 748), (195 + offset, 748), (195, 748 - offset)]
        as [(Float, Float)]
      {
        #expect(Self.touched(x, y).isShutterPressed == isOn, "\(x), \(y)")
      }
    }
    #expect(Self.touched(195, 748 + 43.3).isShutterPressed)
  }

  @Test func cornersAndSliderHaveTheirSizes() {
    for (inset, isIn) in [(Float(83), true), (85, false)] {
      #expect(Self.touched(inset, 5).isRingToggled == isIn)
      #expect(Self.touched(5, inset).isRingToggled == isIn)
      #expect((Self.touched(390 - inset, 5).presetShift == 1) == isIn)
      #expect(Self.touched(inset, 840).isCameraSwitched == isIn)
    }
    #expect(Self.touched(390 - 39.3, 400).sliderTouch != 0)
    #expect(Self.touched(390 - 40.7, 400).sliderTouch == 0)
  }
}
