import SimInput
import SimRuntime
import Testing

/// Goal: a property fails where it is broken and not a step before or after.
///
/// Method: steps told one by one, against what a second, plainer rule says of each.
@Suite struct PropertyJudgeTests {
  private enum Key: UInt8, PropertyKey {
    case holds
    case happens
    case follows

    var descriptor: PropertyDescriptor {
      switch self {
      case .holds: .always("holds", "It holds.")
      case .happens: .sometimes("happens", "It happens.")
      case .follows: .leadsTo("follows", "It follows.", within: .frames(3))
      }
    }
  }

  @Test func firstBrokenStepIsKept() {
    var judge = PropertyChecker(Key.descriptors)
    for step in 0..<6 as Range<UInt32> {
      judge.step = step
      judge.always(Key.holds, step < 4, value: Float(step), limit: 3, entity: 7)
      judge.sometimes(Key.happens, step == 2)
    }
    #expect(
      judge.failure
        == PropertyChecker.Failure(property: 0, step: 4, value: 4, limit: 3, entity: 7))
    #expect(judge.tallies[0].checked == 6 && judge.tallies[0].held == 4)
    #expect(judge.tallies[1].checked == 6 && judge.tallies[1].held == 1)
    #expect(judge.tallies[2].checked == 0)
  }

  /// What is overdue at the end of a run fails, though no step follows.
  @Test func consequencesAreDueByTheEnd() {
    let waits = [PropertyDescriptor.leadsTo("waits", "It follows.", within: .seconds(2))]
    for (end, isOverdue) in [(2_999_999_999, false), (3_000_000_000, true)] as [(UInt64, Bool)] {
      var judge = PropertyChecker(waits)
      (judge.step, judge.nanoseconds) = (5, 1_000_000_000)
      judge.leadsTo("waits", from: true, to: false)
      judge.end(at: end)
      #expect((judge.failure?.step == 5) == isOverdue && (judge.failure?.value == 2) == isOverdue)
      judge = PropertyChecker(waits)
      judge.leadsTo("waits", from: false, to: false)
      judge.end(at: end)
      #expect(judge.failure == nil)
    }
    // Steps are counted alone: none follows.
    var judge = PropertyChecker(Key.descriptors)
    judge.leadsTo(Key.follows, from: true, to: false)
    judge.end(at: .max)
    #expect(judge.failure == nil && judge.tallies[2].since == 0)
  }

  /// All sequences of eight steps in which a condition holds or not and its consequence comes or
  /// not: 65,536 of them.
  @Test func consequencesAreDueAsThePlainRuleSays() {
    for sequence in 0..<65_536 as Range<UInt32> {
      var judge = PropertyChecker(Key.descriptors)
      var due: UInt32?
      var expected: UInt32?
      for step in 0..<8 as Range<UInt32> {
        let isUnderWay = sequence >> (2 * step) & 1 == 1
        let hasCome = sequence >> (2 * step + 1) & 1 == 1
        judge.step = step
        judge.leadsTo(Key.follows, from: isUnderWay, to: hasCome)
        if !isUnderWay || hasCome {
          due = nil
        } else if due == nil {
          due = step + 3
        }
        if due == step, expected == nil { expected = step }
      }
      guard judge.failure?.step == expected else {
        Issue.record("\(sequence): \(String(describing: judge.failure)), not \(expected ?? 99)")
        return
      }
    }
  }

  /// A deadline in seconds is the same time at every frame rate, rounded up to whole frames.
  @Test(arguments: [1, 24, 30, 60, 90, 120, 1000] as [UInt32])
  func deadlineInSecondsFollowsTheClock(framesPerSecond: UInt32) {
    let clock = FrameClock(framesPerSecond: framesPerSecond)
    for (seconds, milliseconds) in [(0.1, 100), (0.5, 500), (2, 2_000), (0, 0)]
      as [(Double, UInt64)]
    {
      for start in 0..<40 as Range<UInt32> {
        var judge = PropertyChecker([.leadsTo("follows", "It follows.", within: .seconds(seconds))])
        judge.step = start
        repeat {
          judge.nanoseconds = clock.startNanoseconds(ofFrame: judge.step)
          let since = judge.step - start
          judge.leadsTo(Only.follows, from: true, to: false)
          judge.step += 1
          guard since < 2_100 else { break }
        } while judge.failure == nil
        let frames = max(1, clock.frameCount(ofMilliseconds: milliseconds))
        #expect(judge.failure?.step == start + UInt32(frames), "\(seconds) s from \(start)")
      }
    }
  }

  private enum Only: UInt8, PropertyKey {
    case follows

    var descriptor: PropertyDescriptor {
      .leadsTo("follows", "It follows.", within: .seconds(2))
    }
  }
}
