import SimbenchKit

/// Counts transitions of a luminance: changes of direction and of at least 1/10 of white.
///
/// As in the general flash definition of WCAG 2.2: a change counts once it reaches 0.1 from the
/// last extreme, if its darker end is below 0.8. The counter does not depend on the code that
/// changes the luminance, so it can check it.
package struct TransitionCounter: Equatable, Sendable {
  /// The minimum change that counts.
  package static var threshold: Float { 0.1 }
  /// Changes whose darker end is at least this bright do not count.
  package static var brightLimit: Float { 0.8 }

  /// The start of the current change.
  private var origin: Float
  /// The end of the current change so far.
  private var extreme: Float
  /// 1 while rising, 2 while falling, 0 before the first change.
  private var direction: UInt32 = 0
  private var isCounted = false
  private var frame: UInt32 = 0
  /// A ring of the frames of the last transitions.
  private var last: SIMD8<UInt32> = SIMD8(repeating: 0)
  /// The number of transitions so far.
  package private(set) var total: UInt32 = 0
  /// The maximum number within any second so far; at most 8 are counted.
  package private(set) var maximumPerSecond: UInt32 = 0
  private let framesPerSecond: UInt32

  /// Starts with a luminance.
  package init(luminance: Float, framesPerSecond: UInt32) {
    origin = luminance
    extreme = luminance
    self.framesPerSecond = framesPerSecond
  }

  /// Adds the next frame's luminance.
  package mutating func add(_ luminance: Float) {
    frame &+= 1
    let way: UInt32 = luminance > extreme ? 1 : luminance < extreme ? 2 : direction
    if way != direction {
      // A smaller change is not a reversal; the extreme stays.
      guard abs(luminance - extreme) >= Self.threshold else { return }
      origin = extreme
      direction = way
      isCounted = false
    }
    extreme = luminance
    guard !isCounted, abs(extreme - origin) >= Self.threshold,
      min(extreme, origin) < Self.brightLimit
    else { return }
    isCounted = true
    count()
  }

  private mutating func count() {
    total += 1
    last[Int(total & 7)] = frame
    var recent: UInt32 = 0
    for slot in 0..<8 where last[slot] > 0 && frame - last[slot] < framesPerSecond {
      recent += 1
    }
    maximumPerSecond = max(maximumPerSecond, recent)
  }
}

extension TransitionCounter: StateFields {
  /// Visits every stored field; the frame rate follows from the plan.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&origin, "origin")
    visitor.field(&extreme, "extreme")
    visitor.field(&direction, "direction")
    visitor.field(&isCounted, "isCounted")
    visitor.field(&frame, "frame")
    visitor.enter("last")
    for slot in 0..<8 {
      visitor.element(UInt32(slot))
      visitor.field(&last[slot], in: 0...frame, "")
    }
    visitor.leave()
    visitor.field(&total, "total")
    visitor.field(&maximumPerSecond, "maximumPerSecond")
    visitor.derived("framesPerSecond")
  }
}
