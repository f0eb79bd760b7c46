import SimMath

/// A gradient along a line, clipped to the bounds.
///
/// Geometry: x0, y0, x1, y1 of the axis; stops in `resource`.
enum LinearGradient: Primitive {
  static var name: StaticString { "linear-gradient" }

  static func paint(_ command: DrawCommand, _ target: inout PaintTarget, _ pixels: inout Pixels) {
    paintGradient(LinearAxis(command.geometry), command, &target, &pixels)
  }
}

extension DisplayList {
  /// Paints a rectangle with a gradient along a line; the end colors continue beyond the line's
  /// ends.
  public mutating func linearGradient(
    _ gradient: GradientHandle, in area: PointRectangle, from start: Vector2, to end: Vector2,
    blend: DisplayList.BlendMode = .sourceOver, opacity: UInt8 = 255
  ) {
    append(
      .linearGradient, opacity: opacity, blend: blend, resource: UInt16(place(of: gradient)),
      bounds: wholePixels(of: area),
      geometry: SIMD8(
        start.x * scale, start.y * scale, end.x * scale, end.y * scale, 0, 0, 0, 0))
  }
}

/// Positions along a line: `((p - a) · (b - a)) / |b - a|²`; 1 everywhere if a and b coincide.
struct LinearAxis: GradientAxis {
  private let startX: Float
  private let startY: Float
  private let stepX: Float
  private let stepY: Float
  private let bias: Float

  /// Reads both ends.
  init(_ geometry: SIMD8<Float>) {
    startX = geometry[0]
    startY = geometry[1]
    let (alongX, alongY) = (geometry[2] - geometry[0], geometry[3] - geometry[1])
    let lengthSquared = alongX * alongX + alongY * alongY
    let isProper = lengthSquared > 0.000_001
    let count = Float(GradientTables.stepCount)
    stepX = isProper ? alongX / lengthSquared * count : 0
    stepY = isProper ? alongY / lengthSquared * count : 0
    bias = isProper ? 0 : count
  }

  var isConstantAlongRows: Bool { stepX == 0 }

  @inline(__always)
  func steps(x: Lanes, y: Float) -> Lanes {
    (x - startX) * stepX + ((y - startY) * stepY + bias)
  }
}
