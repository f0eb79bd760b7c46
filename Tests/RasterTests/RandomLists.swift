import DeterministicMath
import Raster

/// Numbers for tests, the same every time.
struct TestRandom {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt32 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let mixed = (state ^ state >> 29) &* 0xBF58_476D_1CE4_E5B9
    return UInt32(truncatingIfNeeded: mixed >> 32)
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt32(limit)) }

  mutating func number(_ low: Float, _ high: Float) -> Float {
    low + (high - low) * Float(next() >> 8) / 16_777_216
  }

  mutating func color() -> StraightColor {
    let hex = next() & 0xFF_FFFF
    return StraightColor(hex: hex, alpha: below(3) == 0 ? 255 : UInt8(below(256)))
  }

  mutating func blend() -> BlendMode { [.sourceOver, .sourceOver, .add, .screen][below(4)] }

  mutating func opacity() -> UInt8 { below(2) == 0 ? 255 : UInt8(below(256)) }
}

/// A list with two gradients of opaque and translucent stops, a sprite, a picture and two layers.
func makeList(width: Int32, height: Int32, scale: Float = 1, capacity: Int = 64) -> DisplayList {
  var list = DisplayList(
    pixelWidth: width, pixelHeight: height, scale: scale, capacity: capacity)
  addResources(&list)
  _ = list.addLayer(capacity: 256)
  _ = list.addLayer(capacity: 256)
  return list
}

/// Registers what `randomPrimitive` refers to.
func addResources(_ list: inout DisplayList) {
  let night = StraightColor(hex: 0x10_1830)
  let dawn = StraightColor(hex: 0xF0_A070)
  _ = list.addGradient([(0, night), (0.4, StraightColor(hex: 0x50_6090)), (1, dawn)])
  _ = list.addGradient([(0.1, night.withAlpha(200)), (0.1, dawn), (0.7, dawn.withAlpha(0))])
  _ = list.addSprite(
    width: 5, height: 4,
    coverage: (0..<20).map { UInt8(($0 * 53 + 40) & 255) })
  var pixels: [PremultipliedColor] = []
  for i in 0..<42 {
    let alpha = UInt8((i * 71 + 30) & 255)
    pixels.append(
      StraightColor(hex: UInt32(i) &* 0x03_5917, alpha: alpha).premultiplied)
  }
  _ = list.addImage(width: 7, height: 6, pixels: pixels)
}

/// Appends one primitive of any kind, sometimes far away, huge or degenerate.
func randomPrimitive(_ list: inout DisplayList, _ random: inout TestRandom, size: Float) {
  let center = Vector2(
    random.number(-0.2 * size, 1.2 * size), random.number(-0.2 * size, 1.2 * size))
  let other = Vector2(random.number(0, size), random.number(0, size))
  var radius = random.number(0.1, size * 0.4)
  switch random.below(24) {
  case 0: radius = 1_000_000_000
  case 1: radius = 0
  case 2: radius = -3
  case 3: radius = size * 3
  default: break
  }
  let area = Rectangle(
    x: center.x, y: center.y, width: random.number(0, size), height: random.number(0, size))
  let (color, blend) = (random.color(), random.blend())
  let soft = random.below(2) == 0 ? 0 : random.number(0, 1)
  switch random.below(12) {
  case 0:
    list.fill(color.withAlpha(random.below(4) == 0 ? 255 : 40), blend: blend)
  case 1:
    list.linearGradient(
      UInt16(random.below(2)), in: area, from: center, to: random.below(4) == 0 ? center : other,
      blend: blend, opacity: random.opacity())
  case 2:
    list.radialGradient(
      UInt16(random.below(2)), in: area, center: other, radius: radius, blend: blend,
      opacity: random.opacity())
  case 3: list.disc(center: center, radius: radius, color: color, blend: blend)
  case 4, 5:
    list.softDisc(center: center, radius: radius, softness: soft, color: color, blend: blend)
  case 6:
    list.ring(
      center: center, radius: radius, width: random.number(0.1, 5), softness: soft * 8,
      color: color, blend: blend)
  case 7: list.glow(center: center, radius: radius, color: color, blend: blend)
  case 8:
    list.capsule(
      from: center, to: random.below(5) == 0 ? center : other, radius: min(radius, size) * 0.3,
      color: color, blend: blend)
  case 9:
    list.roundedBorder(
      area, cornerRadius: random.number(-1, 20), width: random.number(0.2, 6),
      softness: soft * 10, color: color, blend: blend)
  case 10:
    list.sprite(
      0, center: center, size: random.below(2) == 0 ? 1 : random.number(-0.5, 4), color: color,
      blend: blend)
  default:
    var target = area
    if random.below(2) == 0 {
      target = Rectangle(x: center.x.rounded(), y: center.y.rounded(), width: 7, height: 6)
    }
    list.image(0, in: target, opacity: random.opacity(), blend: blend)
  }
}

/// Fills a frame with primitives, groups and layers.
func randomFrame(
  _ list: inout DisplayList, _ random: inout TestRandom, count: Int, size: Float
) {
  list.removeAll()
  var depth = 0
  if random.below(2) == 0 {
    let whole = Rectangle(x: 0, y: 0, width: 500, height: 500)
    list.linearGradient(0, in: whole, from: Vector2(0, 0), to: Vector2(3, size))
  }
  for _ in 0..<count {
    switch random.below(12) {
    case 0 where depth < 4:
      list.beginGroup(opacity: random.opacity(), blend: random.blend())
      depth += 1
    case 1 where depth > 0:
      list.endGroup()
      depth -= 1
    case 2:
      list.layer(UInt16(random.below(2)), opacity: random.opacity(), blend: random.blend())
    default: randomPrimitive(&list, &random, size: size)
    }
  }
  // Now and then a frame ends with groups open.
  while depth > 0 && random.below(8) != 0 {
    list.endGroup()
    depth -= 1
  }
}

/// Appends to a layer, or starts it again.
func randomLayerChange(_ list: inout DisplayList, _ random: inout TestRandom, size: Float) {
  let layer = UInt16(random.below(2))
  if random.below(5) == 0 { list.clearLayer(layer) }
  list.beginLayer(layer)
  if random.below(6) == 0 { list.fill(StraightColor(hex: random.next() & 0xFF_FFFF)) }
  for _ in 0..<random.below(3) { randomPrimitive(&list, &random, size: size) }
  if random.below(4) == 0 {
    list.beginGroup(opacity: random.opacity(), blend: random.blend())
    randomPrimitive(&list, &random, size: size)
    randomPrimitive(&list, &random, size: size)
    list.endGroup()
  }
  list.endLayer()
}

/// A full repaint by a rasterizer that has seen nothing before.
func freshPixels(
  _ list: borrowing DisplayList, tileWidth: Int32 = 2048, tileHeight: Int32 = 64
) -> [UInt32] {
  var surface = Surface(width: list.pixelWidth, height: list.pixelHeight)
  var rasterizer = Rasterizer(
    maximumPixelCount: list.pixelWidth * list.pixelHeight,
    maximumSide: max(list.pixelWidth, list.pixelHeight), commandCapacity: 128,
    tileWidth: tileWidth, tileHeight: tileHeight)
  _ = rasterizer.render(list, into: &surface)
  return pixels(of: surface)
}

/// A surface's pixels as an array.
func pixels(of surface: borrowing Surface) -> [UInt32] {
  Array(surface.pixels[0..<Int(surface.width) * Int(surface.height)])
}

/// Where two pictures differ first, or nil.
func firstDifference(_ one: [UInt32], _ other: [UInt32], width: Int32) -> String? {
  guard one.count == other.count else { return "sizes \(one.count), \(other.count)" }
  guard let index = one.indices.first(where: { one[$0] != other[$0] }) else { return nil }
  let (x, y) = (index % Int(width), index / Int(width))
  let total = one.indices.filter { one[$0] != other[$0] }.count
  return "(\(x), \(y)): \(one[index]) and \(other[index]); \(total) pixels"
}
