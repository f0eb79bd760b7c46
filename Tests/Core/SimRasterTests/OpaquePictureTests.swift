import SimMath
import SimRaster
import Testing

/// Goal: an opaque picture that is stretched has the pixels of the formula, bit for bit.
///
/// Method: pictures of random and of extreme colors, stretched by whole and by odd factors, small
/// and wide, on canvases that they cover or not, against the reference rasterizer.
@Suite struct OpaquePictureTests {
  /// Left, top, width and height of the picture of 7 by 5 on a canvas of 97 by 61.
  static let places: [PointRectangle] = [
    PointRectangle(x: 0, y: 0, width: 14, height: 10),
    PointRectangle(x: 3, y: 2, width: 28, height: 20),
    PointRectangle(x: 0, y: 0, width: 56, height: 40),
    PointRectangle(x: 0, y: 0, width: 97, height: 61),
    PointRectangle(x: -40, y: -30, width: 300, height: 211),
    PointRectangle(x: -5.3, y: 7.7, width: 126, height: 33.1),
    PointRectangle(x: 10.2, y: 4.6, width: 9.9, height: 6.3),
    PointRectangle(x: 20, y: 20, width: 3.4, height: 2.2),
    PointRectangle(x: 60.5, y: 30.5, width: 400, height: 90),
  ]

  private static func picture(_ seed: UInt64, isExtreme: Bool) -> Drawing.Picture {
    var random = TestRandom(seed)
    func level() -> UInt32 { UInt32(isExtreme ? random.below(2) * 255 : random.below(256)) }
    let pixels = (0..<35).map { _ in
      PremultipliedColor(uncheckedRed: level(), green: level(), blue: level(), alpha: 255)
    }
    return Drawing.Picture(width: 7, height: 5, pixels: pixels)
  }

  @Test(arguments: places) func stretchedPictureHasThePixelsOfTheFormula(place: PointRectangle) {
    for seed in 0..<12 {
      var drawing = Drawing(width: 97, height: 61)
      drawing.pictures = [Self.picture(UInt64(seed), isExtreme: seed % 3 == 0)]
      drawing.items = [
        Item(kind: .fill, color: StraightColor(hex: 0x33_6699)),
        Item(kind: .image, resource: 0, area: place),
      ]
      let found = freshPixels(drawing.makeList())
      #expect(found == ReferenceRasterizer.render(drawing), "seed \(seed)")
    }
  }

  /// What lies below a picture that covers the canvas must not show, nor what was there before.
  @Test func pictureThatCoversTheCanvasHidesWhatIsBelow() {
    var drawing = Drawing(width: 97, height: 61)
    drawing.pictures = [Self.picture(1, isExtreme: false)]
    for edge in [Float(0), 0.6] {
      drawing.items = [
        Item(kind: .fill, color: StraightColor(hex: 0xFF_0000, alpha: 90)),
        Item(
          kind: .image, resource: 0,
          area: PointRectangle(x: edge, y: edge, width: 97, height: 61)),
      ]
      let found = freshPixels(drawing.makeList())
      #expect(found == ReferenceRasterizer.render(drawing), "edge \(edge)")
    }
  }
}
