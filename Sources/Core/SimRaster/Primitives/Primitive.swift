/// A kind of command.
///
/// Its file contains its name, the method of `DisplayList` that encodes it with its bounds, its
/// shape and extent, and the call of its kernel.
///
/// A new kind needs a case of `DrawCommand.Kind`, such a file, and a line in each list below.
protocol Primitive {
  /// The kind's name in reports, in kebab case.
  static var name: StaticString { get }
  /// Paints a command of this kind within the target's area.
  static func paint(_ command: DrawCommand, _ target: inout PaintTarget, _ pixels: inout Pixels)
}

extension DrawCommand.Kind {
  /// The kind's name in reports, in kebab case.
  package var name: StaticString {
    switch self {
    case .fill: Fill.name
    case .linearGradient: LinearGradient.name
    case .radialGradient: RadialGradient.name
    case .disc: Disc.name
    case .softDisc: SoftDisc.name
    case .ring: Ring.name
    case .glow: Glow.name
    case .capsule: Capsule.name
    case .roundedBorder: RoundedBorder.name
    case .sprite: Sprite.name
    case .image: Image.name
    case .layer: Layer.name
    case .beginGroup: Group.name
    case .endGroup: Group.endName
    }
  }

  /// The radii that limit the coverage of a round kind; nil for other kinds, which may fill their
  /// bounds.
  @inline(__always)
  func radii(_ geometry: SIMD8<Float>) -> RoundReach.Radii? {
    switch self {
    case .disc: Disc.radii(geometry)
    case .softDisc: SoftDisc.radii(geometry)
    case .ring: Ring.radii(geometry)
    case .glow: Glow.radii(geometry)
    default: nil
    }
  }
}

extension DrawCommand {
  /// Paints a command; groups are composited by the tile executor.
  func paint(_ target: inout PaintTarget, _ pixels: inout Pixels) {
    switch kind {
    case .fill: Fill.paint(self, &target, &pixels)
    case .linearGradient: LinearGradient.paint(self, &target, &pixels)
    case .radialGradient: RadialGradient.paint(self, &target, &pixels)
    case .disc: Disc.paint(self, &target, &pixels)
    case .softDisc: SoftDisc.paint(self, &target, &pixels)
    case .ring: Ring.paint(self, &target, &pixels)
    case .glow: Glow.paint(self, &target, &pixels)
    case .capsule: Capsule.paint(self, &target, &pixels)
    case .roundedBorder: RoundedBorder.paint(self, &target, &pixels)
    case .sprite: Sprite.paint(self, &target, &pixels)
    case .image: Image.paint(self, &target, &pixels)
    case .layer: Layer.paint(self, &target, &pixels)
    case .beginGroup, .endGroup: return
    }
  }
}
