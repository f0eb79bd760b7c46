import SimbenchKit

/// The physics of a frame.
extension AuroraOrbs {
  /// Advances the sky by one frame.
  public mutating func step(_ input: borrowing FrameInput) {
    noiseFraction += Tuning.noiseCellsPerSecond * drive * stepSeconds
    if noiseFraction >= 1 {
      noiseFraction -= 1
      noiseCell &+= 1
    }
    for touch in input.touches { feelTouch(touch) }
    hollows.contacts.forgetLost(input)
    let change = ContactLevels.Change(
      seconds: stepSeconds, goal: drive, rise: rise, fade: fade, minimum: Tuning.minimumLevel)
    for slot in hollows.level.indices { hollows.age(slot, change) }
    pushOrbs(input.motion ?? .still)
    placeOrbs()
  }

  // MARK: - Touch

  /// Starts a hollow at a new finger, and moves the hollow of a known one.
  private mutating func feelTouch(_ touch: Touch) {
    guard let slot = hollows.contacts.slot(of: touch.id) else {
      _ = hollows.begin(touch, restSeconds: Tuning.tapSeconds, level: Tuning.minimumLevel)
      return
    }
    let way = touch.position - Vector2(hollows.x[slot], hollows.y[slot])
    let move = way.clamped(
      toLength: Tuning.maximumFollowPointsPerSecond * drive * stepSeconds)
    hollows.x[slot] += move.x
    hollows.y[slot] += move.y
    if !touch.phase.isDown { hollows.contacts.isHeld[slot] = 0 }
  }

  // MARK: - Orbs

  /// Pushes orbs away from hollows and against the device's motion, and pulls them back.
  private mutating func pushOrbs(_ motion: MotionSample) {
    let push = Vector2(motion.accelerationX, motion.accelerationY)
    let felt = motion.pushShare(beyond: Tuning.tremorThreshold)
    let turn = Vector2(motion.rotationRateY, motion.rotationRateX)
    let common =
      push * (-felt * Tuning.shakePointsPerSecondSquared * drive)
      + turn * (Tuning.tiltPointsPerSecondSquared * drive)
    for index in orbs.x.indices {
      let offset = Vector2(orbs.offsetX[index], orbs.offsetY[index])
      var velocity = Vector2(orbs.velocityX[index], orbs.velocityY[index])
      let pull = offset * -Tuning.returnPerSecondSquared - velocity * Tuning.damping
      let nudge = self.push(at: Vector2(orbs.x[index], orbs.y[index]))
      velocity += (common * orbs.light[index] + nudge + pull) * stepSeconds
      velocity = velocity.clamped(toLength: Tuning.maximumPushPointsPerSecond * drive)
      orbs.velocityX[index] = velocity.x
      orbs.velocityY[index] = velocity.y
      orbs.offsetX[index] = offset.x + velocity.x * stepSeconds
      orbs.offsetY[index] = offset.y + velocity.y * stepSeconds
    }
  }

  /// The acceleration of an orb at a position by all hollows.
  private func push(at position: Vector2) -> Vector2 {
    let reach = Tuning.pushReachPoints
    var sum = Vector2.zero
    for slot in hollows.level.indices where hollows.level[slot] > 0 {
      let away = position - Vector2(hollows.x[slot], hollows.y[slot])
      let near = 1 - away.lengthSquared / (reach * reach)
      guard near > 0 else { continue }
      // Rounded at the center, where the direction would otherwise change abruptly.
      let distance = (away.lengthSquared + 40 * 40).squareRoot()
      let force = Tuning.pushPointsPerSecondSquared * hollows.level[slot] * near * near
      sum += away * (force / distance)
    }
    return sum
  }

  /// Updates every orb's position from noise and pushes.
  mutating func placeOrbs() {
    for index in orbs.x.indices {
      let row = 17.31 * Float(index)
      let across = noise.value(row, 3.5, cell: noiseCell, fraction: noiseFraction)
      let down = noise.value(row, 9.5, cell: noiseCell, fraction: noiseFraction)
      orbs.x[index] =
        (orbs.anchorX[index] + across * Tuning.wanderShare) * width + orbs.offsetX[index]
      orbs.y[index] =
        (orbs.anchorY[index] + down * Tuning.wanderShare) * height + orbs.offsetY[index]
    }
  }
}
