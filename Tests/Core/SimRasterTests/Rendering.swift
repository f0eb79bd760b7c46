import SimRaster

/// A full repaint by a rasterizer that has seen nothing before.
func freshPixels(
  _ list: borrowing DisplayList, tileWidth: Int32 = 2048, tileHeight: Int32 = 64
) -> [UInt32] {
  var surface = Surface(width: list.pixelWidth, height: list.pixelHeight)
  var rasterizer = Rasterizer(
    maximumPixelCount: list.pixelWidth * list.pixelHeight,
    maximumSide: max(list.pixelWidth, list.pixelHeight),
    commandCapacity: max(list.count, 1), tileWidth: tileWidth, tileHeight: tileHeight)
  _ = rasterizer.render(list, into: &surface)
  return surface.rows
}

/// Where two pictures differ first, or nil.
func firstDifference(_ one: [UInt32], _ other: [UInt32], width: Int32) -> String? {
  guard one.count == other.count else { return "sizes \(one.count), \(other.count)" }
  guard one != other else { return nil }
  let places = one.indices.filter { one[$0] != other[$0] }
  guard let index = places.first else { return nil }
  let (x, y) = (index % Int(width), index / Int(width))
  let (a, b) = (String(one[index], radix: 16), String(other[index], radix: 16))
  return "(\(x), \(y)): \(a) and \(b); \(places.count) pixels"
}

/// The handles that every list returns, in the order in which it is given resources of a kind.
enum Handles {
  static let gradients: [GradientHandle] = all {
    $0.addGradient([(0, StraightColor(hex: 0)), (1, StraightColor(hex: 0))])
  }
  static let sprites: [SpriteHandle] = all { $0.addSprite(width: 1, height: 1, coverage: [0]) }
  static let images: [ImageHandle] = all { $0.addImage(width: 1, height: 1, pixels: [.clear]) }
  static let layers: [LayerHandle] = all(DisplayList.maximumLayerCount) {
    $0.addLayer(capacity: 0)
  }

  private static func all<Resource>(
    _ count: Int = 64, _ add: (inout DisplayList) -> ResourceHandle<Resource>
  ) -> [ResourceHandle<Resource>] {
    var list = DisplayList(pixelWidth: 1, pixelHeight: 1, scale: 1, capacity: 0)
    return (0..<count).map { _ in add(&list) }
  }
}

/// A list with two gradients of opaque and translucent stops, a mask, a picture and two layers.
func makeList(width: Int32, height: Int32, capacity: Int = 64) -> DisplayList {
  var list = DisplayList(
    pixelWidth: width, pixelHeight: height, scale: 1, capacity: capacity)
  let night = StraightColor(hex: 0x10_1830)
  let dawn = StraightColor(hex: 0xF0_A070)
  _ = list.addGradient([(0, night), (0.4, StraightColor(hex: 0x50_6090)), (1, dawn)])
  _ = list.addGradient([(0.1, night.withAlpha(200)), (0.1, dawn), (0.7, dawn.withAlpha(0))])
  _ = list.addSprite(
    width: 5, height: 4, coverage: (0..<20).map { UInt8(($0 * 53 + 40) & 255) })
  _ = list.addImage(
    width: 7, height: 6,
    pixels: (0..<42).map {
      let alpha = UInt8(($0 * 71 + 30) & 255)
      return StraightColor(hex: UInt32($0) &* 0x03_5917, alpha: alpha).premultiplied
    })
  _ = list.addLayer(capacity: 256)
  _ = list.addLayer(capacity: 256)
  return list
}
