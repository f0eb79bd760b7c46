/// The pixels that commands can change, with groups taken into account.
enum EffectiveBounds {
  /// Primitives with a length or coordinate above this many pixels are not drawn; its square is
  /// still finite.
  static var largestCoordinate: Float { 1_099_511_627_776 }

  /// Stores the bounds of commands `first ..< last`.
  ///
  /// They are empty for a command that cannot be drawn, cover the content of a layer, and for both
  /// ends of a group cover everything painted inside it.
  ///
  /// - Parameter layers: The frame's layers; nil inside a layer, which cannot show layers.
  static func compute(
    _ commands: [DrawCommand], from first: Int, to last: Int, canvas: PixelRectangle,
    layers: [LayerPixels]?, _ bounds: inout [PixelRectangle]
  ) {
    var depth = 0
    var begins = SIMD4<Int32>(repeating: 0)
    for index in first..<max(first, last) {
      switch commands[index].kind {
      case .beginGroup:
        bounds[index] = .empty
        if depth < 4 { begins[depth] = Int32(truncatingIfNeeded: index) }
        depth += 1
      case .endGroup:
        bounds[index] = .empty
        guard depth > 0 else { continue }
        depth -= 1
        guard depth < 4 else { continue }
        let begin = Int(begins[depth])
        bounds[index] = bounds[begin]
        if depth > 0 { include(bounds[index], in: Int(begins[depth - 1]), &bounds) }
      default:
        bounds[index] =
          isDrawable(commands[index]) ? commands[index].bounds.intersection(canvas) : .empty
        if commands[index].kind == .layer {
          let layer = Int(commands[index].resource)
          let reach = layers.map { layer < $0.count ? $0[layer].reach : .empty }
          bounds[index] = bounds[index].intersection(reach ?? .empty)
        }
        if depth > 0 { include(bounds[index], in: Int(begins[min(depth, 4) - 1]), &bounds) }
      }
    }
    // Groups that were never closed also extend the bounds of their parents.
    while depth > 1 {
      depth -= 1
      guard depth < 4 else { continue }
      include(bounds[Int(begins[depth])], in: Int(begins[depth - 1]), &bounds)
    }
  }

  private static func include(
    _ area: PixelRectangle, in begin: Int, _ bounds: inout [PixelRectangle]
  ) {
    bounds[begin] = bounds[begin].union(area)
  }

  private static func isDrawable(_ command: DrawCommand) -> Bool {
    let limit = SIMD8<Float>(repeating: largestCoordinate)
    return all((command.geometry .<= limit) .& (command.geometry .>= 0 - limit))
  }
}
