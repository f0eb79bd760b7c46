import SimbenchKit

/// The physics of a frame.
extension Snowglobe {
  /// Advances the globe by one frame.
  public mutating func step(_ input: borrowing FrameInput) {
    adaptive?.step(input)
    feelMotion(input.motion ?? .still)
    stirLiquid()
    for touch in input.touches { feelTouch(touch) }
    liftFlakes()
    driftFlakes()
    restFlakes()
    pileSnow()
  }
}
