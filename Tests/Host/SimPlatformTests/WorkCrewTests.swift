import SimPlatform
import Testing

/// Goal: every item is done once, by any worker, and nothing is allocated on the way.
///
/// Method: items that count themselves in a slot of their worker, in crews of several sizes, many
/// pieces of work in a row, empty ones among them.
@Suite struct WorkCrewTests {
  private struct Counts {
    /// How often each item was done by each worker.
    var done: UnsafeMutablePointer<UInt8>
    var itemCount: Int
  }

  @Test(arguments: [1, 2, 5, 64]) func everyItemIsDoneOnce(workerCount: Int) throws {
    let crew = try #require(WorkCrew(workerCount: workerCount))
    #expect(crew.workerCount == workerCount)
    let most = 200
    let done = UnsafeMutablePointer<UInt8>.allocate(capacity: workerCount * most)
    defer { done.deallocate() }
    for round in 0..<60 {
      let itemCount = [0, 1, 2, 7, 63, most][round % 6]
      done.initialize(repeating: 0, count: workerCount * most)
      var counts = Counts(done: done, itemCount: most)
      withUnsafeMutablePointer(to: &counts) { pointer in
        crew.run(itemCount: itemCount, context: UnsafeMutableRawPointer(pointer)) {
          context, worker, item in
          guard let counts = context?.assumingMemoryBound(to: Counts.self).pointee else { return }
          counts.done[Int(worker) * counts.itemCount + Int(item)] &+= 1
        }
      }
      var wrongCount = 0
      for item in 0..<most {
        var times = 0
        for worker in 0..<workerCount { times += Int(done[worker * most + item]) }
        if times != (item < itemCount ? 1 : 0) { wrongCount += 1 }
      }
      #expect(wrongCount == 0, "round \(round)")
    }
  }

  @Test func sharingWorkOutAllocatesNothing() throws {
    guard AllocationProbe.source.isMeasured else { return }
    let crew = try #require(WorkCrew(workerCount: 3))
    crew.run(itemCount: 8, context: nil) { _, _, _ in }
    let before = AllocationProbe.thread()
    for _ in 0..<100 { crew.run(itemCount: 8, context: nil) { _, _, _ in } }
    #expect(AllocationProbe.thread()?.allocations == before?.allocations)
  }
}
