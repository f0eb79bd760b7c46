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

  /// A gentle push away from the glass for a place within `layer` points of it.
  package func push(_ place: Vector2, layer: Float) -> Vector2 {
    let end = endRadius
    let axisX = min(max(place.x, minX + end), maxX - end)
    let axisY = min(max(place.y, minY + end), maxY - end)
    let offset = Vector2(place.x - axisX, place.y - axisY)
    let near = end - layer
    let squared = offset.lengthSquared
    guard squared > near * near, near > 0 else { return .zero }
    let distance = squared.squareRoot()
    return offset * (-SnowglobeTuning.glassPushPerSecond * (distance - near) / distance)
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

  /// Moves every flake: the floating ones with the liquid, the lying ones with the snow.
  private mutating func moveFlakes() {
    let around = Surroundings(
      globe: globe, stepSeconds: stepSeconds, drive: drive, stirring: agitation * drive,
      down: Vector2(Math.sin(tilt), Math.cos(tilt)), seed: seed,
      highestSnow: snowSurface.reduce(globe.maxY) { min($0, $1) })
    var moving: UInt32 = 0
    for index in flakes.x.indices {
      var flake = Flake(flakes, index)
      let from = flake.place
      flake.sway(stepSeconds)
      if flake.isSettled, flake.isStirred(around) { flake.lift(around) }
      if flake.isSettled {
        flake.slide(around, on: snowSurface)
      } else {
        flake.drift(around, liquid: Vector2(liquidX[index], liquidY[index]))
        if flake.place.y >= around.highestSnow - flake.radius { flake.land(around, on: snowSurface) }
      }
      flake.store(in: &flakes)
      if (flake.place - from).lengthSquared > 0.25 { moving += 1 }
    }
    movingCount = moving
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
    for _ in 0..<Tuning.slumpPasses { smoothSnow() }
    surfaceSnow()
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

  /// Puts the snow on the ground.
  package mutating func surfaceSnow() {
    let width = (globe.maxX - globe.minX) / Float(Tuning.columnCount)
    for column in 0..<Tuning.columnCount {
      let x = globe.minX + (Float(column) + 0.5) * width
      snowSurface[column] = globe.groundY(atX: x) - snowHeight[column]
    }
  }
}

/// What every flake meets in one frame.
private struct Surroundings {
  let globe: Globe
  let stepSeconds: Float
  let drive: Float
  let stirring: Float
  let down: Vector2
  let seed: UInt64
  let highestSnow: Float

  /// The snow's height at a column and its slope there, between column centers linearly.
  func snow(atX x: Float, _ surface: [Float]) -> (y: Float, slope: Float) {
    let columns = Float(SnowglobeTuning.columnCount)
    let perPoint = columns / (globe.maxX - globe.minX)
    let position = min(max((x - globe.minX) * perPoint - 0.5, 0), columns - 1.001)
    let column = Int(position)
    let rise = surface[column + 1] - surface[column]
    return (surface[column] + rise * (position - Float(column)), rise * perPoint)
  }
}

/// One flake while it is moved.
private struct Flake {
  let index: Int
  let radius: Float
  let fall: Float
  let response: Float
  let swayRate: Float
  let threshold: Float
  var place: Vector2
  var velocity: Vector2
  var swayPhase: Float
  var liftCount: UInt32
  var isSettled: Bool

  init(_ flakes: borrowing Snowglobe.Flakes, _ index: Int) {
    self.index = index
    radius = flakes.radius[index]
    fall = flakes.fall[index]
    response = flakes.response[index]
    swayRate = flakes.swayRate[index]
    threshold = flakes.liftThreshold[index]
    place = Vector2(flakes.x[index], flakes.y[index])
    velocity = Vector2(flakes.velocityX[index], flakes.velocityY[index])
    swayPhase = flakes.swayPhase[index]
    liftCount = flakes.liftCount[index]
    isSettled = flakes.isSettled[index] == 1
  }

  func store(in flakes: inout Snowglobe.Flakes) {
    flakes.x[index] = place.x
    flakes.y[index] = place.y
    flakes.velocityX[index] = velocity.x
    flakes.velocityY[index] = velocity.y
    flakes.swayPhase[index] = swayPhase
    flakes.liftCount[index] = liftCount
    flakes.isSettled[index] = isSettled ? 1 : 0
  }

  mutating func sway(_ seconds: Float) {
    swayPhase += swayRate * seconds
    if swayPhase >= 1 { swayPhase -= 1 }
  }

  func isStirred(_ around: Surroundings) -> Bool { around.stirring > threshold }

  /// Leaves the snow with a kick of its own.
  mutating func lift(_ around: Surroundings) {
    isSettled = false
    var stream = RandomStream(
      seed: around.seed, name: "snowglobe.lift", index: UInt32(truncatingIfNeeded: index))
    stream.skip(to: UInt64(liftCount) * 2)
    liftCount &+= 1
    let speed = SnowglobeTuning.liftPointsPerSecond * around.drive * (0.5 + around.stirring)
    velocity = Vector2(stream.range(-0.6, 0.6), -stream.range(0.4, 1)) * speed
  }

  /// Relaxes towards the liquid's velocity, its own falling and the swell of stirred liquid.
  mutating func drift(_ around: Surroundings, liquid: Vector2) {
    let globe = around.globe
    var target = liquid + around.down * fall
    // Each flake flutters on its own, more in stirred liquid: that keeps flakes from clumping.
    let flutter =
      SnowglobeTuning.swayPointsPerSecond * around.drive
      + SnowglobeTuning.flutterPointsPerSecond * around.stirring
    target.x += flutter * Snowglobe.wave(swayPhase)
    target.y += (flutter - SnowglobeTuning.swayPointsPerSecond * around.drive) * Snowglobe.wave(3 * swayPhase)
    // Loose flakes ride the swell higher than firm ones, which spreads them over the globe.
    let looseness = 1.75 - threshold * (1.5 / (4 * SnowglobeTuning.liftAgitation))
    let depth = (place.y - globe.minY) / (globe.maxY - globe.minY)
    target.y -= SnowglobeTuning.swellPointsPerSecond * around.stirring * looseness * depth
    target += globe.push(place, layer: SnowglobeTuning.glassLayerPoints * looseness + radius)
    velocity += (target - velocity) * response
    velocity = velocity.clamped(toLength: SnowglobeTuning.maximumSpeedPointsPerSecond)
    let next = globe.inside(place + velocity * around.stepSeconds, margin: radius + 1)
    // What the glass takes away is taken from the velocity too.
    velocity = (next - place) * (1 / around.stepSeconds)
    place = next
  }

  /// Stays above the snow; in quiet liquid it comes to rest there.
  mutating func land(_ around: Surroundings, on surface: [Float]) {
    let snow = around.snow(atX: place.x, surface)
    let rest = snow.y - radius * 0.5
    guard place.y >= rest else { return }
    // Snow that rose around a slow flake lifts it by at most a point a frame: no jumps.
    place.y = max(rest, place.y - 1)
    velocity.y = min(velocity.y, 0)
    guard !isStirred(around) else { return }
    isSettled = true
    velocity = .zero
  }

  /// Slides down steep snow, sinks when the snow below it is gone, and otherwise lies still.
  mutating func slide(_ around: Surroundings, on surface: [Float]) {
    let snow = around.snow(atX: place.x, surface)
    let steepness = abs(snow.slope) - SnowglobeTuning.reposeSlope
    if steepness > 0 {
      let speed = min(
        steepness * SnowglobeTuning.slidePointsPerSecond, SnowglobeTuning.slidePointsPerSecond)
      place.x += (snow.slope > 0 ? speed : -speed) * around.stepSeconds
    }
    let gap = snow.y - radius * 0.5 - place.y
    if gap > SnowglobeTuning.unsupportedPoints {
      isSettled = false
    } else if gap > 0 {
      place.y += min(gap, SnowglobeTuning.sinkPointsPerSecond * around.stepSeconds)
    }
    place = around.globe.inside(place, margin: radius + 1)
  }
}
