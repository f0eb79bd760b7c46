import SimbenchKit

/// All constants of the magnetic particles: unit, reason for the value, and the effect of other
/// values.
package enum MagneticParticlesTuning {
  /// The product's cap on particles, for which storage is allocated.
  package static let maximumParticleCount: Float = 600
  /// The minimum number of particles that a scenario may set.
  package static let minimumParticleCount: Float = 1

  // MARK: - Adaptive quality

  /// At least 200 particles, in steps of 20; fewer do not look like a swarm.
  ///
  /// On the simulated device, two soft lights for each of 600 particles take 0.72 intervals of GPU
  /// time, so twice the load is too much; stepping and drawing take less CPU time at every level.
  package static var adaptive: AdaptiveMembers.Rules {
    AdaptiveMembers.Rules(
      minimumCount: 200, quantum: 20, fadeSeconds: 1,
      device: SimulatedDevice(
        processor: SimulatedDevice.Part(fixed: 150_000, perMember: 600),
        graphics: SimulatedDevice.Part(fixed: 120_000, perMember: 1000)))
  }

  // MARK: - Homes

  /// The horizontal step of the plastic number's sequence, which spreads any number of homes
  /// evenly.
  package static let spreadX: Float = 0.7548777
  /// The vertical step of the sequence.
  package static let spreadY: Float = 0.5698403
  /// The random displacement of a home from its position in the sequence, in points; less shows a
  /// lattice.
  package static let jitterPoints: Float = 11
  /// The distance between homes and the edge of the canvas, in points.
  package static let homeMarginPoints: Float = 16
  /// The angle in radians by which starting positions near the middle are rotated from their homes.
  ///
  /// The angle decreases toward the edges. Above 1 some particles would start outside the walls.
  package static let startTurn: Float = 0.8

  // MARK: - Forces

  /// The drag in 1/s; with `homeStiffness` the way home is almost critically damped, without
  /// oscillation.
  package static let dragPerSecond: Float = 1.5
  /// The stiffness of the pull toward home, in 1/s².
  package static let homeStiffness: Float = 0.62
  /// The distance from home at which the pull saturates, in points; more makes far particles hurry.
  package static let homeReachPoints: Float = 110
  /// The stiffness of the walls, in 1/s²; with less, a tilt moves particles off the canvas.
  package static let wallStiffness: Float = 14
  /// The distance beyond the canvas at which a wall's push saturates, in points.
  package static let wallDepthPoints: Float = 24
  /// The distance a particle may overshoot the canvas before the wall has turned it back, in
  /// points.
  package static let overshootPoints: Float = 48
  /// The distance below which particles push each other apart, in points.
  package static let contactPoints: Float = 15
  /// The maximum acceleration of one particle by another, in points per second squared; much more
  /// makes a crowd around a finger jitter.
  package static let contactAcceleration: Float = 16
  /// The maximum acceleration by all other particles, in points per second squared.
  package static let maximumContactAcceleration: Float = 160
  /// The maximum pull of all fingers together at charge 1, in points per second squared.
  package static let maximumPull: Float = 620
  /// The maximum speed of a particle, in points per second; keeps the scene calm.
  package static let maximumSpeedPointsPerSecond: Float = 280
  /// The minimum charge, which orbits close to the finger.
  package static let minimumCharge: Float = 0.5
  /// The maximum charge, which orbits far out.
  package static let maximumCharge: Float = 1.5
  /// Substeps per second of simulated time.
  package static let substepsPerSecond: Float = 120

  // MARK: - Fingers

  /// The maximum number of fingers and fading traces: more than the maximum number of fingers, so
  /// that each finger finally gets a slot.
  package static let slotCount = 16
  /// The gravitational parameter of a finger, in points cubed per second squared.
  package static let fingerStrength: Float = 2_700_000
  /// The softening length of a finger in points; less speeds up the middle of a swarm.
  package static let fingerSoftening: Float = 50
  /// The swirl of a finger, as a fraction of its pull; with the drag it determines the width of
  /// orbits.
  package static let fingerSwirl: Float = 0.6
  /// The time in which a finger gains its strength, in seconds; less causes jerks.
  package static let gainSeconds: Float = 0.5
  /// The time in which the strength of a lifted finger fades, in seconds.
  package static let fadeSeconds: Float = 0.9
  /// The lag of an attractor behind its finger, in seconds.
  package static let followSeconds: Float = 0.09
  /// The maximum speed of an attractor, in points per second.
  package static let maximumFollowPointsPerSecond: Float = 520
  /// The minimum distance of an attractor from the edges, in points, so that orbits stay visible.
  package static let fingerMarginPoints: Float = 64

  // MARK: - Motion

  /// The acceleration per radian of the device's lean, in points per second squared.
  package static let leanAcceleration: Float = 90
  /// The time constant of the lean's decay, in seconds.
  package static let leanLeakSeconds: Float = 4
  /// The largest lean, in radians.
  package static let maximumLean: Float = 0.6
  /// The acceleration per g of the device, in points per second squared.
  package static let shakeAcceleration: Float = 130
  /// Accelerations below this, in g, count as hand tremor.
  package static let tremorThreshold: Float = 0.06
  /// The time in which particles respond to a change of motion, in seconds; less causes jerks.
  package static let biasSeconds: Float = 0.2
  /// The maximum acceleration by motion; it must stay below the maximum pull toward home.
  package static let maximumBias: Float = 56

  // MARK: - Light

  /// The speed of full brightness, in points per second.
  package static let brightSpeedPointsPerSecond: Float = 150
  /// The time constant with which a particle's light follows its speed, in seconds; less flickers.
  package static let lightSeconds: Float = 0.45
  /// The opacity of all light together; above 92 a swarm of teal particles flickers.
  ///
  /// However many particles and fingers meet, they change luminance by less than 1/10 of white.
  package static let swarmOpacity: UInt8 = 88
  /// The period of the slow pulsation of light, in seconds.
  package static let breathSeconds: Float = 11
  /// The fraction of its light by which a particle pulsates.
  package static let breathShare: Float = 0.22
  /// The smallest core radius in points.
  package static let minimumRadiusPoints: Float = 1.2
  /// The largest core radius in points.
  package static let maximumRadiusPoints: Float = 2.7

  /// The factor on time and on the effect of motion under Reduce Motion.
  package static let reducedMotionFactor: Float = 0.4
}
