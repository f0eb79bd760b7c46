import SimMath
import SimRaster
import TestTier
import Testing

/// Goal: the rules of `CompositingTests` are what reaches the surface, in every lane and through
/// every way in.
///
/// Method: pictures whose pixels run through all pairs of source and destination, in an order that
/// gives neighbors nothing in common, so that a channel or lane that reached into another would
/// show.
@Suite struct BlendedPixelTests {
  private let values =
    Tier.isDebug ? stride(from: 0, through: 255, by: 5).map { $0 } : Array(0...255)

  private typealias Pixel = ReferenceRasterizer.Pixel

  /// A color whose channels have to do with `value` but not with one another.
  private static func color(_ value: Int, alpha: Int) -> PremultipliedColor {
    PremultipliedColor(
      uncheckedRed: UInt32(min(value, alpha)), green: UInt32(value * 7 % (alpha + 1)),
      blue: UInt32((value ^ 85) % (alpha + 1)), alpha: UInt32(alpha))
  }

  /// All pairs, shuffled, as an odd number of columns and as many rows as that takes.
  private func pairs() -> (columns: Int, rows: Int, pairs: [(Int, Int)]) {
    var random = TestRandom(77)
    var pairs = values.flatMap { one in values.map { (one, $0) } }
    pairs = random.shuffled(pairs)
    let columns = 251
    while pairs.count % columns != 0 { pairs.append((random.below(256), random.below(256))) }
    return (columns, pairs.count / columns, pairs)
  }

  private enum Way: CaseIterable {
    case image, group, layer, scaledImage, sprite
  }

  /// Each source value as alpha and, below a larger alpha, as a channel of its own.
  @Test(arguments: Item.Blend.allCases) func everyPairReachesTheSurface(_ blend: Item.Blend) {
    let (columns, rows, pairs) = pairs()
    for (number, way) in Way.allCases.enumerated() {
      let sources = pairs.map { pair in
        Self.color(pair.0, alpha: number % 2 == 0 ? pair.0 : (pair.0 + pair.1) % 256)
      }
      let below = pairs.map { Self.color($0.1, alpha: 255 - ($0.1 + $0.0) % 3 * 40) }
      let opacity = way == .sprite ? 255 : [255, 254, 128, 1][number % 4]
      let found = surface(columns, rows, below, sources, blend, UInt8(opacity), way)
      var failures = 0
      for index in pairs.indices {
        let bottom = Pixel(below[index])
        // A weight of 256ths for a coverage of 255ths.
        let weight = (Float(sources[index].alpha) * (256.0 / 255)).rounded(.toNearestOrEven)
        let wanted =
          way == .sprite
          ? bottom.mixed(with: Self.ink, weight: Weight(Int(weight)), blend)
          : Pixel(sources[index]).scaled(by: opacity).mixed(over: bottom, blend)
        if found[index] != wanted.packed { failures += 1 }
      }
      #expect(failures == 0, "\(way)")
    }
  }

  private static var ink: StraightColor { StraightColor(red: 255, green: 130, blue: 3) }

  /// Paints `sources` over `below`, the way asked for.
  private func surface(
    _ columns: Int, _ rows: Int, _ below: [PremultipliedColor], _ sources: [PremultipliedColor],
    _ blend: Item.Blend, _ opacity: UInt8, _ way: Way
  ) -> [UInt32] {
    var drawing = Drawing(width: Int32(columns), height: Int32(rows))
    let area = PointRectangle(x: 0, y: 0, width: Float(columns), height: Float(rows))
    drawing.pictures = [
      Drawing.Picture(width: columns, height: rows, pixels: below),
      Drawing.Picture(width: columns, height: rows, pixels: sources),
    ]
    drawing.masks = [
      Drawing.Mask(width: columns, height: rows, coverage: sources.map { $0.alpha })
    ]
    let source = Item(kind: .image, resource: 1, area: area)
    drawing.layers = [[source]]
    drawing.items = [Item(kind: .image, resource: 0, area: area)]
    switch way {
    case .image:
      drawing.items.append(
        Item(kind: .image, blend: blend, opacity: opacity, resource: 1, area: area))
    case .group:
      drawing.items += [
        Item(kind: .beginGroup, blend: blend, opacity: opacity), source, Item(kind: .endGroup),
      ]
    case .layer: drawing.items.append(Item(kind: .layer, blend: blend, opacity: opacity))
    case .scaledImage:
      // A hair wider, so that the general loop runs; still nearest to the same pixels.
      let wider = PointRectangle(x: 0, y: 0, width: area.width.nextUp, height: area.height)
      drawing.items.append(
        Item(kind: .image, blend: blend, opacity: opacity, resource: 1, area: wider))
    case .sprite:
      drawing.items.append(
        Item(kind: .sprite, blend: blend, color: Self.ink, start: area.center, radius: 1))
    }
    return freshPixels(drawing.makeList())
  }

  /// A solid color under full and partial coverage, in runs of 1 to 9 pixels.
  @Test(arguments: Item.Blend.allCases) func solidColorsAreExactInRunsOfAnyLength(
    _ blend: Item.Blend
  ) {
    for alpha in values {
      let color = StraightColor(red: 255, green: 129, blue: 2, alpha: UInt8(alpha))
      let columns = 1 + alpha % 9
      var drawing = Drawing(width: Int32(columns), height: 29)
      let below = (0..<columns * 29).map { Self.color($0 * 37 % 256, alpha: 255 - $0 % 90) }
      drawing.pictures = [Drawing.Picture(width: columns, height: 29, pixels: below)]
      drawing.items = [
        Item(
          kind: .image, area: PointRectangle(x: 0, y: 0, width: Float(columns), height: 29)),
        Item(kind: .fill, blend: blend, color: color),
        // Nine of ten rows lie inside, the edges are partly covered.
        Item(
          kind: .capsule, blend: blend, color: color, start: Vector2(0.3, 4),
          end: Vector2(Float(columns) - 0.4, 21), radius: 3),
      ]
      let found = freshPixels(drawing.makeList())
      #expect(found == ReferenceRasterizer.render(drawing), "alpha \(alpha)")
    }
  }
}
