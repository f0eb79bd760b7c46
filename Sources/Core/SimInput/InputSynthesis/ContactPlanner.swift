import SimMath

/// Plans the contacts of one event from the random numbers of its generator.
package struct ContactPlanner: Sendable {
  let generator: InputGenerator
  let generatorIndex: UInt8
  let canvas: Vector2

  /// Creates the planner of a generator.
  ///
  /// - Parameter canvas: the size of the canvas in points.
  package init(generator: InputGenerator, generatorIndex: UInt8, canvas: Vector2) {
    self.generator = generator
    self.generatorIndex = generatorIndex
    self.canvas = canvas
  }

  /// The fingers of two hands: the maximum number of contacts of one event.
  private static var fingerCount: UInt32 { 10 }
  /// The duration of a tap; an estimate for people of all ages, without a published source.
  private static var tapMilliseconds: ClosedRange<Float> { 50...200 }
  /// Points per meter of glass: 163 points per inch, the nominal density of iPhones.
  private static var pointsPerMeter: Float { 163 / 0.0254 }

  /// The number of contacts of the next event.
  package func contactCount(_ stream: inout RandomStream) -> UInt32 {
    switch generator.kind {
    case .multiTap: return 2 + stream.below(4)
    case .toddlerMash:
      let count = Float(2 + stream.below(Self.fingerCount - 1)) * generator.strength
      return UInt32(min(Float(Self.fingerCount), max(2, count)))
    default: return 1
    }
  }

  /// A random point in the generator's region, in points.
  package func position(_ stream: inout RandomStream) -> Vector2 {
    let region = generator.region
    let x = region.x + stream.uniform() * region.width
    let y = region.y + stream.uniform() * region.height
    return Vector2(x * canvas.x, y * canvas.y)
  }

  /// Plans one contact of an event.
  ///
  /// - Parameters:
  ///   - time: the time of the event.
  ///   - center: the center of the hand.
  ///   - contactIndex: the contact's index in the event.
  package func contact(
    _ stream: inout RandomStream, time: UInt64, center: Vector2, contactIndex: UInt32
  ) -> ContactPlan {
    var plan = ContactPlan()
    plan.isWaiting = true
    plan.generator = generatorIndex
    plan.startNanoseconds = time
    plan.start = center
    let (lowest, highest) = ContactPlan.tremorHertzLimits
    plan.tremorHertz = stream.range(lowest, highest)
    plan.tremorPhase = Vector2(stream.range(0, 6.28), stream.range(0, 6.28))
    plan.radius = stream.range(5, 12)
    switch generator.kind {
    case .multiTap: shapeMultiTap(&plan, &stream, contactIndex: contactIndex)
    case .drag:
      if stream.chance(1, in: 4) {
        shapeFlick(&plan, &stream)
      } else {
        shapeDrag(&plan, &stream, seconds: 0.4...1.5, reach: 0.1...0.45)
      }
    case .hold:
      shapeTap(&plan, &stream, milliseconds: 800...3000)
      plan.tremorPoints = stream.range(0.15, 0.45) * generator.strength
      plan.travel = Vector2(stream.range(-3, 3), stream.range(-3, 3))
      plan.travelSeconds = 3
    case .toddlerMash: shapeMash(&plan, &stream, contactIndex: contactIndex)
    default: shapeTap(&plan, &stream, milliseconds: Self.tapMilliseconds)
    }
    if generator.isPencil && plan.radius < 25 {
      plan.kind = .pencil
      plan.radius = 2
      plan.peakPressure = stream.range(0.3, 1)
    }
    return plan
  }

  private func shapeTap(
    _ plan: inout ContactPlan, _ stream: inout RandomStream, milliseconds: ClosedRange<Float>
  ) {
    let length = stream.range(milliseconds.lowerBound, milliseconds.upperBound)
    plan.endNanoseconds = plan.startNanoseconds + UInt64(length * 1000) * 1000
    plan.tremorPoints = stream.range(0.05, 0.3) * generator.strength
  }

  private func shapeMultiTap(
    _ plan: inout ContactPlan, _ stream: inout RandomStream, contactIndex: UInt32
  ) {
    // The fingers of a hand lie on an arc, about 60 points apart.
    let offset = Float(contactIndex) - 1.5
    plan.start += Vector2(offset * 62 + stream.range(-8, 8), offset * offset * 14)
    let stagger = stream.chance(1, in: 2) ? stream.range(0, 150) * Float(contactIndex) : 0
    plan.startNanoseconds += UInt64(stagger * 1000) * 1000
    shapeTap(&plan, &stream, milliseconds: Self.tapMilliseconds)
  }

  private func shapeDrag(
    _ plan: inout ContactPlan, _ stream: inout RandomStream, seconds: ClosedRange<Float>,
    reach: ClosedRange<Float>
  ) {
    let duration = stream.range(seconds.lowerBound, seconds.upperBound)
    let side = min(canvas.x, canvas.y)
    let length = stream.range(reach.lowerBound, reach.upperBound) * side * generator.strength
    shapePath(&plan, &stream, seconds: duration, length: length)
  }

  /// A flick: the finger lifts at its peak speed or just after.
  ///
  /// The peak speed is 0.25 to 1 m/s, an estimate without a published source, and lower if the
  /// region is too small for the path; the finger is down for 50 to 105 ms.
  private func shapeFlick(_ plan: inout ContactPlan, _ stream: inout RandomStream) {
    let speed = stream.range(0.25, 1) * Self.pointsPerMeter * generator.strength
    let duration = stream.range(0.1, 0.15)
    // The minimum-jerk profile is fastest at its midpoint, at 15/8 of its mean speed.
    shapePath(&plan, &stream, seconds: duration, length: speed * duration * (8 / 15))
    let share = stream.range(0.5, 0.7)
    plan.endNanoseconds = plan.startNanoseconds + UInt64(duration * share * 1_000_000) * 1000
  }

  /// A gently curved path in a random direction.
  private func shapePath(
    _ plan: inout ContactPlan, _ stream: inout RandomStream, seconds: Float, length: Float
  ) {
    let (sine, cosine) = Math.sinCos(stream.range(0, 6.2831855))
    plan.travel = reflected(plan.start + Vector2(cosine, sine) * length) - plan.start
    plan.bend = Vector2(-plan.travel.y, plan.travel.x) * stream.range(-0.2, 0.2)
    plan.travelSeconds = seconds
    plan.tremorPoints = stream.range(0.05, 0.2) * generator.strength
    plan.endNanoseconds = plan.startNanoseconds + UInt64(seconds * 1_000_000) * 1000
  }

  /// Reflects a point into the region at its borders, so that points do not accumulate there.
  private func reflected(_ point: Vector2) -> Vector2 {
    let region = generator.region
    return Vector2(
      Self.reflected(point.x, low: region.x * canvas.x, width: region.width * canvas.x),
      Self.reflected(point.y, low: region.y * canvas.y, width: region.height * canvas.y))
  }

  private static func reflected(_ value: Float, low: Float, width: Float) -> Float {
    // In such a narrow region all positions are nearly equal, and the number of reflections is
    // unbounded.
    guard width > 0.01 else { return low + 0.5 * width }
    // One period is the width, forward and back.
    let periods = (value - low) / (2 * width)
    var share = periods - Float(Int32(periods))
    if share < 0 { share += 1 }
    return low + width * (share < 0.5 ? 2 * share : 2 - 2 * share)
  }

  private func shapeMash(
    _ plan: inout ContactPlan, _ stream: inout RandomStream, contactIndex: UInt32
  ) {
    let spread = min(canvas.x, canvas.y) * 0.3
    plan.start += Vector2(stream.range(-spread, spread), stream.range(-spread, spread))
    // Every other contact lands with the hand, the rest while it is down.
    let delay = contactIndex & 1 == 0 ? stream.range(0, 30) : stream.range(30, 1200)
    plan.startNanoseconds += UInt64(delay * 1000) * 1000
    switch stream.below(10) {
    case 0..<4:
      shapeTap(&plan, &stream, milliseconds: Self.tapMilliseconds)
      plan.radius = stream.range(8, 14)
    case 4..<6:
      shapeDrag(&plan, &stream, seconds: 0.2...0.8, reach: 0.05...0.4)
    case 6..<8:
      // A sudden lift in the middle of a smear.
      shapeDrag(&plan, &stream, seconds: 0.3...0.8, reach: 0.1...0.5)
      let share = Double(stream.range(0.3, 0.7))
      let length = Double(plan.endNanoseconds - plan.startNanoseconds) * share
      plan.endNanoseconds = plan.startNanoseconds + UInt64(length)
    default:
      shapeDrag(&plan, &stream, seconds: 0.08...0.6, reach: 0...0.1)
      plan.radius = stream.range(25, 45)
      plan.isCancelled = stream.chance(1, in: 2)
    }
  }
}
