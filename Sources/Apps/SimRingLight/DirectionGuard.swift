import SimbenchKit

/// Lets nothing turn back before it has rested: whatever has risen must not fall, nor what has
/// fallen rise, for half a second after its last movement.
///
/// Two turns are therefore at least half a second of rest and a frame apart, and three in any
/// second are impossible, which a limit of speed alone does not achieve. Each of up to eight lanes
/// is a quantity of its own.
struct DirectionGuard: Equatable, Sendable {
  /// Seconds of rest before a turn.
  static var restSeconds: Float { 0.5 }

  /// Frames since each lane last rose, counted up to the rest.
  private(set) var framesSinceRise: SIMD8<UInt32>
  /// Frames since each last fell.
  private(set) var framesSinceFall: SIMD8<UInt32>
  private let restFrames: UInt32
  /// Changes up to this are no movement.
  private let stillness: Float

  /// Begins at rest.
  init(framesPerSecond: UInt32, stillness: Float) {
    restFrames = UInt32(Self.restSeconds * Float(framesPerSecond)) + 1
    framesSinceRise = SIMD8(repeating: restFrames)
    framesSinceFall = framesSinceRise
    self.stillness = stillness
  }

  /// Whether nothing has moved for as long as a turn takes.
  var isRested: Bool {
    for lane in 0..<8 where min(framesSinceRise[lane], framesSinceFall[lane]) < restFrames {
      return false
    }
    return true
  }

  /// A frame passes.
  mutating func tick() {
    for lane in 0..<8 {
      framesSinceRise[lane] = min(framesSinceRise[lane] + 1, restFrames)
      framesSinceFall[lane] = min(framesSinceFall[lane] + 1, restFrames)
    }
  }

  /// Makes a change if no lane turns too early, and says whether it did.
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
  /// Shows every lane.
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitState(&visitor, laneCount: 8)
  }

  /// Shows the first lanes; the others are not used and stay as they are at rest.
  mutating func visitState(_ visitor: inout some StateVisitor, laneCount: Int) {
    visitor.derived("restFrames")
    visitor.derived("stillness")
    for lane in 0..<laneCount {
      Self.visit(&framesSinceRise[lane], lane, upTo: restFrames, "framesSinceRise", &visitor)
      Self.visit(&framesSinceFall[lane], lane, upTo: restFrames, "framesSinceFall", &visitor)
    }
  }

  /// Shows one lane's frames.
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
