import SimFormats
import SimRuntime
import Testing

/// Goal: each pixel stage has a time of its own in every frame.
///
/// Method: times of which no two are alike, more stages than are recorded.
struct FrameRecorderTests {
  @Test func everyStageHasATimeInEveryFrame() {
    let frames = 0..<3
    var recorder = FrameRecorder(
      frameCount: frames.count, populationCount: 0, stages: StageKey.keys(count: 5))
    #expect(recorder.stages == StageKey.keys(count: 5))
    for frame in frames {
      for stage in recorder.stages {
        #expect(recorder[stage, inFrame: frame] == 0)
        recorder[stage, inFrame: frame] = UInt32(10 * frame + stage.index + 1)
      }
    }
    for frame in frames {
      let times = recorder.stages.map { recorder[$0, inFrame: frame] }
      #expect(times == (1...5).map { UInt32(10 * frame + $0) })
    }
  }

  @Test func stagesBeyondTheMaximumAreNotRecorded() {
    let recorder = FrameRecorder(
      frameCount: 1, populationCount: 0, stages: StageKey.keys(count: 40))
    #expect(recorder.stages == StageKey.keys(count: FrameRecorder.maximumStageCount))
  }
}
