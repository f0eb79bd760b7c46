/// The orientation of the device, which rotates the motion axes and the canvas.
public enum Orientation: UInt8, CaseIterable, Sendable {
  /// Home edge down.
  case portrait
  /// Home edge to the right: the device was rotated by 90° to the left.
  case landscapeLeft
  /// Home edge up.
  case portraitUpsideDown
  /// Home edge to the left: the device was rotated by 90° to the right.
  case landscapeRight
}

/// A reading of the motion sensors in device axes: in portrait, x points right, y up, z out of the
/// glass.
public struct MotionSample: Equatable, Sendable {
  /// Acceleration in g without gravity.
  public var accelerationX: Float
  /// Acceleration in g without gravity.
  public var accelerationY: Float
  /// Acceleration in g without gravity.
  public var accelerationZ: Float
  /// Rotation rate in rad/s around x.
  public var rotationRateX: Float
  /// Rotation rate in rad/s around y.
  public var rotationRateY: Float
  /// Rotation rate in rad/s around z, positive counter-clockwise seen from the front.
  public var rotationRateZ: Float

  /// A device at rest.
  public static var still: MotionSample {
    MotionSample(acceleration: (0, 0, 0), rotationRate: (0, 0, 0))
  }

  /// Creates a reading.
  public init(acceleration: (Float, Float, Float), rotationRate: (Float, Float, Float)) {
    accelerationX = acceleration.0
    accelerationY = acceleration.1
    accelerationZ = acceleration.2
    rotationRateX = rotationRate.0
    rotationRateY = rotationRate.1
    rotationRateZ = rotationRate.2
  }

  /// The fraction of the acceleration along the glass, 0 to 1, that exceeds a hand's `tremor` in g.
  package func pushShare(beyond tremor: Float) -> Float {
    let strength = (accelerationX * accelerationX + accelerationY * accelerationY).squareRoot()
    return strength > tremor ? (strength - tremor) / strength : 0
  }

  /// The reading in canvas axes: as displayed, x points right, y points *down*, z out of the glass.
  ///
  /// With y flipped, the axes are left-handed; rotation rates keep their right-handed meaning about
  /// the unflipped axes, so `rotationRateZ` is the same in every orientation.
  package func canvasAxes(in orientation: Orientation) -> MotionSample {
    let (ax, ay) = Self.turn(accelerationX, accelerationY, orientation)
    let (rx, ry) = Self.turn(rotationRateX, rotationRateY, orientation)
    return MotionSample(
      acceleration: (ax, -ay, accelerationZ), rotationRate: (rx, ry, rotationRateZ))
  }

  /// Converts device x and y to the right and up directions of the display.
  private static func turn(
    _ x: Float, _ y: Float, _ orientation: Orientation
  ) -> (right: Float, up: Float) {
    switch orientation {
    case .portrait: (x, y)
    case .landscapeLeft: (-y, x)
    case .portraitUpsideDown: (-x, -y)
    case .landscapeRight: (y, -x)
    }
  }
}
