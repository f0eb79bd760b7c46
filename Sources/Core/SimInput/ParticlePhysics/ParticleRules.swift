/// The force laws of a `ParticleSystem`: every constant with its unit.
///
/// Lengths are in points, times in seconds. Accelerations stand for forces on particles of equal
/// mass. Setting the constant of a force to 0 turns it off.
package struct ParticleRules: Equatable, Sendable {
  /// Linear drag, 1/s: an undriven particle's speed falls to 1/e in `1 / drag`.
  package var drag: Float = 0
  /// The stiffness of the pull to each particle's home, 1/s²; 0 turns it off.
  package var homeStiffness: Float = 0
  /// The distance from home at which the pull levels off towards `homeStiffness * homeReach`.
  package var homeReach: Float = 100
  /// The stiffness of the walls, 1/s²; effective only together with the pull to home.
  package var wallStiffness: Float = 0
  /// The depth in points at which a wall's push levels off.
  package var wallDepth: Float = 20
  /// The distance below which particles push each other apart; 0 turns it off.
  package var contactDistance: Float = 0
  /// The maximum push of one particle on another, points per second squared.
  package var contactAcceleration: Float = 0
  /// The maximum push of all other particles on one, points per second squared.
  package var maximumContactAcceleration: Float = 10_000
  /// The maximum pull of all attractors together on a particle of charge 1, points per second
  /// squared; beyond it, all attractors are weakened by the same factor.
  package var maximumPull: Float = 100_000
  /// The maximum speed after a step, points per second.
  package var maximumSpeed: Float = 100_000

  /// Creates rules without forces, under which particles move in straight lines.
  package init() {}
}

/// A point that attracts particles and swirls them around itself.
///
/// The pull is Plummer's softened gravity: at the distance `r` the acceleration is `strength * r /
/// (r² + softening²)^1.5`, at most `0.385 * strength / softening²` and 0 at the point itself. The
/// swirl adds `swirl` times as much at a right angle, clockwise as displayed.
package struct Attractor: Equatable, Sendable {
  /// The horizontal position in points at the start of the step.
  package var x: Float
  /// The vertical position in points at the start of the step.
  package var y: Float
  /// The horizontal velocity during the step, points per second.
  package var velocityX: Float = 0
  /// The vertical velocity during the step, points per second.
  package var velocityY: Float = 0
  /// The gravitational parameter, points cubed per second squared; 0 turns the attractor off.
  package var strength: Float
  /// The softening length in points, above 0.
  package var softening: Float
  /// The ratio of the tangential to the radial acceleration.
  package var swirl: Float

  /// Creates an attractor at rest.
  package init(x: Float, y: Float, strength: Float, softening: Float, swirl: Float = 0) {
    self.x = x
    self.y = y
    self.strength = strength
    self.softening = softening
    self.swirl = swirl
  }

  /// The maximum acceleration of a particle of charge 1, points per second squared.
  package var peakPull: Float {
    // r / (r² + s²)^1.5 is largest at r = s / √2, where it is 2 / (3 √3 s²).
    let turned = (1 + swirl * swirl).squareRoot()
    return abs(strength) * 0.3849002 * turned / (softening * softening)
  }
}
