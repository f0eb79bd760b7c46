import SimbenchKit

/// The physics of a frame.
extension WaterRipples {
  /// Advances the water by one frame.
  public mutating func step(_ input: borrowing FrameInput) {
    feelMotion(input.motion ?? .still)
    ageRings()
    for touch in input.touches { feelTouch(touch) }
    fingers.contacts.forgetLost(input)
    retireOldest()
    placeWaiting()
  }

  // MARK: - Motion

  /// Tilts the water against the device's acceleration, and makes drops fall when it is shaken.
  private mutating func feelMotion(_ motion: MotionSample) {
    let push = Vector2(motion.accelerationX, motion.accelerationY)
    let felt = motion.pushShare(beyond: Tuning.tremorThreshold)
    // The water lags behind the glass, so the sign is negative; a rotation raises one side of it.
    let turn = Vector2(motion.rotationRateY, motion.rotationRateX)
    let force =
      push * (-felt * Tuning.sloshPerSecondSquared * drive)
      + turn * (Tuning.tiltPerSecondSquared * drive)
    let spring = slosh * -Tuning.sloshStiffness - sloshVelocity * Tuning.sloshDamping
    sloshVelocity += (force + spring) * stepSeconds
    slosh = (slosh + sloshVelocity * stepSeconds).clamped(toLength: 1)
    let isResting =
      force == .zero && slosh.length < Tuning.restingSlosh
      && sloshVelocity.length < Tuning.restingSlosh
    if isResting {
      slosh = .zero
      sloshVelocity = .zero
    }
    dropCharge += push.length * felt * Tuning.dropsPerSecond * drive * stepSeconds
    while dropCharge >= 1 {
      dropCharge -= 1
      drop()
    }
  }

  /// Makes a drop fall at a random position, each from its own random stream.
  mutating func drop() {
    var stream = RandomStream(seed: seed, name: "water-ripples.drop", index: dropCount)
    dropCount &+= 1
    let x = stream.range(0.1, 0.9)
    let y = stream.range(0.1, 0.9)
    let strength = stream.range(Tuning.minimumDropStrength, Tuning.maximumDropStrength)
    want(Vector2(x * width, y * height), strength: strength)
  }

  // MARK: - Touch

  /// A new finger starts a ring; a moving finger leaves a trail of evenly spaced rings.
  private mutating func feelTouch(_ touch: Touch) {
    if touch.phase == .began {
      forget(touch.id)
      want(touch.position, strength: Tuning.touchStrength)
      guard let slot = fingers.contacts.isHeld.firstIndex(of: 0) else { return }
      fingers.contacts.isHeld[slot] = 1
      fingers.contacts.id[slot] = touch.id
      fingers.travel[slot] = 0
      return
    }
    guard touch.phase != .cancelled else { return forget(touch.id) }
    follow(touch)
    if touch.phase == .ended { forget(touch.id) }
  }

  private mutating func follow(_ touch: Touch) {
    let way = touch.position - touch.previousPosition
    let length = way.length
    guard let slot = fingers.contacts.slot(of: touch.id), length > 0, length.isFinite else {
      return
    }
    var covered = Tuning.trailPoints - fingers.travel[slot]
    var count = 0
    // A finger that crosses the whole canvas in one frame leaves at most as many rings as there are
    // slots.
    while covered <= length && count < rings.x.count {
      want(touch.previousPosition + way * (covered / length), strength: Tuning.trailStrength)
      covered += Tuning.trailPoints
      count += 1
    }
    fingers.travel[slot] = max(0, Tuning.trailPoints - (covered - length))
  }

  private mutating func forget(_ id: UInt32) {
    guard let slot = fingers.contacts.slot(of: id) else { return }
    fingers.contacts.isHeld[slot] = 0
    fingers.travel[slot] = 0
  }

  // MARK: - Rings

  /// Queues a ring; ignores it if the queue is full.
  private mutating func want(_ position: Vector2, strength: Float) {
    let slot = Int(waitingCount)
    guard slot < Tuning.maximumWaitingCount else { return }
    waiting.x[slot] = position.x
    waiting.y[slot] = position.y
    waiting.strength[slot] = strength
    waitingCount += 1
  }

  /// Frees slots for waiting rings: the oldest rings sink gradually.
  private mutating func retireOldest() {
    var staying = Int(waitingCount)
    for slot in rings.x.indices where rings.isActive[slot] == 1 && rings.isRetiring[slot] == 0 {
      staying += 1
    }
    while staying > rings.x.count, let slot = oldestStaying() {
      rings.isRetiring[slot] = 1
      staying -= 1
    }
  }

  private func oldestStaying() -> Int? {
    var oldest: Int?
    var maximumAge: UInt32 = 0
    for slot in rings.x.indices where rings.isActive[slot] == 1 && rings.isRetiring[slot] == 0 {
      let age = serial &- rings.serial[slot]
      if age > maximumAge {
        maximumAge = age
        oldest = slot
      }
    }
    return oldest
  }

  /// Starts waiting rings in free slots, oldest first.
  mutating func placeWaiting() {
    var taken = 0
    for slot in rings.x.indices where rings.isActive[slot] == 0 && taken < Int(waitingCount) {
      rings.x[slot] = waiting.x[taken]
      rings.y[slot] = waiting.y[taken]
      rings.strength[slot] = waiting.strength[taken]
      rings.age[slot] = 0
      rings.remaining[slot] = 1
      rings.isActive[slot] = 1
      rings.isRetiring[slot] = 0
      rings.serial[slot] = serial
      serial &+= 1
      taken += 1
      shapeRing(slot)
    }
    guard taken > 0 else { return }
    for slot in taken..<max(taken, Int(waitingCount)) {
      waiting.x[slot - taken] = waiting.x[slot]
      waiting.y[slot - taken] = waiting.y[slot]
      waiting.strength[slot - taken] = waiting.strength[slot]
    }
    waitingCount -= UInt32(taken)
  }

  private mutating func ageRings() {
    for slot in rings.x.indices where rings.isActive[slot] == 1 {
      rings.age[slot] += stepSeconds
      if rings.isRetiring[slot] == 1 {
        rings.remaining[slot] -= stepSeconds / Tuning.retireSeconds
      }
      if rings.age[slot] >= Tuning.ringLifeSeconds || rings.remaining[slot] <= 0 {
        rings.isActive[slot] = 0
        rings.remaining[slot] = 0
      }
      shapeRing(slot)
    }
  }

  /// The wave law: the radius, width and height of a ring's packet.
  mutating func shapeRing(_ slot: Int) {
    let age = rings.age[slot]
    let radius = Tuning.ringPointsPerSecond * drive * age
    rings.radius[slot] = radius
    rings.reach[slot] = Tuning.packetPoints + Tuning.dispersionPointsPerSecond * drive * age
    let spread = 1 / (1 + radius / Tuning.spreadingRadiusPoints).squareRoot()
    let left = max(0, 1 - age / Tuning.ringLifeSeconds)
    let remaining = rings.remaining[slot].smoothStep
    rings.height[slot] =
      rings.strength[slot] * (age / Tuning.riseSeconds).smoothStep * spread * left * left
      * remaining * drive
  }

  /// The water's height at a position and its slope toward the light, summed over all rings.
  package func surface(atX x: Float, y: Float, light: Vector2) -> (height: Float, slope: Float) {
    let tip = Tuning.tipPoints
    var height: Float = 0
    var slope: Float = 0
    for slot in rings.x.indices where rings.height[slot] > 0 {
      let (dx, dy) = (x - rings.x[slot], y - rings.y[slot])
      let squared = dx * dx + dy * dy + tip * tip
      let (middle, reach) = (rings.radius[slot] + tip, rings.reach[slot])
      let (inner, outer) = (max(0, middle - reach), middle + reach)
      guard squared > inner * inner, squared < outer * outer else { continue }
      // Rounded at the center, where a cone would have a tip.
      let distance = squared.squareRoot()
      let offset = distance - middle
      let across = offset / reach
      let envelope = (1 - across * across) * (1 - across * across) * rings.height[slot]
      let cycles = offset * (1 / Tuning.wavelengthPoints)
      height += envelope * Math.parabolicWave(cycles + 0.25)
      slope -= envelope * Math.parabolicWave(cycles) * (dx * light.x + dy * light.y) / distance
    }
    return (height, slope)
  }
}
