import SimFormats
import SimHarness
import SimPlatform
import SimRuntime
import SimInput
import Testing

/// Goal: a run records every frame and ends at the first broken promise.
///
/// Method: a scene with planted faults, and the record compared with what was planted.
struct RunnerTests {
  @Test func everyFrameIsRecorded() throws {
    let outcome = try Scenario.planted(frames: 50).run(rendersPixels: true)
    let recorder = outcome.recorder
    #expect(recorder.count == 50 && outcome.result.frames == 50)
    #expect(outcome.populationNames == ["dots", "steps"])
    for frame in 0..<50 {
      #expect(recorder.populations[frame * 2] == 8)
      #expect(recorder.populations[frame * 2 + 1] == UInt32(frame + 1))
      #expect(recorder.frameNanoseconds(frame) > 0)
      let phases = recorder.phaseNanoseconds[frame]
      let sum = FramePhase.allCases.reduce(0) { $0 + UInt64(phases[$1]) }
      #expect(sum == recorder.frameNanoseconds(frame))
      #expect(!recorder.isShaken(frame) && !recorder.isInBackground(frame))
    }
    #expect(Set(recorder.digests).count == 50)
    #expect(recorder.digests.last == outcome.result.digest.state)
    #expect(outcome.result.exactVerdict == .passed)
    #expect(outcome.result.sceneBehaviorVersion == 7)
  }

  @Test func sameScenarioGivesTheSameDigestsWithAndWithoutPixels() throws {
    let (first, second) = (
      try Scenario.planted().run(), try Scenario.planted().run(rendersPixels: true)
    )
    #expect(first.recorder.digests == second.recorder.digests)
    #expect(first.result.digest.chain == second.result.digest.chain)
    #expect(first.result.digest.pixels == nil && first.result.digest.pixelChain == nil)
    #expect(second.result.digest.pixels != nil && second.result.digest.pixelChain != nil)
    #expect(first.result.work.primitives == 0 && second.result.work.primitives > 0)
    var other = Scenario.planted()
    other.plan.frameCount -= 1
    #expect(try other.run().result.digest.chain != first.result.digest.chain)
  }

  @Test(arguments: [
    (PlantScene.Plant.notANumber, "non-finite", "step", "values", UInt32(3)),
    (.cap, "cap-exceeded", "step", "dots", 18),
    (.commands, "commands-dropped", "draw", "plant", 5),
  ])
  func plantedFaultEndsTheRun(
    plant: PlantScene.Plant, kind: String, phase: String, field: String, entity: UInt32
  ) throws {
    for frame: UInt32 in [0, 1, 17, 199] {
      let result = try Scenario.planted(plant, atFrame: frame).run(rendersPixels: true).result
      let fault = try #require(result.fault)
      #expect(fault.kind == kind && fault.phase == phase && fault.field == field)
      #expect(fault.frame == frame && fault.entity == entity)
      #expect(fault.message.contains("frame \(frame), phase \(phase)"))
      #expect(result.frames == frame + 1 && result.plannedFrames == 200)
      #expect(result.verdict == .failed && result.exactVerdict == .failed)
    }
    let healthy = try Scenario.planted(plant, atFrame: 200).run().result
    #expect(healthy.fault == nil && healthy.frames == 200)
  }

  @Test func layerTooSmallForItsCommandsIsAFaultInTheFirstFrame() throws {
    let fault = try #require(try Scenario.planted(.layerCommands).run().result.fault)
    #expect(fault.kind == "commands-dropped" && fault.frame == 0 && fault.entity == 3)
  }

  @Test func anyNumberOfThreadsPaintsTheSame() throws {
    let wanted = try Scenario.planted(frames: 40).run(rendersPixels: true).result
    #expect(wanted.timing.threadCount == 1)
    for count in [2, 3, 8] {
      var options = RunOptions()
      options.crew = try #require(ThreadCrew(workerCount: count))
      // A crew is for many runs.
      for _ in 0..<2 {
        let found = try Runner<PlantScene>.run(.planted(frames: 40), options: options).result
        #expect(found.timing.threadCount == UInt32(count))
        #expect(found.digest == wanted.digest && found.work == wanted.work)
      }
    }
  }

  @Test func interruptStopsBetweenFrames() {
    var asked = 0
    var frames: [UInt32] = []
    var options = RunOptions()
    options.rendersPixels = false
    options.isInterrupted = {
      asked += 1
      return asked > 100
    }
    options.onProgress = { frames.append($0) }
    #expect(throws: RunError.interrupted) {
      try Runner<PlantScene>.run(.planted(), options: options)
    }
    #expect(asked == 101)
    #expect(frames == [32, 64, 96])
  }

  @Test func picturesAreKeptOfTheFramesAskedFor() throws {
    var options = RunOptions()
    options.pictures = .frames([0, 7, 19, 500])
    let pictures = try Runner<PlantScene>.run(.planted(frames: 20), options: options).pictures
    #expect(pictures.map(\.frame) == [0, 7, 19])
    for picture in pictures {
      #expect(picture.width == 40 && picture.height == 24)
      // The dot stands at as many points from the left as there were steps.
      for frame in [0, 7, 19] {
        let isWhite = picture.rgb[(5 * 40 + frame) * 3] == 0xFF
        #expect(isWhite == (abs(frame - Int(picture.frame)) < 3))
      }
    }
    var taken: [UInt32] = []
    options.keptPixelCount = 60
    options.onPicture = { picture in
      taken.append(picture.frame)
      #expect(picture.width == 10 && picture.height == 6)
    }
    #expect(try Runner<PlantScene>.run(.planted(frames: 20), options: options).pictures.isEmpty)
    #expect(taken == [0, 7, 19])
  }

  @Test func backgroundFramesAreRecordedAsSuchAndCountForNothing() throws {
    var scenario = Scenario.planted(frames: 60)
    scenario.plan.generators = [InputGenerator(kind: .shake, eventsPerMinute: 2000)]
    let straight = try scenario.run().result
    scenario.plan.backgroundSpans = [FrameSpan(start: 30, end: 50)]
    scenario.plan.frameCount = 80
    let outcome = try scenario.run()
    let recorder = outcome.recorder
    #expect((0..<80).filter { recorder.isInBackground($0) } == Array(30..<50))
    #expect(recorder.isShaken(29) && !recorder.isShaken(40) && recorder.isShaken(50))
    #expect(recorder.frameNanoseconds(40) == 0 && recorder.touches[40] == 0)
    let result = outcome.result
    #expect(result.input.framesInBackground == 20)
    #expect(result.digest.state == straight.digest.state)
    #expect(result.populations == straight.populations)
    #expect(result.timing.measuredFrames == 60)
  }

  @Test func inputIsSummedUp() throws {
    var scenario = Scenario.planted(frames: 300)
    scenario.plan.generators = [
      InputGenerator(kind: .toddlerMash, eventsPerMinute: 200),
      InputGenerator(kind: .shake, eventsPerMinute: 60),
    ]
    let outcome = try scenario.run()
    let (input, recorder) = (outcome.result.input, outcome.recorder)
    #expect(input.touches > 10 && input.samples >= input.touches)
    #expect((2...10).contains(input.maximumTouches))
    #expect(Int(input.framesTouched) == recorder.touches.filter { $0 > 0 }.count)
    #expect(Int(input.framesShaken) == (0..<300).filter { recorder.isShaken($0) }.count)
    #expect(input.framesShaken > 10)
    scenario.plan.hasMotion = false
    #expect(try scenario.run().result.input.framesShaken == 0)
  }
}
