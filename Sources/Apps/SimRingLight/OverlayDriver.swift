import SimbenchKit

/// Moves an overlay toward its target, with a limited speed and without rapid reversals.
///
/// It moves in a straight line, so that over any background each channel and the luminance change
/// monotonically. If a step would reverse one of them too early, the overlay waits.
package struct OverlayDriver: Equatable, Sendable {
  /// Seconds for the complete change from nothing to white.
  package static var fullSwingSeconds: Float { 0.4 }
  /// The rest before a reversal, in seconds.
  package static var restSeconds: Float { DirectionGuard.restSeconds }
  /// Changes up to this size are rounding errors, not movement: within one second they add up to
  /// less than 1/100 of a transition.
  private static var stillness: Float { 1e-5 }

  /// The visible overlay.
  package private(set) var overlay: Overlay
  private var directions: DirectionGuard
  private let largestStep: Float

  /// Makes a driver at rest.
  package init(_ overlay: Overlay = .none, framesPerSecond: UInt32) {
    self.overlay = overlay
    directions = DirectionGuard(framesPerSecond: framesPerSecond, stillness: Self.stillness)
    largestStep = 1 / (Self.fullSwingSeconds * Float(framesPerSecond))
  }

  /// Whether the overlay has rested long enough to reverse its direction.
  package var isRested: Bool { directions.isRested }

  /// Advances by a frame and returns whether the overlay has moved.
  @discardableResult
  package mutating func advance(to target: Overlay) -> Bool {
    directions.tick()
    let before = overlay.seen
    let way = target.seen - before
    var longest = abs(target.coverage - overlay.coverage)
    for channel in 0..<8 { longest = max(longest, abs(way[channel])) }
    guard longest > 0 else { return false }
    let next = longest <= largestStep ? target : overlay.mixed(with: target, largestStep / longest)
    guard directions.admits(next.seen - before) else { return false }
    overlay = next
    return true
  }
}

extension OverlayDriver: StateFields {
  /// Visits every stored field; the largest step follows from the plan.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&overlay, "overlay")
    visitor.field(&directions, "directions")
    visitor.derived("largestStep")
  }
}
