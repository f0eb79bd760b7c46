import DeterministicMath

/// How much longer the same frames take in one build than in another.
///
/// The statistic is the median over the frames of the ratio of least times. Its interval comes
/// from a bootstrap that draws processes as well as frames: within one process all frames share
/// its luck, so an interval over frames alone would be far too narrow. With five processes a side
/// it holds the true change about nine times in ten, as redraws of so few cannot do better.
public struct PairedComparison: Equatable, Sendable {
  /// The change as a share: 0.05 is 5 % longer.
  public var change: Double
  /// The lower end of the 95 % interval; the change itself without redraws.
  public var lower: Double
  /// The upper end of the 95 % interval; the change itself without redraws.
  public var upper: Double

  /// Redraws that the interval rests on, unless told otherwise.
  public static var normalResampleCount: Int { 2000 }

  /// Compares times of the same frames.
  ///
  /// - Parameters:
  ///   - reference: the build that is compared with.
  ///   - measured: the build that is judged.
  ///   - seed: of the redraws; the same seed and times give the same interval.
  /// - Precondition: the same frames, at least one, and at least one process on each side.
  /// - Complexity: O(redraws · frames · processes).
  public init(
    reference: FrameTimes, measured: FrameTimes, seed: UInt64,
    resampleCount: Int = PairedComparison.normalResampleCount
  ) {
    precondition(reference.frameCount == measured.frameCount, "the same frames on both sides")
    let frameCount = reference.frameCount
    var scratch = Scratch(frameCount: frameCount)
    let change = scratch.medianChange(
      reference, Array(0..<reference.processCount), measured, Array(0..<measured.processCount),
      frames: nil)
    self.change = change
    guard resampleCount > 0 else {
      (lower, upper) = (change, change)
      return
    }
    var stream = RandomStream(seed: seed, name: "paired-comparison")
    var changes: [Double] = []
    changes.reserveCapacity(resampleCount)
    var frames = [Int](repeating: 0, count: frameCount)
    for _ in 0..<resampleCount {
      let chosen = Self.draw(reference.processCount, from: &stream)
      let other = Self.draw(measured.processCount, from: &stream)
      for index in 0..<frameCount { frames[index] = Int(stream.below(UInt32(frameCount))) }
      changes.append(scratch.medianChange(reference, chosen, measured, other, frames: frames))
    }
    changes.sort()
    let processes = Double(min(reference.processCount, measured.processCount))
    // Redraws of n processes vary less than n new ones would, by the root of (n − 1) / n.
    let widening = processes > 1 ? (processes / (processes - 1)).squareRoot() : 1
    lower = change + widening * (Quantiles.nearestRank(0.025, ofSorted: changes) - change)
    upper = change + widening * (Quantiles.nearestRank(0.975, ofSorted: changes) - change)
  }

  private static func draw(_ count: Int, from stream: inout RandomStream) -> [Int] {
    var chosen: [Int] = []
    for _ in 0..<count { chosen.append(Int(stream.below(UInt32(count)))) }
    return chosen
  }

  /// Storage that every redraw uses again.
  private struct Scratch {
    var reference: [Float]
    var measured: [Float]
    var ratios: [Double]

    init(frameCount: Int) {
      reference = [Float](repeating: 0, count: frameCount)
      measured = [Float](repeating: 0, count: frameCount)
      ratios = [Double](repeating: 0, count: frameCount)
    }

    mutating func medianChange(
      _ a: FrameTimes, _ processesA: [Int], _ b: FrameTimes, _ processesB: [Int], frames: [Int]?
    ) -> Double {
      a.envelope(of: processesA, into: &reference)
      b.envelope(of: processesB, into: &measured)
      for index in 0..<ratios.count {
        let frame = frames.map { $0[index] } ?? index
        // A clock too coarse for a frame says 0; such a frame is as long as the clock's step.
        ratios[index] = Double(max(measured[frame], 1)) / Double(max(reference[frame], 1))
      }
      let middle = ratios.count / 2
      let upper = Quantiles.select(middle, in: &ratios)
      guard ratios.count % 2 == 0 else { return upper - 1 }
      var lower = ratios[0]
      for index in 0..<middle where ratios[index] > lower { lower = ratios[index] }
      return (lower + upper) / 2 - 1
    }
  }
}
