import SimbenchKit

/// Delays reversals: a value that has risen must not fall, and one that has fallen must not rise,
/// within half a second of its last change.
///
/// Reversals are therefore at least half a second and one frame apart, so three within one second
/// are impossible; a speed limit alone does not ensure that. Up to eight values are guarded
/// independently.
struct DirectionGuard: Equatable, Sendable {
  /// The rest before a reversal, in seconds.
  static var restSeconds: Float { 0.5 }

  /// Frames since each value last rose, counted up to the rest.
  private(set) var framesSinceRise: SIMD8<UInt32>
  /// Frames since each value last fell, counted up to the rest.
  private(set) var framesSinceFall: SIMD8<UInt32>
  private let restFrames: UInt32
  /// Changes up to this size do not count as movement.
  private let stillness: Float

  /// Makes a guard whose values are at rest.
  init(framesPerSecond: UInt32, stillness: Float) {
    restFrames = UInt32(Self.restSeconds * Float(framesPerSecond)) + 1
    framesSinceRise = SIMD8(repeating: restFrames)
    framesSinceFall = framesSinceRise
    self.stillness = stillness
  }

  /// Whether every value has rested long enough to reverse.
  var isRested: Bool {
    for lane in 0..<8 where min(framesSinceRise[lane], framesSinceFall[lane]) < restFrames {
      return false
    }
    return true
  }

  /// Advances by a frame.
  mutating func tick() {
    for lane in 0..<8 {
      framesSinceRise[lane] = min(framesSinceRise[lane] + 1, restFrames)
      framesSinceFall[lane] = min(framesSinceFall[lane] + 1, restFrames)
    }
  }

  /// Records a change and returns true, unless a value would reverse too early.
  mutating func admits(_ change: SIMD8<Float>) -> Bool {
    for lane in 0..<8 {
      if change[lane] > stillness, framesSinceFall[lane] < restFrames { return false }
      if change[lane] < 0 - stillness, framesSinceRise[lane] < restFrames { return false }
    }
    for lane in 0..<8 {
      if change[lane] > stillness { framesSinceRise[lane] = 0 }
      if change[lane] < 0 - stillness { framesSinceFall[lane] = 0 }
    }
    return true
  }
}

extension DirectionGuard: StateFields {
  /// Visits all values.
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitState(&visitor, laneCount: 8)
  }

  /// Visits the first values; the others are unused and stay at rest.
  mutating func visitState(_ visitor: inout some StateVisitor, laneCount: Int) {
    visitor.derived("restFrames")
    visitor.derived("stillness")
    for lane in 0..<laneCount {
      Self.visit(&framesSinceRise[lane], lane, upTo: restFrames, "framesSinceRise", &visitor)
      Self.visit(&framesSinceFall[lane], lane, upTo: restFrames, "framesSinceFall", &visitor)
    }
  }

  /// Visits one counter.
  private static func visit<Visitor: StateVisitor>(
    _ frames: inout UInt32, _ lane: Int, upTo maximum: UInt32, _ name: StaticString,
    _ visitor: inout Visitor
  ) {
    visitor.enter(name)
    visitor.element(UInt32(lane))
    visitor.field(&frames, in: 0...maximum, "")
    visitor.leave()
  }
}
