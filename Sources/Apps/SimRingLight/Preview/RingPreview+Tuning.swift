import SimbenchKit

/// All constants of the preview: unit, reason for the value, and the effect of other values.
package enum RingPreviewTuning {
  // MARK: - Pictures

  /// Display pixels per preview pixel along one axis, as in video previews; 1 costs four times as
  /// much and looks hardly better.
  package static let displayPixelsPerPreviewPixel: Int32 = 2
  /// Extra width and height of the camera's frame in percent: a margin for following the subject.
  package static let cameraExcessPercent: Int32 = 16

  // MARK: - Ring

  /// The corner radius of the ring's inner edge in points.
  package static let ringCornerPoints: Float = 44
  /// The fraction of the ring's thickness that fades at its inner edge.
  package static let ringSoftShare: Float = 0.5
  /// The maximum width of the soft edge in points; more looks like fog.
  package static let ringSoftPoints: Float = 26

  // MARK: - Light

  /// The light of a room at 100 %, relative to the light that exposes white at a gain of 1.
  package static let roomLight: Float = 2
  /// The color of the room's light, slightly warm.
  package static let roomColor = LinearColor(1, 0.95, 0.88)
  /// The light on a face in front of a completely white display, in the same unit.
  package static let displayLight: Float = 2.3
  /// The display's brightness setting, 0 to 1, to which it returns after the flash.
  package static let screenBrightness: Float = 0.8
  /// The automatic flash fires if the metered light is below this.
  package static let flashBelow: Float = 0.11
  /// The frequency of varying light, in hertz.
  package static let movingLightHertz: Float = 0.35

  // MARK: - Camera

  /// Noise in levels, at 100 % and a gain of 1.
  package static let noiseLevels: Float = 7
  /// Camera shake in frame heights at 100 %.
  package static let shakeShare: Float = 0.004
  /// The drift of the subject in frame heights at 100 %.
  package static let driftShare: Float = 0.05
  /// The time constant of following the subject, in seconds (63 %).
  package static let centeringSeconds: Float = 0.5
  /// The time constant of following the fingers' zoom, in seconds (63 %).
  package static let zoomSeconds: Float = 0.12
  /// The maximum zoom.
  package static let maximumZoom: Float = 5

  // MARK: - Smoothing

  /// The filter's radius in points: larger than pores, smaller than facial features.
  package static let smoothingPoints: Float = 11
  /// The variance at which smoothing is half; 0.01 removes the nose.
  package static let smoothingEpsilon: Float = 0.0025
  /// The fraction of the filter's result that is used: skin without texture looks like a mask.
  package static let smoothingStrength: Float = 0.85

  // MARK: - Controls

  /// The radius in points within which a touch presses the shutter.
  package static let shutterReachPoints: Float = 44
  /// The distance of the shutter from the bottom edge, in points.
  package static let shutterInsetPoints: Float = 96
  /// The side of the square controls in the corners, in points: ring and color at the top, camera
  /// at the bottom left.
  package static let cornerPoints: Float = 84
  /// The width in points of the brightness slider along the right edge.
  package static let sliderPoints: Float = 40
}
