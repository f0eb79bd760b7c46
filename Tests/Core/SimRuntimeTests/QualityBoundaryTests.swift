import SimMath
import SimRuntime
import Testing

/// Goal: every limit of the normal rules is where it is meant to be: quality is left alone on one
/// side of it and changes on the other, and every wait ends in its frame and not one sooner.
///
/// Method: a display of 100 Hz, so that a frame should take 9 ms and a second has 100 frames; frame
/// times written by hand just within a limit and just beyond. Where two waits would end together,
/// the other one is switched off.
@Suite struct QualityBoundaryTests {
  /// A controller that is fed frame by frame; times in percent of the 9 ms a frame should take.
  struct Feed {
    var controller: QualityController

    init(_ change: (inout QualityRules) -> Void = { _ in }) {
      var rules = QualityRules(refreshRate: 100)
      change(&rules)
      controller = QualityController(
        ladder: QualityLadder(minimum: 200, maximum: 600, quantum: 40), rules: rules)
    }

    /// The number of the frame, counted from 1, in which something changes; nil if nothing does.
    mutating func firstChange(_ percent: UInt32, within frames: Int) -> Int? {
      for frame in 1...frames
      where controller.observe(
        processorNanoseconds: 90_000 * percent, graphicsNanoseconds: 0) != .none
      {
        return frame
      }
      return nil
    }

    /// Goes down by one level: thirty frames a little too long.
    mutating func fail() {
      let before = controller.level
      // What follows a change is not looked at while the change fades.
      _ = firstChange(106, within: 200)
      #expect(controller.level == before - 1)
    }
  }

  @Test func frameMayTakeFivePercentTooLong() {
    var feed = Feed()
    #expect(feed.firstChange(105, within: 1000) == nil)
    #expect(feed.firstChange(106, within: 1000) != nil)
  }

  @Test func thirtyFramesAreEnoughToJudge() {
    var feed = Feed()
    #expect(feed.firstChange(120, within: 100) == 30)
  }

  @Test func twoFramesFarTooLongAreEnough() {
    var feed = Feed()
    #expect(feed.firstChange(150, within: 29) == nil)
    var shocked = Feed()
    #expect(shocked.firstChange(151, within: 29) == 2)
  }

  /// Six late frames of 120 are borne, seven are not, and a late frame is forgotten after 120.
  @Test(arguments: [(113, true), (114, false)])
  func lateFramesAreCountedAmongOneHundredAndTwenty(between: Int, isTooMany: Bool) {
    var feed = Feed()
    #expect(feed.firstChange(90, within: 120) == nil)
    #expect(feed.firstChange(120, within: 6) == nil)
    #expect(feed.firstChange(90, within: between) == nil)
    #expect((feed.firstChange(120, within: 1) != nil) == isTooMany)
  }

  /// A twentieth of the frames may be longer than what quality is lowered by: one of 39, two of 41.
  @Test(arguments: [(37, [UInt32(149), 125]), (38, [149, 140, 125])])
  func qualityIsLoweredByTheLeastOfWhatIsTooMuch(good: Int, late: [UInt32]) {
    var feed = Feed()
    #expect(feed.firstChange(90, within: good) == nil)
    for time in late.dropLast() { #expect(feed.firstChange(time, within: 1) == nil) }
    #expect(feed.firstChange(late[late.count - 1], within: 1) != nil)
    var steady = Feed()
    #expect(steady.firstChange(125, within: 30) == 30)
    #expect(feed.controller.level == steady.controller.level, "\(feed.controller.level)")
  }

  @Test func calmIsThreeQuartersOfTheTime() {
    var feed = Feed()
    feed.fail()
    var busy = feed
    #expect(busy.firstChange(76, within: 3000) == nil)
    #expect(feed.firstChange(75, within: 3000) != nil)
  }

  /// A change fades for a second, of which nothing counts, and 180 calm frames follow.
  @Test func qualityRisesAfterTheFadeAndCalmFrames() {
    var feed = Feed {
      $0.dwellNanoseconds = 0
      $0.firstBlockNanoseconds = 0
    }
    feed.fail()
    #expect(feed.firstChange(50, within: 3000) == 99 + 180)
  }

  @Test func stepUpComesFiveSecondsAfterTheLastChange() {
    var feed = Feed { $0.firstBlockNanoseconds = 0 }
    feed.fail()
    #expect(feed.firstChange(50, within: 3000) == 500)
  }

  @Test func failedLevelIsClosedForFiveSecondsAtFirst() {
    var feed = Feed { $0.dwellNanoseconds = 0 }
    feed.fail()
    #expect(feed.firstChange(50, within: 3000) == 500)
    // The second time it is closed for twice as long; what else would hold it back is over.
    var again = Feed {
      $0.dwellNanoseconds = 0
      $0.turnNanoseconds = 0
    }
    again.fail()
    _ = again.firstChange(50, within: 3000)
    again.fail()
    #expect(again.firstChange(50, within: 3000) == 1000)
  }

  @Test func levelIsClosedForEightySecondsAtMost() {
    var feed = Feed {
      $0.firstBlockNanoseconds = 50_000_000_000
      $0.turnNanoseconds = 0
    }
    feed.fail()
    #expect(feed.firstChange(50, within: 20_000) == 5000)
    feed.fail()
    #expect(feed.firstChange(50, within: 20_000) == 8000)
  }

  /// A failure is remembered for 160 seconds after its level opened again.
  ///
  /// Until then the next one closes the level for twice as long; seven late frames of 120 are one.
  @Test(arguments: [(16_000 - 8, 1000), (16_000 - 7, 500)])
  func failureIsRememberedForTwiceTheLongestClosure(good: Int, closed: Int) {
    var feed = Feed {
      $0.dwellNanoseconds = 0
      $0.turnNanoseconds = 0
    }
    feed.fail()
    #expect(feed.firstChange(50, within: 3000) == 500)
    #expect(feed.firstChange(90, within: good) == nil)
    #expect(feed.firstChange(106, within: 7) == 7)
    #expect(feed.firstChange(50, within: 3000) == closed)
  }

  @Test func secondTurnIsFollowedByAMinuteWithoutARise() {
    var feed = Feed {
      $0.dwellNanoseconds = 0
      $0.firstBlockNanoseconds = 0
    }
    feed.fail()
    _ = feed.firstChange(50, within: 3000)
    feed.fail()
    #expect(feed.controller.turnCount == 2)
    #expect(feed.firstChange(50, within: 20_000) == 6000)
  }
}
