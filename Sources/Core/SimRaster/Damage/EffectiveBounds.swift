/// Which pixels commands can change, groups included.
enum EffectiveBounds {
  /// Lengths and positions beyond this many pixels draw nothing; squares of it stay finite.
  static var largestCoordinate: Float { 1_099_511_627_776 }

  /// Stores the bounds of commands `first ..< last`: none for a command that cannot be drawn, for
  /// a layer what it holds, and for both ends of a group all that is painted inside it.
  ///
  /// - Parameter layers: The frame's layers; nil inside a layer, which shows none.
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
    // Groups left open reach outwards too.
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
