import SimMath
import SimRingLight
import SimRuntime
import SimInput
import Testing

/// Goal: the other camera comes when it is asked for, not more than twice a second, and begins
/// anew; keys are shutters.
///
/// Method: taps and scripts, frame by frame, against what was asked for.
struct CameraSwitchTests {
  private typealias Parameter = RingPreview.Parameter
  private static let corner = Vector2(20, 824)

  private static func scene(_ change: (inout ParameterValues) -> Void = { _ in }) -> RingPreview {
    RingRuns.scene(RingRuns.plan(width: 390, height: 844, change))
  }

  private static func tap(_ scene: inout RingPreview, at place: Vector2 = corner) {
    RingRuns.step(&scene, [RingRuns.touch(.began, at: place)])
  }

  @Test func zoomIsOneAfterASwitchAndKeptOtherwise() {
    var scene = Self.scene { $0[Parameter.zoom] = 2.5 }
    for _ in 0..<60 { RingRuns.step(&scene) }
    #expect(scene.zoom == 2.5 && scene.camera.position == .front)
    Self.tap(&scene)
    #expect(scene.zoom == 1 && scene.camera.position == .back && scene.camera.switchCount == 1)
    var nearest: Float = 1
    for _ in 0..<60 {
      RingRuns.step(&scene)
      nearest = max(nearest, scene.zoom)
    }
    #expect(nearest == 1)
    Self.tap(&scene)
    #expect(scene.camera.position == .front && scene.zoom == 1)
  }

  /// Fingers that stay go on from a zoom of 1.
  @Test func pinchGoesOnFromOne() {
    var scene = Self.scene()
    func fingers(_ distance: Float, _ phase: TouchPhase) -> [Touch] {
      [
        RingRuns.touch(phase, at: Vector2(200, 300), id: 1),
        RingRuns.touch(phase, at: Vector2(200, 300 + distance), id: 2),
      ]
    }
    RingRuns.step(&scene, fingers(100, .began))
    for _ in 0..<60 { RingRuns.step(&scene, fingers(300, .moved)) }
    #expect(scene.zoom > 2.9)
    RingRuns.step(
      &scene, fingers(300, .moved) + [RingRuns.touch(.began, at: Self.corner, id: 3)])
    #expect(scene.zoom == 1)
    for _ in 0..<60 { RingRuns.step(&scene, fingers(300, .moved)) }
    #expect(scene.zoom == 1)
    for _ in 0..<90 { RingRuns.step(&scene, fingers(450, .moved)) }
    #expect(abs(scene.zoom - 1.5) < 0.02)
  }

  @Test(arguments: [UInt32(30), 60, 120])
  func atMostTwoSwitchesInASecond(rate: UInt32) {
    var camera = CameraSwitch(position: .front, framesPerSecond: rate)
    var switches: [UInt32] = []
    for frame in 0..<10 * rate where camera.advance(isAsked: true) { switches.append(frame) }
    #expect(switches.count == 19 || switches.count == 20, "\(switches.count)")
    for (first, third) in zip(switches, switches.dropFirst(2)) { #expect(third - first > rate) }
    #expect(UInt32(switches.count) == camera.switchCount)
    var idle = CameraSwitch(position: .back, framesPerSecond: rate)
    for _ in 0..<rate {
      let isOther = idle.advance(isAsked: false)
      #expect(!isOther)
    }
    #expect(idle.position == .back)
  }

  @Test func scriptSwitches() {
    var scene = Self.scene {
      $0[Parameter.script] = Float(RingPreview.Script.switches.rawValue)
      $0[Parameter.every] = 45
    }
    for frame in 0..<450 as Range<UInt32> {
      RingRuns.step(&scene)
      #expect(scene.camera.switchCount == (frame + 1) / 45)
    }
  }

  /// The display does not shine on what is behind it, and a photo under way keeps its camera.
  @Test func flashIsTheFrontCameras() {
    func taken(_ camera: Float) -> (photos: UInt32, most: Float, switches: UInt32) {
      var scene = Self.scene {
        $0[Parameter.flash] = 1
        $0[Parameter.camera] = camera
      }
      for _ in 0..<60 { RingRuns.step(&scene) }
      Self.tap(&scene, at: Vector2(195, 748))
      var most = scene.capture.screenBrightness
      while scene.capture.holdsRing || scene.capture.photoCount == 0 {
        Self.tap(&scene)
        most = max(most, scene.capture.screenBrightness)
        guard scene.frame < 300 else { break }
      }
      return (scene.capture.photoCount, most, scene.camera.switchCount)
    }
    let (front, back) = (taken(0), taken(1))
    #expect(front.photos == 1 && front.most == 1 && front.switches == 0)
    #expect(back.photos == 1 && back.most == RingPreviewTuning.screenBrightness)
  }

  @Test(arguments: [ButtonPresses.volumeUp, .volumeDown, .cameraControl, [.volumeUp, .volumeDown]])
  func keysAreShutters(keys: ButtonPresses) {
    var scene = Self.scene()
    var input = FrameInput()
    func press(_ keys: ButtonPresses, _ touches: [Touch] = []) {
      input.begin(frame: scene.frame, timeNanoseconds: 0)
      for touch in touches { input.append(touch) }
      input.keyPresses = keys
      scene.step(input)
    }
    for _ in 0..<5 { press([]) }
    #expect(scene.capture.photoCount == 0)
    press(keys)
    #expect(scene.capture.photoCount == 1 && scene.touched.isShutterPressed)
    press([])
    #expect(scene.capture.photoCount == 1 && !scene.touched.isShutterPressed)
    press(keys, [RingRuns.touch(.began, at: Vector2(195, 748))])
    #expect(scene.capture.photoCount == 2)
  }

  @Test func keyCancelsTheTimer() {
    var scene = Self.scene { $0[Parameter.timer] = 1 }
    var input = FrameInput()
    input.keyPresses = .volumeDown
    scene.step(input)
    #expect(scene.capture.phase == .counting)
    scene.step(input)
    #expect(scene.capture.phase == .idle && scene.capture.cancelCount == 1)
  }
}
