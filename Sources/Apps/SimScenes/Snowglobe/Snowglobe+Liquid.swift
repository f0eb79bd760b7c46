import SimbenchKit

/// The liquid: its response to motion and fingers, and its velocity at every flake.
///
/// Method: eddies are the curl of a sum of plane waves, which has no divergence, so the flow does
/// not concentrate snow. Waves are parabolic arcs instead of sines, and the waves are added one
/// after the other to all flakes, so that the loop needs only a few products per SIMD element.
extension Snowglobe {
  /// Applies the device's acceleration and rotation to the liquid.
  mutating func feelMotion(_ motion: MotionSample) {
    let (ax, ay) = (motion.accelerationX, motion.accelerationY)
    let push = Tuning.shakePointsPerSecondSquared * drive * stepSeconds
    let strength = (ax * ax + ay * ay).squareRoot()
    let stirring = max(0, strength - Tuning.tremorThreshold)
    // The liquid lags behind the glass, so the signs are negative.
    let felt = strength > 0 ? stirring / strength : 0
    let keepBulk = 1 - stepSeconds / Tuning.bulkDecaySeconds
    bulkX = (bulkX - ax * felt * push) * keepBulk
    bulkY = (bulkY - ay * felt * push) * keepBulk
    let keepAgitation = 1 - stepSeconds / Tuning.agitationDecaySeconds
    let stirred = stirring * Tuning.agitationPerSecond * stepSeconds
    agitation = min(1, agitation * keepAgitation + stirred)
    // A device rotated counterclockwise leaves its liquid behind: clockwise relative to the device.
    let lag = motion.rotationRateZ * Tuning.spinShare * drive
    spin += (lag - spin) * (stepSeconds / Tuning.spinDecaySeconds)
    spin = spin.clamped(-Tuning.maximumSpin, Tuning.maximumSpin)
    // Rotating the device counterclockwise, or raising its right edge, moves "down" to the left.
    let turned = (motion.rotationRateY - motion.rotationRateZ) * stepSeconds
    tilt = (tilt + turned) * (1 - stepSeconds / Tuning.tiltLeakSeconds)
    tilt = tilt.clamped(-Tuning.maximumTilt, Tuning.maximumTilt)
    for index in eddies.phase.indices {
      var phase = eddies.phase[index] + eddies.rate[index] * stepSeconds * (1 + 3 * agitation)
      if phase >= 1 { phase -= 1 }
      eddies.phase[index] = phase
    }
  }

  /// Computes the liquid's velocity at every flake: bulk, rotation, eddies.
  mutating func stirLiquid() {
    let speed =
      (Tuning.restingEddyPointsPerSecond + Tuning.agitatedEddyPointsPerSecond * agitation) * drive
    Self.setBulkFlow(
      Vector2(bulkX, bulkY), spin, globe, flakes.x, flakes.y, &liquidX, &liquidY)
    for index in eddies.phase.indices {
      let (fx, fy) = (eddies.frequencyX[index], eddies.frequencyY[index])
      // The wave's unit direction, rotated by a quarter turn: flow along the crests has no
      // divergence.
      let scale = speed / (fx * fx + fy * fy).squareRoot()
      Self.addEddy(
        fx, fy, eddies.phase[index], along: Vector2(fy * scale, -fx * scale), flakes.x,
        flakes.y, &liquidX, &liquidY)
    }
  }

  private static func setBulkFlow(
    _ bulk: Vector2, _ spin: Float, _ globe: Globe, _ x: [Float], _ y: [Float],
    _ liquidX: inout [Float], _ liquidY: inout [Float]
  ) {
    let x = x.span
    let y = y.span
    var outX = liquidX.mutableSpan
    var outY = liquidY.mutableSpan
    let count = x.count
    // Known equal counts let the optimizer remove the bounds checks below.
    precondition(y.count == count && outX.count == count && outY.count == count)
    let (center, reach) = (globe.center, globe.endRadius)
    for index in 0..<count {
      // Beyond the round part, the speed of the rotation stays constant.
      let dx = (x[index] - center.x).clamped(-reach, reach)
      let dy = (y[index] - center.y).clamped(-reach, reach)
      outX[index] = bulk.x - spin * dy
      outY[index] = bulk.y + spin * dx
    }
  }

  /// Adds one wave, with a parabola per half cycle in place of the cosine: smooth, cheap and exact.
  private static func addEddy(
    _ frequencyX: Float, _ frequencyY: Float, _ phase: Float, along: Vector2,
    _ x: [Float], _ y: [Float], _ liquidX: inout [Float], _ liquidY: inout [Float]
  ) {
    let x = x.span
    let y = y.span
    var outX = liquidX.mutableSpan
    var outY = liquidY.mutableSpan
    let count = x.count
    precondition(y.count == count && outX.count == count && outY.count == count)
    for index in 0..<count {
      let height = Math.parabolicWave(x[index] * frequencyX + y[index] * frequencyY + phase)
      outX[index] += along.x * height
      outY[index] += along.y * height
    }
  }

  /// Adds a finger's swirl to the liquid; a new finger also pushes flakes gently outward.
  mutating func feelTouch(_ touch: Touch) {
    guard touch.phase != .cancelled else { return }
    let reach = Tuning.swirlRadiusPoints
    let finger = (touch.position - touch.previousPosition) * (1 / stepSeconds)
    let follow =
      finger.clamped(toLength: Tuning.maximumFingerPointsPerSecond) * (Tuning.followShare * drive)
    // Neighboring fingers rotate in opposite directions, like meshing gears.
    let turn = 2 * Tuning.swirlPointsPerSecond * drive * (touch.id & 1 == 0 ? 1 : -1) / reach
    let burst = touch.phase == .began ? Tuning.burstPointsPerSecond * drive : 0
    for index in flakes.x.indices {
      let dx = flakes.x[index] - touch.position.x
      let dy = flakes.y[index] - touch.position.y
      let squared = dx * dx + dy * dy
      guard squared < reach * reach else { continue }
      let near = 1 - squared / (reach * reach)
      let weight = near * near
      liquidX[index] += weight * (follow.x - dy * turn)
      liquidY[index] += weight * (follow.y + dx * turn)
      guard burst > 0 else { continue }
      flakes.isSettled[index] = 0
      let scale = burst * weight / max(squared.squareRoot(), 1)
      flakes.velocityX[index] += dx * scale
      flakes.velocityY[index] += dy * scale
    }
  }
}
