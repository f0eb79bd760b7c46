import SimbenchKit

/// Every constant of the snow globe: its unit, why this value, and what another one breaks.
package enum SnowglobeTuning {
  /// The product's cap on flakes; storage is sized by it.
  package static let maximumFlakeCount: Float = 600
  /// The minimum the product shows on its weakest device class.
  package static let minimumFlakeCount: Float = 1

  // MARK: - Adaptive quality

  /// At least 200 flakes, as the product asks, by steps of 20; below 2 % of all a change is not
  /// worth making.
  ///
  /// On the simulated device 600 flakes take the processor 0.72 intervals, and twice the load is
  /// too much. Small discs in one color each take the graphics processor less at every level.
  package static var adaptive: AdaptiveMembers.Rules {
    AdaptiveMembers.Rules(
      minimumCount: 200, quantum: 20, fadeSeconds: 1,
      device: SimulatedDevice(
        processor: SimulatedDevice.Part(fixed: 120_000, perMember: 1000),
        graphics: SimulatedDevice.Part(fixed: 60_000, perMember: 500)))
  }

  // MARK: - The globe

  /// Points between the glass and the nearest canvas edge, as a share of the shorter side.
  package static let glassMarginShare: Float = 0.036
  /// Top of the snowy ground, as a share of the globe's height from its top.
  ///
  /// Above 0.9 it leaves no space for 600 settled flakes above the curve of the glass.
  package static let groundShare: Float = 0.80
  /// Curvature radius of the ground, in globe half-widths; smaller makes a steeper hill.
  package static let groundRadiusShare: Float = 1.9

  // MARK: - Flakes

  /// Smallest flake radius in points: far away.
  package static let minimumRadiusPoints: Float = 2
  /// Largest flake radius in points: near.
  package static let maximumRadiusPoints: Float = 6
  /// Falling speed of the farthest flakes, points per second.
  package static let slowestFallPointsPerSecond: Float = 19
  /// Falling speed of the nearest flakes; above 60 snow looks like rain.
  package static let fastestFallPointsPerSecond: Float = 46
  /// Seconds the smallest flakes need to take up the liquid's motion.
  package static let lightResponseSeconds: Float = 0.10
  /// Seconds the largest flakes need; much more and they ignore a shake.
  package static let heavyResponseSeconds: Float = 0.32
  /// No flake ever moves faster, points per second; the calm bound of the scene.
  package static let maximumSpeedPointsPerSecond: Float = 260
  /// Sideways sway while falling, points per second.
  package static let swayPointsPerSecond: Float = 5
  /// Sway added in fully stirred liquid, points per second; without it flakes travel in clumps.
  package static let flutterPointsPerSecond: Float = 62
  /// Sway cycles per second of the slowest and, twice that, the quickest flake.
  package static let swayCyclesPerSecond: Float = 0.16

  // MARK: - The liquid

  /// Waves whose sum is the liquid's eddies; each costs every flake about ten operations.
  package static let eddyCount = 5
  /// Shortest eddy in points; smaller ones would shear clumps of flakes apart visibly.
  package static let shortestEddyPoints: Float = 110
  /// Longest eddy in points: about the width of a phone.
  package static let longestEddyPoints: Float = 340
  /// Eddy speed of the liquid at rest, points per second: the snow never hangs still.
  package static let restingEddyPointsPerSecond: Float = 3
  /// Eddy speed added per unit of agitation, points per second.
  package static let agitatedEddyPointsPerSecond: Float = 78
  /// Bulk acceleration of the liquid per g of the device, points per second squared.
  package static let shakePointsPerSecondSquared: Float = 1250
  /// Agitation gained per second under one g; agitation is clamped to 0...1.
  package static let agitationPerSecond: Float = 2.6
  /// Accelerations below this, in g, are hand tremor and stir nothing.
  package static let tremorThreshold: Float = 0.06
  /// Seconds in which the liquid's bulk motion falls to 1/e.
  package static let bulkDecaySeconds: Float = 0.55
  /// Seconds in which agitation falls to 1/e; longer and the snow never settles.
  package static let agitationDecaySeconds: Float = 2.4
  /// Seconds in which the liquid's rotation falls to 1/e.
  package static let spinDecaySeconds: Float = 0.9
  /// Liquid rotation per device rotation: the glass drags only a part along.
  package static let spinShare: Float = 0.55
  /// Fastest rotation of the liquid, rad/s.
  package static let maximumSpin: Float = 1.1

  // MARK: - Tilt

  /// Seconds in which a remembered tilt fades: the leak of the integral of rotation rate.
  package static let tiltLeakSeconds: Float = 4
  /// The largest tilt the scene shows, in radians; more would pour snow against gravity.
  package static let maximumTilt: Float = 0.6

  // MARK: - Snow on the ground

  /// Columns in which the height of settled snow is kept.
  package static let columnCount = 48
  /// Share of a settled flake's area that raises the snow; 1 would leave no overlap.
  package static let packing: Float = 0.55
  /// A settled flake this far above the snow, in points, falls again.
  package static let unsupportedPoints: Float = 5
  /// Agitation that lifts the loosest flake; the firmest needs four times as much.
  package static let liftAgitation: Float = 0.16
  /// Upward speed of a lifted flake, points per second.
  package static let liftPointsPerSecond: Float = 70
  /// Upward speed of the swell in fully stirred liquid at the bottom, points per second; it fades
  /// towards the top, so that flakes spread over the whole globe instead of gathering there.
  package static let swellPointsPerSecond: Float = 330
  /// Passes of smoothing that make a heap of settled flakes slump; fewer leave towers.
  package static let slumpPasses = 14
  /// Snow steeper than this (rise per run) slides.
  package static let reposeSlope: Float = 0.42
  /// The fastest slide, points per second.
  package static let slidePointsPerSecond: Float = 26
  /// The fastest a lying flake follows snow that sinks below it, points per second.
  package static let sinkPointsPerSecond: Float = 30
  /// Thickness of the layer in which the glass pushes back, in points; looser flakes feel it
  /// farther out, so that they do not line up.
  package static let glassLayerPoints: Float = 16
  /// Inward speed per point of depth in that layer, 1/s.
  package static let glassPushPerSecond: Float = 1.6

  // MARK: - Touch

  /// Reach of a finger's swirl in points.
  package static let swirlRadiusPoints: Float = 96
  /// Tangential speed of the liquid around a finger, points per second.
  package static let swirlPointsPerSecond: Float = 84
  /// Share of the finger's own velocity that the liquid takes up.
  package static let followShare: Float = 0.35
  /// The fastest finger the liquid follows, points per second.
  package static let maximumFingerPointsPerSecond: Float = 500
  /// Outward speed given to flakes by a new touch, points per second.
  package static let burstPointsPerSecond: Float = 120

  // MARK: - Light

  /// The color of snow with nothing behind it: red, green and blue, 0 to 255.
  package static var snow: SIMD3<Float> { SIMD3(200, 213, 231) }
  /// The maximum share of it in a flake's color, the backdrop being the rest; with more, snow
  /// before the dark sky would look cut out.
  package static let maximumSnowShare: Float = 0.4
  /// The maximum luminance that a flake adds anywhere near, white's being 1.
  ///
  /// Snow is fainter where it would add more. With what it may take away it stays below 0.1: what
  /// changes by less, back and forth, is no transition.
  package static let maximumBrightening: Float = 0.07
  /// The maximum luminance that a flake takes away near something brighter, such as the moon.
  package static let maximumDarkening: Float = 0.006
  /// Points between the nodes at which snow's color is known; above 8 a tree is lost.
  package static let tintSpacingPoints: Float = 6
  /// The maximum count of nodes; on larger canvases they stand farther apart.
  package static let maximumTintNodeCount: Float = 10_240

  /// Factor on every drive under Reduce Motion.
  package static let reducedMotionFactor: Float = 0.4
}
