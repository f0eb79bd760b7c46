import SimMath
import SimPlatform

/// Work or memory planted into the step of a run, to see whether a comparison notices.
///
/// Only `selftest` plants anything, through an environment variable of the processes it starts; a
/// run that finds the variable says so.
package final class PlantedWork {
  /// The environment variable: one of ``forms``, or several separated by commas.
  package static var variable: String { "SIMBENCH_PLANT" }
  /// What can be planted, in words: work into every step or every so many, a wait for nothing, and
  /// an allocation.
  package static var forms: String {
    "work=ITERATIONS[/EVERY], wait=MICROSECONDS[/EVERY] or allocation=FRAME, or several of them"
  }

  /// Something done in every frame, or every so many.
  private struct Dose {
    var amount: UInt64
    var interval: UInt32

    /// Reads `AMOUNT` or `AMOUNT/EVERY`.
    init?(_ text: Substring) {
      let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      guard let amount = UInt64(parts[0]),
        let interval = parts.count == 1 ? 1 : UInt32(parts[1]), interval > 0
      else { return nil }
      (self.amount, self.interval) = (amount, interval)
    }
  }

  private var work: [Dose] = []
  private var waits: [Dose] = []
  private var allocationFrame: UInt32?
  private var sum: UInt64 = 1
  private var block: UnsafeMutableRawPointer?

  /// Reads what is to be planted; nil when the text says something else.
  package init?(_ text: String) {
    for plant in text.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = plant.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      switch parts[0] {
      case "work":
        guard let dose = Dose(parts[1]) else { return nil }
        work.append(dose)
      case "wait":
        guard let dose = Dose(parts[1]), dose.amount <= 10_000_000 else { return nil }
        waits.append(dose)
      case "allocation":
        guard let frame = UInt32(parts[1]) else { return nil }
        allocationFrame = frame
      default:
        return nil
      }
    }
  }

  deinit { block?.deallocate() }

  /// Does a frame's share; called inside the step, between the readings of clock and counters.
  func perform(inFrame frame: UInt32) {
    for index in work.indices where frame % work[index].interval == 0 {
      sum = Self.work(work[index].amount, from: sum)
    }
    for index in waits.indices where frame % waits[index].interval == 0 {
      MonotonicClock.sleep(microseconds: waits[index].amount)
    }
    if frame == allocationFrame { takeMemory() }
  }

  /// Allocates once; a function of its own, so that its name is what a search for it has to find.
  @inline(never)
  private func takeMemory() {
    block = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
  }

  /// Arithmetic in which every step waits for the one before, so that none can be skipped.
  @inline(never)
  private static func work(_ iterations: UInt64, from start: UInt64) -> UInt64 {
    var word = start
    for _ in 0..<iterations { word = NameHash.mix(word &+ 1) }
    return word
  }

  /// How long an iteration takes on this machine, in nanoseconds: the minimum of many batches.
  package static func nanosecondsPerIteration() -> Double {
    let (batches, iterations) = (200, 2_000 as UInt64)
    var minimum = UInt64.max
    var sum: UInt64 = 1
    for _ in 0..<batches {
      let start = MonotonicClock.nanoseconds()
      sum = work(iterations, from: sum)
      minimum = min(minimum, MonotonicClock.nanoseconds() &- start)
    }
    // An unused sum would be optimized away, and the work with it.
    return sum == 0 ? 0 : Double(max(minimum, 1)) / Double(iterations)
  }
}
