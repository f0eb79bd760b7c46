import SimMath
import SimRuntime
import SimInput

/// What changes in one frame: little.
extension CalmStatic {
  /// Advances the picture by one frame.
  public mutating func step(_ input: borrowing FrameInput) {
    feelMotion(input.motion ?? .still)
    for index in 0..<input.touchCount { feelTouch(input.touches[index]) }
    forgetLost(input)
    for slot in glows.level.indices { age(slot) }
  }

  /// Moves the light against the device's push, and lets it come back.
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

  /// Lights a glow under a new finger and tells the glow of an old one where its finger is.
  private mutating func feelTouch(_ touch: Touch) {
    guard let slot = glow(of: touch.id) else {
      // A finger that finds no dark slot tries again while it is down.
      guard touch.phase.isDown, let slot = glows.level.firstIndex(of: 0) else { return }
      glows.id[slot] = touch.id
      glows.isHeld[slot] = 1
      glows.x[slot] = touch.position.x
      glows.y[slot] = touch.position.y
      glows.fingerX[slot] = touch.position.x
      glows.fingerY[slot] = touch.position.y
      glows.rest[slot] = Tuning.tapSeconds
      glows.level[slot] = Tuning.darkLevel
      return
    }
    glows.fingerX[slot] = touch.position.x
    glows.fingerY[slot] = touch.position.y
    if !touch.phase.isDown { glows.isHeld[slot] = 0 }
  }

  /// Lets go of contacts that the input no longer has, lifted or not.
  private mutating func forgetLost(_ input: borrowing FrameInput) {
    for slot in glows.id.indices where glows.isHeld[slot] == 1 {
      if input.touch(withID: glows.id[slot]) == nil { glows.isHeld[slot] = 0 }
    }
  }

  private func glow(of id: UInt32) -> Int? {
    for slot in glows.id.indices where glows.isHeld[slot] == 1 && glows.id[slot] == id {
      return slot
    }
    return nil
  }

  /// Brightens, dims and moves one glow.
  private mutating func age(_ slot: Int) {
    guard glows.level[slot] > 0 else { return }
    glows.rest[slot] = max(0, glows.rest[slot] - stepSeconds)
    let isLit = glows.isHeld[slot] == 1 || glows.rest[slot] > 0
    let level = glows.level[slot]
    glows.level[slot] = isLit ? level + (drive - level) * rise : level - level * fade
    if !isLit && glows.level[slot] < Tuning.darkLevel { glows.level[slot] = 0 }
    let way = Vector2(
      glows.fingerX[slot] - glows.x[slot], glows.fingerY[slot] - glows.y[slot])
    let most = Tuning.maximumFollowPointsPerSecond * drive * stepSeconds
    let move = (way * follow).clamped(toLength: most)
    glows.x[slot] += move.x
    glows.y[slot] += move.y
  }
}
