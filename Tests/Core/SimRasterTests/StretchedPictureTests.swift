import SimMath
import SimRaster
import TestTier
import Testing

/// Goal: a stretched picture is what bilinear filtering gives, wide ones and translucent ones too,
/// however it is cut and repainted.
///
/// Method: the formula in double precision without any rounding; the reference rasterizer where
/// a canvas is wider than what is stretched at once; tiles and repaints against one whole repaint.
@Suite struct StretchedPictureTests {
  private let seedCount = Tier.isDebug ? 2 : 20
  private let wideHeight: Int32 = Tier.isDebug ? 3 : 24

  /// What rounding to whole levels costs, and 1/32 more for all that is rounded before.
  private let limit = 0.5 + 1.0 / 32

  private func picture(
    _ seed: UInt64, width: Int, height: Int, isOpaque: Bool, isExtreme: Bool = false
  ) -> Drawing.Picture {
    var random = TestRandom(seed)
    func level() -> UInt8 { UInt8(isExtreme ? random.below(2) * 255 : random.below(256)) }
    return Drawing.Picture(
      width: width, height: height,
      pixels: (0..<width * height).map { _ in
        StraightColor(
          red: level(), green: level(), blue: level(), alpha: isOpaque ? 255 : level()
        ).premultiplied
      })
  }

  /// A canvas with nothing but a picture on it.
  private func drawing(
    _ picture: Drawing.Picture, in place: PointRectangle, width: Int32, height: Int32
  ) -> Drawing {
    var drawing = Drawing(width: width, height: height)
    drawing.pictures = [picture]
    drawing.items = [Item(kind: .image, resource: 0, area: place)]
    return drawing
  }

  /// Red, green, blue and alpha where a picture is exactly there; nil outside.
  private func exact(
    _ picture: Drawing.Picture, in place: PointRectangle, x: Int, y: Int
  ) -> [Double]? {
    let (across, down) = (Double(x) + 0.5 - Double(place.x), Double(y) + 0.5 - Double(place.y))
    guard across >= 0, across < Double(place.width), down >= 0, down < Double(place.height)
    else { return nil }
    func position(_ offset: Double, _ length: Float, _ count: Int) -> (Int, Double) {
      let position = offset * Double(count) / Double(length) - 0.5
      let limited = min(max(position, 0), Double(count - 1))
      return (Int(limited), limited - limited.rounded(.down))
    }
    let (left, u) = position(across, place.width, picture.width)
    let (top, v) = position(down, place.height, picture.height)
    func channels(_ column: Int, _ row: Int) -> [Double] {
      let color = picture.pixels[
        min(row, picture.height - 1) * picture.width + min(column, picture.width - 1)]
      return [color.red, color.green, color.blue, color.alpha].map { Double($0) }
    }
    let (a, b) = (channels(left, top), channels(left + 1, top))
    let (c, d) = (channels(left, top + 1), channels(left + 1, top + 1))
    return (0..<4).map { index in
      (a[index] * (1 - u) + b[index] * u) * (1 - v) + (c[index] * (1 - u) + d[index] * u) * v
    }
  }

  /// The greatest difference between levels and what they stand for.
  private func error(of drawing: Drawing) -> Double {
    let found = freshPixels(drawing.makeList())
    let (picture, place) = (drawing.pictures[0], drawing.items[0].area)
    var greatest = 0.0
    for index in found.indices {
      let (x, y) = (index % Int(drawing.width), index / Int(drawing.width))
      let wanted = exact(picture, in: place, x: x, y: y) ?? [0, 0, 0, 0]
      for channel in 0..<4 {
        let level = Double(found[index] >> UInt32(8 * channel) & 255)
        greatest = max(greatest, abs(level - wanted[channel]))
      }
    }
    return greatest
  }

  @Test(arguments: OpaquePictureTests.places) func levelsAreNearestOrNearly(place: PointRectangle) {
    var greatest = 0.0
    for seed in 0..<seedCount {
      for isOpaque in [true, false] {
        let picture = picture(
          UInt64(seed), width: 7, height: 5, isOpaque: isOpaque, isExtreme: seed % 2 == 0)
        let error = error(of: drawing(picture, in: place, width: 97, height: 61))
        #expect(error <= limit, "seed \(seed), opaque \(isOpaque)")
        greatest = max(greatest, error)
      }
    }
    // Whole levels are what is stored: an error that is never near one half was not measured.
    #expect(greatest > 0.4)
  }

  /// As the scenes do it: a picture of many pixels over a canvas of many more.
  @Test func levelsOfALargePictureAreNearestOrNearly() {
    for isExtreme in [true, false] {
      let picture = picture(3, width: 230, height: 9, isOpaque: true, isExtreme: isExtreme)
      let place = PointRectangle(x: 0, y: 0, width: 4140, height: 162)
      #expect(error(of: drawing(picture, in: place, width: 2532, height: wideHeight)) <= limit)
    }
  }

  /// Slow ramps are where lost fractions show as bands: from one level to the next in 1,000 pixels.
  @Test func slowRampChangesLevelHalfway() {
    for level in 0..<255 {
      let colors = [level, level + 1].map {
        PremultipliedColor(
          uncheckedRed: UInt32($0), green: UInt32($0), blue: UInt32($0), alpha: 255)
      }
      let picture = Drawing.Picture(width: 2, height: 1, pixels: colors)
      let place = PointRectangle(x: -500, y: 0, width: 2000, height: 1)
      let reds = freshPixels(drawing(picture, in: place, width: 1000, height: 1).makeList())
        .map { Int($0 & 255) }
      #expect(reds.first == level && reds.last == level + 1)
      let steps = reds.indices.dropFirst().filter { reds[$0] != reds[$0 - 1] }
      #expect(steps.allSatisfy { abs($0 - 500) <= 16 }, "level \(level): \(steps)")
    }
  }

  @Test func pictureOfOneColorKeepsIt() {
    for level in 0..<256 as Range<UInt32> {
      let color = PremultipliedColor(
        uncheckedRed: level, green: 255 - level, blue: level / 2, alpha: 255)
      let picture = Drawing.Picture(
        width: 3, height: 2, pixels: [PremultipliedColor](repeating: color, count: 6))
      let place = PointRectangle(x: -0.3, y: -0.8, width: 41, height: 13)
      let found = freshPixels(drawing(picture, in: place, width: 37, height: 11).makeList())
      #expect(found.allSatisfy { $0 == color.packed }, "level \(level)")
    }
  }

  /// Wider than what is stretched at once, from pictures narrow and wide, in every way of mixing.
  @Test(arguments: [(1, 1), (2, 1), (1, 3), (9, 4), (700, 3), (5000, 6)])
  func wideCanvasHasThePixelsOfTheFormula(size: (width: Int, height: Int)) {
    for (number, isOpaque) in [true, false].enumerated() {
      var drawing = drawing(
        picture(UInt64(size.width), width: size.width, height: size.height, isOpaque: isOpaque),
        in: PointRectangle(x: 3.3, y: -0.7, width: 4207, height: 9), width: 4225, height: wideHeight
      )
      drawing.items[0].blend = Item.Blend.allCases[number]
      drawing.items[0].opacity = isOpaque ? 255 : 201
      drawing.items.insert(Item(kind: .fill, color: StraightColor(hex: 0x33_6699)), at: 0)
      let wanted = ReferenceRasterizer.render(drawing)
      #expect(
        firstDifference(freshPixels(drawing.makeList()), wanted, width: 4225) == nil)
      // A retained layer is painted in one piece.
      drawing.layers = [drawing.items]
      drawing.items = [Item(kind: .layer)]
      #expect(
        firstDifference(freshPixels(drawing.makeList()), wanted, width: 4225) == nil)
    }
  }

  @Test func tilesDoNotShow() {
    for isOpaque in [true, false] {
      let picture = picture(5, width: 23, height: 17, isOpaque: isOpaque)
      let list = drawing(
        picture, in: PointRectangle(x: -2.5, y: 1.5, width: 170, height: 99), width: 151, height: 83
      ).makeList()
      let whole = freshPixels(list)
      for (width, height) in [(1, 83), (151, 1), (7, 5), (16, 4), (50, 33)] as [(Int32, Int32)] {
        let found = freshPixels(list, tileWidth: width, tileHeight: height)
        #expect(found == whole, "\(width) by \(height), opaque \(isOpaque)")
      }
    }
  }

  /// What is repainted is the pixels under a disc that moves, and later the picture, changed.
  @Test func repaintedPartsEqualTheWhole() {
    for isOpaque in [true, false] {
      let drawing = drawing(
        picture(6, width: 23, height: 17, isOpaque: isOpaque),
        in: PointRectangle(x: -2.5, y: 1.5, width: 470, height: 99), width: 451, height: 83)
      var list = drawing.makeList()
      var surface = Surface(width: 451, height: 83)
      var rasterizer = makeRasterizer(for: drawing, tileWidth: 200, tileHeight: 32)
      for step in 0..<12 {
        if step % 4 == 3 {
          list.updateImage(Handles.images[0], columns: 3, rows: 2) { column, row in
            StraightColor(
              red: UInt8(step * 20), green: UInt8(column * 80), blue: UInt8(row), alpha: 255
            ).premultiplied
          }
        }
        list.removeAll()
        list.image(Handles.images[0], in: drawing.items[0].area)
        list.disc(
          center: Vector2(Float(step) * 37, 40), radius: 9, color: StraightColor(hex: 0xFF_0000))
        let work = rasterizer.render(list, into: &surface)
        if step % 4 == 1 { #expect(work.cellsRepainted < 100) }
        #expect(surface.rows == freshPixels(list), "step \(step), opaque \(isOpaque)")
      }
    }
  }
}
