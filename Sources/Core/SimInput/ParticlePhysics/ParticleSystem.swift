import SimMath

/// A physics engine for many particles and a few attractors, independent of any scene.
///
/// Goals, most important first: the same bits on every target, a bounded error, bounded motion,
/// speed. A step is a symmetric splitting of second order, drift, kick, drift: particles move
/// straight for half a substep, receive the forces at that position, and move straight again. The
/// kick solves `dv/dt = a - drag * v` exactly, so drag is stable for any step, and the terminal
/// velocity under a constant acceleration is exact. Without drag the step is leapfrog: symplectic,
/// with an energy that oscillates instead of drifting.
///
/// One array per property, all of the same length; a step does not allocate.
///
/// - Complexity: a step is O(particles × attractors × substeps); contacts add the number of pairs
///   in adjacent cells of a grid, which is quadratic only if all particles are in one cell.
package struct ParticleSystem: Sendable {
  /// The maximum number of attractors.
  package static var maximumAttractorCount: Int { 16 }
  /// The maximum number of substeps per step.
  package static var maximumSubstepCount: Int { 16 }

  /// The force laws.
  package var rules: ParticleRules
  /// The horizontal positions in points.
  package var x: [Float]
  /// The vertical positions in points.
  package var y: [Float]
  /// The horizontal velocities, points per second.
  package var velocityX: [Float]
  /// The vertical velocities, points per second.
  package var velocityY: [Float]
  /// The charge per mass of each particle, which scales the pull of attractors; the default is 1.
  package var charge: [Float]
  /// The horizontal positions of the homes in points.
  package var homeX: [Float]
  /// The vertical positions of the homes in points.
  package var homeY: [Float]
  /// All attractors; those of strength 0 cost nothing.
  package var attractors: [Attractor]
  /// The common acceleration of all particles to the right, points per second squared.
  package var biasX: Float = 0
  /// The common acceleration of all particles downwards, points per second squared.
  package var biasY: Float = 0
  /// The width in points of the area with walls and of the contact grid.
  package internal(set) var width: Float
  /// The height of that area in points.
  package internal(set) var height: Float
  /// The number of limited speeds and pushes since the start; it wraps around.
  package internal(set) var limitedCount: UInt32 = 0

  /// The attractors of each substep; every step overwrites them before reading.
  var pulls: [Pull]
  /// The contact grid; every substep overwrites it before reading.
  var grid: ContactGrid

  /// Creates particles at rest in the upper left corner, without attractors.
  ///
  /// - Precondition: at least one particle.
  package init(count: Int, width: Float, height: Float, rules: ParticleRules) {
    precondition(count > 0, "a system has at least one particle")
    self.rules = rules
    // Separate arrays: shared storage would be copied at the first write.
    func zeros() -> [Float] { [Float](repeating: 0, count: count) }
    x = zeros()
    y = zeros()
    velocityX = zeros()
    velocityY = zeros()
    charge = [Float](repeating: 1, count: count)
    homeX = zeros()
    homeY = zeros()
    let none = Attractor(x: 0, y: 0, strength: 0, softening: 1)
    attractors = [Attractor](repeating: none, count: Self.maximumAttractorCount)
    self.width = width
    self.height = height
    pulls = [Pull](
      repeating: Pull(), count: Self.maximumAttractorCount * Self.maximumSubstepCount)
    grid = ContactGrid(count: count)
  }

  /// The number of particles.
  package var count: Int { x.count }

  /// Changes the size of the area; particles and homes keep their positions.
  package mutating func resize(width: Float, height: Float) {
    self.width = width
    self.height = height
  }

  /// Adds to the number of limited values.
  mutating func countLimited(_ count: UInt32) { limitedCount &+= count }
}
