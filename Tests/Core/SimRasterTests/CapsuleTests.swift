import SimMath
import SimRaster
import TestTier
import Testing

/// Goal: a segment is the same pixels in every direction, length and thickness, however the canvas
/// is cut, and only its edge is computed pixel by pixel.
///
/// Method: segments of all directions against the reference rasterizer, which computes every pixel
/// from the distance; tiles whose sides fall anywhere between the columns or rows that are painted
/// at once.
@Suite struct CapsuleTests {
  private static let directionCount = Tier.isDebug ? 20 : 360

  /// Whether what lies behind the start is left out.
  private static let starts = [false, true]

  private static let sizes: [(Int32, Int32)] = [(2048, 64), (5, 7), (13, 3), (6, 64), (16, 16)]

  /// Opaque, so that runs of full coverage replace; translucent, so that they are mixed.
  @Test(arguments: [255, 130] as [UInt8], starts)
  func everyDirectionIsExact(alpha: UInt8, isContinuation: Bool) {
    var random = TestRandom(UInt64(alpha))
    for direction in 0..<Self.directionCount {
      // The four axes are among them, and directions next to them.
      let turn = Float(direction) / Float(Self.directionCount)
      let (sine, cosine) = Math.sinCos(turn * 6.283_185_3)
      let middle = Vector2(random.number(18, 35), random.number(18, 29))
      let half = Vector2(cosine, sine) * random.number(0, 24)
      var drawing = Drawing(width: 53, height: 47)
      drawing.items = [
        Item(kind: .fill, color: StraightColor(hex: 0x20_3040)),
        Item(
          kind: .capsule, color: StraightColor(hex: 0xF4_D58D, alpha: alpha),
          start: middle - half, end: middle + half,
          radius: direction % 3 == 0 ? random.number(0.2, 2) : random.number(1, 14),
          isContinuation: isContinuation),
      ]
      check(drawing, "direction \(direction)")
    }
  }

  /// Segments much longer than the canvas and much thicker, of which it shows a part.
  @Test(arguments: starts) func largeOnesAreExact(isContinuation: Bool) {
    var random = TestRandom(9)
    for number in 0..<Self.directionCount {
      var drawing = Drawing(width: 53, height: 47)
      let reach: Float = number % 2 == 0 ? 500 : 7000
      let radius = random.number(1, number % 4 < 2 ? 40 : 900)
      let along = Vector2(random.number(-reach, reach), random.number(-reach, reach))
      // The edge of it, or its end, near the middle of the canvas.
      let place =
        Vector2(26, 23) - along * random.number(0, 1.1)
        + Vector2(-along.y, along.x) * (radius / max(along.length, 1))
      drawing.items = [
        Item(kind: .fill, color: StraightColor(hex: 0x20_3040)),
        Item(
          kind: .capsule, color: StraightColor(hex: 0xF4_D58D), start: place, end: place + along,
          radius: radius, isContinuation: isContinuation),
      ]
      check(drawing, "number \(number)")
    }
  }

  /// Ends so small that they are wholly between two lines of pixels, or reach farthest there.
  @Test(arguments: starts) func thinOnesAreExact(isContinuation: Bool) {
    var random = TestRandom(31)
    for number in 0..<Self.directionCount * 10 {
      var drawing = Drawing(width: 24, height: 21)
      let start = Vector2(random.number(3, 21), random.number(3, 18))
      let along = Vector2(random.number(-9, 9), random.number(-9, 9))
      drawing.items = [
        Item(kind: .fill, color: StraightColor(hex: 0x20_3040)),
        Item(
          kind: .capsule, color: StraightColor(hex: 0xF4_D58D), start: start, end: start + along,
          radius: random.number(0.3, 3.5), isContinuation: isContinuation),
      ]
      check(drawing, "number \(number)")
    }
  }

  private func check(_ drawing: Drawing, _ name: String) {
    let list = drawing.makeList()
    let wanted = ReferenceRasterizer.render(drawing)
    var counts: RasterWork?
    for size in Self.sizes {
      var surface = Surface(width: drawing.width, height: drawing.height)
      var rasterizer = makeRasterizer(for: drawing, tileWidth: size.0, tileHeight: size.1)
      let work = rasterizer.render(list, into: &surface)
      let difference = firstDifference(surface.rows, wanted, width: drawing.width)
      #expect(difference == nil, "\(name), tiles of \(size): \(drawing.items[1])")
      #expect(counts == nil || work == counts, "\(name), tiles of \(size): \(drawing.items[1])")
      counts = work
    }
  }

  /// A stroke of 400 by 24 pixels has an outline of 876 pixels: with its ends, where pixels of
  /// four columns or rows at once are computed, some three pixels are for each pixel of it.
  @Test(arguments: [false, true]) func onlyTheEdgeIsComputed(isSteep: Bool) {
    for rise in stride(from: Float(-375), through: 375, by: 25) {
      let half = isSteep ? Vector2(rise / 2, 200) : Vector2(200, rise / 2)
      var list = makeList(width: 600, height: 600)
      list.capsule(
        from: Vector2(300, 300) - half, to: Vector2(300, 300) + half, radius: 12,
        color: StraightColor(hex: 0xFF_FFFF))
      var surface = Surface(width: 600, height: 600)
      var rasterizer = Rasterizer(
        maximumPixelCount: 360_000, maximumSide: 600, commandCapacity: 64)
      let work = rasterizer.render(list, into: &surface)
      let length = (Double(rise) * Double(rise) + 160_000).squareRoot()
      let area = length * 24 + 452
      let outline = length * 2 + 75
      let all = Double(work.pixelsBlended + work.pixelsFilled)
      #expect(all >= area && all <= area + outline * 2.5, "\(rise): \(all) of \(area)")
      #expect(Double(work.pixelsBlended) <= outline * 4, "\(rise): \(work.pixelsBlended)")
      #expect(Double(work.pixelsFilled) >= area - outline * 2.5, "\(rise)")
    }
  }
}
