import DeterministicMath

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

  /// A damped oscillation: 5 % of the amplitude would be left at the end, which a ramp takes to 0.
  private func addShake(to sample: inout MotionSample, _ t: Float) {
    let u = t / seconds
    let envelope = Math.exp(-3 * u) * (1 - u)
    let (sine, cosine) = Math.sinCos(6.2831855 * detail * t)
    sample.accelerationX += size * envelope * sine * direction.x
    sample.accelerationY += size * envelope * sine * direction.y
    sample.rotationRateZ += twist * envelope * cosine * min(1, 8 * u)
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

  /// A minimum-jerk lift along z while the top edge turns up, then a fading 9 Hz tremor.
  private func addPickUp(to sample: inout MotionSample, _ t: Float) {
    let u = t / seconds
    if u < 1 {
      let bump = u * (60 + u * (120 * u - 180))
      sample.accelerationZ += detail * bump / (seconds * seconds * Self.standardGravity)
      sample.rotationRateX += size * minimumJerkSlope(u) / seconds
      return
    }
    let rest = t - seconds
    let fade = Math.exp(rest * -8) * (1 - rest / Self.settleSeconds)
    sample.accelerationZ += 0.03 * size * fade * Math.sin(6.2831855 * 9 * rest)
  }
}
