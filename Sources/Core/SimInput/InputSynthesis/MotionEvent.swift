import SimMath

/// One movement of the device, planned at its start; the sensor readings are functions of time.
struct MotionEvent: Sendable {
  var kind = InputGenerator.Kind.stillness
  var startNanoseconds: UInt64 = 0
  /// The duration of the main movement; a pick-up settles for `settleSeconds` more.
  var seconds: Float = 0
  /// The peak acceleration of a shake in g, or the angle of a tilt or pick-up in radians.
  var size: Float = 0
  /// The frequency of a shake in hertz, or the lift of a pick-up in meters.
  var detail: Float = 0
  /// The peak rotation rate of a shake in rad/s.
  var twist: Float = 0
  /// The direction in the plane of the glass.
  var direction = Vector2.zero

  private static var settleSeconds: Float { 0.6 }
  private static var standardGravity: Float { 9.80665 }

  init() {}

  /// Draws a movement of a generator; every kind consumes the same number of words.
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

  /// Whether the movement has ended and settled.
  func isOver(atNanoseconds time: UInt64) -> Bool {
    elapsed(time) >= (kind == .pickUp ? seconds + Self.settleSeconds : seconds)
  }

  private func elapsed(_ time: UInt64) -> Float {
    time > startNanoseconds ? Float(Double(time - startNanoseconds) * 1e-9) : 0
  }

  /// Adds the movement to a reading.
  func add(to sample: inout MotionSample, atNanoseconds time: UInt64) {
    guard seconds > 0 && !isOver(atNanoseconds: time) else { return }
    switch kind {
    case .shake: addShake(to: &sample, elapsed(time))
    case .slowTilt: addTilt(to: &sample, elapsed(time))
    case .pickUp: addPickUp(to: &sample, elapsed(time))
    default: break
    }
  }

  /// Acceleration along a line and rotation about z; both end at rest where they began.
  private func addShake(to sample: inout MotionSample, _ t: Float) {
    let swing = Swing(u: t / seconds, cycles: detail * seconds)
    sample.accelerationX += size * swing.acceleration * direction.x
    sample.accelerationY += size * swing.acceleration * direction.y
    sample.rotationRateZ += twist * swing.velocity
  }

  /// Out along a minimum-jerk profile, a pause, and back: the rotation rate integrates to 0.
  private func addTilt(to sample: inout MotionSample, _ t: Float) {
    let phase = 0.4 * seconds
    let out = minimumJerkSlope(t / phase)
    let back = minimumJerkSlope((t - (seconds - phase)) / phase)
    let rate = size * (out - back) / phase
    sample.rotationRateX += rate * direction.x
    sample.rotationRateY += rate * direction.y
  }

  /// A minimum-jerk lift along z while the top edge rotates up, then a tremor of 9 Hz about the new
  /// position; at rest between the two and at the end.
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

/// An oscillation of unit duration that begins and ends at rest in the same position.
///
/// Its displacement is x(u) = w cos θ with the envelope w = u³(1 − u)⁹ and θ = Ω(u − ¼), Ω = 2π ·
/// cycles. At both ends w, w′ and w″ are 0, and so are x, x′ and x″: the single and double integral
/// of the acceleration x″ over the duration are 0.
///
///     x″ = (w″ − Ω²w) cos θ − 2Ωw′ sin θ
///     w′ = 3u²(1 − u)⁸(1 − 4u)
///     w″ = 6u(1 − u)⁷(1 − 11u + 22u²)
///
/// At u = ¼ the envelope has its peak w₀ = ¼³ ¾⁹, with w″ = −64w₀ and θ = 0, so |x″| = (Ω² + 64)w₀.
/// Dividing x″ by this makes its peak 1, within 0.7 % for 1.6 cycles or more.
struct Swing {
  /// The second derivative of the displacement, divided by its peak.
  let acceleration: Float
  /// The first derivative of a second such displacement, w(u) sin θ, divided by its peak.
  let velocity: Float

  /// The oscillation at a fraction of its duration, 0 to 1.
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
