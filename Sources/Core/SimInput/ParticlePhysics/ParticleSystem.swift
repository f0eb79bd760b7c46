import SimMath

/// Many particles among a few attractors: the physics engine, apart from any scene.
///
/// Goals, in order: the same bits on every target, a bounded error, calm bounds, speed. A step is
/// a symmetric splitting of second order, drift, kick, drift: particles move straight for half a
/// substep, take up the forces at that position, and move straight again. The kick solves
/// `dv/dt = a - drag * v` exactly, so drag is stable for any step and the terminal velocity under
/// a constant acceleration is exact. Without drag the step is leapfrog: symplectic, and the energy
/// oscillates instead of drifting.
///
/// One array per property, all of the same length; a step allocates nothing.
///
/// - Complexity: a step is O(particles × attractors × substeps); contacts add the number of pairs
///   in neighboring cells of a grid, which is quadratic only where everything is in one cell.
package struct ParticleSystem: Sendable {
  /// The maximum count of attractors.
  package static var maximumAttractorCount: Int { 16 }
  /// The maximum count of substeps of a step.
  package static var maximumSubstepCount: Int { 16 }

  /// The laws.
  package var rules: ParticleRules
  /// Horizontal positions in points.
  package var x: [Float]
  /// Vertical positions in points.
  package var y: [Float]
  /// Horizontal velocities, points per second.
  package var velocityX: [Float]
  /// Vertical velocities, points per second.
  package var velocityY: [Float]
  /// How strongly each particle feels attractors: charge per mass, 1 being the default.
  package var charge: [Float]
  /// Horizontal positions of the homes in points.
  package var homeX: [Float]
  /// Vertical positions of the homes in points.
  package var homeY: [Float]
  /// Every attractor; those of strength 0 cost nothing.
  package var attractors: [Attractor]
  /// An acceleration to the right that all particles feel, points per second squared.
  package var biasX: Float = 0
  /// An acceleration downwards that all particles feel, points per second squared.
  package var biasY: Float = 0
  /// Width of the area with walls, and of the grid that finds contacts, in points.
  package internal(set) var width: Float
  /// Height of that area in points.
  package internal(set) var height: Float
  /// How often a speed or a push was cut down to its bound, ever; it wraps around.
  package internal(set) var limitedCount: UInt32 = 0

  /// Attractors of each substep; written before they are read in every step.
  var pulls: [Pull]
  /// What finds contacts; written before it is read in every substep.
  var grid: ContactGrid

  /// Makes particles at rest in the upper left corner, without attractors.
  ///
  /// - Precondition: at least one particle.
  package init(count: Int, width: Float, height: Float, rules: ParticleRules) {
    precondition(count > 0, "a system has at least one particle")
    self.rules = rules
    // Storage of its own for each field: shared storage would be copied at the first write.
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

  /// How many particles there are.
  package var count: Int { x.count }

  /// Gives the area another size; particles and homes stay where they are.
  package mutating func resize(width: Float, height: Float) {
    self.width = width
    self.height = height
  }

  /// Adds to the count of cut-down values.
  mutating func countLimited(_ count: UInt32) { limitedCount &+= count }
}
