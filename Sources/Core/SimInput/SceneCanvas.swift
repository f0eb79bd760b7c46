import SimMath

/// The drawing area of a scene: size in points, pixel density and device orientation.
public struct SceneCanvas: Equatable, Sendable {
  /// The width in points as displayed, 1 to 4,096.
  public var widthPoints: Float
  /// The height in points as displayed, 1 to 4,096.
  public var heightPoints: Float
  /// Pixels per point, 1 to 4.
  public var scale: Float
  /// The orientation of the device.
  public var orientation: Orientation

  /// Creates a canvas.
  public init(
    widthPoints: Float, heightPoints: Float, scale: Float, orientation: Orientation = .portrait
  ) {
    self.widthPoints = widthPoints
    self.heightPoints = heightPoints
    self.scale = scale
    self.orientation = orientation
  }

  /// The width in whole pixels, at least 1.
  public var pixelWidth: Int32 { max(1, Int32(widthPoints * scale + 0.5)) }
  /// The height in whole pixels, at least 1.
  public var pixelHeight: Int32 { max(1, Int32(heightPoints * scale + 0.5)) }
}

extension SceneCanvas: StateFields {
  /// Visits every field.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  public mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&widthPoints, "widthPoints")
    visitor.field(&heightPoints, "heightPoints")
    visitor.field(&scale, "scale")
    visitor.field(&orientation, "orientation")
  }
}
