import DeterministicMath
import Runtime
import Simulation

/// The globe's shape: the largest stadium (a circle drawn along the longer side) inside the canvas.
package struct Globe: Equatable, Sendable {
  package var canvasWidth: Float
  package var canvasHeight: Float
  package var minX: Float
  package var minY: Float
  package var maxX: Float
  package var maxY: Float

  package init(_ canvas: Canvas) {
    canvasWidth = canvas.widthPoints
    canvasHeight = canvas.heightPoints
    let margin = SnowglobeTuning.glassMarginShare * min(canvasWidth, canvasHeight)
    minX = margin
    minY = margin
    maxX = canvasWidth - margin
    maxY = canvasHeight - margin
  }

  /// Radius of the round ends.
  package var endRadius: Float { min(maxX - minX, maxY - minY) * 0.5 }
  package var center: Vector2 { Vector2((minX + maxX) * 0.5, (minY + maxY) * 0.5) }
  /// Height of the ground's highest place.
  package var groundTop: Float { minY + (maxY - minY) * SnowglobeTuning.groundShare }
  package var groundRadius: Float { (maxX - minX) * 0.5 * SnowglobeTuning.groundRadiusShare }

  /// The bare ground's height at a column: an arc of a large circle.
  package func groundY(atX x: Float) -> Float {
    let radius = groundRadius
    let dx = x - center.x
    return groundTop + radius - max(0, radius * radius - dx * dx).squareRoot()
  }

  /// The nearest place whose distance to the glass is at least `margin`.
  package func inside(_ place: Vector2, margin: Float) -> Vector2 {
    let end = endRadius
    let axisX = min(max(place.x, minX + end), maxX - end)
    let axisY = min(max(place.y, minY + end), maxY - end)
    let offset = Vector2(place.x - axisX, place.y - axisY).clamped(toLength: max(0, end - margin))
    return Vector2(axisX + offset.x, axisY + offset.y)
  }

  /// A uniformly random place above the ground, `margin` from the glass.
  package func randomPlace(_ stream: inout RandomStream, margin: Float) -> Vector2 {
    var place = center
    // Each try succeeds with well over 1/2, so 32 tries fail once in billions; then the last
    // try, moved inside, is as good as any.
    for _ in 0..<32 {
      place = Vector2(stream.range(minX, maxX), stream.range(minY, groundTop))
      if inside(place, margin: margin) == place { return place }
    }
    return inside(place, margin: margin)
  }

  package func digest(into digest: inout StateDigest) {
    digest.combine(canvasWidth, field: "globe.canvasWidth")
    digest.combine(canvasHeight, field: "globe.canvasHeight")
    digest.combine(minX, field: "globe.minX")
    digest.combine(minY, field: "globe.minY")
    digest.combine(maxX, field: "globe.maxX")
    digest.combine(maxY, field: "globe.maxY")
  }
}

/// The physics of one frame.
extension Snowglobe {
  /// Advances the globe by one frame.
  public mutating func step(_ input: borrowing FrameInput) {
    feelMotion(input.motion ?? .still)
    stirLiquid()
    for index in 0..<input.touchCount { feelTouch(input.touches[index]) }
    moveFlakes()
    pileSnow()
  }

  /// Lets the device's acceleration and rotation drive the liquid.
  private mutating func feelMotion(_ motion: MotionSample) {
    let (ax, ay) = (motion.accelerationX, motion.accelerationY)
    let push = Tuning.shakePointsPerSecondSquared * drive * stepSeconds
    let strength = (ax * ax + ay * ay).squareRoot()
    let stirring = max(0, strength - Tuning.tremorThreshold)
    // The liquid lags behind the glass, hence the minus signs.
    let felt = strength > 0 ? stirring / strength : 0
    let keepBulk = 1 - stepSeconds / Tuning.bulkDecaySeconds
    bulkX = (bulkX - ax * felt * push) * keepBulk
    bulkY = (bulkY - ay * felt * push) * keepBulk
    let keepAgitation = 1 - stepSeconds / Tuning.agitationDecaySeconds
    agitation = min(1, agitation * keepAgitation + stirring * Tuning.agitationPerSecond * stepSeconds)
    let dragged = -motion.rotationRateZ * Tuning.spinShare * drive
    let keepSpin = 1 - stepSeconds / Tuning.spinDecaySeconds
    spin += (dragged - spin) * (1 - keepSpin) * 2
    spin = min(max(spin, -Tuning.maximumSpin), Tuning.maximumSpin)
    // Turning the device counter-clockwise, or its right edge up, sends "down" to the left.
    let turned = (motion.rotationRateY - motion.rotationRateZ) * stepSeconds
    tilt = (tilt + turned) * (1 - stepSeconds / Tuning.tiltLeakSeconds)
    tilt = min(max(tilt, -Tuning.maximumTilt), Tuning.maximumTilt)
    for index in eddies.phase.indices {
      var phase = eddies.phase[index] + eddies.rate[index] * stepSeconds * (1 + 3 * agitation)
      if phase >= 1 { phase -= 1 }
      eddies.phase[index] = phase
    }
  }

  /// Writes the liquid's velocity at every flake: bulk, rotation, eddies.
  private mutating func stirLiquid() {
    let speed =
      (Tuning.restingEddyPointsPerSecond + Tuning.agitatedEddyPointsPerSecond * agitation) * drive
    Self.addUniformFlow(
      bulkX, bulkY, spin, around: globe.center, reach: globe.endRadius, flakes.x, flakes.y,
      &liquidX, &liquidY)
    for index in eddies.phase.indices {
      let (fx, fy) = (eddies.frequencyX[index], eddies.frequencyY[index])
      // The wave's unit direction, turned a quarter: flow along the crests has no divergence.
      let length = 1 / (fx * fx + fy * fy).squareRoot()
      Self.addEddy(
        fx, fy, eddies.phase[index], alongX: fy * length * speed, alongY: -fx * length * speed,
        flakes.x, flakes.y, &liquidX, &liquidY)
    }
  }

  private static func addUniformFlow(
    _ bulkX: Float, _ bulkY: Float, _ spin: Float, around center: Vector2, reach: Float,
    _ x: [Float], _ y: [Float], _ liquidX: inout [Float], _ liquidY: inout [Float]
  ) {
    var outX = liquidX.mutableSpan
    var outY = liquidY.mutableSpan
    let (inX, inY) = (x.span, y.span)
    for index in inX.indices {
      // Beyond the round part the rotation keeps its speed instead of growing.
      let dx = min(max(inX[index] - center.x, -reach), reach)
      let dy = min(max(inY[index] - center.y, -reach), reach)
      outX[index] = bulkX - spin * dy
      outY[index] = bulkY + spin * dx
    }
  }

  /// Adds one wave, its cosine replaced by a parabola per half cycle: smooth, cheap and exact.
  private static func addEddy(
    _ frequencyX: Float, _ frequencyY: Float, _ phase: Float, alongX: Float, alongY: Float,
    _ x: [Float], _ y: [Float], _ liquidX: inout [Float], _ liquidY: inout [Float]
  ) {
    var outX = liquidX.mutableSpan
    var outY = liquidY.mutableSpan
    let (inX, inY) = (x.span, y.span)
    for index in inX.indices {
      let height = wave(inX[index] * frequencyX + inY[index] * frequencyY + phase)
      outX[index] += alongX * height
      outY[index] += alongY * height
    }
  }

  /// A sine-like wave of period 1 and amplitude 1 made of parabolas.
  ///
  /// Accurate to 0.056 of a sine. Valid for |cycles| below 2^21, where adding and subtracting
  /// 1.5 · 2^23 rounds to a whole number.
  @inline(__always)
  package static func wave(_ cycles: Float) -> Float {
    let rounder: Float = 12_582_912
    let fraction = cycles - ((cycles + rounder) - rounder)
    return 8 * fraction * (1 - 2 * abs(fraction))
  }

  /// Swirls the liquid around a finger; a new one also pushes flakes gently outwards.
  private mutating func feelTouch(_ touch: Touch) {
    guard touch.phase != .cancelled else { return }
    let reach = Tuning.swirlRadiusPoints
    let seconds = 1 / stepSeconds
    let finger = (touch.position - touch.previousPosition) * seconds
    let follow =
      finger.clamped(toLength: Tuning.maximumFingerPointsPerSecond) * (Tuning.followShare * drive)
    // Neighbouring fingers turn opposite ways, like meshing gears.
    let turn = Tuning.swirlPointsPerSecond * drive * (touch.id & 1 == 0 ? 1 : -1) / reach
    let burst = touch.phase == .began ? Tuning.burstPointsPerSecond * drive : 0
    for index in flakes.x.indices {
      let dx = flakes.x[index] - touch.position.x
      let dy = flakes.y[index] - touch.position.y
      let squared = dx * dx + dy * dy
      guard squared < reach * reach else { continue }
      let near = 1 - squared / (reach * reach)
      let weight = near * near
      liquidX[index] += weight * (follow.x - dy * turn * 2)
      liquidY[index] += weight * (follow.y + dx * turn * 2)
      guard burst > 0 else { continue }
      flakes.isSettled[index] = 0
      let scale = burst * weight / max(squared.squareRoot(), 1)
      flakes.velocityX[index] += dx * scale
      flakes.velocityY[index] += dy * scale
    }
  }

  /// Moves every floating flake, settles those that reach the snow, lifts those stirred enough.
  private mutating func moveFlakes() {
    let (downX, downY) = (Math.sin(tilt), Math.cos(tilt))
    let sway = Tuning.swayPointsPerSecond * drive
    let limit = Tuning.maximumSpeedPointsPerSecond
    var moving: UInt32 = 0
    for index in flakes.x.indices {
      var phase = flakes.swayPhase[index] + flakes.swayRate[index] * stepSeconds
      if phase >= 1 { phase -= 1 }
      flakes.swayPhase[index] = phase
      if flakes.isSettled[index] == 1 {
        guard shouldLift(index) else { continue }
        lift(index)
      }
      let fall = flakes.fall[index]
      let targetX = liquidX[index] + fall * downX + sway * Self.wave(phase)
      let targetY = liquidY[index] + fall * downY
      let response = flakes.response[index]
      var velocity = Vector2(flakes.velocityX[index], flakes.velocityY[index])
      velocity.x += (targetX - velocity.x) * response
      velocity.y += (targetY - velocity.y) * response
      velocity = velocity.clamped(toLength: limit)
      let from = Vector2(flakes.x[index], flakes.y[index])
      var place = globe.inside(from + velocity * stepSeconds, margin: flakes.radius[index] + 1)
      place.y = land(index, at: place)
      // What glass and snow take away is taken from the velocity too.
      let step = place - from
      flakes.velocityX[index] = step.x / stepSeconds
      flakes.velocityY[index] = step.y / stepSeconds
      flakes.x[index] = place.x
      flakes.y[index] = place.y
      if flakes.isSettled[index] == 1 {
        flakes.velocityX[index] = 0
        flakes.velocityY[index] = 0
      }
      if step.lengthSquared > 0.25 { moving += 1 }
    }
    movingCount = moving
  }

  /// Whether the liquid takes a lying flake up, or the snow below it is gone.
  private func shouldLift(_ index: Int) -> Bool {
    if agitation * drive > flakes.liftThreshold[index] { return true }
    let foot = flakes.y[index] + flakes.radius[index] * 0.5
    return foot < snowY(atX: flakes.x[index]) - Tuning.unsupportedPoints
  }

  private mutating func lift(_ index: Int) {
    flakes.isSettled[index] = 0
    guard agitation * drive > flakes.liftThreshold[index] else { return }
    var stream = RandomStream(seed: seed, name: "snowglobe.lift", index: UInt32(index))
    stream.skip(to: UInt64(flakes.liftCount[index]) * 2)
    flakes.liftCount[index] &+= 1
    let speed = Tuning.liftPointsPerSecond * drive * (0.5 + agitation)
    flakes.velocityX[index] = speed * stream.range(-0.6, 0.6)
    flakes.velocityY[index] = -speed * stream.range(0.4, 1)
  }

  /// Keeps a flake above the snow; in quiet liquid it stays there.
  private mutating func land(_ index: Int, at place: Vector2) -> Float {
    let rest = snowY(atX: place.x) - flakes.radius[index] * 0.5
    guard place.y >= rest else { return place.y }
    let speed = Vector2(liquidX[index], liquidY[index]).lengthSquared
    let quiet = Tuning.settlingSpeedPointsPerSecond
    if speed < quiet * quiet, agitation * drive <= flakes.liftThreshold[index] {
      flakes.isSettled[index] = 1
    }
    // Snow that rose around a slow flake lifts it by at most a point a frame: no jumps.
    return max(rest, min(place.y, flakes.y[index]) - 1)
  }

  /// The height of the snow at a column, between columns linearly.
  package func snowY(atX x: Float) -> Float {
    let columns = Float(Tuning.columnCount)
    let width = globe.maxX - globe.minX
    let position = min(max((x - globe.minX) / width * columns - 0.5, 0), columns - 1.001)
    let column = Int(position)
    let share = position - Float(column)
    let height = snowHeight[column] + (snowHeight[column + 1] - snowHeight[column]) * share
    return globe.groundY(atX: x) - height
  }

  /// Measures how high the settled flakes lie, column by column, smoothed as snow slumps.
  private mutating func pileSnow() {
    let columns = Tuning.columnCount
    let perPoint = Float(columns) / (globe.maxX - globe.minX)
    for column in 0..<columns { snowHeight[column] = 0 }
    for index in flakes.x.indices where flakes.isSettled[index] == 1 {
      let position = (flakes.x[index] - globe.minX) * perPoint
      let column = min(max(Int(position), 0), columns - 1)
      let radius = flakes.radius[index]
      snowHeight[column] += 3.1415927 * radius * radius * Tuning.packing * perPoint
    }
    for _ in 0..<6 { smoothSnow() }
  }

  /// One pass of a (1, 2, 1) / 4 filter; ends keep their volume.
  private mutating func smoothSnow() {
    var left = snowHeight[0]
    for column in 0..<Tuning.columnCount {
      let here = snowHeight[column]
      let right = column + 1 < Tuning.columnCount ? snowHeight[column + 1] : here
      snowHeight[column] = (left + here + here + right) * 0.25
      left = here
    }
  }
}
