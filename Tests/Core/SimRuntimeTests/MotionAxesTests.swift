import SimRuntime
import SimInput
import Testing

/// Goal: motion reaches the scene in the axes of the picture it draws, or not at all.
///
/// Method: one
/// known reading per orientation, and recordings resampled by hand.
struct MotionAxesTests {
  private static let reading = MotionSample(
    acceleration: (1, 2, 3), rotationRate: (10, 20, 30))

  /// The same reading for the whole run.
  private static func steadyPlan(_ orientation: Orientation) -> RunPlan {
    var plan = RunPlan.diary(3)
    plan.canvas.orientation = orientation
    plan.motionTrack = MotionTrack(timesNanoseconds: [0], samples: [reading])
    return plan
  }

  /// x to the right and y down for acceleration; rotation about right, up and out of the glass.
  @Test(arguments: [
    (Orientation.portrait, (Float(1), Float(-2)), (Float(10), Float(20))),
    // Turned to the left, the top edge points left and the right edge up.
    (.landscapeLeft, (-2, -1), (-20, 10)),
    (.portraitUpsideDown, (-1, 2), (-10, -20)),
    (.landscapeRight, (2, 1), (20, -10)),
  ])
  func axesTurnWithTheOrientation(
    orientation: Orientation, acceleration: (Float, Float), rotation: (Float, Float)
  ) {
    let expected = MotionSample(
      acceleration: (acceleration.0, acceleration.1, 3),
      rotationRate: (rotation.0, rotation.1, 30))
    #expect(Self.reading.canvasAxes(in: orientation) == expected)
    let (_, scene) = FrameLoop.diary(Self.steadyPlan(orientation))
    #expect(scene.motions == [expected, expected, expected])
  }

  @Test func rotationMidRunTurnsTheAxesFromItsFrameOn() {
    var plan = Self.steadyPlan(.portrait)
    var turned = plan.canvas
    turned.orientation = .landscapeLeft
    plan.canvasChanges = [CanvasChange(frame: 2, canvas: turned)]
    let motions = FrameLoop.diary(plan).scene.motions
    #expect(motions.map { $0?.accelerationX } == [1, 1, -2])
  }

  @Test func deviceWithoutSensorsReportsNothing() {
    var plan = Self.steadyPlan(.portrait)
    plan.hasMotion = false
    plan.generators = [InputGenerator(kind: .shake, eventsPerMinute: 600)]
    #expect(FrameLoop.diary(plan).scene.motions == [nil, nil, nil])
  }

  @Test func deviceWithSensorsReportsRestWhenNothingMovesIt() {
    #expect(FrameLoop.diary(.diary(2)).scene.motions == [.still, .still])
  }

  @Test func generatedMotionReachesTheScene() {
    let motions = FrameLoop.diary(.livelyDiary(300)).scene.motions
    let moved = motions.filter { ($0?.accelerationX ?? 0) != 0 }
    #expect(moved.count > 60)
  }

  @Test func recordingReplacesGeneratedMotionAndIsResampled() {
    var plan = RunPlan.livelyDiary(180)
    plan.motionTrack = MotionTrack(
      timesNanoseconds: [0, 500_000_000, 1_000_000_000],
      samples: [0, 6, 12].map {
        MotionSample(acceleration: ($0, 0, 0), rotationRate: (0, 0, 0))
      })
    let motions = FrameLoop.diary(plan).scene.motions.compactMap { $0?.accelerationX }
    #expect(motions.count == 180)
    for frame in 0..<90 {
      // A ramp of 12 g a second, then half a second back to the start; it repeats after 90 frames.
      let expected = frame <= 60 ? Float(frame) / 5 : 12 - Float(frame - 60) * 0.4
      #expect(abs(motions[frame] - expected) < 1e-4, "frame \(frame)")
      #expect(abs(motions[frame + 90] - motions[frame]) < 1e-4)
    }
  }
}
