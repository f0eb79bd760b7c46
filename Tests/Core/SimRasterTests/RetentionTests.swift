import SimMath
import SimRaster
import Testing

/// Groups, layers, damage and digests.
@Suite struct RetentionTests {
  private let red = StraightColor(hex: 0xE0_3020, alpha: 220)

  @Test func groupOpacityEqualsMixingByHand() {
    var below = makeList(width: 30, height: 30)
    below.fill(StraightColor(hex: 0x20_4060))
    let background = freshPixels(below)
    var inside = makeList(width: 30, height: 30)
    inside.disc(center: Vector2(12, 14), radius: 8, color: red)
    inside.disc(center: Vector2(18, 14), radius: 8, color: red, blend: .add)
    let content = freshPixels(inside)
    var list = makeList(width: 30, height: 30)
    list.fill(StraightColor(hex: 0x20_4060))
    list.beginGroup(opacity: 130, blend: .screen)
    list.disc(center: Vector2(12, 14), radius: 8, color: red)
    list.disc(center: Vector2(18, 14), radius: 8, color: red, blend: .add)
    list.endGroup()
    let found = freshPixels(list)
    for index in found.indices {
      let source = Compositing.scaled(
        PremultipliedColor(uncheckedPacked: content[index]), level: 130)
      let mixed = Compositing.mixed(
        source, over: PremultipliedColor(uncheckedPacked: background[index]), .screen)
      #expect(found[index] == mixed.packed)
    }
  }

  @Test func appendingToALayerEqualsDrawingItAtOnce() {
    var list = makeList(width: 64, height: 64)
    var surface = Surface(width: 64, height: 64)
    var rasterizer = Rasterizer(
      maximumPixelCount: 4096, maximumSide: 64, commandCapacity: 16)
    for step in 0..<12 {
      list.beginLayer(Handles.layers[0])
      list.capsule(
        from: Vector2(Float(step) * 5, 20), to: Vector2(Float(step) * 5 + 5, 24), radius: 3,
        color: red)
      list.endLayer()
      list.removeAll()
      list.fill(StraightColor(hex: 0xFF_FFFF))
      list.layer(Handles.layers[0], opacity: 200)
      let work = rasterizer.render(list, into: &surface)
      if step > 0 { #expect(work.cellsRepainted <= 10, "step \(step)") }
    }
    #expect(surface.rows == freshPixels(list))
  }

  /// A layer is composited, faded and cleared where it holds something, and nowhere else.
  @Test(arguments: [false, true]) func aLayerCostsWhatItHolds(isGrouped: Bool) {
    var list = makeList(width: 64, height: 64)
    var surface = Surface(width: 64, height: 64)
    var rasterizer = Rasterizer(
      maximumPixelCount: 4096, maximumSide: 64, commandCapacity: 16)
    func show(opacity: UInt8) -> RasterWork {
      list.removeAll()
      list.fill(StraightColor(hex: 0xFF_FFFF))
      if isGrouped { list.beginGroup(opacity: 255) }
      list.layer(Handles.layers[0], opacity: opacity)
      if isGrouped { list.endGroup() }
      let work = rasterizer.render(list, into: &surface)
      #expect(surface.rows == freshPixels(list))
      return work
    }
    #expect(show(opacity: 255).pixelsBlended == 0)
    list.beginLayer(Handles.layers[0])
    list.disc(center: Vector2(40, 40), radius: 5, color: red)
    list.endLayer()
    // A disc within 14 by 14 pixels, in at most 2 by 4 cells.
    let times: UInt32 = isGrouped ? 2 : 1
    let first = show(opacity: 255)
    #expect(first.pixelsBlended > 100 && first.pixelsBlended <= 14 * 14 * (times + 1))
    #expect(first.cellsRepainted <= 8)
    let faded = show(opacity: 100)
    #expect(faded.pixelsBlended > 100 && faded.pixelsBlended <= 14 * 14 * times)
    #expect(faded.cellsRepainted <= 8)
    list.clearLayer(Handles.layers[0])
    let cleared = show(opacity: 100)
    #expect(cleared.pixelsBlended == 0)
    #expect(cleared.cellsRepainted > 0 && cleared.cellsRepainted <= 8)
    list.beginLayer(Handles.layers[0])
    list.disc(center: Vector2(10, 10), radius: 5, color: red)
    list.endLayer()
    #expect(show(opacity: 100).cellsRepainted <= 8)
    // Elsewhere at once: neither what was nor what is there may be missed.
    list.clearLayer(Handles.layers[0])
    list.beginLayer(Handles.layers[0])
    list.disc(center: Vector2(50, 20), radius: 5, color: red)
    list.endLayer()
    #expect(show(opacity: 90).cellsRepainted <= 16)
  }

  /// What a layer held before the canvas was turned is on no place of the new one.
  @Test func turningTheCanvasRepaintsItOnce() {
    var list = makeList(width: 96, height: 32)
    var surface = Surface(width: 96, height: 32)
    var rasterizer = Rasterizer(
      maximumPixelCount: 96 * 32, maximumSide: 96, commandCapacity: 16)
    for (width, height) in [(96, 32), (32, 96), (96, 32)] as [(Int32, Int32)] {
      list.resize(pixelWidth: width, pixelHeight: height, scale: 1)
      surface.resize(width: width, height: height)
      list.beginLayer(Handles.layers[0])
      list.fill(red)
      list.endLayer()
      list.layer(Handles.layers[0])
      let work = rasterizer.render(list, into: &surface)
      #expect(work.cellsRepainted == 96 * 32 / (16 * 4))
      #expect(surface.rows == freshPixels(list))
    }
  }

  @Test func unchangedFrameCostsNothing() {
    var list = makeList(width: 64, height: 64)
    var surface = Surface(width: 64, height: 64)
    var rasterizer = Rasterizer(
      maximumPixelCount: 4096, maximumSide: 64, commandCapacity: 16)
    list.fill(red)
    list.disc(center: Vector2(20, 20), radius: 5, color: red)
    let first = rasterizer.render(list, into: &surface)
    #expect(first.cellsRepainted == 4 * 16)
    let second = rasterizer.render(list, into: &surface)
    #expect(second == RasterWork())
    rasterizer.invalidate()
    let again = rasterizer.render(list, into: &surface)
    #expect(again == first)
  }

  /// Were damage dropped somewhere, the comparison with a fresh repaint and the digest would tell.
  @Test func missedDamageIsNoticed() {
    var list = makeList(width: 64, height: 64)
    var surface = Surface(width: 64, height: 64)
    var rasterizer = Rasterizer(
      maximumPixelCount: 4096, maximumSide: 64, commandCapacity: 16)
    var digest = PixelDigest(maximumPixelCount: 4096, maximumSide: 64)
    list.fill(red)
    list.disc(center: Vector2(20, 20), radius: 5, color: red)
    _ = rasterizer.render(list, into: &surface)
    let updated1 = digest.update(surface, rasterizer)
    let fromScratch1 = PixelDigest.whole(surface)
    #expect(updated1 == fromScratch1)
    // A pixel that no damage accounts for.
    surface[50, 50] ^= 1
    list.removeAll()
    list.fill(red)
    list.disc(center: Vector2(21, 20), radius: 5, color: red)
    _ = rasterizer.render(list, into: &surface)
    let isDamagedHere = rasterizer.isDamaged(cellX: 1, cellY: 5)
    #expect(isDamagedHere)
    let isDamagedFar = rasterizer.isDamaged(cellX: 3, cellY: 12)
    #expect(!isDamagedFar)
    #expect(firstDifference(surface.rows, freshPixels(list), width: 64) != nil)
    let updated2 = digest.update(surface, rasterizer)
    let fromScratch2 = PixelDigest.whole(surface)
    #expect(updated2 != fromScratch2)
    rasterizer.invalidate()
    _ = rasterizer.render(list, into: &surface)
    #expect(firstDifference(surface.rows, freshPixels(list), width: 64) == nil)
    let updated3 = digest.update(surface, rasterizer)
    let fromScratch3 = PixelDigest.whole(surface)
    #expect(updated3 == fromScratch3)
  }

  @Test func digestTellsSizesAndPlacesApart() {
    let wide = Surface(width: 32, height: 16)
    let tall = Surface(width: 16, height: 32)
    #expect(PixelDigest.whole(wide) != PixelDigest.whole(tall))
    var hashes: [UInt64] = [PixelDigest.whole(wide)]
    for index in 0..<(32 * 16) as Range<Int32> {
      var changed = Surface(width: 32, height: 16)
      changed[index % 32, index / 32] = 0xFF00_00FF
      hashes.append(PixelDigest.whole(changed))
    }
    #expect(Set(hashes).count == hashes.count)
  }
}
