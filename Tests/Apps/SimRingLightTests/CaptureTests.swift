import SimMath
import SimRingLight
import SimRuntime
import SimInput
import TestTier
import Testing

/// Goal: the shutter waits as the timer says, can be cancelled, and the flash comes and goes
/// without a trace on the display and without flicker.
///
/// Method: every timer at several frame rates, cancelled at any time; many brightnesses of the
/// display compared bit for bit; a shutter pressed without mercy while the ring is toggled.
struct CaptureTests {
  private static func sequence(rate: UInt32 = 60, brightness: Float = 0.8) -> CaptureSequence {
    CaptureSequence(screenBrightness: brightness, framesPerSecond: rate)
  }

  @Test(arguments: SelfTimer.allCases, [UInt32(30), 60, 120])
  func timerTakesItsTime(timer: SelfTimer, rate: UInt32) {
    var sequence = Self.sequence(rate: rate)
    sequence.press(timer: timer)
    var frames: UInt32 = 0
    while !sequence.advance(light: nil, isRingRested: true) { frames += 1 }
    #expect(frames == timer.seconds * rate)
    #expect(sequence.photoCount == 1 && sequence.phase == .idle)
  }

  @Test func timerIsCancelledAtAnyTime() {
    for frame in stride(from: 0, to: 180, by: Tier.isDebug ? 13 : 1) {
      var sequence = Self.sequence()
      sequence.press(timer: .threeSeconds)
      for _ in 0..<frame { _ = sequence.advance(light: .white, isRingRested: true) }
      sequence.press(timer: .threeSeconds)
      var isAnyTaken = false
      for _ in 0..<400 {
        let isTaken = sequence.advance(light: .white, isRingRested: true)
        isAnyTaken = isAnyTaken || isTaken || sequence.flash.overlay != .none
      }
      #expect(!isAnyTaken, "frame \(frame)")
      #expect(sequence.photoCount == 0 && sequence.cancelCount == 1)
    }
  }

  @Test func flashBringsTheDisplayBackExactly() {
    var stream = RandomStream(seed: 1, name: "brightness")
    for _ in 0..<(Tier.isDebug ? 40 : 1_000) {
      let brightness = stream.uniform()
      var sequence = Self.sequence(brightness: brightness)
      for _ in 0..<3 {
        sequence.press(timer: .off)
        var seen = 0
        for _ in 0..<200 {
          if sequence.advance(light: .white, isRingRested: true) {
            seen += 1
            #expect(sequence.screenBrightness == 1)
            #expect(sequence.flash.overlay == Overlay(light: .white, coverage: 1))
          }
        }
        #expect(seen == 1 && sequence.phase == .idle)
        #expect(sequence.screenBrightness.bitPattern == brightness.bitPattern)
        #expect(sequence.flash.overlay == .none)
      }
    }
  }

  @Test func flashIsQuickWhenTheRingRests() {
    var sequence = Self.sequence(rate: 30)
    sequence.press(timer: .off)
    var frames = 0
    while !sequence.advance(light: .white, isRingRested: true) { frames += 1 }
    #expect(frames <= 14, "\(frames)")
  }

  @Test func flashWaitsForTheRing() {
    var sequence = Self.sequence()
    sequence.press(timer: .off)
    for _ in 0..<90 {
      let isTaken = sequence.advance(light: .white, isRingRested: false)
      #expect(!isTaken && sequence.flash.overlay == .none)
    }
    #expect(sequence.holdsRing)
    var isTaken = false
    for _ in 0..<30 where sequence.advance(light: .white, isRingRested: true) { isTaken = true }
    #expect(isTaken)
  }

  private typealias Parameter = RingPreview.Parameter

  /// Scripts and fingers at once; the scene's own count is what `DriverTests` has checked.
  @Test(arguments: RingPreview.Script.allCases)
  func nothingFlickersUnderManyHands(script: RingPreview.Script) {
    for period in stride(from: 1, through: 60, by: Tier.isDebug ? 13 : 1) {
      var scene = RingRuns.scene(
        RingRuns.plan {
          $0[Parameter.script] = Float(script.rawValue)
          $0[Parameter.every] = Float(period)
          $0[Parameter.flash] = 1
          $0[Parameter.flashSync] = 1
        })
      var stream = RandomStream(seed: UInt64(period), name: "hands")
      for _ in 0..<(Tier.isDebug ? 200 : 900) {
        var touches: [Touch] = []
        if stream.chance(1, in: 8) {
          let places = [
            Vector2(48, 104), Vector2(5, 5), Vector2(92, 5), Vector2(92, 150), Vector2(5, 195),
          ]
          let place = places[Int(stream.below(5))]
          touches = [RingRuns.touch(.began, at: place, id: 1 + stream.below(1_000))]
        }
        RingRuns.step(&scene, touches)
      }
      let most = scene.transitions.map { $0.maximumPerSecond }.max()
      #expect(most ?? 9 <= 2, "period \(period)")
    }
  }

  @Test func shutterWorksInTheScene() {
    var scene = RingRuns.scene(RingRuns.plan { $0[Parameter.timer] = 1 })
    let shutter = Vector2(48, 104)
    RingRuns.step(&scene, [RingRuns.touch(.began, at: shutter)])
    #expect(scene.capture.phase == .counting)
    for _ in 0..<179 { RingRuns.step(&scene) }
    #expect(scene.capture.photoCount == 0)
    for _ in 0..<3 { RingRuns.step(&scene) }
    #expect(scene.capture.photoCount == 1)
    #expect(scene.photo.isMirrored && scene.photo.isSmoothed && !scene.photo.isFlashed)
  }

  @Test func automaticFlashFiresInTheDark() {
    func flashes(_ room: Float, ring: Float) -> Bool {
      var scene = RingRuns.scene(
        RingRuns.plan {
          $0[Parameter.flash] = 2
          $0[Parameter.roomLight] = room
          $0[Parameter.brightness] = ring
        })
      RingRuns.step(&scene, [RingRuns.touch(.began, at: Vector2(48, 104))])
      for _ in 0..<120 { RingRuns.step(&scene) }
      return scene.photo.isFlashed
    }
    #expect(flashes(5, ring: 10))
    #expect(!flashes(80, ring: 10))
    #expect(!flashes(5, ring: 100))
  }
}
