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

extension SceneCanvas {
  /// Whether a point lies on the canvas, edges included.
  public func contains(_ point: Vector2) -> Bool {
    point.x >= 0 && point.x <= widthPoints && point.y >= 0 && point.y <= heightPoints
  }

  /// The point of the canvas that is nearest to another.
  public func nearest(to point: Vector2) -> Vector2 {
    Vector2(min(max(point.x, 0), widthPoints), min(max(point.y, 0), heightPoints))
  }

  /// Draws a uniform point; consumes two words of the stream.
  public func point(from stream: inout RandomStream) -> Vector2 {
    let x = stream.range(0, widthPoints)
    return Vector2(x, stream.range(0, heightPoints))
  }
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
