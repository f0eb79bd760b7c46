import SimPlatform
import Testing

/// Goal: jobs give their results in order, as many at once as allowed, and the first failure ends
/// the rest.
///
/// Method: jobs that wait for one another, jobs that fail, and more workers than jobs.
@Suite struct JobQueueTests {
  private struct Failure: Error, Equatable {
    var index: Int
  }

  @Test(arguments: [1, 2, 3, 8]) func resultsStandInTheirOrder(workers: Int) {
    var told: [Int] = []
    let results = JobQueue.run(20, atOnce: workers, onEnd: { told.append($0) }) { $0 * $0 }
    #expect(results == (0..<20).map { $0 * $0 })
    #expect(told.last == 20 && told == told.sorted())
    #expect(JobQueue.run(0, atOnce: workers) { $0 }.isEmpty)
  }

  @Test func theFirstFailureEndsTheRest() {
    let counter = Counter()
    #expect(throws: Failure(index: 2)) {
      _ = try JobQueue.run(100, atOnce: 1) { (index) throws(Failure) -> Int in
        counter.add()
        guard index != 2 else { throw Failure(index: index) }
        return index
      }
    }
    #expect(counter.count == 3, "no job begins after one that failed")
  }

  /// Each waits until the other has begun: with one at a time this would never end.
  @Test(.timeLimit(.minutes(1))) func jobsRunAtTheSameTime() throws {
    let folder = try FileStore.makeTemporaryDirectory(prefix: "simbench-jobs")
    defer { try? FileStore.removeTree(folder) }
    let codes = JobQueue.run(2, atOnce: 2) { index -> Int32 in
      let script = "touch \(folder)/\(index); while [ ! -e \(folder)/\(1 - index) ]; do :; done"
      let ended = try? ProcessRunner.run("/bin/sh", ["-c", script], limitSeconds: 30)
      return ended?.exitCode ?? -1
    }
    #expect(codes == [0, 0])
  }

  /// What a task may read holds for the threads that work for it.
  @Test func threadsAreConfinedAsTheirTaskIs() throws {
    let folder = try FileStore.makeTemporaryDirectory(prefix: "simbench-jobs")
    defer { try? FileStore.removeTree(folder) }
    let confinement = try Confinement(folder)
    let found = Confinement.run(within: confinement) {
      JobQueue.run(2, atOnce: 2) { _ in
        (try? FileStore.read("/etc/hostname", limitByteCount: 1 << 20)) == nil
      }
    }
    #expect(found == [true, true])
    #expect(JobQueue.run(1, atOnce: 1) { _ in Confinement.current == nil } == [true])
  }

  private final class Counter: @unchecked Sendable {
    private(set) var count = 0
    func add() { count += 1 }
  }
}
