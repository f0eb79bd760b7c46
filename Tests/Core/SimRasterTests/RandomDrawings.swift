import SimMath
import SimRaster
import TestTier

/// Drawings that anything may be in, the same every time.
extension TestRandom {
  /// Canvas, resources, up to three layers and a frame.
  mutating func drawing() -> Drawing {
    let (width, height) = canvasSize()
    return drawing(width: width, height: height)
  }

  /// The same on a canvas of a given size, with so many layers if it is said how many.
  mutating func drawing(width: Int32, height: Int32, layerCount: Int? = nil) -> Drawing {
    var drawing = Drawing(width: width, height: height)
    drawing.scale = scale()
    addResources(to: &drawing)
    for _ in 0..<(layerCount ?? below(4)) {
      drawing.layers.append(layerItems(in: drawing))
    }
    drawing.items = frameItems(in: drawing)
    return drawing
  }

  mutating func scale() -> Float { [1, 1, 1, 2, 1.5, 0.75][below(6)] }

  /// Mostly small and odd; single pixels, rows and columns; a large one now and then.
  mutating func canvasSize() -> (Int32, Int32) {
    let (most, rare) = Tier.isDebug ? (14, 1) : (34, 6)
    func side(_ random: inout TestRandom, _ limit: Int) -> Int32 {
      Int32(random.below(limit) + 1)
    }
    switch below(200) {
    case 0..<12: return (1, 1)
    case 12..<24: return (1, side(&self, most * 2))
    case 24..<36: return (side(&self, most * 3), 1)
    case 36..<(36 + rare): return (side(&self, 200), side(&self, 150))
    case 48 where rare > 1 && below(2) == 0: return (side(&self, 500), side(&self, 400))
    default: return (side(&self, most), side(&self, most))
    }
  }

  mutating func addResources(to drawing: inout Drawing) {
    for _ in 0..<1 + below(3) { drawing.gradients.append(gradient()) }
    for _ in 0..<1 + below(2) { drawing.masks.append(mask()) }
    for _ in 0..<1 + below(2) { drawing.pictures.append(picture()) }
  }

  mutating func gradient() -> [Drawing.Stop] {
    let isOpaque = below(2) == 0
    var offsets = (0..<2 + below(7)).map { _ in number(0, 1) }.sorted()
    if below(3) == 0 { offsets[0] = 0 }
    if below(3) == 0 { offsets[offsets.count - 1] = 1 }
    // A hard edge: two stops in one place.
    if below(3) == 0 { offsets[1] = offsets[0] }
    return offsets.map {
      let color = color()
      return Drawing.Stop(offset: $0, color: isOpaque ? color.withAlpha(255) : color)
    }
  }

  mutating func mask() -> Drawing.Mask {
    let (width, height) = (below(9) + 1, below(9) + 1)
    return Drawing.Mask(
      width: width, height: height, coverage: (0..<width * height).map { _ in level() })
  }

  mutating func picture() -> Drawing.Picture {
    let (width, height) = (below(11) + 1, below(9) + 1)
    return Drawing.Picture(
      width: width, height: height,
      pixels: (0..<width * height).map { _ in color().premultiplied })
  }

  // MARK: - Items

  /// Primitives, groups and layers, balanced but for groups left open now and then.
  mutating func frameItems(in drawing: Drawing) -> [Item] {
    var items: [Item] = []
    // A frame often begins with something that hides what was there.
    if below(3) == 0 { items.append(cover(in: drawing)) }
    // Deep nesting would be rare if left to chance.
    if below(4) == 0 {
      for _ in 0..<1 + below(4) {
        items.append(Item(kind: .beginGroup, blend: blend(), opacity: level()))
      }
    }
    for _ in 0..<1 + below(11) { items.append(frameItem(in: drawing)) }
    if below(10) == 0 { items.insert(cover(in: drawing), at: below(items.count + 1)) }
    items = Drawing.balanced(items)
    return below(8) == 0 ? items : Drawing.closed(items)
  }

  mutating func frameItem(in drawing: Drawing) -> Item {
    switch below(14) {
    case 0, 1: return Item(kind: .beginGroup, blend: blend(), opacity: level())
    case 2: return Item(kind: .endGroup)
    case 3 where !drawing.layers.isEmpty:
      return Item(
        kind: .layer, blend: blend(), opacity: level(), resource: below(drawing.layers.count))
    default: return primitive(in: drawing)
    }
  }

  /// What a layer is given at once: its groups are whole.
  mutating func layerItems(in drawing: Drawing) -> [Item] {
    var items: [Item] = []
    if below(4) == 0 { items.append(cover(in: drawing)) }
    for _ in 0..<below(5) {
      // A layer inside a layer draws nothing.
      let isLayer = !drawing.layers.isEmpty && below(12) == 0
      items.append(isLayer ? Item(kind: .layer, resource: 0) : frameItem(in: drawing))
    }
    return Drawing.closed(Drawing.balanced(items))
  }

  /// Something that may hide the whole canvas.
  private mutating func cover(in drawing: Drawing) -> Item {
    guard below(2) == 0 else {
      return Item(kind: .fill, color: color().withAlpha(255))
    }
    var item = Item(kind: below(2) == 0 ? .linearGradient : .radialGradient)
    item.resource = below(drawing.gradients.count)
    item.area = PointRectangle(x: -1, y: -1, width: 900, height: 900)
    // Straight down half of the time, which makes rows of one color.
    item.end = Vector2(below(2) == 0 ? 0 : number(-9, 9), number(0, 90))
    item.radius = number(1, 90)
    return item
  }

  /// One primitive of any kind, its numbers ordinary or odd.
  mutating func primitive(in drawing: Drawing) -> Item {
    let kinds: [Item.Kind] = [
      .fill, .linearGradient, .radialGradient, .disc, .softDisc, .ring, .glow, .capsule, .border,
      .sprite, .image,
    ]
    var item = ordinaryItem(kinds[below(kinds.count)], in: drawing)
    switch below(26) {
    case 0: makeDegenerate(&item)
    case 1: item.area.width = 0 - item.area.width
    case 2: spoil(&item, with: [.nan, .infinity, 0 - .infinity][below(3)])
    case 3: spoil(&item, with: below(2) == 0 ? .nan : .infinity)
    case 4, 5: spoil(&item, with: hugeNumber())
    case 6: spoil(&item, with: hugeNumber(), places: 3)
    case 7:
      item.radius = hugeNumber().magnitude
      item.end = Vector2(hugeNumber(), hugeNumber())
      item.area.width = hugeNumber().magnitude
    case 8, 9: makeTiny(&item)
    case 10, 11:
      let (far, size) = (number(3, 9), reach(of: drawing))
      item = item.moved(
        by: [
          Vector2(far * size, 0), Vector2(0, far * size), Vector2(0 - far * size, 0),
          Vector2(far * size, 0 - far * size),
        ][below(4)])
    case 12, 13: makeWhole(&item)
    default: break
    }
    return item
  }

  /// The longer side of the canvas in points.
  private func reach(of drawing: Drawing) -> Float {
    Float(max(drawing.width, drawing.height)) / drawing.scale
  }

  private mutating func ordinaryItem(_ kind: Item.Kind, in drawing: Drawing) -> Item {
    let (width, height) = (
      Float(drawing.width) / drawing.scale, Float(drawing.height) / drawing.scale
    )
    let size = max(width, height)
    var item = Item(kind: kind, blend: blend(), color: color())
    item.start = Vector2(number(-0.2, 1.2) * width, number(-0.2, 1.2) * height)
    item.end = Vector2(number(-0.2, 1.2) * width, number(-0.2, 1.2) * height)
    item.radius = number(0.1, size * 0.5)
    item.area = PointRectangle(
      x: number(-0.3, 0.8) * width, y: number(-0.3, 0.8) * height, width: number(0, size),
      height: number(0, size))
    item.width = below(3) == 0 ? number(0.1, 1) : number(0.1, 6)
    switch kind {
    case .linearGradient, .radialGradient:
      item.resource = below(drawing.gradients.count)
      item.opacity = level()
    case .image:
      item.resource = below(drawing.pictures.count)
      item.opacity = level()
      if below(2) == 0 { matchPixels(&item, in: drawing) }
    case .sprite:
      item.resource = below(drawing.masks.count)
      item.radius = below(3) == 0 ? 1 : number(0.2, 5)
      if below(4) == 0 { makeWhole(&item) }
    case .softDisc: item.softness = below(4) == 0 ? 0 : number(0, 1.1)
    case .ring, .border: item.softness = below(2) == 0 ? 0 : number(0, 8)
    case .capsule:
      item.radius = number(0.1, size * 0.2)
      item.isContinuation = below(3) == 0
      switch below(6) {
      case 0: item.end = item.start
      case 1: item.end = item.start + Vector2(number(-0.01, 0.01), 0)
      case 2: item.end.x = item.start.x
      case 3: item.end.y = item.start.y
      default: break
      }
    default: break
    }
    if kind == .border && below(3) == 0 { item.radius = number(-1, 3) }
    return item
  }

  /// Puts an image's pixels on canvas pixels.
  private mutating func matchPixels(_ item: inout Item, in drawing: Drawing) {
    let picture = drawing.pictures[item.resource]
    let scale = drawing.scale
    item.area = PointRectangle(
      x: (item.area.x * scale).rounded() / scale, y: (item.area.y * scale).rounded() / scale,
      width: Float(picture.width) / scale, height: Float(picture.height) / scale)
  }

  private mutating func makeDegenerate(_ item: inout Item) {
    let value: Float = [0, -1, -40, 0 - .leastNonzeroMagnitude][below(4)]
    item.radius = value
    item.end = item.start
    if below(2) == 0 { item.area.width = value } else { item.area.height = value }
    if below(2) == 0 { item.width = value }
  }

  private mutating func makeTiny(_ item: inout Item) {
    let value = below(3) == 0 ? number(0, 0.000_1) : number(0, 0.4)
    item.radius = value
    item.width = below(2) == 0 ? value : item.width
    item.softness = min(item.softness, 0.3)
    item.area.width = value
    if below(2) == 0 { item.area.height = number(0, 0.4) }
  }

  /// Puts edges and centers on pixel edges and centers.
  private mutating func makeWhole(_ item: inout Item) {
    func whole(_ value: Float) -> Float { (value * 2).rounded() * 0.5 }
    item.start = Vector2(whole(item.start.x), whole(item.start.y))
    item.end = Vector2(whole(item.end.x), whole(item.end.y))
    item.area = PointRectangle(
      x: whole(item.area.x), y: whole(item.area.y), width: whole(item.area.width),
      height: whole(item.area.height))
    if item.kind != .sprite { item.radius = whole(item.radius) }
    item.width = whole(item.width)
  }

  /// Replaces some of the numbers that the kind reads.
  private mutating func spoil(_ item: inout Item, with value: Float, places: Int = 1) {
    for _ in 0..<places {
      let numbers = item.numbers
      guard !numbers.isEmpty else { return }
      item[keyPath: numbers[below(numbers.count)]] = value
    }
  }
}

extension Item {
  /// Where the numbers that the kind reads are.
  var numbers: [WritableKeyPath<Item, Float>] {
    let corner: [WritableKeyPath<Item, Float>] = [\.area.x, \.area.y]
    let area = corner + [\.area.width, \.area.height]
    let start: [WritableKeyPath<Item, Float>] = [\.start.x, \.start.y]
    let end: [WritableKeyPath<Item, Float>] = [\.end.x, \.end.y]
    switch kind {
    case .fill, .beginGroup, .endGroup, .layer: return []
    case .linearGradient: return area + start + end
    case .radialGradient: return area + start + [\.radius]
    case .disc, .glow, .sprite: return start + [\.radius]
    case .softDisc: return start + [\.radius, \.softness]
    case .ring: return start + [\.radius, \.width, \.softness]
    case .capsule: return start + end + [\.radius]
    case .border: return area + [\.radius, \.width, \.softness]
    case .image: return area
    }
  }

  /// Those of them that are sizes: nothing is drawn when one is negative, or mostly when zero.
  var sizes: [WritableKeyPath<Item, Float>] {
    switch kind {
    case .fill, .beginGroup, .endGroup, .layer: []
    case .linearGradient, .image: [\.area.width, \.area.height]
    case .radialGradient: [\.area.width, \.area.height, \.radius]
    case .disc, .softDisc, .glow, .sprite, .capsule: [\.radius]
    case .ring: [\.radius, \.width]
    case .border: [\.area.width, \.area.height, \.width]
    }
  }
}
