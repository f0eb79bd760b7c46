import SimFormats
import SimRuntime

/// How instructions are to be counted.
package enum InstructionMethod: String, CaseIterable, Sendable {
  /// The first that works of those below.
  case auto
  /// With a counter of the processor's.
  case hardware
  /// With valgrind, inside the phases only.
  case valgrind
  /// With valgrind, as the difference of two lengths.
  case difference
  /// Not at all.
  case none

  /// The sources to try, the most exact first.
  package var ladder: [InstructionSource] {
    switch self {
    case .auto: [.hardware, .valgrind, .difference]
    case .hardware: [.hardware]
    case .valgrind: [.valgrind]
    case .difference: [.difference]
    case .none: []
    }
  }

  /// The method that tries this source and no other.
  package init(_ source: InstructionSource) {
    self =
      switch source {
      case .hardware: .hardware
      case .valgrind: .valgrind
      case .difference: .difference
      case .none: .none
      }
  }
}

extension InstructionSummary {
  /// What a counter of the processor's read around the phases of a run.
  package init(_ watch: borrowing PhaseWatch, frames: Int, isThreaded: Bool, isExact: Bool) {
    guard isExact else {
      self = .none("the hardware counter did not run all the time")
      return
    }
    // The counter is that of one thread, so it does not see all of what several paint.
    let phases = FramePhase.allCases.filter {
      $0 != .input && !($0 == .raster && isThreaded) && watch.instructions[$0] > 0
    }
    self.init(
      source: .hardware, note: nil, frames: UInt32(frames),
      counts: phases.map {
        InstructionCount(name: $0.name.description, total: watch.instructions[$0])
      })
  }
}
