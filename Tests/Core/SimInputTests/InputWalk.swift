import SimMath
import SimInput

/// Walks the frames of a synthesizer and checks every rule a touch has to obey.
struct InputWalk {
  struct Life {
    var id: UInt32
    var position: Vector2
    var timestamp: UInt64
    var kind: TouchKind
    var radius: Float
  }

  var broken: [String] = []
  var began = 0
  var ended = 0
  var cancelled = 0
  var mostTouches = 0
  /// The most fingers on the glass at the end of a frame.
  var mostFingersDown = 0
  var palms = 0
  /// Contacts in frames without room for another sample.
  var fullFrames = 0
  var samples: [TouchSample] = []
  /// The frame each sample arrived in.
  var arrivals: [UInt32] = []
  var motions: [MotionSample] = []
  var digest = StateDigest()

  private var down: [Life] = []
  private var newestID: UInt32 = 0
  private var canvas = Vector2.zero
  private let clock: FrameClock

  init(clock: FrameClock) { self.clock = clock }

  /// What became of the events.
  var tally = InputTally()

  /// A run on a canvas of 390 × 844 points.
  static func run(
    _ generators: [InputGenerator], seed: UInt64 = 1, defects: InputDefects = .none,
    frames: UInt32 = 600, framesPerSecond: UInt32 = 60, samplesPerSecond: UInt32 = 120,
    touchContacts: UInt32 = InputSynthesizer.defaultTouchContacts
  ) -> InputWalk {
    let clock = FrameClock(framesPerSecond: framesPerSecond)
    var synthesizer = InputSynthesizer(
      seed: seed, generators: generators, defects: defects, clock: clock,
      touchSamplesPerSecond: samplesPerSecond, touchContacts: touchContacts, canvasWidth: 390,
      canvasHeight: 844)
    var walk = InputWalk(clock: clock)
    var input = FrameInput()
    for frame in 0..<frames {
      synthesizer.fill(&input, frame: frame)
      walk.check(input, canvas: Vector2(390, 844))
    }
    walk.tally = synthesizer.tally
    return walk
  }

  private mutating func require(_ condition: Bool, _ rule: String, _ frame: UInt32) {
    if !condition && broken.count < 5 { broken.append("frame \(frame): \(rule)") }
  }

  /// Checks one frame against the rules and what came before.
  mutating func check(_ input: FrameInput, canvas: Vector2) {
    self.canvas = canvas
    let frame = input.frame
    let now = clock.startNanoseconds(ofFrame: frame)
    require(input.timeNanoseconds == now, "time of the frame", frame)
    require(input.touches.count <= 11, "eleven contacts", frame)
    mostTouches = max(mostTouches, input.touches.count)
    let fingers = input.touches.count {
      $0.phase.isDown && $0.kind == .finger
    }
    mostFingersDown = max(mostFingersDown, fingers)
    var next: [Life] = []
    var expectedSample = 0
    var lastID: UInt32 = 0
    for touch in input.touches {
      require(touch.id > lastID, "ordered by arrival", frame)
      lastID = touch.id
      require(Int(touch.firstSample) == expectedSample, "samples are grouped", frame)
      expectedSample += Int(touch.sampleCount)
      if let life = check(touch, input, now) { next.append(life) }
    }
    require(expectedSample == input.samples.count, "every sample has a contact", frame)
    for life in down
    where !input.touches.contains(where: { $0.id == life.id }) {
      require(false, "contact \(life.id) vanished", frame)
    }
    down = next
    if let motion = input.motion {
      motions.append(motion)
      digest.combine(motion.accelerationX)
      digest.combine(motion.accelerationY)
      digest.combine(motion.accelerationZ)
      digest.combine(motion.rotationRateX)
      digest.combine(motion.rotationRateY)
      digest.combine(motion.rotationRateZ)
    }
    require(digest.isFinite, "finite numbers", frame)
  }

  private func isInside(_ point: Vector2) -> Bool {
    point.x >= 0 && point.y >= 0 && point.x <= canvas.x && point.y <= canvas.y
  }

  private mutating func check(_ touch: Touch, _ input: FrameInput, _ now: UInt64) -> Life? {
    let frame = input.frame
    digest.combine(touch.position)
    digest.combine(touch.timestampNanoseconds)
    digest.combine(UInt64(touch.phase.rawValue))
    let own = Array(input.samples(of: touch))
    require(isInside(touch.position) && isInside(touch.previousPosition), "on the canvas", frame)
    require((0...1).contains(touch.pressure), "pressure", frame)
    require(touch.radius > 0, "radius", frame)
    require(touch.timestampNanoseconds <= now, "no sample of the future", frame)
    let earlier = down.first { $0.id == touch.id }
    require((earlier == nil) == (touch.phase == .began), "begins once", frame)
    if let earlier {
      require(touch.previousPosition == earlier.position, "previous position", frame)
      require(touch.kind == earlier.kind && touch.radius == earlier.radius, "same finger", frame)
    } else {
      require(touch.id > newestID, "new and increasing id", frame)
      require(touch.previousPosition == touch.position, "lands", frame)
      newestID = max(newestID, touch.id)
      began += 1
      if touch.radius >= 25 { palms += 1 }
    }
    // Without room for its samples a contact still moves.
    let isFull = input.samples.count == FrameInput.maximumSampleCount
    if isFull { fullFrames += 1 }
    require(
      isFull || (touch.phase == .stationary) == own.isEmpty, "samples unless stationary", frame)
    var time = earlier?.timestamp ?? 0
    for sample in own {
      require(sample.touchID == touch.id, "own samples", frame)
      require(sample.timestampNanoseconds >= time, "times increase", frame)
      require(isInside(sample.position), "samples on the canvas", frame)
      time = sample.timestampNanoseconds
      samples.append(sample)
      arrivals.append(frame)
      digest.combine(sample.position)
    }
    if isFull {
      time = touch.timestampNanoseconds
    } else if let last = own.last {
      require(last.position == touch.position, "newest position", frame)
      require(last.timestampNanoseconds == touch.timestampNanoseconds, "newest time", frame)
    } else {
      require(touch.position == touch.previousPosition, "stationary does not move", frame)
    }
    if touch.phase == .ended { ended += 1 }
    if touch.phase == .cancelled { cancelled += 1 }
    if touch.phase == .ended || touch.phase == .cancelled { return nil }
    return Life(
      id: touch.id, position: touch.position, timestamp: time, kind: touch.kind,
      radius: touch.radius)
  }
}
