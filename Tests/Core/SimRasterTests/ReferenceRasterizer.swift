import SimMath
import SimRaster

/// The plainest rasterizer there is: each item over every pixel of the canvas, in order.
///
/// It knows no tiles, damage, lanes or shortcuts, reads a `Drawing` and shares with the product
/// only the color types and the geometry's value types. Where a formula rounds, it rounds as the
/// documentation of the primitive says, in single precision. Bounding boxes it knows for numbers
/// beyond 2²⁰ only: up to there a shape ends by its formula, which shows that no box is too tight.
struct ReferenceRasterizer {
  /// A premultiplied color as four integers, 0 to 255.
  struct Pixel: Equatable {
    var red = 0
    var green = 0
    var blue = 0
    var alpha = 0
  }

  let drawing: Drawing

  /// Every pixel, row after row.
  static func render(_ drawing: Drawing) -> [UInt32] {
    let reference = ReferenceRasterizer(drawing: drawing)
    return reference.canvas(of: drawing.items, isLayer: false).map { $0.packed }
  }

  /// The picture of some items on a transparent canvas.
  private func canvas(of items: [Item], isLayer: Bool) -> [Pixel] {
    let (columns, rows) = (Int(drawing.width), Int(drawing.height))
    let empty = [Pixel](repeating: Pixel(), count: columns * rows)
    var canvases = [empty]
    var groups: [Item] = []

    func paint(_ painted: (Int, Int, Pixel) -> Pixel) {
      let top = canvases.count - 1
      for y in 0..<rows {
        for x in 0..<columns {
          let index = y * columns + x
          canvases[top][index] = painted(x, y, canvases[top][index])
        }
      }
    }

    func blend(_ source: (Int, Int) -> Pixel?, _ blend: Item.Blend) {
      paint { x, y, below in source(x, y)?.mixed(over: below, blend) ?? below }
    }

    func closeGroup() {
      let group = groups.removeLast()
      let content = canvases.removeLast()
      blend({ content[$1 * columns + $0].scaled(by: Int(group.opacity)) }, group.blend)
    }

    for item in items {
      switch item.kind {
      case .beginGroup:
        groups.append(item)
        canvases.append(empty)
      case .endGroup: closeGroup()
      case .layer:
        // A layer shows no layers.
        guard !isLayer else { continue }
        let content = canvas(of: drawing.layers[item.resource], isLayer: true)
        blend({ content[$1 * columns + $0].scaled(by: Int(item.opacity)) }, item.blend)
      default:
        if let source = source(of: item) {
          blend(source, item.blend)
        } else if let weight = weight(of: item) {
          paint { x, y, below in below.mixed(with: item.color, weight: weight(x, y), item.blend) }
        }
      }
    }
    // Groups left open end with the list.
    while !groups.isEmpty { closeGroup() }
    return canvases[0]
  }

  /// What an item of many colors paints at each pixel; nil where (or when) it paints nothing.
  private func source(of item: Item) -> ((Int, Int) -> Pixel?)? {
    switch item.kind {
    case .linearGradient, .radialGradient: return gradient(item)
    case .image: return image(item)
    default: return nil
    }
  }

  /// The weight of an item's one color at each pixel.
  private func weight(of item: Item) -> ((Int, Int) -> Weight)? {
    func rounded(_ value: Float) -> Weight { Weight(Int(value.rounded(.toNearestOrEven))) }
    let opaque = Float(item.color.alpha) * 256 / 255
    switch item.kind {
    case .fill: return { _, _ in rounded(opaque) }
    case .sprite:
      guard let level = sprite(item) else { return nil }
      return { x, y in rounded(Float(level(x, y)) * (opaque / 255)) }
    default:
      let box = ReferenceShapes.box(of: item, scale: drawing.scale)
      let (width, height) = (Int(drawing.width), Int(drawing.height))
      if let falloff = ReferenceShapes.falloff(of: item, scale: drawing.scale) {
        return { x, y in
          guard box?.contains(x, y, width: width, height: height) != false else { return Weight(0) }
          return falloff(Float(x) + 0.5, Float(y) + 0.5)
        }
      }
      guard let shape = ReferenceShapes.coverage(of: item, scale: drawing.scale)
      else { return nil }
      let full = opaque * ReferenceShapes.strength(of: item, scale: drawing.scale)
      return { x, y in
        guard box?.contains(x, y, width: width, height: height) != false else { return Weight(0) }
        return rounded(shape(Float(x) + 0.5, Float(y) + 0.5) * full)
      }
    }
  }

  /// Numbers that are not finite or beyond ±2⁴⁰ pixels draw nothing.
  static func areDrawable(_ numbers: [Float]) -> Bool {
    numbers.allSatisfy { $0.magnitude <= 1_099_511_627_776 }
  }
}

/// How much of a color is mixed in.
struct Weight {
  /// 0 to 256, for 0 to 1.
  let whole: Int
  /// In 65,536ths, of which 1 is one less; light that falls off is finer than `whole`.
  let fine: Int

  init(_ whole: Int) {
    self.whole = whole
    fine = min(whole * 256, 65_535)
  }

  /// A falloff's weight, whose 256ths are `2^bits` steps each.
  init(steps: Int, bits: Int) {
    whole = Int((Double(steps) / Double(1 << bits)).rounded(.toNearestOrAwayFromZero))
    fine = steps * 256 >> bits
  }
}

extension ReferenceRasterizer.Pixel {
  /// `a b / 255`, rounded to nearest; no product is halfway, since 2 a b is even and 255 odd.
  static func product(_ a: Int, _ b: Int) -> Int { (2 * a * b + 255) / 510 }

  init(_ color: PremultipliedColor) {
    red = Int(color.red)
    green = Int(color.green)
    blue = Int(color.blue)
    alpha = Int(color.alpha)
  }

  init(premultiplying color: StraightColor) {
    alpha = Int(color.alpha)
    red = Self.product(Int(color.red), alpha)
    green = Self.product(Int(color.green), alpha)
    blue = Self.product(Int(color.blue), alpha)
  }

  /// One opaque color mixed in, rounded to nearest.
  func mixed(with color: StraightColor, weight: Weight, _ blend: Item.Blend) -> Self {
    func channel(_ c: Int, _ d: Int) -> Int {
      let whole = weight.whole
      switch blend {
      case .over: return (c * whole + d * (256 - whole) + 128) / 256
      case .add: return min(255, (c * whole + 128) / 256 + d)
      case .screen:
        // The share of what is missing to white, in 256ths of a level.
        let share = c * 257 * weight.fine / 65_536
        return d + ((255 - d) * 256 * share / 65_536 + 128) / 256
      case .maximum: return max((c * whole + 128) / 256, d)
      }
    }
    var result = self
    result.red = channel(Int(color.red), red)
    result.green = channel(Int(color.green), green)
    result.blue = channel(Int(color.blue), blue)
    result.alpha = channel(255, alpha)
    return result
  }

  var packed: UInt32 {
    UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24
  }

  func scaled(by level: Int) -> Self {
    var result = self
    result.red = Self.product(red, level)
    result.green = Self.product(green, level)
    result.blue = Self.product(blue, level)
    result.alpha = Self.product(alpha, level)
    return result
  }

  func mixed(over below: Self, _ blend: Item.Blend) -> Self {
    func channel(_ s: Int, _ d: Int) -> Int {
      switch blend {
      case .over: s + Self.product(d, 255 - alpha)
      case .add: min(255, s + d)
      case .screen: s + d - Self.product(s, d)
      case .maximum: max(s, d)
      }
    }
    var result = self
    result.red = channel(red, below.red)
    result.green = channel(green, below.green)
    result.blue = channel(blue, below.blue)
    result.alpha = channel(alpha, below.alpha)
    return result
  }
}
