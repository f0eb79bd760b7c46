import SimMath

/// Light that falls off smoothly to 0 at its radius.
///
/// Geometry: center x, y, radius.
enum Glow: Primitive {
  static var name: StaticString { "glow" }

  /// The outer and inner limit of coverage, as distances from the center.
  @inline(__always)
  static func radii(_ geometry: SIMD8<Float>) -> RoundReach.Radii {
    (geometry[2], -1)
  }

  static func paint(_ command: DrawCommand, _ target: inout PaintTarget, _ pixels: inout Pixels) {
    guard let color = SolidSource(command.color, opacity: command.opacity) else { return }
    guard let light = Falloff(glow: command.geometry) else { return }
    paintFalloff(light, SquareProfile.self, command.blend, color, &target, &pixels)
  }
}

extension DisplayList {
  /// Paints light that falls off as `(1 - d²/r²)²` to 0 at `radius`.
  public mutating func glow(
    center: Vector2, radius: Float, color: StraightColor, blend: DisplayList.BlendMode = .screen
  ) {
    appendRound(.glow, center, radius, color, blend)
  }
}
