import SimbenchKit

/// The few changes of a frame.
extension CalmStatic {
  /// Advances the picture by one frame.
  public mutating func step(_ input: borrowing FrameInput) {
    feelMotion(input.motion ?? .still)
    for touch in input.touches { feelTouch(touch) }
    glows.contacts.forgetLost(input)
    for slot in glows.level.indices { age(slot) }
  }

  /// Moves the light against the device's acceleration, and returns it.
  private mutating func feelMotion(_ motion: MotionSample) {
    let push = Vector2(motion.accelerationX, motion.accelerationY)
    let felt = motion.pushShare(beyond: Tuning.tremorThreshold)
    let turn = Vector2(motion.rotationRateY, motion.rotationRateX)
    let speed =
      push * (-felt * Tuning.leanPointsPerSecond * drive)
      + turn * (Tuning.tiltPointsPerSecond * drive)
    lean = (lean + speed * stepSeconds) * (1 - leanReturn)
    lean = lean.clamped(toLength: Tuning.maximumLeanPoints * drive)
    if speed == .zero && lean.length < Tuning.restingPoints { lean = .zero }
  }

  /// Starts a glow at a new finger, and updates the finger's position of a known glow.
  private mutating func feelTouch(_ touch: Touch) {
    let old = glows.contacts.slot(of: touch.id)
    let slot =
      old ?? glows.begin(touch, restSeconds: Tuning.tapSeconds, level: Tuning.darkLevel)
    guard let slot else { return }
    fingerX[slot] = touch.position.x
    fingerY[slot] = touch.position.y
    if !touch.phase.isDown { glows.contacts.isHeld[slot] = 0 }
  }

  /// Brightens, fades and moves one glow.
  private mutating func age(_ slot: Int) {
    guard glows.level[slot] > 0 else { return }
    glows.age(
      slot,
      ContactLevels.Change(
        seconds: stepSeconds, goal: drive, rise: rise, fade: fade, minimum: Tuning.darkLevel))
    let way = Vector2(fingerX[slot] - glows.x[slot], fingerY[slot] - glows.y[slot])
    let maximum = Tuning.maximumFollowPointsPerSecond * drive * stepSeconds
    let move = (way * follow).clamped(toLength: maximum)
    glows.x[slot] += move.x
    glows.y[slot] += move.y
  }
}
