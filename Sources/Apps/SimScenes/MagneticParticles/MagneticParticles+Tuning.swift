import SimbenchKit

/// Every constant of the magnetic particles: its unit, why this value, and what another one breaks.
package enum MagneticParticlesTuning {
  /// The product's cap on particles; storage is sized by it.
  package static let maximumParticleCount: Float = 600
  /// The fewest particles a scenario may ask for.
  package static let minimumParticleCount: Float = 1

  // MARK: - Adaptive quality

  /// At least 200 particles, by steps of 20; fewer no longer look like a swarm.
  ///
  /// On the simulated device two soft lights for each of 600 particles take the graphics processor
  /// 0.72 intervals, and twice the load is too much; stepping and drawing them takes the processor
  /// less at every level.
  package static var adaptive: AdaptiveMembers.Rules {
    AdaptiveMembers.Rules(
      minimumCount: 200, quantum: 20, fadeSeconds: 1,
      device: SimulatedDevice(
        processor: SimulatedDevice.Part(fixed: 150_000, perMember: 600),
        graphics: SimulatedDevice.Part(fixed: 120_000, perMember: 1000)))
  }

  // MARK: - Homes

  /// Steps of the plastic number's sequence, which spreads any count of homes evenly.
  package static let spreadX: Float = 0.7548777
  /// The same downwards.
  package static let spreadY: Float = 0.5698403
  /// How far a home is moved from its position in that sequence, in points; less shows a lattice.
  package static let jitterPoints: Float = 11
  /// Points between any home and the edge of the canvas.
  package static let homeMarginPoints: Float = 16
  /// The angle in radians by which the middle of the canvas starts turned.
  ///
  /// Towards its edges particles start ever closer to their homes. Above 1 some would start on
  /// the walls.
  package static let startTurn: Float = 0.8

  // MARK: - Forces

  /// Drag, 1/s; with `homeStiffness` the way home is nearly critically damped: no swinging.
  package static let dragPerSecond: Float = 1.5
  /// Stiffness of the pull home, 1/s².
  package static let homeStiffness: Float = 0.62
  /// Points from home at which the pull levels off; more makes far particles hurry.
  package static let homeReachPoints: Float = 110
  /// Stiffness of the walls, 1/s²; less lets tilted particles leave the canvas.
  package static let wallStiffness: Float = 14
  /// Points beyond the canvas at which a wall's push levels off.
  package static let wallDepthPoints: Float = 24
  /// How far beyond the canvas a particle may fly before the wall has turned it back.
  package static let overshootPoints: Float = 48
  /// Particles closer than this push each other apart, in points.
  package static let contactPoints: Float = 15
  /// The strongest push of one particle on another, points per second squared; much more and a
  /// crowd around a finger boils.
  package static let contactAcceleration: Float = 16
  /// The strongest push of all others, points per second squared.
  package static let maximumContactAcceleration: Float = 160
  /// The strongest pull of all fingers together at charge 1, points per second squared.
  package static let maximumPull: Float = 620
  /// The fastest particle, points per second: the calm bound of the scene.
  package static let maximumSpeedPointsPerSecond: Float = 280
  /// The minimum charge; it orbits close to the finger.
  package static let minimumCharge: Float = 0.5
  /// The maximum charge; it orbits far out.
  package static let maximumCharge: Float = 1.5
  /// Substeps per second of simulated time.
  package static let substepsPerSecond: Float = 120

  // MARK: - Fingers

  /// Fingers and fading traces of fingers at once; more than fingers there may be, so that all find
  /// a slot in the end.
  package static let slotCount = 16
  /// Gravitational parameter of a finger, points cubed per second squared.
  package static let fingerStrength: Float = 2_700_000
  /// Softening length of a finger in points; less makes the middle of a swarm quick.
  package static let fingerSoftening: Float = 50
  /// Swirl of a finger, as a share of its pull: with the drag it decides how wide orbits are.
  package static let fingerSwirl: Float = 0.6
  /// Seconds in which a finger gains its strength; less jerks.
  package static let gainSeconds: Float = 0.5
  /// Seconds in which the strength of a finger that left fades.
  package static let fadeSeconds: Float = 0.9
  /// Seconds by which the attractor lags behind its finger.
  package static let followSeconds: Float = 0.09
  /// The fastest attractor, points per second.
  package static let maximumFollowPointsPerSecond: Float = 520
  /// Points an attractor keeps from the edges, so that orbits stay in sight.
  package static let fingerMarginPoints: Float = 64

  // MARK: - Motion

  /// Acceleration by a device leaned by one radian, points per second squared.
  package static let leanAcceleration: Float = 90
  /// Seconds in which a remembered lean fades.
  package static let leanLeakSeconds: Float = 4
  /// The largest lean remembered, in radians.
  package static let maximumLean: Float = 0.6
  /// Acceleration per g of the device, points per second squared.
  package static let shakeAcceleration: Float = 130
  /// Accelerations below this, in g, are hand tremor.
  package static let tremorThreshold: Float = 0.06
  /// Seconds in which particles take up a change of motion; less jerks.
  package static let biasSeconds: Float = 0.2
  /// The strongest acceleration by motion; it must stay below what the way home can hold.
  package static let maximumBias: Float = 56

  // MARK: - Light

  /// The speed at which a particle glows fully, points per second.
  package static let brightSpeedPointsPerSecond: Float = 150
  /// Seconds in which a particle's light follows its speed; less flickers.
  package static let lightSeconds: Float = 0.45
  /// Opacity of all light together; above 92 a swarm of teal particles flickers.
  ///
  /// However many particles and fingers meet, they change luminance by less than a tenth of
  /// white's.
  package static let swarmOpacity: UInt8 = 88
  /// Seconds of one slow breath of light.
  package static let breathSeconds: Float = 11
  /// How much of its light a breath takes and gives.
  package static let breathShare: Float = 0.22
  /// Smallest core radius in points.
  package static let minimumRadiusPoints: Float = 1.2
  /// Largest core radius in points.
  package static let maximumRadiusPoints: Float = 2.7

  /// Factor on time and on the pull of motion under Reduce Motion.
  package static let reducedMotionFactor: Float = 0.4
}
