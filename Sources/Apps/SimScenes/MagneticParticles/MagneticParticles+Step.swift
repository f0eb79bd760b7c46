import SimbenchKit

/// The step of a frame.
extension MagneticParticles {
  /// Advances the scene by one frame.
  public mutating func step(_ input: borrowing FrameInput) {
    adaptive?.step(input)
    feelMotion(input.motion ?? .still)
    for slot in fingers.indices { fingers[slot].isHeld = 0 }
    for touch in input.touches { feelTouch(touch) }
    let seconds = stepSeconds * drive
    for slot in fingers.indices { moveAttractor(slot, seconds: seconds) }
    physics.step(seconds: seconds, substeps: Int(substepCount))
    for slot in fingers.indices { landAttractor(slot, seconds: seconds) }
    shine()
  }

  /// Pulls all particles in the direction of the device's lean and against its acceleration.
  private mutating func feelMotion(_ motion: MotionSample) {
    let keep = 1 - stepSeconds / Tuning.leanLeakSeconds
    // Rotating counterclockwise about z, or raising the right edge, moves "down" to the left;
    // raising the top edge moves it to the bottom.
    let turned = (motion.rotationRateY - motion.rotationRateZ) * stepSeconds
    leanX = ((leanX + turned) * keep).clamped(-Tuning.maximumLean, Tuning.maximumLean)
    leanY = ((leanY + motion.rotationRateX * stepSeconds) * keep).clamped(
      -Tuning.maximumLean, Tuning.maximumLean)
    let push = Vector2(motion.accelerationX, motion.accelerationY)
    let felt = motion.pushShare(beyond: Tuning.tremorThreshold)
    // Particles lag behind the device, so the sign is negative.
    let target =
      (Vector2(leanX, leanY) * Tuning.leanAcceleration
      - push * (felt * Tuning.shakeAcceleration)).clamped(toLength: Tuning.maximumBias) * drive
    let share = min(1, stepSeconds / Tuning.biasSeconds)
    physics.biasX += (target.x - physics.biasX) * share
    physics.biasY += (target.y - physics.biasY) * share
  }

  /// Records the position of a touch; a new touch takes a free slot.
  ///
  /// If fading traces occupy all slots, it tries again in the next frame.
  private mutating func feelTouch(_ touch: Touch) {
    guard touch.phase.isDown, let slot = slot(of: touch) else { return }
    fingers[slot].isHeld = 1
    let position = insideMargin(touch.position)
    fingers[slot].x = position.x
    fingers[slot].y = position.y
  }

  private mutating func slot(of touch: Touch) -> Int? {
    var free: Int?
    for slot in fingers.indices {
      let isFree = fingers[slot].isHeld == 0 && physics.attractors[slot].strength == 0
      if fingers[slot].id == touch.id && !isFree { return slot }
      if free == nil && isFree { free = slot }
    }
    guard let free else { return nil }
    fingers[free].id = touch.id
    let position = insideMargin(touch.position)
    // Neighboring fingers rotate in opposite directions, like meshing gears.
    physics.attractors[free] = Attractor(
      x: position.x, y: position.y, strength: 0, softening: Tuning.fingerSoftening,
      swirl: touch.id & 1 == 0 ? Tuning.fingerSwirl : -Tuning.fingerSwirl)
    return free
  }

  /// The nearest position at which orbits stay visible.
  private func insideMargin(_ position: Vector2) -> Vector2 {
    let marginX = min(Tuning.fingerMarginPoints, physics.width * 0.5)
    let marginY = min(Tuning.fingerMarginPoints, physics.height * 0.5)
    return Vector2(
      position.x.clamped(marginX, physics.width - marginX),
      position.y.clamped(marginY, physics.height - marginY))
  }

  /// Changes an attractor's strength gradually, and sets its velocity toward its finger.
  private mutating func moveAttractor(_ slot: Int, seconds: Float) {
    let finger = fingers[slot]
    let strength = physics.attractors[slot].strength
    guard finger.isHeld == 1 || strength > 0 else { return }
    let full = Tuning.fingerStrength
    physics.attractors[slot].strength =
      finger.isHeld == 1
      ? min(full, strength + full * seconds / Tuning.gainSeconds)
      : max(0, strength - full * seconds / Tuning.fadeSeconds)
    let gap = Vector2(
      finger.x - physics.attractors[slot].x, finger.y - physics.attractors[slot].y)
    // The gap closes by 1 - exp(-t / T), here at a constant velocity during the step.
    let share = (1 - Math.exp(-seconds / Tuning.followSeconds)) / seconds
    let velocity = (gap * share).clamped(toLength: Tuning.maximumFollowPointsPerSecond)
    physics.attractors[slot].velocityX = velocity.x
    physics.attractors[slot].velocityY = velocity.y
  }

  /// Moves an attractor by its velocity.
  private mutating func landAttractor(_ slot: Int, seconds: Float) {
    let attractor = physics.attractors[slot]
    physics.attractors[slot].x += attractor.velocityX * seconds
    physics.attractors[slot].y += attractor.velocityY * seconds
    physics.attractors[slot].velocityX = 0
    physics.attractors[slot].velocityY = 0
  }

  /// Updates every particle's light from its speed, and counts moving particles.
  private mutating func shine() {
    breath += stepSeconds * drive / Tuning.breathSeconds
    if breath >= 1 { breath -= 1 }
    let share = min(1, stepSeconds * drive / Tuning.lightSeconds)
    let halfPoint = 0.5 / stepSeconds
    // Visible speeds: under Reduce Motion time itself is slower.
    let seen = adaptive.seen
    var moving: UInt32 = 0
    for index in light.indices {
      let speed =
        Vector2(physics.velocityX[index], physics.velocityY[index]).length * drive
      if speed > halfPoint, seen.contains(index) { moving += 1 }
      let target = min(1, speed / Tuning.brightSpeedPointsPerSecond)
      light[index] += (target - light[index]) * share
    }
    movingCount = moving
  }
}
