internal import CPlatform
import Foundation

/// Runs several jobs concurrently, each on its own thread: for work that waits for processes, or
/// keeps a CPU busy for seconds.
package enum JobQueue {
  /// Runs jobs and returns their results in order.
  ///
  /// Jobs start in ascending order, the next one when one ends. After an error no further job
  /// starts, and running jobs are awaited. Where the system can start fewer threads, fewer jobs run
  /// at once; without any, the caller's thread runs them.
  ///
  /// - Parameters:
  ///   - count: The number of jobs.
  ///   - workerCount: The maximum number of concurrent jobs, at least 1.
  ///   - onEnd: Called on the calling thread with the number of ended jobs, after one or several.
  ///   - job: Runs the job at an index; called on other threads.
  /// - Throws: The error of the first failed job in order.
  /// - Precondition: `workerCount` is at least 1.
  package static func run<Value: Sendable, Failure: Error>(
    _ count: Int, atOnce workerCount: Int, onEnd: (Int) -> Void = { _ in },
    _ job: @escaping @Sendable (Int) throws(Failure) -> Value
  ) throws(Failure) -> [Value] {
    precondition(workerCount >= 1, "at least one worker is required")
    let board = Board<Value, Failure>(count: count)
    // Threads do not inherit task-local values: the confinement and the register of read files.
    let (confinement, register) = (Confinement.current, FileRegister.current)
    let guarded = TrapGuard.current
    for index in 0..<min(workerCount, count) {
      // Before the start: the final wait ends as soon as it sees no workers.
      board.enter()
      let work = Work {
        Confinement.run(within: confinement) {
          FileRegister.$current.withValue(register) { guarded.run { board.work(job) } }
        }
      }
      if !work.start() {
        if index == 0 { work.body() } else { board.leave() }
        break
      }
    }
    board.wait(onEnd)
    var values: [Value] = []
    // Jobs start in order, so those that never started come after the one that failed.
    for result in board.results { values.append(try result.get()) }
    return values
  }

  /// What one thread does.
  final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    /// Starts a thread; false if the system cannot start another.
    ///
    /// Foundation's `Thread` does not report that, and a queue would wait for its end forever.
    func start() -> Bool {
      let context = Unmanaged.passRetained(self)
      // The stack size of the main thread, on which jobs would otherwise run.
      let isStarted = simbench_thread_start(
        { raw in
          if let raw { Unmanaged<Work>.fromOpaque(raw).takeRetainedValue().body() }
          return nil
        }, context.toOpaque(), 8 << 20)
      if !isStarted { context.release() }
      return isStarted
    }
  }

  /// The started and ended jobs.
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

    func leave() {
      condition.withLock {
        workers -= 1
        condition.signal()
      }
    }

    /// Runs jobs until none is left.
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

    /// The next job; nil if all have started, or after an error.
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

    /// Waits until all workers have ended; reports the number of ended jobs.
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
