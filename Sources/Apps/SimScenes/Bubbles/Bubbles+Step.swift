import SimbenchKit

/// The physics of a frame.
extension Bubbles {
  /// Advances the bubbles by one frame.
  public mutating func step(_ input: borrowing FrameInput) {
    adaptive?.step(input)
    feelMotion(input.motion ?? .still)
    age()
    for touch in input.touches where touch.phase == .began { pop(at: touch.position) }
    rise()
    keepApart()
    for touch in input.touches { giveWay(to: touch) }
    drift()
  }

  /// Converts acceleration to surge and agitation, and rotation to a decaying tilt.
  private mutating func feelMotion(_ motion: MotionSample) {
    let (ax, ay) = (motion.accelerationX, motion.accelerationY)
    let strength = (ax * ax + ay * ay).squareRoot()
    let stirring = max(0, strength - Tuning.tremorThreshold)
    let felt = strength > 0 ? stirring / strength : 0
    // The exact solution for a decay with a constant source during the step.
    let gain = Tuning.surgeDecaySeconds * (1 - surgeKept)
    let push = Tuning.surgePointsPerSecondSquared * drive * gain * felt
    surgeX = surgeX * surgeKept + ax * push
    surgeY = surgeY * surgeKept + ay * push
    let stirred = Tuning.agitationDecaySeconds * (1 - agitationKept) * stirring
    agitation = min(1, agitation * agitationKept + stirred * Tuning.agitationPerSecond)
    // Rotating the device counterclockwise, or raising its right edge, moves "down" to the left.
    let turning = motion.rotationRateY - motion.rotationRateZ
    tilt = tilt * tiltKept + turning * Tuning.tiltLeakSeconds * (1 - tiltKept)
    tilt = tilt.clamped(-Tuning.maximumTilt, Tuning.maximumTilt)
  }

  /// Ends popped bubbles, and returns those that have waited long enough or left at the top.
  private mutating func age() {
    for index in flock.x.indices {
      switch flock.stage[index] {
      case Stage.popping:
        flock.stageSeconds[index] += stepSeconds
        guard flock.stageSeconds[index] >= Tuning.popSeconds else { continue }
        var stream = returnStream(index)
        stream.skip(to: stream.drawCount + UInt64(2 * Tuning.returnTries) + 1)
        flock.stage[index] = Stage.waiting
        flock.stageSeconds[index] = stream.range(
          Tuning.shortestReturnSeconds, Tuning.longestReturnSeconds)
      case Stage.waiting:
        flock.stageSeconds[index] -= stepSeconds
        if flock.stageSeconds[index] <= 0 { comeBack(index) }
      default:
        if flock.y[index] < -radius(index) * Tuning.hiddenRadii { comeBack(index) }
      }
    }
  }

  /// The part of a bubble's random stream that belongs to its current life.
  private func returnStream(_ index: Int) -> RandomStream {
    var stream = RandomStream(
      seed: seed, name: "bubbles.return", index: UInt32(truncatingIfNeeded: index))
    stream.skip(to: UInt64(flock.returnCount[index]) * Tuning.wordsPerLife)
    return stream
  }

  /// Restarts a bubble below the canvas, where it is not visible.
  private mutating func comeBack(_ index: Int) {
    flock.returnCount[index] &+= 1
    var stream = returnStream(index)
    let position = returnPlace(index, &stream)
    flock.x[index] = position.x
    flock.y[index] = position.y
    flock.velocityX[index] = 0
    flock.velocityY[index] = -flock.rise[index] * drive
    flock.stage[index] = Stage.floating
    flock.stageSeconds[index] = 0
    flock.dropletTurn[index] = 0
  }

  /// Of several positions below the canvas, the one that is farthest from other bubbles.
  private func returnPlace(_ index: Int, _ stream: inout RandomStream) -> Vector2 {
    let top = height + radius(index) * Tuning.hiddenRadii
    var best = Vector2(insideX(width * 0.5, index), top)
    var widest = -Float.infinity
    for _ in 0..<Tuning.returnTries {
      let column = insideX(stream.range(0, width), index)
      let position = Vector2(column, top + stream.uniform() * Tuning.returnDepthPoints)
      var gap = Float.greatestFiniteMagnitude
      for other in flock.x.indices
      where other != index && flock.stage[other] == Stage.floating {
        let apart = position - Vector2(flock.x[other], flock.y[other])
        gap = min(gap, apart.length - radius(other))
      }
      guard gap > widest else { continue }
      widest = gap
      best = position
    }
    return best
  }

  /// The nearest column at which a bubble does not extend beyond the side of the canvas.
  package func insideX(_ x: Float, _ index: Int) -> Float {
    let side = min(radius(index), width * 0.5)
    return x.clamped(side, width - side)
  }

  // MARK: - Popping

  /// The topmost visible floating bubble whose rim, enlarged by `slop` points, contains a position.
  package func topmost(at position: Vector2, slop: Float) -> Int? {
    let seen = adaptive.seen
    // A loop by hand, since `reversed()` may allocate.
    var slot = paintOrder.count
    while slot > 0 {
      slot -= 1
      let index = Int(paintOrder[slot])
      guard flock.stage[index] == Stage.floating, seen.contains(index) else { continue }
      let reach = radius(index) + slop
      let arm = position - Vector2(flock.x[index], flock.y[index])
      if arm.lengthSquared <= reach * reach { return index }
    }
    return nil
  }

  /// Pops the topmost bubble under a finger and pushes its neighbors.
  private mutating func pop(at position: Vector2) {
    let hit = topmost(at: position, slop: 0) ?? topmost(at: position, slop: Tuning.touchSlopPoints)
    guard let hit else { return }
    var stream = returnStream(hit)
    // Skips the words of the stream that belong to the return position.
    stream.skip(to: stream.drawCount + UInt64(2 * Tuning.returnTries))
    flock.stage[hit] = Stage.popping
    flock.stageSeconds[hit] = 0
    flock.dropletTurn[hit] = stream.uniform()
    let center = Vector2(flock.x[hit], flock.y[hit])
    let reach = radius(hit) + Tuning.burstReachPoints
    for index in flock.x.indices where flock.stage[index] == Stage.floating {
      let arm = Vector2(flock.x[index], flock.y[index]) - center
      let squared = arm.lengthSquared
      guard squared < reach * reach else { continue }
      let near = 1 - squared / (reach * reach)
      let speed = Tuning.burstPointsPerSecond * drive * near / max(squared.squareRoot(), 1)
      flock.velocityX[index] += arm.x * speed
      flock.velocityY[index] += arm.y * speed
    }
  }

  // MARK: - Floating

  /// Starts each bubble's target velocity: rise, sway, motion, and the push of the sides.
  private mutating func rise() {
    let stirring = agitation * drive
    let lift = Tuning.liftPointsPerSecond * stirring
    let sway = Tuning.swayPointsPerSecond * drive + Tuning.flutterPointsPerSecond * stirring
    // Light bubbles move to the side that is up.
    let lean = -Math.sin(tilt) * Tuning.tiltPointsPerSecond * drive
    let layer = Tuning.sidePoints
    for index in flock.x.indices {
      let moved =
        flock.swayPhase[index] + flock.swayRate[index] * stepSeconds * (1 + 4 * agitation)
      flock.swayPhase[index] = moved >= 1 ? moved - 1 : moved
      let swing = flock.sway[index] * Math.sin(6.2831855 * flock.swayPhase[index])
      let reach = radius(index) + layer
      let left = max(0, reach - flock.x[index])
      let right = max(0, flock.x[index] - (width - reach))
      wantedX[index] =
        swing * sway + lean + surgeX + (left - right) * Tuning.sidePushPerSecond * drive
      wantedY[index] = surgeY - flock.rise[index] * drive - lift
    }
  }

  /// Adds the velocity at which bubbles that are close to each other move apart.
  ///
  /// A hidden bubble avoids visible ones, so that it reappears next to them, but does not push
  /// them: a gap would reveal its place.
  private mutating func keepApart() {
    let count = flock.x.count
    let seen = adaptive.seen
    for index in 0..<count where flock.stage[index] == Stage.floating {
      for other in (index + 1)..<count
      where flock.stage[other] == Stage.floating {
        let armX = flock.x[index] - flock.x[other]
        let armY = flock.y[index] - flock.y[other]
        let reach = radius(index) + radius(other) + Tuning.gapPoints
        let squared = armX * armX + armY * armY
        guard squared < reach * reach else { continue }
        let distance = max(squared.squareRoot(), 1)
        let near = 1 - distance / reach
        let speed = Tuning.avoidPointsPerSecond * drive * near / distance
        // The lighter bubble moves more.
        let whole = flock.size[index] + flock.size[other]
        let mine = 2 * flock.size[other] / whole * speed * seen.presence(of: other)
        let its = 2 * flock.size[index] / whole * speed * seen.presence(of: index)
        wantedX[index] += armX * mine
        wantedY[index] += armY * mine
        wantedX[other] -= armX * its
        wantedY[other] -= armY * its
      }
    }
  }

  /// Adds the effect of a finger on nearby bubbles: they move away and follow it slightly.
  private mutating func giveWay(to touch: Touch) {
    guard touch.phase != .cancelled else { return }
    let finger = (touch.position - touch.previousPosition) * (1 / stepSeconds)
    let follow =
      finger.clamped(toLength: Tuning.maximumFingerPointsPerSecond) * (Tuning.followShare * drive)
    for index in flock.x.indices {
      let reach = Tuning.fingerReachPoints + radius(index)
      let armX = flock.x[index] - touch.position.x
      let armY = flock.y[index] - touch.position.y
      let squared = armX * armX + armY * armY
      guard squared < reach * reach else { continue }
      let near = 1 - squared / (reach * reach)
      let weight = near * near
      let push =
        Tuning.fingerPushPointsPerSecond * drive * weight / max(squared.squareRoot(), 1)
      wantedX[index] += follow.x * weight + armX * push
      wantedY[index] += follow.y * weight + armY * push
    }
  }

  /// Relaxes every velocity toward its target and moves the bubbles.
  private mutating func drift() {
    let limit = Tuning.maximumSpeedPointsPerSecond
    for index in flock.x.indices where flock.stage[index] != Stage.waiting {
      let wanted = Vector2(wantedX[index], wantedY[index]).clamped(toLength: limit)
      let velocity =
        Vector2(flock.velocityX[index], flock.velocityY[index]).clamped(toLength: limit)
      let lag = velocity - wanted
      let way = wanted * stepSeconds + lag * flock.glide[index]
      let next = velocity - lag * flock.response[index]
      let free = flock.x[index] + way.x
      let kept = insideX(free, index)
      let deepest =
        height + radius(index) * Tuning.hiddenRadii + Tuning.returnDepthPoints
      flock.x[index] = kept
      flock.y[index] = min(flock.y[index] + way.y, deepest)
      flock.velocityX[index] = kept == free ? next.x : 0
      flock.velocityY[index] = next.y
    }
  }
}
