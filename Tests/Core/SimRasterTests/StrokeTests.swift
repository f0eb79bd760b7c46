import SimMath
import SimRaster
import TestTier
import Testing

/// Goal: a stroke that grows segment by segment looks in every frame like the stroke drawn at once.
///
/// Method: grow strokes of each blend, in a retained layer, in the frame and in a group of the
/// frame, and compare each frame with a list made from scratch and with the reference.
@Suite struct StrokeTests {
  private static let segmentCount = Tier.isDebug ? 10 : 160

  enum Way: CaseIterable {
    case layer, frame, group, layerInGroup
  }

  /// Joined segments of varying thickness that wander over the canvas and a little beyond.
  private static func segments(_ random: inout TestRandom, blend: Item.Blend) -> [Item] {
    var pen = Vector2(40, 30)
    let color = random.color().withAlpha([255, 254, 130, 1][random.below(4)])
    return (0..<segmentCount).map { _ in
      let start = pen
      if random.below(9) != 0 {
        pen = Vector2(
          min(max(pen.x + random.number(-14, 14), -8), 104),
          min(max(pen.y + random.number(-14, 14), -8), 84))
      }
      return Item(
        kind: .capsule, blend: blend, color: color, start: start, end: pen,
        radius: random.number(0.2, 5), isContinuation: random.below(2) == 0)
    }
  }

  private static func drawing(_ segments: [Item], _ way: Way, _ blend: Item.Blend) -> Drawing {
    var drawing = Drawing(width: 97, height: 77)
    let paper = Item(kind: .fill, color: StraightColor(hex: 0x30_5070))
    let begin = Item(kind: .beginGroup, blend: blend, opacity: 199)
    let end = Item(kind: .endGroup)
    drawing.layers = [[]]
    switch way {
    case .layer:
      drawing.layers = [segments]
      drawing.items = [paper, Item(kind: .layer, blend: blend, opacity: 254)]
    case .frame: drawing.items = [paper] + segments
    case .group: drawing.items = [paper, begin] + segments + [end]
    case .layerInGroup:
      drawing.layers = [segments]
      drawing.items = [paper, begin, Item(kind: .layer), end]
    }
    return drawing
  }

  @Test(arguments: Way.allCases, Item.Blend.allCases)
  func growingEqualsDrawingAtOnce(way: Way, blend: Item.Blend) {
    var random = TestRandom(UInt64(31 + blend.rawValue))
    let segments = Self.segments(&random, blend: blend)
    var list = Self.drawing([], way, blend).makeList()
    var surface = Surface(width: 97, height: 77)
    var rasterizer = Rasterizer(
      maximumPixelCount: 97 * 77, maximumSide: 97, commandCapacity: 256,
      tileWidth: [2048, 33, 16, 64][blend.rawValue], tileHeight: 64)
    var grown = 0
    var smallFrames = 0
    while grown < segments.count {
      // One at a time, at times a few, at times none.
      let added = min([1, 1, 1, 3, 0][random.below(5)], segments.count - grown)
      let drawing = Self.drawing(Array(segments[0..<grown + added]), way, blend)
      if way == .layer || way == .layerInGroup {
        Drawing.append(Array(segments[grown..<grown + added]), toLayer: 0, of: &list)
      }
      grown += added
      drawing.recordFrame(in: &list)
      let work = rasterizer.render(list, into: &surface)
      if work.cellsRepainted < 15 { smallFrames += 1 }

      let found = surface.rows
      let atOnce = freshPixels(drawing.makeList())
      #expect(firstDifference(found, atOnce, width: 97) == nil, "\(grown) segments")
      guard grown % 8 == 0 || grown == segments.count else { continue }
      let wanted = ReferenceRasterizer.render(drawing)
      #expect(firstDifference(found, wanted, width: 97) == nil, "\(grown) segments: reference")
    }
    #expect(smallFrames > segments.count / 2)
  }

  /// A layer that goes on after it was cleared, and after the canvas has changed, forgets the rest.
  @Test func aStrokeBeginsAgainAfterClearingAndResizing() {
    var random = TestRandom(5)
    var drawing = Self.drawing([], .layer, .over)
    (drawing.width, drawing.height) = (70, 51)
    var list = drawing.makeList()
    var surface = Surface(width: 70, height: 51)
    var rasterizer = Rasterizer(
      maximumPixelCount: 70 * 51, maximumSide: 70, commandCapacity: 256)
    for step in 0..<24 {
      let change = step % 6
      switch change {
      case 3: list.clearLayer(Handles.layers[0])
      case 4: (drawing.width, drawing.height) = (drawing.height, drawing.width)
      default: break
      }
      if change == 4 || change == 5 {
        // The second time to the size it has, which empties layers as well.
        list.resize(pixelWidth: drawing.width, pixelHeight: drawing.height, scale: 1)
        if change == 4 { surface.resize(width: drawing.width, height: drawing.height) }
      }
      if change >= 3 { drawing.layers = [[]] }
      // Then as many segments as before or more, so that their count does not tell.
      let segments = Self.segments(&random, blend: .over).prefix(change >= 3 ? change + 3 : 1)
      Drawing.append(Array(segments), toLayer: 0, of: &list)
      drawing.layers[0] += segments
      drawing.recordFrame(in: &list)
      _ = rasterizer.render(list, into: &surface)
      let wanted = ReferenceRasterizer.render(drawing)
      #expect(
        firstDifference(surface.rows, wanted, width: drawing.width) == nil,
        "step \(step)")
    }
  }
}
