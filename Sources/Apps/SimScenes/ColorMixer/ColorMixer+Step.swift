import SimbenchKit

/// The physics of a frame.
extension ColorMixer {
  /// Advances the blobs by one frame.
  public mutating func step(_ input: borrowing FrameInput) {
    feelMotion(input.motion ?? .still)
    follow(input)
    let push = push(of: input.motion ?? .still)
    for index in blobs.indices {
      moveBlob(index, to: nextAnchor(index, input), push: push)
      tintBlob(index)
    }
  }

  /// Converts acceleration to agitation, rotation to a decaying tilt, and agitation to stirring.
  private mutating func feelMotion(_ motion: MotionSample) {
    let (ax, ay) = (motion.accelerationX, motion.accelerationY)
    let stirring = max(0, (ax * ax + ay * ay).squareRoot() - Tuning.tremorThreshold)
    let seconds = Tuning.agitationDecaySeconds
    let kept = Math.exp(-stepSeconds / seconds)
    // The exact solution for a decay with a constant source during the step.
    agitation = min(
      1, agitation * kept + stirring * Tuning.agitationPerSecond * seconds * (1 - kept))
    if agitation < 0.001 { agitation = 0 }
    let tiltKept = Math.exp(-stepSeconds / Tuning.tiltLeakSeconds)
    // Rotating the device counterclockwise, or raising its right edge, moves "down" to the left.
    let turning = motion.rotationRateY - motion.rotationRateZ
    tilt = tilt * tiltKept + turning * Tuning.tiltLeakSeconds * (1 - tiltKept)
    tilt = tilt.clamped(-Tuning.maximumTilt, Tuning.maximumTilt)
    let speed = Tuning.stirTurnsPerSecond * drive * agitation
    homeTurns += handedness * speed * stepSeconds
    if homeTurns >= 1 { homeTurns -= 1 }
    if homeTurns <= -1 { homeTurns += 1 }
  }

  /// The change of every blob's velocity by a shake in this frame, against the acceleration.
  private func push(of motion: MotionSample) -> Vector2 {
    let acceleration = Vector2(motion.accelerationX, motion.accelerationY)
    let felt = motion.pushShare(beyond: Tuning.tremorThreshold)
    guard felt > 0 else { return .zero }
    let speed = Tuning.pushPointsPerSecondSquared * drive * stepSeconds
    return acceleration * (-felt * speed)
  }

  // MARK: - Fingers

  /// Releases blobs whose finger was lifted, and assigns free ones to new fingers.
  private mutating func follow(_ input: borrowing FrameInput) {
    for index in blobs.indices where blobs[index].isHeld == 1 {
      let isDown = input.touch(withID: blobs[index].touchID)?.phase.isDown ?? false
      if !isDown { blobs[index].isHeld = 0 }
    }
    for touch in input.touches where touch.phase == .began {
      // A touch holds only one blob, even if it is reported twice.
      guard !isHolding(touch.id) else { continue }
      guard let index = nearestFree(to: touch.position) else { continue }
      blobs[index].isHeld = 1
      blobs[index].touchID = touch.id
      blobs[index].grip = 0
      blobs[index].colorIndex = (blobs[index].colorIndex + 1) % 3
      // From now on the spring's end follows the finger.
      blobs[index].anchorX = touch.position.x
      blobs[index].anchorY = touch.position.y
    }
  }

  /// Whether a touch holds a blob.
  private func isHolding(_ touchID: UInt32) -> Bool {
    for index in blobs.indices where blobs[index].isHeld == 1 {
      if blobs[index].touchID == touchID { return true }
    }
    return false
  }

  /// The free blob nearest to a position.
  private func nearestFree(to position: Vector2) -> Int? {
    var nearest: Int?
    var minimum = Float.infinity
    for index in blobs.indices where blobs[index].isHeld == 0 {
      let squared = (blobs[index].center - position).lengthSquared
      guard squared < minimum else { continue }
      minimum = squared
      nearest = index
    }
    return nearest
  }

  /// The end of a blob's spring after the step: at its finger, or moving toward the resting
  /// position.
  private func nextAnchor(_ index: Int, _ input: borrowing FrameInput) -> Vector2 {
    let anchor = Vector2(blobs[index].anchorX, blobs[index].anchorY)
    guard blobs[index].isHeld == 1 else {
      let share = 1 - Math.exp(-stepSeconds * drive / Tuning.returnSeconds)
      return anchor + (home(of: index) - anchor) * share
    }
    return input.touch(withID: blobs[index].touchID)?.position ?? anchor
  }

  // MARK: - Springs

  /// Moves one blob by its spring.
  private mutating func moveBlob(_ index: Int, to anchor: Vector2, push: Vector2) {
    var blob = blobs[index]
    let isHeld: Float = blob.isHeld == 1 ? 1 : 0
    blob.grip += (isHeld - blob.grip) * (1 - Math.exp(-stepSeconds / Tuning.gripSeconds))
    let growing = stepSeconds * drive / Tuning.growSeconds
    blob.growth += (isHeld - blob.growth) * (1 - Math.exp(-growing))
    let firmness = blob.grip * blob.grip
    let frequency =
      (Tuning.freeFrequency + (Tuning.heldFrequency - Tuning.freeFrequency) * firmness)
      * drive
    let felt = push * (1 - (1 - Tuning.heldPushShare) * blob.grip)
    let (x, velocityX) = spring(
      blob.x, blob.velocityX + felt.x, from: blob.anchorX, to: anchor.x, frequency)
    let (y, velocityY) = spring(
      blob.y, blob.velocityY + felt.y, from: blob.anchorY, to: anchor.y, frequency)
    let limit = Tuning.maximumSpeedPointsPerSecond * drive * drive.squareRoot()
    let way = (Vector2(x, y) - blob.center).clamped(toLength: limit * stepSeconds)
    let velocity = Vector2(velocityX, velocityY).clamped(toLength: limit)
    blob.x += way.x
    blob.y += way.y
    blob.velocityX = velocity.x
    blob.velocityY = velocity.y
    blob.anchorX = anchor.x
    blob.anchorY = anchor.y
    blobs[index] = blob
  }

  /// One step of a critically damped spring whose end moves uniformly from `start` to `end`.
  ///
  /// The exact solution for any step: the distance to the moving end, minus the constant lag behind
  /// it, is `(c + k t) exp(-frequency t)`.
  private func spring(
    _ position: Float, _ velocity: Float, from start: Float, to end: Float, _ frequency: Float
  ) -> (position: Float, velocity: Float) {
    let endVelocity = (end - start) / stepSeconds
    let lag = 2 * endVelocity / frequency
    let c = position - start + lag
    let k = velocity - endVelocity + frequency * c
    let decay = Math.exp(-frequency * stepSeconds)
    let rest = c + k * stepSeconds
    return (end - lag + rest * decay, endVelocity + (k - frequency * rest) * decay)
  }

  /// Moves one blob's color toward its target color.
  private mutating func tintBlob(_ index: Int) {
    let color = blobs[index].color
    let goal = Self.color(of: index, blobs[index].colorIndex)
    let distance = color.distance(to: goal)
    guard distance > 0 else { return }
    let share = 1 - Math.exp(-stepSeconds * drive / Tuning.colorSeconds)
    let maximum = Tuning.maximumColorPerSecond * drive * stepSeconds / distance
    blobs[index].color = color.toward(goal, share: min(share, maximum))
  }
}
