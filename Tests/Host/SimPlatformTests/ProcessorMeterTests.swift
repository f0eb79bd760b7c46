import SimPlatform
import Testing

/// Goal: a busy machine excuses waiting for a processor, and nothing else: no work, no wait of the
/// work's own, and nothing that is not known.
///
/// Method: every kind of evidence with times in which the answer is plain, all combinations of
/// small figures against the truth that they were made of, then real work and real waits.
@Suite struct ProcessorMeterTests {
  /// What a stretch of 100 without its time in the window's rest would have taken.
  private static func unhindered(
    own: UInt64? = 30, voluntary: UInt64? = 1, queue: UInt64? = nil, threads: Int = 1,
    _ change: (inout ProcessorUse) -> Void = { _ in }
  ) -> UInt64 {
    var use = ProcessorUse()
    use.ownNanoseconds = own
    use.allNanoseconds = own
    use.voluntarySwitches = voluntary
    use.involuntarySwitches = 5
    use.queueNanoseconds = queue
    use.windowNanoseconds = 100
    change(&use)
    return use.unhindered(wallNanoseconds: 100, threadCount: threads)
  }

  @Test func timeInTheQueueIsTakenAway() {
    #expect(Self.unhindered(queue: 70) == 30)
    // 20 of the 100 were slept: they stay.
    #expect(Self.unhindered(queue: 50) == 50)
    #expect(Self.unhindered(queue: 0) == 100)
    // Never less than the work, and never more than the time.
    #expect(Self.unhindered(own: 90, queue: 50) == 90)
    #expect(Self.unhindered(own: 120, queue: 500) == 100)
    // As much of it as fits may have passed around the stretch.
    #expect(Self.unhindered(queue: 50) { $0.windowNanoseconds = 140 } == 90)
    #expect(Self.unhindered(queue: 50) { $0.windowNanoseconds = 500 } == 100)
  }

  @Test func whoNeverStoppedByItselfWaitedForNothingElse() {
    for queue in [nil, 0, 50, 70] as [UInt64?] {
      #expect(Self.unhindered(voluntary: 0, queue: queue) == 30)
    }
    #expect(Self.unhindered(own: 120, voluntary: 0) == 100)
    // Without a queue it cannot be told how long the others waited for what.
    #expect(Self.unhindered(voluntary: 1) == 100)
  }

  @Test func waitingForOthersIsWaitingAsFarAsTheyWait() {
    func threaded(
      caller: UInt64 = 60, others: UInt64? = 50, all: UInt64 = 40, queue: UInt64? = 10,
      voluntary: UInt64? = 1
    ) -> UInt64 {
      Self.unhindered(own: 20, voluntary: voluntary, queue: queue, threads: 2) {
        $0.callerWaitNanoseconds = caller
        $0.othersQueueNanoseconds = others
        $0.allNanoseconds = all
      }
    }
    #expect(threaded() == 40)
    // The others worked all the time, or no thread waited for them.
    #expect(threaded(others: 0) == 90 && threaded(caller: 0) == 90)
    // What one thread did alone, or half of what both did, is no shorter for any waiting.
    #expect(threaded(caller: 90, others: 90) == 20)
    #expect(threaded(caller: 90, others: 90, all: 110) == 55)
    // The frame slept although nothing says so: with several threads, leaving is no evidence.
    #expect(threaded(caller: 0, others: 0, queue: 0, voluntary: 0) == 100)
    #expect(threaded(others: nil) == 100 && threaded(queue: nil) == 100)
  }

  @Test func nothingMeasuredExcusesNothing() {
    for threads in 1...3 {
      #expect(ProcessorUse().unhindered(wallNanoseconds: 100, threadCount: threads) == 100)
    }
    #expect(Self.unhindered(own: nil, voluntary: 0, queue: 100) == 100)
    #expect(Self.unhindered(voluntary: 0, queue: 100) { $0.allNanoseconds = nil } == 100)
    #expect(Self.unhindered(voluntary: nil, queue: nil) == 100)
  }

  /// Stretches made of work, waiting, waits of their own and time around them.
  @Test func neverLessThanItWouldHaveTaken() {
    let amounts: [UInt64] = [0, 1, 3, 10]
    for work in amounts {
      for waiting in amounts {
        for asked in amounts {
          for around in amounts {
            for outside in amounts where outside <= around {
              let wall = work + waiting + asked
              var use = ProcessorUse()
              // Of what lies around it some is work and some is waiting.
              use.ownNanoseconds = work + around - outside
              use.allNanoseconds = use.ownNanoseconds
              use.queueNanoseconds = waiting + outside
              use.voluntarySwitches = asked > 0 ? 1 : 0
              use.windowNanoseconds = wall + around
              let found = use.unhindered(wallNanoseconds: wall, threadCount: 1)
              #expect(found >= work + asked && found <= wall)
              // With little around it, little of the waiting is lost.
              #expect(found <= work + asked + around)
            }
          }
        }
      }
    }
  }

  @Test func workIsProcessorTimeAndSleepIsNot() throws {
    let meter = ProcessorMeter()
    #if os(Linux)
      #expect(meter.evidence == .queue)
    #endif
    meter.begin()
    let start = MonotonicClock.threadNanoseconds()
    var word: UInt64 = 1
    while MonotonicClock.threadNanoseconds() &- start < 2_000_000 { word = word &* 3 &+ 1 }
    let worked = meter.end()
    #expect(word != 0)
    #expect(try #require(worked.ownNanoseconds) >= 2_000_000)
    #expect(worked.allNanoseconds == worked.ownNanoseconds)
    meter.begin()
    MonotonicClock.sleep(microseconds: 20_000)
    let slept = meter.end()
    #expect(try #require(slept.ownNanoseconds) < 20_000_000)
    #expect(try #require(slept.voluntarySwitches) > 0)
    // However busy the machine, the sleep itself is no waiting for a processor.
    let wall = slept.windowNanoseconds
    #expect(slept.unhindered(wallNanoseconds: wall, threadCount: 1) >= 20_000_000)
  }

  /// In a process of its own, where no other test works meanwhile.
  @Test func otherThreadsAreSeen() async {
    await #expect(processExitsWith: .success) {
      let crew = try #require(WorkCrew(workerCount: 2))
      // Items enough for the other thread to come; none is left to do once it has worked.
      var done: Int32 = 0
      func share() {
        done = 0
        withUnsafeMutablePointer(to: &done) { pointer in
          crew.run(itemCount: 100, context: UnsafeMutableRawPointer(pointer)) {
            context, worker, _ in
            let done = context?.assumingMemoryBound(to: Int32.self)
            guard done?.pointee == 0 else { return }
            guard worker == 0 else {
              let start = MonotonicClock.threadNanoseconds()
              while MonotonicClock.threadNanoseconds() &- start < 100_000_000 {}
              done?.pointee = 1
              return
            }
            MonotonicClock.sleep(microseconds: 50_000)
          }
        }
      }
      share()
      let meter = ProcessorMeter(crew: crew)
      meter.begin()
      share()
      let use = meter.end()
      try #require(done == 1)
      let (own, all) = (try #require(use.ownNanoseconds), try #require(use.allNanoseconds))
      #expect(all >= 100_000_000 && own < all)
      #expect(use.callerWaitNanoseconds > 0)
      #if os(Linux)
        #expect(meter.evidence == .queue && use.othersQueueNanoseconds != nil)
      #endif
    }
  }

  @Test func readingAllocatesNothing() throws {
    guard AllocationProbe.source.isMeasured else { return }
    let crew = try #require(WorkCrew(workerCount: 3))
    let meter = ProcessorMeter(crew: crew)
    let before = AllocationProbe.thread()
    var total: UInt64 = 0
    for _ in 0..<100 {
      meter.begin()
      total &+= meter.end().windowNanoseconds
    }
    #expect(AllocationProbe.thread()?.allocations == before?.allocations && total > 0)
  }
}
