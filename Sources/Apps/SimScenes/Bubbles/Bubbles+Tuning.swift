import SimbenchKit

/// All constants of the bubbles: unit, reason for the value, and the effect of other values.
package enum BubblesTuning {
  /// The product's cap on bubbles, for which storage is allocated.
  package static let maximumBubbleCount: Float = 30
  /// The minimum number of bubbles that a scenario may set.
  package static let minimumBubbleCount: Float = 1

  // MARK: - Adaptive quality

  /// At least 10 bubbles, in steps of 2; with fewer, children find too little to touch.
  ///
  /// On the simulated device, the large images of 30 bubbles take 0.72 intervals of GPU time, so
  /// twice the load is too much; with few bubbles the CPU takes longer.
  package static var adaptive: AdaptiveMembers.Rules {
    AdaptiveMembers.Rules(
      minimumCount: 10, quantum: 2, fadeSeconds: 1,
      device: SimulatedDevice(
        processor: SimulatedDevice.Part(fixed: 240_000, perMember: 11_000),
        graphics: SimulatedDevice.Part(fixed: 60_000, perMember: 22_000)))
  }

  // MARK: - Bubbles

  /// The radius of the smallest bubble in points, on a phone's canvas.
  package static let minimumRadiusPoints: Float = 14
  /// The radius of the largest bubble in points; above 60, thirty bubbles have no space to avoid
  /// each other.
  package static let maximumRadiusPoints: Float = 46
  /// The side of a square with the area of a phone's canvas; sizes scale with the canvas relative
  /// to it.
  package static let referenceSidePoints: Float = 574
  /// The range of the factor on sizes.
  package static let sizeLimits: ClosedRange<Float> = 0.3...1.8
  /// The rising speed of the smallest bubbles, in points per second.
  package static let slowestRisePointsPerSecond: Float = 13
  /// The rising speed of the largest bubbles; above 40 they look hurried.
  package static let fastestRisePointsPerSecond: Float = 25
  /// The time constant for velocity changes of the smallest bubbles, in seconds.
  package static let lightResponseSeconds: Float = 0.35
  /// The time constant for velocity changes of the largest bubbles, in seconds; much less looks
  /// weightless.
  package static let heavyResponseSeconds: Float = 0.7
  /// The maximum speed of a bubble, in points per second; keeps the scene calm.
  package static let maximumSpeedPointsPerSecond: Float = 170
  /// The sideways sway while rising, in points per second.
  package static let swayPointsPerSecond: Float = 5
  /// Sway cycles per second of the slowest bubble; the quickest has twice as many.
  package static let swayCyclesPerSecond: Float = 0.09
  /// The number of positions tried for a new bubble; the one farthest from earlier bubbles is used.
  package static let placeTries = 10

  // MARK: - Avoidance

  /// The distance between two rims, in points, below which bubbles move apart.
  package static let gapPoints: Float = 14
  /// The speed at which bubbles move apart if one covers the other's center, in points per second.
  package static let avoidPointsPerSecond: Float = 46
  /// The distance between a rim and the side of the canvas, in points, below which the side pushes
  /// back.
  package static let sidePoints: Float = 20
  /// The inward speed per point of depth in that layer, in 1/s.
  package static let sidePushPerSecond: Float = 1.8
  /// The distance above or below the canvas at which a bubble is invisible, in radii.
  package static let hiddenRadii: Float = 1.35
  /// The depth below the canvas over which returning bubbles are spread, in points.
  ///
  /// With much less, bubbles that a shake drove out together return in a clump.
  package static let returnDepthPoints: Float = 180
  /// The number of positions tried for a returning bubble; the emptiest is used.
  package static let returnTries = 3
  /// The number of random words reserved per life of a bubble: two per position and two for its
  /// pop.
  package static let wordsPerLife: UInt64 = 8

  // MARK: - Motion

  /// The acceleration of a bubble per g of the device, in points per second squared.
  ///
  /// Bubbles are lighter than the water and move with the acceleration, like a balloon in a car.
  package static let surgePointsPerSecondSquared: Float = 620
  /// The time constant of the surge's decay, in seconds.
  package static let surgeDecaySeconds: Float = 0.7
  /// The agitation gained per second under one g; agitation is limited to 0...1.
  package static let agitationPerSecond: Float = 2.2
  /// The time constant of the agitation's decay, in seconds.
  package static let agitationDecaySeconds: Float = 1.8
  /// Accelerations below this, in g, count as hand tremor and have no effect.
  package static let tremorThreshold: Float = 0.06
  /// The upward speed added at full agitation, in points per second.
  package static let liftPointsPerSecond: Float = 62
  /// The sway added at full agitation, in points per second.
  package static let flutterPointsPerSecond: Float = 34
  /// The sideways speed at a tilt of one radian, in points per second.
  package static let tiltPointsPerSecond: Float = 85
  /// The time constant of the tilt's decay, in seconds: the leak of the integral of rotation rate.
  package static let tiltLeakSeconds: Float = 4
  /// The largest tilt, in radians.
  package static let maximumTilt: Float = 0.6

  // MARK: - Touch

  /// The distance beyond its rim, in points, at which a bubble still counts as touched, for small
  /// fingers.
  package static let touchSlopPoints: Float = 10
  /// The radius in points within which a finger affects bubbles.
  package static let fingerReachPoints: Float = 100
  /// The speed at which bubbles move away from a finger, in points per second.
  package static let fingerPushPointsPerSecond: Float = 40
  /// The fraction of a finger's velocity that nearby bubbles adopt.
  package static let followShare: Float = 0.22
  /// The maximum finger speed that bubbles follow, in points per second.
  package static let maximumFingerPointsPerSecond: Float = 500
  /// The speed that a popping bubble gives to its neighbors, in points per second.
  package static let burstPointsPerSecond: Float = 26
  /// The radius of a pop's effect beyond the bubble's rim, in points.
  package static let burstReachPoints: Float = 80
  /// The time from the touch until a bubble has disappeared, in seconds.
  package static let popSeconds: Float = 0.75
  /// The growth of a popped bubble's ring, in radii.
  package static let popGrowth: Float = 0.4
  /// The number of droplets of a popped bubble.
  package static let dropletCount = 5
  /// The minimum time until a popped bubble returns, in seconds.
  package static let shortestReturnSeconds: Float = 2
  /// The maximum time until a popped bubble returns, in seconds.
  package static let longestReturnSeconds: Float = 6

  // MARK: - Light

  /// The opacity of all bubbles together; above 57 the brightest highlights flash.
  ///
  /// Rims and highlights change luminance by less than 1/10 of white, however many of them a shake
  /// drives across a spot.
  package static let flockOpacity: UInt8 = 56

  /// The factor on all motion under Reduce Motion.
  package static let reducedMotionFactor: Float = 0.4
}
