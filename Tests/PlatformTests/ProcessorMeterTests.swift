import Platform
import Testing

/// Goal: a busy machine excuses waiting in the queue, and nothing else.
///
/// Method: every kind of evidence with times in which the answer is plain, then real work.
@Suite struct ProcessorMeterTests {
  private static func unhindered(
    _ wall: UInt64, own: UInt64, all: UInt64? = nil, switches: UInt64 = 0, queue: UInt64? = nil,
    threads: Int = 1
  ) -> UInt64 {
    ProcessorUse(
      ownNanoseconds: own, allNanoseconds: all ?? own, involuntarySwitches: switches,
      queueNanoseconds: queue
    ).unhindered(wallNanoseconds: wall, threadCount: threads)
  }

  @Test func timeInTheQueueIsTakenAway() {
    #expect(Self.unhindered(100, own: 30, switches: 2, queue: 70) == 30)
    // 20 of the 100 were slept: they stay.
    #expect(Self.unhindered(100, own: 30, switches: 2, queue: 50) == 50)
    #expect(Self.unhindered(100, own: 30, queue: 0) == 100)
    // Never less than the work, and never more than the time.
    #expect(Self.unhindered(100, own: 90, switches: 1, queue: 50) == 90)
    #expect(Self.unhindered(100, own: 120, switches: 1, queue: 500) == 100)
  }

  @Test func withoutAQueueSwitchesAreTheEvidence() {
    #expect(Self.unhindered(100, own: 30, switches: 1) == 30)
    // Nobody took the processor away: the frame waited by its own will.
    #expect(Self.unhindered(100, own: 30) == 100)
  }

  @Test func severalThreadsShareTheWork() {
    #expect(Self.unhindered(100, own: 20, all: 60, switches: 1, queue: 10, threads: 2) == 30)
    // What one thread did alone is no shorter for there being two.
    #expect(Self.unhindered(100, own: 80, all: 90, switches: 1, queue: 5, threads: 2) == 80)
    // No switch: only the caller's own wait is known.
    #expect(Self.unhindered(100, own: 20, all: 60, queue: 15, threads: 2) == 85)
    #expect(Self.unhindered(100, own: 20, all: 60, threads: 2) == 100)
  }

  @Test func nothingMeasuredExcusesNothing() {
    for threads in 1...3 {
      #expect(ProcessorUse().unhindered(wallNanoseconds: 100, threadCount: threads) == 100)
    }
  }

  @Test func workIsProcessorTime() {
    let meter = ProcessorMeter(isThreaded: false)
    meter.begin()
    let start = MonotonicClock.threadNanoseconds()
    var word: UInt64 = 1
    while MonotonicClock.threadNanoseconds() &- start < 2_000_000 { word = word &* 3 &+ 1 }
    let use = meter.end()
    #expect(word != 0)
    #expect(use.ownNanoseconds >= 2_000_000 && use.allNanoseconds == use.ownNanoseconds)
  }
}
