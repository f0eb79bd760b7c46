import SimMath
import SimInput
import Testing

/// Each defect occurs at its rate when asked for and never otherwise.
@Suite struct InputDefectTests {
  private func run(_ defects: InputDefects) -> InputWalk {
    var drag = InputGenerator.standard(.drag)
    drag.eventsPerMinute = 40
    // What is held back at the end of a run never arrives.
    drag.endFrame = 3480
    let walk = InputWalk.run([drag], seed: 8, defects: defects, frames: 3600)
    #expect(walk.broken.isEmpty, "\(walk.broken)")
    return walk
  }

  private func doubles(_ walk: InputWalk) -> Int {
    zip(walk.samples, walk.samples.dropFirst()).reduce(0) { $0 + ($1.0 == $1.1 ? 1 : 0) }
  }

  /// How many frames each sample arrived after the frame it belongs to.
  private func delays(_ walk: InputWalk) -> [UInt32] {
    zip(walk.samples, walk.arrivals).map { sample, frame in
      let due = UInt32((sample.timestampNanoseconds * 60 + 999_999_999) / 1_000_000_000)
      return frame - min(frame, due)
    }
  }

  /// The most samples one contact got in one frame.
  private func largestGroup(_ walk: InputWalk) -> Int {
    var largest = 0
    var size = 0
    for index in walk.samples.indices {
      let isSame =
        index > 0 && walk.arrivals[index] == walk.arrivals[index - 1]
        && walk.samples[index].touchID == walk.samples[index - 1].touchID
      size = isSame ? size + 1 : 1
      largest = max(largest, size)
    }
    return largest
  }

  @Test func aGoodSensorHasNone() {
    let walk = run(.none)
    #expect(walk.samples.count > 3000)
    #expect(doubles(walk) == 0)
    #expect(delays(walk).allSatisfy { $0 <= 1 })
    #expect(delays(walk).reduce(0) { $0 + ($1 == 1 ? 1 : 0) } == 0)
    #expect(largestGroup(walk) <= 3)
  }

  @Test func samplesAreDropped() {
    let perfect = run(.none)
    let share =
      Double(run(InputDefects(droppedPerMille: 200)).samples.count) / Double(perfect.samples.count)
    #expect(abs(share - 0.8) < 0.03)
    let none = run(InputDefects(droppedPerMille: 1000))
    #expect(none.samples.count == none.began + none.ended)
    #expect(none.began == perfect.began)
  }

  @Test func samplesAreDoubled() {
    let perfect = run(.none).samples.count
    let walk = run(InputDefects(duplicatedPerMille: 150))
    #expect(doubles(walk) == walk.samples.count - perfect)
    #expect(abs(Double(doubles(walk)) / Double(perfect) - 0.15) < 0.03)
  }

  @Test func samplesAreLate() {
    let late = delays(run(InputDefects(latePerMille: 20, lateFrames: 5)))
    let share = Double(late.reduce(0) { $0 + ($1 == 5 ? 1 : 0) }) / Double(late.count)
    #expect((0.012...0.032).contains(share))
    #expect(late.allSatisfy { $0 <= 5 })
    let always = delays(run(InputDefects(latePerMille: 1000, lateFrames: 4)))
    #expect(always.allSatisfy { $0 == 4 })
  }

  @Test func samplesAreHeldTogether() {
    let walk = run(InputDefects(coalescedPerMille: 50, coalescedSampleCount: 12))
    #expect(largestGroup(walk) >= 12)
    let delayed = delays(walk).reduce(0) { $0 + ($1 > 0 ? 1 : 0) }
    // Every group of twelve starts after twenty samples on the mean: 12 of 32 are held.
    #expect((0.2...0.42).contains(Double(delayed) / Double(walk.samples.count)))
    #expect(walk.samples.count == run(.none).samples.count)
  }
}
