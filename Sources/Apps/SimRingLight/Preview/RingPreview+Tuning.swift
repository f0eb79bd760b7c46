import SimbenchKit

/// Every constant of the preview: its unit, why this value, and what another one breaks.
package enum RingPreviewTuning {
  // MARK: - Pictures

  /// Pixels of the display along one of the preview's: what video previews have; 1 costs four times
  /// as much and shows little more.
  package static let displayPixelsPerPreviewPixel: Int32 = 2
  /// How much wider and higher the camera's picture is: a margin for following the subject.
  package static let cameraExcessPercent: Int32 = 16

  // MARK: - Ring

  /// Radius of the inner edge's corners in points.
  package static let ringCornerPoints: Float = 44
  /// How much of the thickness the soft inner edge takes.
  package static let ringSoftShare: Float = 0.5
  /// The soft edge in points at most: beyond it the ring looks like fog.
  package static let ringSoftPoints: Float = 26

  // MARK: - Light

  /// Light of a room at 100 %, as a multiple of what makes white white at a gain of 1.
  package static let roomLight: Float = 2
  /// The room's light is a little warm.
  package static let roomColor = LinearColor(1, 0.95, 0.88)
  /// Light on a face before a display that is white all over, in the same unit.
  package static let displayLight: Float = 2.3
  /// How bright the display is set, 0 to 1; the flash brings it back to exactly this.
  package static let screenBrightness: Float = 0.8
  /// Below so much metered light the automatic flash fires.
  package static let flashBelow: Float = 0.11
  /// Turns per second of the light that moves.
  package static let movingLightHertz: Float = 0.35

  // MARK: - Camera

  /// Noise in levels at 100 % and a gain of 1.
  package static let noiseLevels: Float = 7
  /// Hand shake in heights of the picture at 100 %.
  package static let shakeShare: Float = 0.004
  /// How far the subject drifts in heights of the picture at 100 %.
  package static let driftShare: Float = 0.05
  /// Seconds in which the picture follows the subject to 63 %.
  package static let centeringSeconds: Float = 0.5
  /// Seconds in which the zoom follows the fingers to 63 %.
  package static let zoomSeconds: Float = 0.12
  /// The nearest zoom.
  package static let maximumZoom: Float = 5

  // MARK: - Smoothing

  /// How far the filter reaches in points: more than pores, less than features.
  package static let smoothingPoints: Float = 11
  /// The variance that is smoothed by half; 0.01 takes away the nose.
  package static let smoothingEpsilon: Float = 0.0025
  /// How much of the filter's result is taken: skin without any texture is a mask.
  package static let smoothingStrength: Float = 0.85

  // MARK: - Controls

  /// How near the shutter a touch must begin, in points.
  package static let shutterReachPoints: Float = 44
  /// How far above the lower edge the shutter is, in points.
  package static let shutterInsetPoints: Float = 96
  /// Side of the squares in the corners: above, ring and color; below on the left, the camera.
  package static let cornerPoints: Float = 84
  /// Width of the strip along the right edge that sets the brightness.
  package static let sliderPoints: Float = 40
}
