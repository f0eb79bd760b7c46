import SimMath
import SimRaster
import TestTier
import Testing

/// Goal: a frame that repaints what changed looks like one painted afresh, whatever changed and
/// however tiles are cut.
///
/// Method: long random animations, each frame rendered by three rasterizers with memories and
/// different tiles, by one without, and now and then by the reference.
@Suite struct DamageTests {
  private static let sequenceCount = Tier.isDebug ? 2 : 4
  private let frameCount = Tier.isDebug ? 32 : 700
  private let referenceInterval = Tier.isDebug ? 6 : 3

  /// A rasterizer, what it paints on and what is derived from both.
  private struct Screen: ~Copyable {
    var surface: Surface
    var rasterizer: Rasterizer
    var digest: PixelDigest

    init(tileWidth: Int32, tileHeight: Int32) {
      let side = Animation.largestSide
      surface = Surface(width: 97, height: 83, capacity: side * side)
      rasterizer = Rasterizer(
        maximumPixelCount: side * side, maximumSide: side, commandCapacity: 1024,
        tileWidth: tileWidth, tileHeight: tileHeight)
      digest = PixelDigest(maximumPixelCount: side * side, maximumSide: side)
    }

    mutating func show(_ animation: borrowing Animation) -> RasterWork {
      let (width, height) = (animation.drawing.width, animation.drawing.height)
      if surface.width != width || surface.height != height {
        surface.resize(width: width, height: height)
      }
      if animation.change == .invalidate {
        for index in surface.storage.indices { surface.storage[index] = 0x5A5A_5A5A }
        rasterizer.invalidate()
      }
      return rasterizer.render(animation.list, into: &surface)
    }

    /// Whether the digest kept up to date is the digest of the picture.
    mutating func digestHolds() -> Bool {
      digest.update(surface, rasterizer) == PixelDigest.whole(surface)
    }
  }

  /// What must have happened for the comparison to mean something.
  private struct Seen {
    var changes: [Animation.Change] = []
    var partialFrames = 0
    var idleFrames = 0
    var regroupedFrames = 0
  }

  @Test(arguments: 0..<sequenceCount) func everyFrameEqualsAFullRepaint(sequence: Int) {
    var animation = Animation(seed: UInt64(1000 + sequence))
    var fine = Screen(tileWidth: 7, tileHeight: 5)
    var middle = Screen(tileWidth: 16, tileHeight: 37)
    var coarse = Screen(tileWidth: 2048, tileHeight: 64)
    var seen = Seen()
    for frame in 0..<frameCount {
      animation.step()
      seen.changes.append(animation.change)
      let work = coarse.show(animation)
      let others = (fine.show(animation), middle.show(animation))
      #expect(work == others.0 && work == others.1, "frame \(frame): counts")

      let found = coarse.surface.rows
      let isSame = found == fine.surface.rows && found == middle.surface.rows
      #expect(isSame, "frame \(frame), \(animation.change): tiles")
      let width = animation.drawing.width
      if let difference = firstDifference(found, freshPixels(animation.list), width: width) {
        Issue.record("frame \(frame), \(animation.change): \(difference)")
        return
      }
      if frame % referenceInterval == 0 {
        let wanted = ReferenceRasterizer.render(animation.drawing)
        #expect(firstDifference(found, wanted, width: width) == nil, "frame \(frame): reference")
      }
      let digestHolds = coarse.digestHolds()
      #expect(digestHolds, "frame \(frame): digest")

      let cellCount = UInt32((width + 15) / 16 * ((animation.drawing.height + 3) / 4))
      if animation.hasRegrouped { seen.regroupedFrames += 1 }
      if work.cellsRepainted == 0 { seen.idleFrames += 1 }
      if work.cellsRepainted > 0 && work.cellsRepainted < cellCount { seen.partialFrames += 1 }
    }
    // Were everything repainted each time, the comparison would show nothing.
    #expect(seen.partialFrames > frameCount / 8)
    #expect(seen.idleFrames > frameCount / 60)
    #if !DEBUG
      #expect(seen.regroupedFrames > 0)
      for change in Animation.Change.allCases {
        #expect(seen.changes.filter { $0 == change }.count >= 3, "\(change)")
      }
    #endif
  }

  /// Resources registered between frames are drawn, and those from before stay what they are.
  @Test func resourcesAddedBetweenFramesAreDrawn() {
    var random = TestRandom(8)
    var drawing = Drawing(width: 60, height: 40)
    random.addResources(to: &drawing)
    var list = drawing.makeList()
    var surface = Surface(width: 60, height: 40)
    var rasterizer = makeRasterizer(for: drawing, tileWidth: 2048, tileHeight: 64)
    let area = PointRectangle(x: 0, y: 0, width: 60, height: 40)
    for step in 0..<9 {
      let kind: Item.Kind = [.linearGradient, .sprite, .image][step % 3]
      switch kind {
      case .linearGradient:
        drawing.gradients.append(random.gradient())
        Drawing.register(drawing.gradients[drawing.gradients.count - 1], in: &list)
        drawing.items.append(Item(kind: kind, opacity: 200, resource: drawing.gradients.count - 1))
      case .sprite:
        drawing.masks.append(random.mask())
        Drawing.register(drawing.masks[drawing.masks.count - 1], in: &list)
        drawing.items.append(Item(kind: kind, resource: drawing.masks.count - 1))
      default:
        drawing.pictures.append(random.picture())
        Drawing.register(drawing.pictures[drawing.pictures.count - 1], in: &list)
        drawing.items.append(Item(kind: kind, resource: drawing.pictures.count - 1))
      }
      let last = drawing.items.count - 1
      drawing.items[last].area = area
      drawing.items[last].start = Vector2(Float(step) * 5, 20)
      drawing.items[last].end = Vector2(60, 30)
      drawing.items[last].radius = 2.5
      drawing.recordFrame(in: &list)
      _ = rasterizer.render(list, into: &surface)
      let wanted = ReferenceRasterizer.render(drawing)
      #expect(firstDifference(surface.rows, wanted, width: 60) == nil, "step \(step)")
    }
  }

  /// One command moves by one cell: the cells of both places and no others are repainted.
  @Test func damageIsTheCellsOfBothPlaces() {
    var list = DisplayList(pixelWidth: 128, pixelHeight: 96, scale: 1, capacity: 8)
    var surface = Surface(width: 128, height: 96)
    var rasterizer = Rasterizer(
      maximumPixelCount: 128 * 96, maximumSide: 128, commandCapacity: 8)
    func frame(_ x: Float, _ y: Float) -> UInt32 {
      list.removeAll()
      list.fill(StraightColor(hex: 0x10_2030))
      // From x - 3.5 to x + 3.5: what a pixel holds whose center lies there, and a little more.
      list.disc(center: Vector2(x, y), radius: 3, color: StraightColor(hex: 0xFF_FFFF))
      return rasterizer.render(list, into: &surface).cellsRepainted
    }
    #expect(frame(24, 24) == 8 * 24)
    #expect(frame(24, 24) == 0)
    // Eight rows of pixels from row 20 on are two rows of cells.
    #expect(frame(40, 24) == 2 + 2)
    #expect(frame(40.25, 24) == 2)
    // Across two columns of cells, below those before, then away from there.
    #expect(frame(48, 32) == 4 + 2)
    #expect(frame(104, 88) == 4 + 2)
  }

  /// Where one frame's end of a group moves before a disc that itself stays the same, the disc
  /// leaves the group and looks different.
  @Test(arguments: [false, true]) func leavingAGroupIsDamage(isBalanced: Bool) {
    let group = Item(kind: .beginGroup, opacity: 90)
    let end = Item(kind: .endGroup)
    func disc(_ x: Float) -> Item {
      Item(
        kind: .disc, color: StraightColor(hex: 0xFF_FFFF), start: Vector2(x, 8), radius: 3)
    }
    var drawing = Drawing(width: 80, height: 16)
    drawing.items =
      isBalanced
      ? [group, group, disc(8), disc(24), disc(40), end, disc(72), disc(72), end]
      : [group, disc(8), disc(24), disc(40)]
    var list = drawing.makeList()
    var surface = Surface(width: 80, height: 16)
    var rasterizer = makeRasterizer(for: drawing, tileWidth: 2048, tileHeight: 64)
    _ = rasterizer.render(list, into: &surface)
    if isBalanced {
      drawing.items[3] = end
      drawing.items[6] = group
    } else {
      drawing.items[2] = end
    }
    drawing.recordFrame(in: &list)
    _ = rasterizer.render(list, into: &surface)
    let difference = firstDifference(surface.rows, freshPixels(list), width: 80)
    #expect(difference == nil)
  }

  /// Where an end of a group comes or goes, the discs after it stay the same and look different.
  @Test(arguments: [false, true]) func oneMoreEndOfAGroupIsDamage(isGone: Bool) {
    func disc(_ x: Float) -> Item {
      Item(kind: .disc, color: StraightColor(hex: 0xFF_FFFF), start: Vector2(x, 8), radius: 3)
    }
    let within = [Item(kind: .beginGroup, opacity: 90), disc(8), disc(40), disc(72)]
    let outside = within[...1] + [Item(kind: .endGroup)] + within[2...]
    var drawing = Drawing(width: 80, height: 16)
    drawing.items = isGone ? Array(outside) : within
    var list = drawing.makeList()
    var surface = Surface(width: 80, height: 16)
    var rasterizer = makeRasterizer(for: drawing, tileWidth: 2048, tileHeight: 64)
    _ = rasterizer.render(list, into: &surface)
    let before = surface.rows
    drawing.items = isGone ? within : Array(outside)
    drawing.recordFrame(in: &list)
    _ = rasterizer.render(list, into: &surface)
    let difference = firstDifference(surface.rows, freshPixels(list), width: 80)
    #expect(difference == nil)
    #expect(surface.rows != before)
  }
}
