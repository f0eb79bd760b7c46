import DeterministicMath
import Raster
import Testing

/// The same pixels however they come about.
@Suite struct EquivalenceTests {
  @Test func fastEqualsReferencePixelForPixel() {
    for seed in 0..<120 {
      var random = TestRandom(UInt64(seed))
      let (width, height) = (Int32(random.below(50) + 1), Int32(random.below(40) + 1))
      var list = makeList(width: width, height: height)
      for _ in 0..<random.below(3) { randomLayerChange(&list, &random, size: 40) }
      randomFrame(&list, &random, count: random.below(10) + 1, size: 40)
      let difference = firstDifference(
        freshPixels(list), ReferenceRasterizer.render(list), width: width)
      #expect(difference == nil, "seed \(seed)")
    }
  }

  @Test func damageDrivenFramesEqualFreshOnes() {
    for seed in 0..<4 {
      var random = TestRandom(UInt64(1000 + seed))
      let tile = Int32([16, 37, 2048][seed % 3])
      var list = makeList(width: 100, height: 80)
      var surface = Surface(width: 100, height: 80, capacity: 128 * 128)
      var rasterizer = Rasterizer(
        maximumPixelCount: 128 * 128, maximumSide: 128, commandCapacity: 64, tileWidth: tile,
        tileHeight: tile)
      var digest = PixelDigest(maximumPixelCount: 128 * 128, maximumSide: 128)
      var frames = Frames(random: random)
      for frame in 0..<52 {
        if frame % 23 == 22 {
          let (width, height) = (Int32(random.below(127) + 1), Int32(random.below(127) + 1))
          list.resize(pixelWidth: width, pixelHeight: height, scale: 1)
          surface.resize(width: width, height: height)
        }
        if random.below(4) == 0 { randomLayerChange(&list, &random, size: 100) }
        frames.next(&list)
        _ = rasterizer.render(list, into: &surface)
        let difference = firstDifference(
          pixels(of: surface), freshPixels(list), width: list.pixelWidth)
        #expect(difference == nil, "seed \(seed) frame \(frame)")
        let updated1 = digest.update(surface, rasterizer)
        let fromScratch1 = PixelDigest.whole(surface)
        #expect(updated1 == fromScratch1)
      }
    }
  }

  @Test func tilesDoNotShow() {
    for seed in 0..<10 {
      var random = TestRandom(UInt64(5000 + seed))
      var list = makeList(width: 90, height: 70)
      randomLayerChange(&list, &random, size: 90)
      randomFrame(&list, &random, count: 12, size: 90)
      let whole = freshPixels(list)
      for (width, height) in [(1, 70), (16, 16), (33, 7), (90, 1)] as [(Int32, Int32)] {
        let cut = freshPixels(list, tileWidth: width, tileHeight: height)
        #expect(
          firstDifference(cut, whole, width: 90) == nil, "seed \(seed) \(width) by \(height)")
      }
    }
  }

  @Test func workCountsDoNotDependOnTiles() {
    for seed in 0..<5 {
      var counts: [RasterWork] = []
      for tile in [16, 21, 2048] as [Int32] {
        var random = TestRandom(UInt64(7000 + seed))
        var list = makeList(width: 90, height: 70)
        var surface = Surface(width: 90, height: 70)
        var rasterizer = Rasterizer(
          maximumPixelCount: 6300, maximumSide: 90, commandCapacity: 64, tileWidth: tile,
          tileHeight: tile)
        var frames = Frames(random: random)
        var total = RasterWork()
        for _ in 0..<4 {
          randomLayerChange(&list, &random, size: 90)
          frames.next(&list)
          total.add(rasterizer.render(list, into: &surface))
        }
        counts.append(total)
      }
      #expect(counts[0] == counts[1] && counts[1] == counts[2], "seed \(seed)")
    }
  }
}

/// Frames that mostly repeat the one before: some primitives replaced, added or removed.
struct Frames {
  private var seeds: [UInt64] = []
  private var random: TestRandom

  init(random: TestRandom) { self.random = random }

  mutating func next(_ list: inout DisplayList) {
    switch random.below(8) {
    case 0: seeds = []
    case 1 where !seeds.isEmpty: seeds.remove(at: random.below(seeds.count))
    case 2, 3: seeds.insert(UInt64(random.next()), at: random.below(seeds.count + 1))
    case 4: break
    default:
      if !seeds.isEmpty { seeds[random.below(seeds.count)] = UInt64(random.next()) }
    }
    while seeds.count < 5 || seeds.count > 14 {
      if seeds.count > 14 { seeds.removeLast() } else { seeds.append(UInt64(random.next())) }
    }
    list.removeAll()
    if random.below(3) != 0 { list.fill(StraightColor(hex: 0x20_3040)) }
    var depth = 0
    for seed in seeds {
      var own = TestRandom(seed)
      switch own.below(7) {
      case 0 where depth < 4:
        list.beginGroup(opacity: own.opacity(), blend: own.blend())
        depth += 1
      case 1 where depth > 0:
        list.endGroup()
        depth -= 1
      case 2: list.layer(UInt16(own.below(2)), opacity: own.opacity(), blend: own.blend())
      default: randomPrimitive(&list, &own, size: 100)
      }
    }
    while depth > 0 {
      list.endGroup()
      depth -= 1
    }
  }
}
