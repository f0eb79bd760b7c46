import Foundation

/// Several jobs at once, each on a thread of its own: for work that waits for processes, or that
/// keeps a processor busy for seconds.
package enum JobQueue {
  /// Does jobs and returns what they came to, in their order.
  ///
  /// Jobs begin in ascending order, the next as soon as one ends. After one that threw no other
  /// begins, and what runs is waited for.
  ///
  /// - Parameters:
  ///   - count: how many jobs there are.
  ///   - workerCount: how many may run at the same time, 1 or more.
  ///   - onEnd: is told on the calling thread how many have ended, after each or some.
  ///   - job: does the job of an index; called on other threads.
  /// - Throws: what the first job in order threw.
  /// - Precondition: `workerCount` is 1 or more.
  package static func run<Value: Sendable, Failure: Error>(
    _ count: Int, atOnce workerCount: Int, onEnd: (Int) -> Void = { _ in },
    _ job: @escaping @Sendable (Int) throws(Failure) -> Value
  ) throws(Failure) -> [Value] {
    precondition(workerCount >= 1, "someone has to work")
    let board = Board<Value, Failure>(count: count)
    // Threads know nothing of the task that starts them: what it may read, and what it has read.
    let (confinement, register) = (Confinement.current, FileRegister.current)
    for _ in 0..<min(workerCount, count) {
      let thread = Thread {
        Confinement.run(within: confinement) {
          FileRegister.$current.withValue(register) { board.work(job) }
        }
      }
      // As much as the first thread has, since jobs are what it does otherwise.
      thread.stackSize = 8 << 20
      board.enter()
      thread.start()
    }
    board.wait(onEnd)
    var values: [Value] = []
    for result in board.results { values.append(try result.get()) }
    return values
  }

  /// What is begun and what has ended.
  private final class Board<Value: Sendable, Failure: Error>: @unchecked Sendable {
    private let condition = NSCondition()
    private let count: Int
    private var begun = 0
    private var ended = 0
    private var workers = 0
    private var found: [Result<Value, Failure>?]

    init(count: Int) {
      self.count = count
      found = Array(repeating: nil, count: count)
    }

    func enter() { condition.withLock { workers += 1 } }

    private func leave() {
      condition.withLock {
        workers -= 1
        condition.signal()
      }
    }

    /// Does one job after another until none is left.
    func work(_ job: (Int) throws(Failure) -> Value) {
      while let index = next() {
        do throws(Failure) {
          end(index, .success(try job(index)))
        } catch {
          end(index, .failure(error))
        }
      }
      leave()
    }

    /// The next job; nil when all are begun, or no other shall.
    private func next() -> Int? {
      condition.withLock {
        guard begun < count else { return nil }
        begun += 1
        return begun - 1
      }
    }

    private func end(_ index: Int, _ result: Result<Value, Failure>) {
      condition.withLock {
        found[index] = result
        ended += 1
        if case .failure = result { begun = count }
        condition.signal()
      }
    }

    /// Waits until every worker has left, and says now and then how many jobs have ended.
    func wait(_ onEnd: (Int) -> Void) {
      var told = 0
      while true {
        let (now, isOver) = condition.withLock {
          while ended == told, workers > 0 { condition.wait() }
          return (ended, workers == 0)
        }
        if now > told { onEnd(now) }
        told = now
        if isOver { return }
      }
    }

    /// The results so far, in the order of their jobs.
    var results: [Result<Value, Failure>] { condition.withLock { found.compactMap { $0 } } }
  }
}
