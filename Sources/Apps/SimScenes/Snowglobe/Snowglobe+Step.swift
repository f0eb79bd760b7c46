import SimbenchKit

/// The physics of a frame.
extension Snowglobe {
  /// Advances the globe by one frame.
  public mutating func step(_ input: borrowing FrameInput) {
    adaptive?.step(input)
    feelMotion(input.motion ?? .still)
    stirLiquid()
    for index in 0..<input.touchCount { feelTouch(input.touches[index]) }
    liftFlakes()
    driftFlakes()
    restFlakes()
    pileSnow()
  }
}
