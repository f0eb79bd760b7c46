/// The laws a `ParticleSystem` follows: every constant with its unit.
///
/// Lengths are in points, times in seconds. Accelerations stand for forces on particles of equal
/// mass. Each part of the force can be turned off by its 0.
package struct ParticleRules: Equatable, Sendable {
  /// Linear drag, 1/s: an undriven particle's speed falls to 1/e in `1 / drag`.
  package var drag: Float = 0
  /// Stiffness of the pull towards each particle's home, 1/s²; 0 turns it off.
  package var homeStiffness: Float = 0
  /// The distance from home at which that pull levels off towards `homeStiffness * homeReach`.
  package var homeReach: Float = 100
  /// Stiffness of the walls, 1/s²; they are felt together with the pull home only.
  package var wallStiffness: Float = 0
  /// The depth in points at which a wall's push levels off.
  package var wallDepth: Float = 20
  /// Particles closer than this push each other apart; 0 turns it off.
  package var contactDistance: Float = 0
  /// The strongest push of one particle on another, points per second squared.
  package var contactAcceleration: Float = 0
  /// The strongest push of all others on one particle, points per second squared.
  package var maximumContactAcceleration: Float = 10_000
  /// The strongest pull of all attractors together on a particle of charge 1, points per second
  /// squared; beyond it all attractors weaken alike.
  package var maximumPull: Float = 100_000
  /// No particle is faster after a step, points per second.
  package var maximumSpeed: Float = 100_000

  /// Makes rules under which particles only move straight on.
  package init() {}
}

/// A point that pulls particles towards it and swirls them around it.
///
/// The pull is Plummer's softened gravity: at the distance `r` the acceleration is
/// `strength * r / (r² + softening²)^1.5`, at most `0.385 * strength / softening²` and 0 at the
/// point itself. The swirl adds `swirl` times as much at a right angle, clockwise as seen.
package struct Attractor: Equatable, Sendable {
  /// Horizontal position in points at the start of the step.
  package var x: Float
  /// Vertical position in points at the start of the step.
  package var y: Float
  /// Horizontal velocity during the step, points per second.
  package var velocityX: Float = 0
  /// Vertical velocity during the step, points per second.
  package var velocityY: Float = 0
  /// Gravitational parameter, points cubed per second squared; 0 turns the attractor off.
  package var strength: Float
  /// Softening length in points, above 0.
  package var softening: Float
  /// Acceleration around the point as a share of that towards it.
  package var swirl: Float

  /// Makes an attractor at rest.
  package init(x: Float, y: Float, strength: Float, softening: Float, swirl: Float = 0) {
    self.x = x
    self.y = y
    self.strength = strength
    self.softening = softening
    self.swirl = swirl
  }

  /// The maximum acceleration it gives to a particle of charge 1, points per second squared.
  package var peakPull: Float {
    // r / (r² + s²)^1.5 is largest at r = s / √2, where it is 2 / (3 √3 s²).
    let turned = (1 + swirl * swirl).squareRoot()
    return abs(strength) * 0.3849002 * turned / (softening * softening)
  }
}
