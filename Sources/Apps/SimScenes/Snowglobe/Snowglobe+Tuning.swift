import SimbenchKit

/// All constants of the snow globe: unit, reason for the value, and the effect of other values.
package enum SnowglobeTuning {
  /// The product's cap on flakes, for which storage is allocated.
  package static let maximumFlakeCount: Float = 600
  /// The minimum number of flakes on the product's weakest device class.
  package static let minimumFlakeCount: Float = 1

  // MARK: - Adaptive quality

  /// At least 200 flakes, as the product requires, in steps of 20; changes below 2 % are not
  /// worthwhile.
  ///
  /// On the simulated device, 600 flakes take 0.72 intervals of CPU time, so twice the load is too
  /// much. Small discs in one color take less GPU time at every level.
  package static var adaptive: AdaptiveMembers.Rules {
    AdaptiveMembers.Rules(
      minimumCount: 200, quantum: 20, fadeSeconds: 1,
      device: SimulatedDevice(
        processor: SimulatedDevice.Part(fixed: 120_000, perMember: 1000),
        graphics: SimulatedDevice.Part(fixed: 60_000, perMember: 500)))
  }

  // MARK: - The globe

  /// The distance between the glass and the nearest canvas edge, as a fraction of the shorter side.
  package static let glassMarginShare: Float = 0.036
  /// The top of the snowy ground, as a fraction of the globe's height from its top.
  ///
  /// Above 0.9 there is no space for 600 settled flakes above the curve of the glass.
  package static let groundShare: Float = 0.80
  /// The curvature radius of the ground, in half-widths of the globe; less makes a steeper hill.
  package static let groundRadiusShare: Float = 1.9

  // MARK: - Flakes

  /// The smallest radius of a flake in points: far away.
  package static let minimumRadiusPoints: Float = 2
  /// The largest radius of a flake in points: near.
  package static let maximumRadiusPoints: Float = 6
  /// The falling speed of the farthest flakes, in points per second.
  package static let slowestFallPointsPerSecond: Float = 19
  /// The falling speed of the nearest flakes; above 60 snow looks like rain.
  package static let fastestFallPointsPerSecond: Float = 46
  /// The time constant for velocity changes of the smallest flakes, in seconds.
  package static let lightResponseSeconds: Float = 0.10
  /// The time constant for velocity changes of the largest flakes, in seconds; much more, and they
  /// hardly react to a shake.
  package static let heavyResponseSeconds: Float = 0.32
  /// The maximum speed of a flake, in points per second; keeps the scene calm.
  package static let maximumSpeedPointsPerSecond: Float = 260
  /// The sideways sway while falling, in points per second.
  package static let swayPointsPerSecond: Float = 5
  /// The sway added in fully stirred liquid, in points per second; without it flakes move in
  /// clumps.
  package static let flutterPointsPerSecond: Float = 62
  /// Sway cycles per second of the slowest flake; the quickest has twice as many.
  package static let swayCyclesPerSecond: Float = 0.16

  // MARK: - The liquid

  /// The number of waves that form the eddies; each costs about ten operations per flake.
  package static let eddyCount = 5
  /// The shortest eddy in points; smaller ones would visibly shear clumps of flakes apart.
  package static let shortestEddyPoints: Float = 110
  /// The longest eddy in points: about the width of a phone.
  package static let longestEddyPoints: Float = 340
  /// The speed of eddies at rest, in points per second, so that snow never hangs still.
  package static let restingEddyPointsPerSecond: Float = 3
  /// The speed of eddies added per unit of agitation, in points per second.
  package static let agitatedEddyPointsPerSecond: Float = 78
  /// The bulk acceleration of the liquid per g of the device, in points per second squared.
  package static let shakePointsPerSecondSquared: Float = 1250
  /// The agitation gained per second under one g; agitation is limited to 0...1.
  package static let agitationPerSecond: Float = 2.6
  /// Accelerations below this, in g, count as hand tremor and do not stir.
  package static let tremorThreshold: Float = 0.06
  /// The time constant of the bulk motion's decay, in seconds.
  package static let bulkDecaySeconds: Float = 0.55
  /// The time constant of the agitation's decay, in seconds; with more, the snow never settles.
  package static let agitationDecaySeconds: Float = 2.4
  /// The time constant of the rotation's decay, in seconds.
  package static let spinDecaySeconds: Float = 0.9
  /// The liquid's rotation per rotation of the device: the glass drags the liquid along only
  /// partly.
  package static let spinShare: Float = 0.55
  /// The maximum rotation speed of the liquid, in rad/s.
  package static let maximumSpin: Float = 1.1

  // MARK: - Tilt

  /// The time constant of the tilt's decay, in seconds: the leak of the integral of rotation rate.
  package static let tiltLeakSeconds: Float = 4
  /// The largest tilt, in radians; with more, snow would fall against gravity.
  package static let maximumTilt: Float = 0.6

  // MARK: - Snow on the ground

  /// The number of columns in which the height of settled snow is stored.
  package static let columnCount = 48
  /// The fraction of a settled flake's area that raises the snow; at 1 flakes would not overlap.
  package static let packing: Float = 0.55
  /// The distance above the snow, in points, at which a settled flake falls again.
  package static let unsupportedPoints: Float = 5
  /// The agitation that lifts the loosest flake; the firmest needs four times as much.
  package static let liftAgitation: Float = 0.16
  /// The upward speed of a lifted flake, in points per second.
  package static let liftPointsPerSecond: Float = 70
  /// The upward speed of the swell at the bottom in fully stirred liquid, in points per second.
  ///
  /// It decreases toward the top, so that flakes spread over the whole globe.
  package static let swellPointsPerSecond: Float = 330
  /// The number of smoothing passes that let a heap of settled flakes slump; fewer leave towers.
  package static let slumpPasses = 14
  /// Snow steeper than this (rise per run) slides.
  package static let reposeSlope: Float = 0.42
  /// The maximum sliding speed, in points per second.
  package static let slidePointsPerSecond: Float = 26
  /// The maximum speed at which a settled flake follows sinking snow, in points per second.
  package static let sinkPointsPerSecond: Float = 30
  /// The thickness of the layer in which the glass pushes back, in points; it is thicker for loose
  /// flakes, so that they do not line up.
  package static let glassLayerPoints: Float = 16
  /// The inward speed per point of depth in that layer, in 1/s.
  package static let glassPushPerSecond: Float = 1.6

  // MARK: - Touch

  /// The radius of a finger's swirl in points.
  package static let swirlRadiusPoints: Float = 96
  /// The tangential speed of the liquid around a finger, in points per second.
  package static let swirlPointsPerSecond: Float = 84
  /// The fraction of a finger's velocity that the liquid adopts.
  package static let followShare: Float = 0.35
  /// The maximum finger speed that the liquid follows, in points per second.
  package static let maximumFingerPointsPerSecond: Float = 500
  /// The outward speed given to flakes by a new touch, in points per second.
  package static let burstPointsPerSecond: Float = 120

  // MARK: - Light

  /// The color of snow without a backdrop: red, green and blue, 0 to 255.
  package static var snow: SIMD3<Float> { SIMD3(200, 213, 231) }
  /// The maximum fraction of snow in a flake's color; the rest is the backdrop.
  ///
  /// With more, snow in front of the dark sky would look like cutouts.
  package static let maximumSnowShare: Float = 0.4
  /// The maximum luminance that a flake adds anywhere near it; white is 1.
  ///
  /// Snow is more transparent where it would add more. Together with `maximumDarkening` it stays
  /// below 0.1: smaller changes, back and forth, are not transitions.
  package static let maximumBrightening: Float = 0.07
  /// The maximum luminance that a flake removes near something brighter, such as the moon.
  package static let maximumDarkening: Float = 0.006
  /// The distance between the nodes of the snow's color in points; above 8 a tree disappears.
  package static let tintSpacingPoints: Float = 6
  /// The maximum number of nodes; on larger canvases they are farther apart.
  package static let maximumTintNodeCount: Float = 10_240

  /// The factor on all motion under Reduce Motion.
  package static let reducedMotionFactor: Float = 0.4
}
