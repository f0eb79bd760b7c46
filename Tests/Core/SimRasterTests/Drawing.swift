import SimMath
import SimRaster

/// One thing to draw, in points, as a test writes it down.
///
/// The tests' own word for a command: the product is told of it by `record`, the reference reads
/// it as it stands, so that a fault in the product's list cannot hide in both.
struct Item: Equatable {
  enum Kind: Int, CaseIterable {
    case fill, linearGradient, radialGradient, disc, softDisc, ring, glow, capsule, border
    case sprite, image, beginGroup, endGroup, layer
  }

  enum Blend: Int, CaseIterable {
    case over, add, screen, maximum
  }

  var kind: Kind
  var blend = Blend.over
  /// Of gradients, images, groups and layers.
  var opacity: UInt8 = 255
  /// The number of a gradient, mask, picture or layer.
  var resource = 0
  var color = StraightColor(hex: 0)
  /// What gradients, borders and images fill.
  var area = PointRectangle(x: 0, y: 0, width: 0, height: 0)
  /// A center, or where an axis or a segment begins.
  var start = Vector2.zero
  var end = Vector2.zero
  /// A radius, a border's corner radius, or the size of a sprite's pixels.
  var radius: Float = 0
  var width: Float = 0
  var softness: Float = 0
  /// Of a segment: whether what lies behind its start may be left out.
  var isContinuation = false

  /// The same thing elsewhere.
  func moved(by offset: Vector2) -> Item {
    var result = self
    result.start = start + offset
    result.end = end + offset
    result.area.x += offset.x
    result.area.y += offset.y
    return result
  }
}

/// A picture as a test writes it down: canvas, resources, retained layers and a frame.
struct Drawing {
  struct Stop {
    var offset: Float
    var color: StraightColor
  }

  struct Mask {
    var width: Int
    var height: Int
    var coverage: [UInt8]
  }

  struct Picture {
    var width: Int
    var height: Int
    var pixels: [PremultipliedColor]
  }

  /// The deepest nesting of groups.
  static var deepest: Int { 4 }

  var width: Int32
  var height: Int32
  var scale: Float = 1
  var items: [Item] = []
  var layers: [[Item]] = []
  var gradients: [[Stop]] = []
  var masks: [Mask] = []
  var pictures: [Picture] = []

  /// The items without groups that would nest too deep and without ends of no group.
  static func balanced(_ items: [Item]) -> [Item] {
    var depth = 0
    return items.filter { item in
      switch item.kind {
      case .beginGroup:
        guard depth < deepest else { return false }
        depth += 1
      case .endGroup:
        guard depth > 0 else { return false }
        depth -= 1
      default: break
      }
      return true
    }
  }

  /// The items with the ends that are missing.
  static func closed(_ items: [Item]) -> [Item] {
    var depth = 0
    for item in items {
      if item.kind == .beginGroup { depth += 1 }
      if item.kind == .endGroup { depth -= 1 }
    }
    return items + [Item](repeating: Item(kind: .endGroup), count: depth)
  }

  // MARK: - Telling the product

  /// A list of the whole picture.
  func makeList(capacity: Int = 256) -> DisplayList {
    var list = DisplayList(
      pixelWidth: width, pixelHeight: height, scale: scale, capacity: capacity)
    for gradient in gradients { Self.register(gradient, in: &list) }
    for mask in masks { Self.register(mask, in: &list) }
    for picture in pictures { Self.register(picture, in: &list) }
    for (number, layer) in layers.enumerated() {
      _ = list.addLayer(capacity: capacity)
      Self.append(layer, toLayer: number, of: &list)
    }
    recordFrame(in: &list)
    return list
  }

  /// Replaces the list's frame.
  func recordFrame(in list: inout DisplayList) {
    list.removeAll()
    for item in items { Self.record(item, in: &list) }
  }

  static func append(_ items: [Item], toLayer layer: Int, of list: inout DisplayList) {
    list.beginLayer(Handles.layers[layer])
    for item in items { record(item, in: &list) }
    list.endLayer()
  }

  static func register(_ gradient: [Stop], in list: inout DisplayList) {
    _ = list.addGradient(gradient.map { ($0.offset, $0.color) })
  }

  static func register(_ mask: Mask, in list: inout DisplayList) {
    _ = list.addSprite(
      width: Int32(mask.width), height: Int32(mask.height), coverage: mask.coverage)
  }

  static func register(_ picture: Picture, in list: inout DisplayList) {
    _ = list.addImage(
      width: Int32(picture.width), height: Int32(picture.height), pixels: picture.pixels)
  }

  static func record(_ item: Item, in list: inout DisplayList) {
    let resource = item.resource
    let blend = product(item.blend)
    switch item.kind {
    case .fill: list.fill(item.color, blend: blend)
    case .linearGradient:
      list.linearGradient(
        Handles.gradients[resource], in: item.area, from: item.start, to: item.end, blend: blend,
        opacity: item.opacity)
    case .radialGradient:
      list.radialGradient(
        Handles.gradients[resource], in: item.area, center: item.start, radius: item.radius,
        blend: blend,
        opacity: item.opacity)
    case .disc:
      list.disc(center: item.start, radius: item.radius, color: item.color, blend: blend)
    case .softDisc:
      list.softDisc(
        center: item.start, radius: item.radius, softness: item.softness, color: item.color,
        blend: blend)
    case .ring:
      list.ring(
        center: item.start, radius: item.radius, width: item.width, softness: item.softness,
        color: item.color, blend: blend)
    case .glow:
      list.glow(center: item.start, radius: item.radius, color: item.color, blend: blend)
    case .capsule:
      list.capsule(
        from: item.start, to: item.end, radius: item.radius, color: item.color, blend: blend,
        isContinuation: item.isContinuation)
    case .border:
      list.roundedBorder(
        item.area, cornerRadius: item.radius, width: item.width, softness: item.softness,
        color: item.color, blend: blend)
    case .sprite:
      list.sprite(
        Handles.sprites[resource], center: item.start, size: item.radius, color: item.color,
        blend: blend)
    case .image:
      list.image(
        Handles.images[resource], in: item.area, opacity: item.opacity, blend: blend)
    case .beginGroup: list.beginGroup(opacity: item.opacity, blend: blend)
    case .endGroup: list.endGroup()
    case .layer: list.layer(Handles.layers[resource], opacity: item.opacity, blend: blend)
    }
  }

  private static func product(_ blend: Item.Blend) -> DisplayList.BlendMode {
    switch blend {
    case .over: .sourceOver
    case .add: .add
    case .screen: .screen
    case .maximum: .maximum
    }
  }
}
