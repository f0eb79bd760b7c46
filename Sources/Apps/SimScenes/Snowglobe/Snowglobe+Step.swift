import SimMath
import SimRuntime
import SimInput

/// The globe's shape: the largest stadium (a circle drawn along the longer side) inside the canvas.
package struct Globe: Equatable, Sendable {
  /// Width of the canvas in points.
  package var canvasWidth: Float
  /// Height of the canvas in points.
  package var canvasHeight: Float
  /// Left end of the glass in points.
  package var minX: Float
  /// Top of the glass in points.
  package var minY: Float
  /// Right end of the glass in points.
  package var maxX: Float
  /// Bottom of the glass in points.
  package var maxY: Float

  /// Fits a globe into a canvas.
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
  /// The middle of the glass.
  package var center: Vector2 { Vector2((minX + maxX) * 0.5, (minY + maxY) * 0.5) }
  /// Height of the ground's highest place.
  package var groundTop: Float { minY + (maxY - minY) * SnowglobeTuning.groundShare }
  /// Radius of the arc that the ground is.
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

  /// The nearest place inside the glass, then straight up onto the bare ground if below it.
  func aboveGround(_ place: Vector2, radius: Float) -> Vector2 {
    let inside = inside(place, margin: radius + 1)
    return Vector2(inside.x, min(inside.y, groundY(atX: inside.x) - radius * 0.5))
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

  /// Feeds every stored field to the digest.
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
    adaptive?.step(
      measured: input.previousFrameNanoseconds, frame: input.frame,
      atNanoseconds: input.timeNanoseconds)
    feelMotion(input.motion ?? .still)
    stirLiquid()
    for index in 0..<input.touchCount { feelTouch(input.touches[index]) }
    liftFlakes()
    driftFlakes()
    restFlakes()
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
    let stirred = stirring * Tuning.agitationPerSecond * stepSeconds
    agitation = min(1, agitation * keepAgitation + stirred)
    // A device turned counter-clockwise leaves its liquid behind: clockwise, as seen on it.
    let lag = motion.rotationRateZ * Tuning.spinShare * drive
    spin += (lag - spin) * (stepSeconds / Tuning.spinDecaySeconds)
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
    Self.setBulkFlow(
      Vector2(bulkX, bulkY), spin, globe, flakes.x, flakes.y, &liquidX, &liquidY)
    for index in eddies.phase.indices {
      let (fx, fy) = (eddies.frequencyX[index], eddies.frequencyY[index])
      // The wave's unit direction, turned a quarter: flow along the crests has no divergence.
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
    // Equal counts, said once, let the optimizer drop the check of every access below.
    precondition(y.count == count && outX.count == count && outY.count == count)
    let (center, reach) = (globe.center, globe.endRadius)
    for index in 0..<count {
      // Beyond the round part the rotation keeps its speed instead of growing.
      let dx = min(max(x[index] - center.x, -reach), reach)
      let dy = min(max(y[index] - center.y, -reach), reach)
      outX[index] = bulk.x - spin * dy
      outY[index] = bulk.y + spin * dx
    }
  }

  /// Adds one wave, its cosine replaced by a parabola per half cycle: smooth, cheap and exact.
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

  /// Swirls the liquid around a finger; a new one also pushes flakes gently outwards.
  private mutating func feelTouch(_ touch: Touch) {
    guard touch.phase != .cancelled else { return }
    let reach = Tuning.swirlRadiusPoints
    let finger = (touch.position - touch.previousPosition) * (1 / stepSeconds)
    let follow =
      finger.clamped(toLength: Tuning.maximumFingerPointsPerSecond) * (Tuning.followShare * drive)
    // Neighboring fingers turn opposite ways, like meshing gears.
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

  /// Lifts lying flakes that are stirred enough, each with a kick of its own.
  private mutating func liftFlakes() {
    let stirring = agitation * drive
    guard stirring > Tuning.liftAgitation else { return }
    let speed = Tuning.liftPointsPerSecond * drive * (0.5 + stirring)
    for index in flakes.x.indices
    where flakes.isSettled[index] == 1 && stirring > flakes.liftThreshold[index] {
      flakes.isSettled[index] = 0
      var stream = RandomStream(
        seed: seed, name: "snowglobe.lift", index: UInt32(truncatingIfNeeded: index))
      stream.skip(to: UInt64(flakes.liftCount[index]) * 2)
      flakes.liftCount[index] &+= 1
      flakes.velocityX[index] = stream.range(-0.6, 0.6) * speed
      flakes.velocityY[index] = -stream.range(0.4, 1) * speed
    }
  }

  /// Moves the floating flakes with the liquid.
  private mutating func driftFlakes() {
    let surroundings = Surroundings(
      globe: globe, stepSeconds: stepSeconds, drive: drive, stirring: agitation * drive,
      down: Vector2(Math.sin(tilt) * drive, Math.cos(tilt) * drive))
    Self.flutter(
      surroundings, flakes.swayRate, flakes.liftThreshold, flakes.y,
      &flakes.swayPhase, &liquidX, &liquidY)
    Self.drift(
      surroundings, flakes.fall, flakes.response, flakes.radius,
      flakes.liftThreshold, flakes.isSettled, liquidX, liquidY, &flakes.x,
      &flakes.y, &flakes.velocityX, &flakes.velocityY)
  }

  /// Adds to the liquid's velocity what each flake feels for itself: flutter and swell.
  private static func flutter(
    _ around: Surroundings, _ rate: [Float], _ threshold: [Float], _ y: [Float],
    _ phase: inout [Float], _ liquidX: inout [Float], _ liquidY: inout [Float]
  ) {
    let rate = rate.span
    let threshold = threshold.span
    let y = y.span
    var phases = phase.mutableSpan
    var outX = liquidX.mutableSpan
    var outY = liquidY.mutableSpan
    let count = rate.count
    precondition(threshold.count == count && y.count == count && phases.count == count)
    precondition(outX.count == count && outY.count == count)
    let extra = Tuning.flutterPointsPerSecond * around.stirring
    let sway = Tuning.swayPointsPerSecond * around.drive + extra
    let swell = Tuning.swellPointsPerSecond * around.stirring
    let perHeight = 1 / (around.globe.maxY - around.globe.minY)
    for index in 0..<count {
      let moved = phases[index] + rate[index] * around.stepSeconds
      let turned = moved >= 1 ? moved - 1 : moved
      phases[index] = turned
      let depth = (y[index] - around.globe.minY) * perHeight
      outX[index] += sway * Math.parabolicWave(turned)
      outY[index] +=
        extra * Math.parabolicWave(3 * turned) - swell * looseness(threshold[index]) * depth
    }
  }

  /// How far a flake goes along with the swell, 0.25 to 1.4: loose ones ride higher than firm
  /// ones, which spreads them over the globe.
  @inline(__always)
  private static func looseness(_ threshold: Float) -> Float {
    1.75 - threshold * (0.375 / Tuning.liftAgitation)
  }

  @inline(__always)
  private static func looseness(_ threshold: SIMD4<Float>) -> SIMD4<Float> {
    1.75 - threshold * (0.375 / Tuning.liftAgitation)
  }

  /// Moves all flakes, four at a time; the last few are padded with flakes that are thrown away.
  private static func drift(
    _ around: Surroundings, _ fall: [Float], _ response: [Float], _ radius: [Float],
    _ threshold: [Float], _ isSettled: [UInt32], _ liquidX: [Float], _ liquidY: [Float],
    _ x: inout [Float], _ y: inout [Float], _ velocityX: inout [Float],
    _ velocityY: inout [Float]
  ) {
    let (fall, response) = (fall.span, response.span)
    let (radius, threshold) = (radius.span, threshold.span)
    let (isSettled, liquidX, liquidY) = (isSettled.span, liquidX.span, liquidY.span)
    var placeX = x.mutableSpan
    var placeY = y.mutableSpan
    var speedX = velocityX.mutableSpan
    var speedY = velocityY.mutableSpan
    let count = fall.count
    precondition(response.count == count && radius.count == count && threshold.count == count)
    precondition(isSettled.count == count && liquidX.count == count && liquidY.count == count)
    precondition(placeX.count == count && placeY.count == count)
    precondition(speedX.count == count && speedY.count == count)
    var start = 0
    while start < count {
      let size = min(4, count - start)
      var four = FourFlakes()
      four.placeX = placeX.span.lanes(size, from: start)
      four.placeY = placeY.span.lanes(size, from: start)
      four.speedX = speedX.span.lanes(size, from: start)
      four.speedY = speedY.span.lanes(size, from: start)
      four.liquidX = liquidX.lanes(size, from: start)
      four.liquidY = liquidY.lanes(size, from: start)
      four.fall = fall.lanes(size, from: start)
      four.response = response.lanes(size, from: start)
      four.radius = radius.lanes(size, from: start)
      four.looseness = Self.looseness(threshold.lanes(size, from: start))
      four.isSettled = isSettled.lanes(size, from: start)
      four.drift(around)
      placeX.store(four.placeX, size, from: start)
      placeY.store(four.placeY, size, from: start)
      speedX.store(four.speedX, size, from: start)
      speedY.store(four.speedY, size, from: start)
      start += 4
    }
  }

  /// Lands flakes that reach the snow, and moves those that lie on it as the snow moves.
  private mutating func restFlakes() {
    let stirring = agitation * drive
    let highest = snowSurface.reduce(globe.maxY) { min($0, $1) } - Tuning.maximumRadiusPoints
    for index in flakes.x.indices {
      if flakes.isSettled[index] == 1 {
        slide(index)
      } else if flakes.y[index] >= highest {
        land(index, stirring: stirring)
      }
    }
    movingCount = Self.countFaster(
      than: 0.5 / stepSeconds, flakes.velocityX.span, flakes.velocityY.span)
  }

  private static func countFaster(
    than speed: Float, _ velocityX: Span<Float>, _ velocityY: Span<Float>
  ) -> UInt32 {
    precondition(velocityX.count == velocityY.count)
    var count: UInt32 = 0
    for index in velocityX.indices {
      let (x, y) = (velocityX[index], velocityY[index])
      count &+= x * x + y * y > speed * speed ? 1 : 0
    }
    return count
  }

  /// Keeps a flake above the snow; in quiet liquid it comes to rest there.
  private mutating func land(_ index: Int, stirring: Float) {
    let rest = snow(atX: flakes.x[index]).y - flakes.radius[index] * 0.5
    guard flakes.y[index] >= rest else { return }
    // Snow that rose around a slow flake lifts it by at most a point a frame: no jumps.
    let raised = Vector2(flakes.x[index], max(rest, flakes.y[index] - 1))
    let place = globe.aboveGround(raised, radius: flakes.radius[index])
    flakes.x[index] = place.x
    flakes.y[index] = place.y
    flakes.velocityY[index] = min(flakes.velocityY[index], 0)
    guard stirring <= flakes.liftThreshold[index] else { return }
    flakes.isSettled[index] = 1
    flakes.velocityX[index] = 0
    flakes.velocityY[index] = 0
  }

  /// Slides a lying flake down steep snow and lets it sink with snow that is gone below it.
  private mutating func slide(_ index: Int) {
    let (surface, slope) = snow(atX: flakes.x[index])
    var place = Vector2(flakes.x[index], flakes.y[index])
    let steepness = min(abs(slope) - Tuning.reposeSlope, 1)
    if steepness > 0 {
      let speed = steepness * Tuning.slidePointsPerSecond
      place.x += (slope > 0 ? speed : -speed) * stepSeconds
    }
    let gap = surface - flakes.radius[index] * 0.5 - place.y
    if gap > Tuning.unsupportedPoints {
      flakes.isSettled[index] = 0
    } else if gap > 0 {
      place.y += min(gap, Tuning.sinkPointsPerSecond * stepSeconds)
    }
    place = globe.aboveGround(place, radius: flakes.radius[index])
    flakes.x[index] = place.x
    flakes.y[index] = place.y
  }

  /// The snow's height at a column and its slope there, between column centers linearly.
  package func snow(atX x: Float) -> (y: Float, slope: Float) {
    let columns = Float(Tuning.columnCount)
    let perPoint = columns / (globe.maxX - globe.minX)
    let position = min(max((x - globe.minX) * perPoint - 0.5, 0), columns - 1.001)
    let column = Int(position)
    let rise = snowSurface[column + 1] - snowSurface[column]
    return (snowSurface[column] + rise * (position - Float(column)), rise * perPoint)
  }

  /// Measures how high the settled flakes lie, column by column, smoothed as snow slumps.
  private mutating func pileSnow() {
    let columns = Tuning.columnCount
    let perPoint = Float(columns) / (globe.maxX - globe.minX)
    var isBare = true
    for column in 0..<columns { snowHeight[column] = 0 }
    for index in flakes.x.indices where flakes.isSettled[index] == 1 {
      let position = (flakes.x[index] - globe.minX) * perPoint
      let column = min(max(Int(position), 0), columns - 1)
      let radius = flakes.radius[index]
      var height = 3.1415927 * radius * radius * Tuning.packing * perPoint
      // Snow that nobody sees raises nothing, or the rest would lie on air.
      if let presence = adaptive?.presence(of: index) { height *= presence }
      snowHeight[column] += height
      isBare = false
    }
    if !isBare {
      for _ in 0..<Tuning.slumpPasses { smoothSnow() }
    }
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
}

/// Four flakes while the liquid moves them, a lane each.
private struct FourFlakes {
  typealias Lanes = SIMD4<Float>

  var placeX = Lanes(repeating: 0)
  var placeY = Lanes(repeating: 0)
  var speedX = Lanes(repeating: 0)
  var speedY = Lanes(repeating: 0)
  var liquidX = Lanes(repeating: 0)
  var liquidY = Lanes(repeating: 0)
  var fall = Lanes(repeating: 0)
  var response = Lanes(repeating: 0)
  var radius = Lanes(repeating: 0)
  var looseness = Lanes(repeating: 0)
  var isSettled = SIMD4<UInt32>(repeating: 0)

  /// Relaxes towards the liquid's velocity and the flake's own falling, inside the glass.
  @inline(__always)
  mutating func drift(_ around: Surroundings) {
    typealias Tuning = SnowglobeTuning
    let (globe, end) = (around.globe, around.globe.endRadius)
    let low = Vector2(globe.minX + end, globe.minY + end)
    let high = Vector2(globe.maxX - end, globe.maxY - end)
    // Near the glass the liquid flows inwards, farther out for loose flakes.
    let outX = placeX - Self.clamped(placeX, low.x, high.x)
    let outY = placeY - Self.clamped(placeY, low.y, high.y)
    let out = Self.length(outX, outY)
    let layer = Tuning.glassLayerPoints * looseness + radius
    let depth = Self.atLeast(0, out - Self.atLeast(0, end - layer))
    let push = -Tuning.glassPushPerSecond * depth / out
    let targetX = liquidX + around.down.x * fall + outX * push
    let targetY = liquidY + around.down.y * fall + outY * push
    let nearX = speedX + (targetX - speedX) * response
    let nearY = speedY + (targetY - speedY) * response
    let limit = Tuning.maximumSpeedPointsPerSecond / Self.length(nearX, nearY)
    let calm = Self.atMost(1, limit) * around.stepSeconds
    let (freeX, freeY) = (placeX + nearX * calm, placeY + nearY * calm)
    // The glass: no farther from the middle line than the end's radius allows.
    let axisX = Self.clamped(freeX, low.x, high.x)
    let axisY = Self.clamped(freeY, low.y, high.y)
    let (awayX, awayY) = (freeX - axisX, freeY - axisY)
    let room = Self.atLeast(0, end - radius - 1) / Self.length(awayX, awayY)
    let kept = Self.atMost(1, room)
    let (toX, toY) = (axisX + awayX * kept, axisY + awayY * kept)
    let lies = isSettled .!= 0
    // What the glass takes away is taken from the velocity too.
    let perSecond = 1 / around.stepSeconds
    speedX = ((toX - placeX) * perSecond).replacing(with: 0, where: lies)
    speedY = ((toY - placeY) * perSecond).replacing(with: 0, where: lies)
    placeX = toX.replacing(with: placeX, where: lies)
    placeY = toY.replacing(with: placeY, where: lies)
  }

  /// The length of each lane's vector, never 0.
  @inline(__always)
  private static func length(_ x: Lanes, _ y: Lanes) -> Lanes {
    atLeast(1e-6, x * x + y * y).squareRoot()
  }

  @inline(__always)
  private static func atLeast(_ least: Float, _ value: Lanes) -> Lanes {
    value.replacing(with: least, where: value .< least)
  }

  @inline(__always)
  private static func atMost(_ most: Float, _ value: Lanes) -> Lanes {
    value.replacing(with: most, where: value .> most)
  }

  @inline(__always)
  private static func clamped(_ value: Lanes, _ low: Float, _ high: Float) -> Lanes {
    atLeast(low, atMost(high, value))
  }
}
