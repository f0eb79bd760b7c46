import SimbenchKit

/// Every constant of the bubbles: its unit, why this value, and what another one breaks.
package enum BubblesTuning {
  /// The product's cap on bubbles; storage is sized by it.
  package static let maximumBubbleCount: Float = 30
  /// The minimum a scenario may ask for.
  package static let minimumBubbleCount: Float = 1

  // MARK: - Adaptive quality

  /// At least 10 bubbles, by steps of 2; with fewer a child looks for something to touch.
  ///
  /// On the simulated device the large pictures of 30 bubbles take the graphics processor 0.72
  /// intervals, and twice the load is too much; of few bubbles the processor takes longer.
  package static var adaptive: AdaptiveMembers.Rules {
    AdaptiveMembers.Rules(
      minimumCount: 10, quantum: 2, fadeSeconds: 1,
      device: SimulatedDevice(
        processor: SimulatedDevice.Part(fixed: 240_000, perMember: 11_000),
        graphics: SimulatedDevice.Part(fixed: 60_000, perMember: 22_000)))
  }

  // MARK: - Bubbles

  /// Radius of the smallest bubble in points, on a phone's canvas.
  package static let minimumRadiusPoints: Float = 14
  /// Radius of the largest; above 60 thirty of them have no space to avoid each other.
  package static let maximumRadiusPoints: Float = 46
  /// Side of the square whose area is a phone's canvas: sizes grow with the canvas from there.
  package static let referenceSidePoints: Float = 574
  /// The smallest and largest factor on sizes.
  package static let sizeLimits: ClosedRange<Float> = 0.3...1.8
  /// Rising speed of the smallest bubbles, points per second.
  package static let slowestRisePointsPerSecond: Float = 13
  /// Rising speed of the largest; above 40 they hurry.
  package static let fastestRisePointsPerSecond: Float = 25
  /// Seconds the smallest bubbles need to take up a new velocity.
  package static let lightResponseSeconds: Float = 0.35
  /// Seconds the largest need; much less and they look weightless.
  package static let heavyResponseSeconds: Float = 0.7
  /// No bubble ever moves faster, points per second; the calm bound of the scene.
  package static let maximumSpeedPointsPerSecond: Float = 170
  /// Sideways sway while rising, points per second.
  package static let swayPointsPerSecond: Float = 5
  /// Sway cycles per second of the slowest and, twice that, the quickest bubble.
  package static let swayCyclesPerSecond: Float = 0.09
  /// Places tried for a new bubble; the one farthest from those before it is taken.
  package static let placeTries = 10

  // MARK: - Keeping apart

  /// Points between two rims from which on bubbles give way to each other.
  package static let gapPoints: Float = 14
  /// Speed at which bubbles give way where one covers the other's middle, points per second.
  package static let avoidPointsPerSecond: Float = 46
  /// Points between a rim and the side of the canvas from which on the side pushes back.
  package static let sidePoints: Float = 20
  /// Inward speed per point of depth in that layer, 1/s.
  package static let sidePushPerSecond: Float = 1.8
  /// How far above or below the canvas a bubble is out of sight, in radii.
  package static let hiddenRadii: Float = 1.35
  /// Depth below the canvas over which returning bubbles are spread, in points.
  ///
  /// Much less and bubbles that a shake sent off together come back in a clump.
  package static let returnDepthPoints: Float = 180
  /// Places tried for a returning bubble; the emptiest is taken.
  package static let returnTries = 3
  /// Random words set apart for each time a bubble comes back: two per position and two for its
  /// pop.
  package static let wordsPerLife: UInt64 = 8

  // MARK: - Motion

  /// Acceleration of a bubble per g of the device, points per second squared.
  ///
  /// Bubbles are lighter than what surrounds them and run ahead of it, like a balloon in a car.
  package static let surgePointsPerSecondSquared: Float = 620
  /// Seconds in which the surge falls to 1/e.
  package static let surgeDecaySeconds: Float = 0.7
  /// Agitation gained per second under one g; agitation is clamped to 0...1.
  package static let agitationPerSecond: Float = 2.2
  /// Seconds in which agitation falls to 1/e.
  package static let agitationDecaySeconds: Float = 1.8
  /// Accelerations below this, in g, are hand tremor and do nothing.
  package static let tremorThreshold: Float = 0.06
  /// Upward speed added at full agitation, points per second.
  package static let liftPointsPerSecond: Float = 62
  /// Sway added at full agitation, points per second.
  package static let flutterPointsPerSecond: Float = 34
  /// Sideways speed at a tilt of one radian, points per second.
  package static let tiltPointsPerSecond: Float = 85
  /// Seconds in which a remembered tilt fades: the leak of the integral of rotation rate.
  package static let tiltLeakSeconds: Float = 4
  /// The largest tilt the scene shows, in radians.
  package static let maximumTilt: Float = 0.6

  // MARK: - Touch

  /// Points beyond its rim at which a bubble still counts as touched, for small fingers.
  package static let touchSlopPoints: Float = 10
  /// Reach of a finger among the bubbles in points.
  package static let fingerReachPoints: Float = 100
  /// Speed at which bubbles give way to a finger, points per second.
  package static let fingerPushPointsPerSecond: Float = 40
  /// Share of the finger's own velocity that bubbles near it take up.
  package static let followShare: Float = 0.22
  /// The fastest finger that bubbles follow, points per second.
  package static let maximumFingerPointsPerSecond: Float = 500
  /// Speed given by a bursting bubble to those beside it, points per second.
  package static let burstPointsPerSecond: Float = 26
  /// Reach of a burst beyond the bubble's rim, in points.
  package static let burstReachPoints: Float = 80
  /// Seconds from the touch until the last trace of a bubble is gone.
  package static let popSeconds: Float = 0.75
  /// Growth of the ring of a popped bubble, in radii.
  package static let popGrowth: Float = 0.4
  /// Droplets of a popped bubble.
  package static let dropletCount = 5
  /// Shortest time until a popped bubble comes back from below, seconds.
  package static let shortestReturnSeconds: Float = 2
  /// Longest time until it comes back, seconds.
  package static let longestReturnSeconds: Float = 6

  // MARK: - Light

  /// Opacity of all bubbles together; above 57 the highest highlights flash.
  ///
  /// Rims and highlights change luminance by less than a tenth of white's, however many of them a
  /// shake drives across a spot.
  package static let flockOpacity: UInt8 = 56

  /// Factor on every drive under Reduce Motion.
  package static let reducedMotionFactor: Float = 0.4
}
