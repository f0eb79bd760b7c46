import SimMath

/// One movement of the device, decided when it starts: the sensors' reading follows from the time.
struct MotionEvent: Sendable {
  var kind = InputGenerator.Kind.stillness
  var startNanoseconds: UInt64 = 0
  /// The main movement's length; a pick-up settles for `settleSeconds` more.
  var seconds: Float = 0
  /// Peak acceleration in g of a shake, angle in radians of a tilt or pick-up.
  var size: Float = 0
  /// Hertz of a shake, meters of lift of a pick-up.
  var detail: Float = 0
  /// Peak rotation rate of a shake in rad/s.
  var twist: Float = 0
  /// The direction in the plane of the glass.
  var direction = Vector2.zero

  private static var settleSeconds: Float { 0.6 }
  private static var standardGravity: Float { 9.80665 }

  init() {}

  /// Draws a movement of a generator; the same number of words whatever the kind.
  init(_ generator: InputGenerator, _ stream: inout RandomStream, time: UInt64) {
    kind = generator.kind
    startNanoseconds = time
    let length = stream.uniform()
    let extent = stream.uniform()
    let nature = stream.uniform()
    let (sine, cosine) = Math.sinCos(stream.range(0, 6.2831855))
    twist = stream.range(-1.2, 1.2) * generator.strength
    direction = Vector2(cosine, sine)
    switch kind {
    case .shake:
      seconds = 0.8 + 1.2 * length
      size = (0.6 + 1.9 * extent) * generator.strength
      detail = 2 + 4 * nature
    case .slowTilt:
      seconds = 2 + 3 * length
      size = (0.2 + 0.3 * extent) * generator.strength
    case .pickUp:
      seconds = 0.7 + 0.7 * length
      size = (0.7 + 0.2 * extent) * generator.strength
      detail = 0.2 + 0.25 * nature
    default:
      seconds = 0
    }
  }

  /// Whether it is over and settled.
  func isOver(atNanoseconds time: UInt64) -> Bool {
    elapsed(time) >= (kind == .pickUp ? seconds + Self.settleSeconds : seconds)
  }

  private func elapsed(_ time: UInt64) -> Float {
    time > startNanoseconds ? Float(Double(time - startNanoseconds) * 1e-9) : 0
  }

  /// Adds the movement's share to a reading.
  func add(to sample: inout MotionSample, atNanoseconds time: UInt64) {
    guard seconds > 0 && !isOver(atNanoseconds: time) else { return }
    switch kind {
    case .shake: addShake(to: &sample, elapsed(time))
    case .slowTilt: addTilt(to: &sample, elapsed(time))
    case .pickUp: addPickUp(to: &sample, elapsed(time))
    default: break
    }
  }

  /// Acceleration along a line, and a turn about z, that both end at rest where they began.
  private func addShake(to sample: inout MotionSample, _ t: Float) {
    let swing = Swing(u: t / seconds, cycles: detail * seconds)
    sample.accelerationX += size * swing.acceleration * direction.x
    sample.accelerationY += size * swing.acceleration * direction.y
    sample.rotationRateZ += twist * swing.velocity
  }

  /// Out along a minimum-jerk profile, a pause, and back: the rate integrates to 0.
  private func addTilt(to sample: inout MotionSample, _ t: Float) {
    let phase = 0.4 * seconds
    let out = minimumJerkSlope(t / phase)
    let back = minimumJerkSlope((t - (seconds - phase)) / phase)
    let rate = size * (out - back) / phase
    sample.rotationRateX += rate * direction.x
    sample.rotationRateY += rate * direction.y
  }

  /// A minimum-jerk lift along z while the top edge turns up, then a tremor of 9 Hz about the new
  /// place; at rest between the two and at the end.
  private func addPickUp(to sample: inout MotionSample, _ t: Float) {
    let u = t / seconds
    if u < 1 {
      let bump = u * (60 + u * (120 * u - 180))
      sample.accelerationZ += detail * bump / (seconds * seconds * Self.standardGravity)
      sample.rotationRateX += size * minimumJerkSlope(u) / seconds
      return
    }
    let swing = Swing(u: (t - seconds) / Self.settleSeconds, cycles: 9 * Self.settleSeconds)
    sample.accelerationZ += 0.03 * size * swing.acceleration
  }
}

/// An oscillation that begins and ends at rest in one place, of unit length in time.
///
/// Its displacement is x(u) = w cos θ with the envelope w = u³(1 − u)⁹ and θ = Ω(u − ¼),
/// Ω = 2π · cycles. At both ends w, w′ and w″ are 0, and with them x, x′ and x″: integrated once or
/// twice over its time, the acceleration x″ gives 0.
///
///     x″ = (w″ − Ω²w) cos θ − 2Ωw′ sin θ
///     w′ = 3u²(1 − u)⁸(1 − 4u)
///     w″ = 6u(1 − u)⁷(1 − 11u + 22u²)
///
/// At u = ¼ the envelope has its peak w₀ = ¼³ ¾⁹, w″ = −64w₀ there and θ = 0, so that
/// |x″| = (Ω² + 64)w₀, by which x″ is divided: its peak is 1, to 0.7 % for 1.6 cycles or more.
struct Swing {
  /// The second derivative of the displacement over its peak.
  let acceleration: Float
  /// The first derivative of another such displacement, w(u) sin θ, over its peak.
  let velocity: Float

  /// The oscillation at a share of its time, 0 to 1.
  init(u: Float, cycles: Float) {
    // 1 / w₀
    let unit: Float = 852.37
    let rest = 1 - u
    let rest2 = rest * rest
    let rest4 = rest2 * rest2
    let rest7 = rest4 * rest2 * rest
    let w = unit * u * u * u * rest7 * rest2
    let slope = unit * 3 * u * u * rest7 * rest * (1 - 4 * u)
    let curvature = unit * 6 * u * rest7 * (1 + u * (22 * u - 11))
    let turn = 6.2831855 * cycles
    let (sine, cosine) = Math.sinCos(turn * (u - 0.25))
    acceleration =
      ((curvature - turn * turn * w) * cosine - 2 * turn * slope * sine) / (turn * turn + 64)
    velocity = (slope * sine + turn * w * cosine) / turn
  }
}
