import DeterministicMath
import Raster

/// The plainest rasterizer there is: for each pixel, fold the commands; no tiles, no damage.
///
/// Shares the command and color types with the fast one and the formulas on paper, no code.
struct ReferenceRasterizer {
  /// A color as four integers, 0 to 255.
  typealias Color = SIMD4<Int>

  static func packed(_ c: Color) -> UInt32 {
    UInt32(c[0]) | UInt32(c[1]) << 8 | UInt32(c[2]) << 16 | UInt32(c[3]) << 24
  }

  static func unpacked(_ p: UInt32) -> Color {
    Color(Int(p & 255), Int(p >> 8 & 255), Int(p >> 16 & 255), Int(p >> 24))
  }

  /// Every pixel of the list, row after row.
  static func render(_ list: borrowing DisplayList) -> [UInt32] {
    var result: [UInt32] = []
    let commands = Array(list.commands[0..<list.count])
    let layers = list.layers.map { Array($0.commands[0..<$0.count]) }
    for y in 0..<list.pixelHeight {
      for x in 0..<list.pixelWidth {
        let scene = Scene(
          layers: layers, gradients: list.gradients, sprites: list.sprites, images: list.images)
        result.append(packed(scene.fold(commands, x, y, insideLayer: false)))
      }
    }
    return result
  }

  struct Scene {
    var layers: [[DrawCommand]]
    var gradients: [DisplayList.Gradient]
    var sprites: [DisplayList.CoverageMask]
    var images: [DisplayList.Picture]
  }

  /// `a b / 255` rounded to nearest.
  static func product(_ a: Int, _ b: Int) -> Int { (2 * a * b + 255) / 510 }

  static func scaled(_ c: Color, _ level: Int) -> Color {
    Color(
      product(c[0], level), product(c[1], level), product(c[2], level), product(c[3], level))
  }

  static func mixed(_ s: Color, _ d: Color, _ blend: BlendMode) -> Color {
    var result = d
    for i in 0..<4 {
      switch blend {
      case .sourceOver: result[i] = s[i] + product(d[i], 255 - s[3])
      case .add: result[i] = Swift.min(255, s[i] + d[i])
      case .screen: result[i] = s[i] + d[i] - product(s[i], d[i])
      }
    }
    return result
  }
}

extension ReferenceRasterizer.Scene {
  typealias Reference = ReferenceRasterizer
  typealias Color = ReferenceRasterizer.Color

  func fold(_ commands: [DrawCommand], _ x: Int32, _ y: Int32, insideLayer: Bool) -> Color {
    var stack = [Color.zero]
    var groups: [DrawCommand] = []
    func close() {
      let group = groups.removeLast()
      let top = stack.removeLast()
      let source = Reference.scaled(top, Int(group.opacity))
      stack[stack.count - 1] = Reference.mixed(source, stack[stack.count - 1], group.blend)
    }
    for command in commands {
      if command.kind == .beginGroup {
        groups.append(command)
        stack.append(.zero)
        continue
      }
      if command.kind == .endGroup {
        close()
        continue
      }
      let box = command.bounds
      guard x >= box.minX, x < box.maxX, y >= box.minY, y < box.maxY else { continue }
      var isDrawable = true
      for lane in 0..<8 where !(command.geometry[lane].magnitude <= 1_099_511_627_776) {
        isDrawable = false
      }
      guard isDrawable, !(insideLayer && command.kind == .layer) else { continue }
      guard let source = source(command, x, y) else { continue }
      stack[stack.count - 1] = Reference.mixed(source, stack[stack.count - 1], command.blend)
    }
    while !groups.isEmpty { close() }
    return stack[0]
  }

  private func source(_ command: DrawCommand, _ x: Int32, _ y: Int32) -> Color? {
    let (px, py) = (Float(x) + 0.5, Float(y) + 0.5)
    let opacity = Int(command.opacity)
    switch command.kind {
    case .layer:
      let below = fold(layers[Int(command.resource)], x, y, insideLayer: true)
      return Reference.scaled(below, opacity)
    case .linearGradient, .radialGradient:
      let color = gradient(command, px, py, Int(y & 7) * 8 + Int(x & 7))
      return Reference.scaled(color, opacity)
    case .image:
      return image(command, px, py).map { Reference.scaled($0, opacity) }
    default:
      let alpha = Reference.product(Int(command.color.alpha), opacity)
      let c = command.color
      let full = Color(
        Reference.product(Int(c.red), alpha), Reference.product(Int(c.green), alpha),
        Reference.product(Int(c.blue), alpha), alpha)
      return Reference.scaled(full, level(command, px, py))
    }
  }

  private func level(_ command: DrawCommand, _ px: Float, _ py: Float) -> Int {
    let g = command.geometry
    switch command.kind {
    case .fill: return 255
    case .sprite: return spriteLevel(command, px, py)
    default:
      return Int((ReferenceShapes.coverage(command.kind, g, px, py) * 255).rounded())
    }
  }

  private func gradient(_ command: DrawCommand, _ px: Float, _ py: Float, _ cell: Int) -> Color {
    let g = command.geometry
    var position: Float = 1
    if command.kind == .linearGradient {
      let (ax, ay) = (g[2] - g[0], g[3] - g[1])
      let squared = ax * ax + ay * ay
      if squared > 0.000_001 {
        position = (px - g[0]) * (ax / squared) + (py - g[1]) * (ay / squared)
      }
    } else if g[2] > 0.000_001 {
      let (dx, dy) = (px - g[0], py - g[1])
      position = (dx * dx + dy * dy).squareRoot() * (1 / g[2])
    }
    let clamped = position > 0 ? (position < 1 ? position : 1) : 0
    let step = (clamped * 4096).rounded(.toNearestOrEven) / 4096
    let stops = gradients[Int(command.resource)]
    let last = stops.offsets.count - 1
    let lower = stops.offsets.lastIndex { $0 <= step } ?? 0
    let share =
      lower == last || step <= stops.offsets[lower]
      ? 0 : (step - stops.offsets[lower]) / (stops.offsets[lower + 1] - stops.offsets[lower])
    let from = Reference.unpacked(stops.colors[lower].premultiplied.packed)
    let to = Reference.unpacked(stops.colors[Swift.min(lower + 1, last)].premultiplied.packed)
    var result = Color.zero
    for i in 0..<4 {
      let fine = Int(Float(from[i]) * 256 + (Float(to[i] - from[i]) * 256) * share + 0.5)
      result[i] = (fine + Int(DitherMatrix.ranks[cell]) * 4 + 2) / 256
    }
    return result
  }

  private func spriteLevel(_ command: DrawCommand, _ px: Float, _ py: Float) -> Int {
    let g = command.geometry
    guard g[2] > 0 else { return 0 }
    let mask = sprites[Int(command.resource)]
    let (w, h) = (Int(mask.width), Int(mask.height))
    let u = (px - g[0]) * (1 / g[2]) + Float(w) * 0.5 - 0.5
    let v = (py - g[1]) * (1 / g[2]) + Float(h) * 0.5 - 0.5
    guard u > -1, u < Float(w), v > -1, v < Float(h) else { return 0 }
    let (fx, fy) = (Int(u * 256 + 1024.5) - 1024, Int(v * 256 + 1024.5) - 1024)
    func sample(_ x: Int, _ y: Int) -> Int {
      x < 0 || y < 0 || x >= w || y >= h ? 0 : Int(mask.coverage[y * w + x])
    }
    let (x, y, sx, sy) = (fx >> 8, fy >> 8, fx & 255, fy & 255)
    let upper = sample(x, y) * (256 - sx) + sample(x + 1, y) * sx
    let lower = sample(x, y + 1) * (256 - sx) + sample(x + 1, y + 1) * sx
    return (upper * (256 - sy) + lower * sy + 32768) / 65536
  }

  private func image(_ command: DrawCommand, _ px: Float, _ py: Float) -> Color? {
    let g = command.geometry
    guard g[2] > 0, g[3] > 0, px >= g[0], py >= g[1], px < g[0] + g[2], py < g[1] + g[3]
    else { return nil }
    let picture = images[Int(command.resource)]
    let (w, h) = (Int(picture.width), Int(picture.height))
    let u = (px - g[0]) * (Float(w) / g[2]) - 0.5
    let v = (py - g[1]) * (Float(h) / g[3]) - 0.5
    let fx = Int(Swift.min(Swift.max(u, 0), Float(w - 1)) * 256 + 0.5)
    let fy = Int(Swift.min(Swift.max(v, 0), Float(h - 1)) * 256 + 0.5)
    func sample(_ x: Int, _ y: Int) -> Color {
      Reference.unpacked(picture.pixels[Swift.min(y, h - 1) * w + Swift.min(x, w - 1)])
    }
    let (x, y, sx, sy) = (fx / 256, fy / 256, fx % 256, fy % 256)
    var result = Color.zero
    for i in 0..<4 {
      let upper = sample(x, y)[i] * (256 - sx) + sample(x + 1, y)[i] * sx
      let lower = sample(x, y + 1)[i] * (256 - sx) + sample(x + 1, y + 1)[i] * sx
      result[i] = (upper * (256 - sy) + lower * sy + 32768) / 65536
    }
    return result
  }
}
