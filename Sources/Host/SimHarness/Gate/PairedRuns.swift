import SimRuntime
import SimStatistics

/// Runs of two builds in fresh processes, in turns, so that neither side has the better weather.
///
/// The reference runs on two sides, `base` and `control`: what differs between those two is what
/// this machine makes up by itself.
package struct PairedRuns: Sendable {
  /// Rounds that a comparison begins with; each runs every side once.
  package static var defaultRounds: Int { 5 }
  /// Frames of a comparison by default: enough for a median, quick enough for many rounds.
  package static var defaultFrames: UInt32 { 600 }

  /// The reference.
  package let base: MeasuredProcess
  /// The build that is judged.
  package let measured: MeasuredProcess
  /// Runs of the reference.
  package private(set) var baseRuns: [MeasuredRun] = []
  /// Runs of the reference once more.
  package private(set) var controlRuns: [MeasuredRun] = []
  /// Runs of the build that is judged.
  package private(set) var measuredRuns: [MeasuredRun] = []

  /// Prepares runs; none is started yet.
  package init(base: MeasuredProcess, measured: MeasuredProcess) {
    self.base = base
    self.measured = measured
  }

  /// Takes runs that were made already.
  package init(base: [MeasuredRun], control: [MeasuredRun], measured: [MeasuredRun]) {
    self.init(
      base: MeasuredProcess(executable: "", arguments: []),
      measured: MeasuredProcess(executable: "", arguments: []))
    (baseRuns, controlRuns, measuredRuns) = (base, control, measured)
  }

  /// Rounds so far.
  package var rounds: Int { baseRuns.count }

  /// Adds rounds, every other one in the opposite order.
  ///
  /// - Parameter onRound: Receives the round's number before it starts.
  /// - Throws: `MeasureError` of the first process that failed.
  package mutating func add(
    rounds count: Int, in folder: String, onRound: (Int) -> Void = { _ in }
  ) throws(MeasureError) {
    for _ in 0..<count {
      onRound(rounds + 1)
      // The measured build runs between two of the base, so that a steady drift favors neither.
      if rounds % 2 == 0 {
        let first = try base.run(in: folder)
        measuredRuns.append(try measured.run(in: folder))
        controlRuns.append(try base.run(in: folder))
        baseRuns.append(first)
      } else {
        controlRuns.append(try base.run(in: folder))
        measuredRuns.append(try measured.run(in: folder))
        baseRuns.append(try base.run(in: folder))
      }
    }
  }

  /// The first frame whose state differs between two runs of one build, which ought to be none.
  package var frameOfBrokenDeterminism: Int? {
    for runs in [baseRuns + controlRuns, measuredRuns] {
      let all = runs.flatMap { $0.repetitions }
      guard let first = all.first else { continue }
      for other in all.dropFirst() {
        if let frame = Self.firstDifference(first, other) { return frame }
      }
    }
    return nil
  }

  /// The first frame whose state differs between the builds; nil when none does.
  package var firstDifferentFrame: Int? {
    guard let base = baseRuns.first?.repetitions.first,
      let measured = measuredRuns.first?.repetitions.first
    else { return nil }
    return Self.firstDifference(base, measured)
  }

  /// Frames that compare: after warm-up, in the foreground, and in the same state on both sides.
  package var comparableFrames: [Int] {
    guard let base = baseRuns.first?.repetitions.first,
      let measured = measuredRuns.first?.repetitions.first
    else { return [] }
    let count = min(base.count, measured.count)
    return (Warmup.start(of: count)..<count).filter {
      base.digests[$0] == measured.digests[$0] && !base.isInBackground[$0]
        && !measured.isInBackground[$0]
    }
  }

  private static func firstDifference(_ a: FrameColumns, _ b: FrameColumns) -> Int? {
    if let frame = (0..<min(a.count, b.count)).first(where: { a.digests[$0] != b.digests[$0] }) {
      return frame
    }
    return a.count == b.count ? nil : min(a.count, b.count)
  }
}

extension FrameTimes {
  /// The times of a phase in some runs of one build, for each run the minimum of its repetitions.
  ///
  /// - Parameters:
  ///   - phase: nil for the whole frame.
  ///   - frames: the frames, all of which every run has.
  package static func minimumTimes(
    _ runs: [MeasuredRun], phase: FramePhase?, frames: [Int]
  ) -> FrameTimes {
    var times = FrameTimes(frameCount: frames.count)
    for run in runs {
      times.append(
        frames.map { frame in
          var minimum = Float.infinity
          for repetition in run.repetitions where frame < repetition.count {
            let times = repetition.phases[frame].map { UInt64($0) }
            let time = phase.map { times[$0] } ?? times.total
            minimum = min(minimum, Float(time))
          }
          return minimum
        })
    }
    return times
  }
}
