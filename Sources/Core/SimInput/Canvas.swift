import SimMath

/// The surface a scene fills: its size in points, its density and how the device is held.
public struct Canvas: Equatable, Sendable {
  /// Width in points as the picture is seen, 1 to 4,096.
  public var widthPoints: Float
  /// Height in points as the picture is seen, 1 to 4,096.
  public var heightPoints: Float
  /// Pixels per point, 1 to 4.
  public var scale: Float
  /// How the device is held.
  public var orientation: Orientation

  /// Makes a canvas.
  public init(
    widthPoints: Float, heightPoints: Float, scale: Float, orientation: Orientation = .portrait
  ) {
    self.widthPoints = widthPoints
    self.heightPoints = heightPoints
    self.scale = scale
    self.orientation = orientation
  }

  /// Width in whole pixels, at least 1.
  public var pixelWidth: Int32 { max(1, Int32(widthPoints * scale + 0.5)) }
  /// Height in whole pixels, at least 1.
  public var pixelHeight: Int32 { max(1, Int32(heightPoints * scale + 0.5)) }
}

extension Canvas: StateFields {
  /// Shows every field.
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
