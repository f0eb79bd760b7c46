import SimMath
import SimRaster
import Testing

/// Goal: work is counted exactly and by kind, and every total is the sum of its kinds.
///
/// Method: small drawings whose counts can be worked out on paper, random ones for the sums.
struct WorkCountTests {
  private typealias Kind = DrawCommand.Kind

  private func lane(_ counts: RasterWork.CountsByKind, _ kind: Kind) -> UInt32 {
    counts[Int(kind.rawValue)]
  }

  private func render(_ list: borrowing DisplayList) -> RasterWork {
    var surface = Surface(width: list.pixelWidth, height: list.pixelHeight)
    var rasterizer = Rasterizer(
      maximumPixelCount: list.pixelWidth * list.pixelHeight,
      maximumSide: max(list.pixelWidth, list.pixelHeight), commandCapacity: 64)
    return rasterizer.render(list, into: &surface)
  }

  @Test func everyKindHasItsLane() {
    #expect(Kind.allCases.map { $0.rawValue } == Array(0..<14))
    #expect(RasterWork.CountsByKind.scalarCount >= Kind.allCases.count)
  }

  @Test func aSmallDrawingOnPaper() {
    var list = makeList(width: 64, height: 32)
    list.fill(StraightColor(hex: 0x204060))
    list.disc(center: Vector2(20, 16), radius: 4, color: StraightColor(hex: 0xFFFFFF, alpha: 128))
    list.disc(center: Vector2(50, 16), radius: 4, color: StraightColor(hex: 0xFFFFFF, alpha: 128))
    list.capsule(
      from: Vector2(4, 4), to: Vector2(4, 4), radius: 1, color: StraightColor(hex: 0, alpha: 9))
    let work = render(list)
    #expect(work.primitives == 4)
    #expect(lane(work.primitivesByKind, .fill) == 1)
    #expect(lane(work.primitivesByKind, .disc) == 2)
    #expect(lane(work.primitivesByKind, .capsule) == 1 && work.segments == 1)
    #expect(lane(work.filledByKind, .fill) == 64 * 32)
    #expect(work.pixelsFilled == 64 * 32 && work.pixelsCopied == 0)
    #expect(work.cellsRepainted == 4 * 8 && work.runsRepainted == 8)
    // A disc covers its area, and touches no more than the square around it, edges included.
    let discs = lane(work.blendedByKind, .disc)
    #expect((100...200).contains(discs))
    #expect(lane(work.rowsByKind, .disc) >= 16 && lane(work.rowsByKind, .disc) <= 24)
    #expect(work.pixelsBlended == discs + lane(work.blendedByKind, .capsule))
  }

  @Test func copiesAreThePixelsOfPicturesAndLayers() {
    var list = makeList(width: 64, height: 32)
    list.beginLayer(Handles.layers[0])
    list.fill(StraightColor(hex: 0x204060))
    list.endLayer()
    list.layer(Handles.layers[0])
    let work = render(list)
    #expect(work.pixelsCopied == 64 * 32)
    #expect(lane(work.filledByKind, .layer) == 64 * 32)
    #expect(lane(work.filledByKind, .fill) == 64 * 32)
    #expect(work.pixelsFilled == 2 * 64 * 32)
    #expect(work.primitives == 2)
  }

  @Test func totalsAreSumsOverKinds() {
    for number in 0..<40 {
      var random = TestRandom(UInt64(80_000 + number))
      var drawing = Drawing(
        width: Int32(random.below(90) + 2), height: Int32(random.below(60) + 2))
      drawing.scale = random.scale()
      random.addResources(to: &drawing)
      drawing.layers = [random.layerItems(in: drawing), random.layerItems(in: drawing)]
      drawing.items = random.frameItems(in: drawing)
      let work = render(drawing.makeList())
      #expect(work.primitivesByKind.wrappedSum() == work.primitives, "drawing \(number)")
      #expect(work.blendedByKind.wrappedSum() == work.pixelsBlended, "drawing \(number)")
      #expect(work.filledByKind.wrappedSum() == work.pixelsFilled, "drawing \(number)")
      // Nothing is counted for what cannot be: ends of groups paint nothing of their own.
      #expect(lane(work.blendedByKind, .endGroup) == 0)
    }
  }

  @Test func coloredCellsAreCountedUntilTheNextFrame() {
    var list = makeList(width: 64, height: 32)
    let color = StraightColor(hex: 0x102030).premultiplied
    list.updateImage(Handles.images[0], columns: 3, rows: 2) { _, _ in color }
    list.updateImage(Handles.images[0], columns: 3, rows: 2) { _, _ in color }
    #expect(list.cellsColored == 12)
    list.removeAll()
    #expect(list.cellsColored == 0)
  }
}
