import SimMath

/// A gradient around a point, clipped to the bounds.
///
/// Geometry: center x, y, radius; stops in `resource`.
enum RadialGradient: Primitive {
  static var name: StaticString { "radial-gradient" }

  static func paint(_ command: DrawCommand, _ target: inout PaintTarget, _ pixels: inout Pixels) {
    paintGradient(RadialAxis(command.geometry), command, &target, &pixels)
  }
}

extension DisplayList {
  /// Paints a rectangle with a gradient around a point; the last color continues beyond the radius.
  public mutating func radialGradient(
    _ gradient: GradientHandle, in area: PointRectangle, center: Vector2, radius: Float,
    blend: DisplayList.BlendMode = .sourceOver, opacity: UInt8 = 255
  ) {
    append(
      .radialGradient, opacity: opacity, blend: blend, resource: UInt16(place(of: gradient)),
      bounds: wholePixels(of: area),
      geometry: SIMD8(center.x * scale, center.y * scale, radius * scale, 0, 0, 0, 0, 0))
  }
}

/// Positions around a point: `d / r`; 1 everywhere if the radius is not positive.
struct RadialAxis: GradientAxis {
  private let centerX: Float
  private let centerY: Float
  private let step: Float
  private let bias: Float

  /// Reads center and radius.
  init(_ geometry: SIMD8<Float>) {
    centerX = geometry[0]
    centerY = geometry[1]
    let isProper = geometry[2] > 0.000_001
    let count = Float(GradientTables.stepCount)
    step = isProper ? 1 / geometry[2] * count : 0
    bias = isProper ? 0 : count
  }

  var isConstantAlongRows: Bool { step == 0 }

  @inline(__always)
  func steps(x: Lanes, y: Float) -> Lanes {
    let (dx, dy) = (x - centerX, y - centerY)
    return (dx * dx + dy * dy).squareRoot() * step + bias
  }
}
