/// A kind of command: its file holds its name, the method of `DisplayList` that encodes and bounds
/// it, how far it reaches, its shape, and which kernel paints it.
///
/// A new kind is a case of `DrawCommand.Kind`, such a file, and a line in each of the lists below.
protocol Primitive {
  /// The kind's name in reports, kebab-case.
  static var name: StaticString { get }
  /// Paints a command of the kind within the target's area.
  static func paint(_ command: DrawCommand, _ target: inout PaintTarget, _ pixels: inout Pixels)
}

extension DrawCommand.Kind {
  /// The kind's name in reports, kebab-case.
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

  /// Where the coverage of a round kind ends; nil for others, which may reach all of their bounds.
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
  /// Paints a command other than a group's, which the executor of a tile takes care of.
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
