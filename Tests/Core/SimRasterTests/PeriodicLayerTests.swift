import SimMath
import SimRaster
import TestTier
import Testing

/// Goal: a retained layer whose rows repeat their first eight pixels is repainted from those alone,
/// with the pixels of the whole layer; one whose rows do not is never taken for it.
///
/// Method: grounds with and without something on them, on canvases of many widths, under a disc
/// that moves, against the reference rasterizer in every frame.
@Suite struct PeriodicLayerTests {
  static let widths: [Int32] =
    Tier.isDebug
    ? Array(1...9) + Array(14...19) + [31, 64, 97, 150]
    : Array(1...40) + Array(62...67) + [97, 130, 191]
  private static let height: Int32 = 23

  private static let everywhere = PointRectangle(x: -1, y: -1, width: 300, height: 300)
  private static let base = Item(kind: .fill, color: StraightColor(hex: 0x24_3B60))
  private static let veil = Item(
    kind: .fill, blend: .screen, color: StraightColor(hex: 0x80_4020, alpha: 77))
  private static let sky = gradient(0, to: Vector2(0, 21))
  private static let mist = gradient(1, to: Vector2(0, -17), blend: .add, opacity: 200)

  private static func gradient(
    _ resource: Int, to end: Vector2, blend: Item.Blend = .over, opacity: UInt8 = 255,
    area: PointRectangle = everywhere
  ) -> Item {
    Item(
      kind: .linearGradient, blend: blend, opacity: opacity, resource: resource, area: area,
      end: end)
  }

  /// Layers whose rows repeat.
  private static let even: [[Item]] = [
    [base], [sky], [base, veil], [sky, veil], [sky, mist, veil], [base, mist],
    [disc, slanted, sky], [ring, base, mist], [sky, beyond, veil],
  ]

  private static let disc = Item(
    kind: .disc, color: StraightColor(hex: 0xFF_FFFF), start: Vector2(9, 9), radius: 0.7)
  private static let slanted = gradient(0, to: Vector2(3, 21))
  private static let ring = Item(
    kind: .ring, color: StraightColor(hex: 0x11_2233), start: Vector2(0, 12), radius: 6, width: 2)
  /// Off the canvas.
  private static let beyond = Item(
    kind: .disc, color: StraightColor(hex: 0xFF_0000), start: Vector2(-90, 5), radius: 9)

  /// Layers whose rows do not.
  private static let uneven: [[Item]] = [
    [base, disc], [sky, disc, veil], [slanted], [base, slanted, veil], [sky, ring],
    [
      base,
      gradient(0, to: Vector2(0, 9), area: PointRectangle(x: 1, y: 0, width: 300, height: 40)),
    ],
    [
      base, gradient(1, to: Vector2(0, 9), area: PointRectangle(x: 0, y: 7, width: 300, height: 3)),
    ],
    [base, Item(kind: .radialGradient, resource: 0, area: everywhere, radius: 30)],
    [base, Item(kind: .beginGroup, opacity: 130), sky, disc, Item(kind: .endGroup)],
    [base, Item(kind: .image, area: PointRectangle(x: 2, y: 1, width: 14, height: 12))],
  ]

  private static func drawing(_ layer: [Item], width: Int32) -> Drawing {
    var drawing = Drawing(width: width, height: height)
    drawing.gradients = [
      [
        Drawing.Stop(offset: 0, color: StraightColor(hex: 0x10_1830)),
        Drawing.Stop(offset: 1, color: StraightColor(hex: 0x16_2038)),
      ],
      [
        Drawing.Stop(offset: 0, color: StraightColor(hex: 0x40_5060, alpha: 30)),
        Drawing.Stop(offset: 1, color: StraightColor(hex: 0x20_1010, alpha: 90)),
      ],
    ]
    drawing.pictures = [
      Drawing.Picture(
        width: 7, height: 6,
        pixels: (0..<42).map { StraightColor(hex: UInt32($0) &* 0x03_5917).premultiplied })
    ]
    drawing.layers = [layer]
    return drawing
  }

  /// Shows a layer under a moving disc, checks each frame, and says whether it was found to repeat.
  private func isPeriodic(_ layer: [Item], width: Int32) -> Bool {
    var drawing = Self.drawing(layer, width: width)
    var list = drawing.makeList()
    var surface = Surface(width: width, height: Self.height)
    var rasterizer = Rasterizer(
      maximumPixelCount: width * Self.height, maximumSide: max(width, Self.height),
      commandCapacity: 8, tileWidth: 48, tileHeight: 9)
    for frame in 0..<4 {
      drawing.items = [
        Item(kind: .layer),
        Item(
          kind: .softDisc, color: StraightColor(hex: 0xE0_F0FF, alpha: 190),
          start: Vector2(3 + 11 * Float(frame), 4 + 3.5 * Float(frame)), radius: 5, softness: 1),
      ]
      list.removeAll()
      drawing.recordFrame(in: &list)
      _ = rasterizer.render(list, into: &surface)
      let difference = firstDifference(
        surface.rows, ReferenceRasterizer.render(drawing), width: width)
      #expect(difference == nil, "width \(width), frame \(frame), \(layer.map(\.kind))")
    }
    return rasterizer.isPeriodic(layer: 0)
  }

  @Test(arguments: widths) func rowsThatRepeatAreFoundAndNoOthers(width: Int32) {
    for layer in Self.even {
      let isFound = isPeriodic(layer, width: width)
      #expect(isFound, "width \(width), \(layer.map(\.kind))")
    }
    for layer in Self.uneven {
      let isFound = isPeriodic(layer, width: width)
      // What is uneven may lie beyond a narrow canvas.
      #expect(!isFound || width < 16, "width \(width), \(layer.map(\.kind))")
    }
  }

  /// A layer stops repeating with what is appended to it, and repeats again once that is covered.
  @Test func whatIsAppendedCounts() {
    var drawing = Self.drawing([Self.sky], width: 97)
    drawing.items = [Item(kind: .layer)]
    var list = drawing.makeList()
    drawing.recordFrame(in: &list)
    var surface = Surface(width: 97, height: Self.height)
    var rasterizer = Rasterizer(
      maximumPixelCount: 97 * Self.height, maximumSide: 97, commandCapacity: 8)
    _ = rasterizer.render(list, into: &surface)
    for (item, isEven) in [
      (Self.veil, true), (Self.ring, false), (Self.veil, false), (Self.sky, true),
      (Self.mist, true), (Self.disc, false),
    ] {
      // A layer is appended to between frames.
      list.removeAll()
      Drawing.append([item], toLayer: 0, of: &list)
      drawing.recordFrame(in: &list)
      drawing.layers[0].append(item)
      _ = rasterizer.render(list, into: &surface)
      #expect(surface.rows == ReferenceRasterizer.render(drawing))
      let isFound = rasterizer.isPeriodic(layer: 0)
      #expect(isFound == isEven, "\(item.kind)")
    }
  }
}
