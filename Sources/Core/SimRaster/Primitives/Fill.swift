/// The whole canvas in one color; reads no geometry.
enum Fill: Primitive {
  static var name: StaticString { "fill" }

  static func paint(_ command: DrawCommand, _ target: inout PaintTarget, _ pixels: inout Pixels) {
    guard let color = SolidSource(command.color, opacity: command.opacity) else { return }
    switch command.blend {
    case .sourceOver: paintFill(SourceOverRule.self, color, &target, &pixels)
    case .add: paintFill(AddRule.self, color, &target, &pixels)
    case .screen: paintFill(ScreenRule.self, color, &target, &pixels)
    case .maximum: paintFill(MaximumRule.self, color, &target, &pixels)
    }
  }
}

extension DisplayList {
  /// Paints the whole canvas in one color.
  public mutating func fill(_ color: StraightColor, blend: DisplayList.BlendMode = .sourceOver) {
    append(.fill, color: color, blend: blend, bounds: wholeCanvas)
  }
}
