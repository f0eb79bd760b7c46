import SimbenchKit

/// A shape of the static backdrop behind the snow.
enum BackdropShape {
  /// The sky: a gradient from the top of the glass to the ground.
  case sky(from: Float, to: Float)
  /// Darkened corners.
  case vignette(center: Vector2, radius: Float)
  /// A glow around a position, with screen blending.
  case glow(center: Vector2, radius: Float, StraightColor)
  /// A disc that fades over the outer fraction of its radius.
  case disc(center: Vector2, radius: Float, softness: Float, StraightColor)
  /// A line with round ends.
  case capsule(from: Vector2, to: Vector2, radius: Float, StraightColor)
  /// A band along the inside of a rounded rectangle's edge.
  case border(BackdropBorder, StraightColor, DisplayList.BlendMode)
}

/// The dimensions of a rounded rectangle's border, in points.
struct BackdropBorder {
  let area: PointRectangle
  let cornerRadius: Float
  let width: Float
  let softness: Float
}

/// A color stop of a gradient.
struct BackdropStop {
  let offset: Float
  let color: StraightColor

  init(_ offset: Float, _ hex: UInt32, alpha: UInt8 = 255) {
    self.offset = offset
    color = StraightColor(hex: hex, alpha: alpha)
  }
}

/// The backdrop behind the snow, from back to front.
struct SnowglobeBackdrop {
  private let globe: Globe

  init(_ globe: Globe) { self.globe = globe }

  /// The sky's colors from top to bottom.
  static func sky(_ index: Int) -> BackdropStop {
    switch index {
    case 0: BackdropStop(0, 0x10182C)
    case 1: BackdropStop(0.45, 0x24335A)
    case 2: BackdropStop(0.78, 0x4D6289)
    default: BackdropStop(1, 0x6C81A4)
    }
  }

  /// The vignette's colors from the center outward.
  static func vignette(_ index: Int) -> BackdropStop {
    switch index {
    case 0: BackdropStop(0, 0x0A0F1E, alpha: 0)
    case 1: BackdropStop(0.62, 0x0A0F1E, alpha: 0)
    default: BackdropStop(1, 0x0A0F1E, alpha: 110)
    }
  }

  /// Calls `body` for every shape: sky, moonlight, hills, glass and the surrounding room.
  func forEachShape(_ body: (BackdropShape) -> Void) {
    body(.sky(from: globe.minY, to: globe.groundTop + 20))
    landscape(body)
    let reach = Vector2(globe.canvasWidth, globe.canvasHeight).length * 0.5
    body(.vignette(center: globe.center, radius: reach * 1.05))
    glass(body)
  }

  private func landscape(_ body: (BackdropShape) -> Void) {
    let end = globe.endRadius
    let center = globe.center
    let moon = Vector2(center.x + end * 0.34, globe.minY + (globe.maxY - globe.minY) * 0.24)
    body(.glow(center: moon, radius: end * 1.5, StraightColor(hex: 0xD9D6E0, alpha: 46)))
    body(.glow(center: moon, radius: end * 0.42, StraightColor(hex: 0xE6E2DC, alpha: 60)))
    body(
      .disc(
        center: moon, radius: end * 0.155, softness: 0.25, StraightColor(hex: 0xF1EBDA, alpha: 205))
    )
    let top = globe.groundTop
    body(hill(at: -0.75, top: top - end * 0.36, radius: 1.25, hex: 0x3D5178))
    body(hill(at: 0.85, top: top - end * 0.26, radius: 1.1, hex: 0x485C83))
    body(hill(at: 0.15, top: top - end * 0.14, radius: 1.7, hex: 0x566B91))
    trees(body)
    let ground = globe.groundRadius
    let middle = Vector2(center.x, top + ground)
    body(.disc(center: middle, radius: ground, softness: 0, StraightColor(hex: 0x8FA3C0)))
    body(
      .disc(
        center: middle, radius: ground, softness: 0.06, StraightColor(hex: 0xA6B8D2, alpha: 220)))
  }

  private func hill(at share: Float, top: Float, radius: Float, hex: UInt32) -> BackdropShape {
    let size = globe.endRadius * radius
    return .disc(
      center: Vector2(globe.center.x + globe.endRadius * share, top + size), radius: size,
      softness: 0, StraightColor(hex: hex))
  }

  /// Round trees of two soft shapes each; more distant ones are paler.
  private func trees(_ body: (BackdropShape) -> Void) {
    tree(at: -0.66, size: 0.060, height: 0.10, hex: 0x34486A, body)
    tree(at: -0.50, size: 0.085, height: 0.16, hex: 0x2A3C5C, body)
    tree(at: -0.36, size: 0.055, height: 0.09, hex: 0x384C6E, body)
    tree(at: 0.52, size: 0.075, height: 0.14, hex: 0x2C3F60, body)
    tree(at: 0.66, size: 0.050, height: 0.09, hex: 0x394D6F, body)
  }

  private func tree(
    at share: Float, size: Float, height: Float, hex: UInt32, _ body: (BackdropShape) -> Void
  ) {
    let end = globe.endRadius
    let x = globe.center.x + end * share
    let foot = globe.groundY(atX: x) + 3
    let crown = foot - end * height
    func stroke(_ x: Float, _ from: Float, _ to: Float, _ radius: Float, _ color: StraightColor) {
      body(.capsule(from: Vector2(x, from), to: Vector2(x, to), radius: end * radius, color))
    }
    stroke(x, foot, crown, 0.008, StraightColor(hex: hex))
    stroke(x, crown, crown - end * size * 0.9, size, StraightColor(hex: hex))
    stroke(
      x - end * size * 0.3, crown - end * size * 0.5, crown - end * size, size * 0.45,
      StraightColor(hex: 0xA9BBD6, alpha: 40))
  }

  private func glass(_ body: (BackdropShape) -> Void) {
    let end = globe.endRadius
    let inner = PointRectangle(
      x: globe.minX, y: globe.minY, width: globe.maxX - globe.minX,
      height: globe.maxY - globe.minY)
    let shine = Vector2(globe.minX + end * 0.42, globe.minY + end * 0.52)
    body(.glow(center: shine, radius: end * 0.62, StraightColor(hex: 0xC9D8F0, alpha: 26)))
    // Light along the very edge of the glass.
    let light = BackdropBorder(area: inner, cornerRadius: end, width: 1.2, softness: end * 0.05)
    body(.border(light, StraightColor(hex: 0xAFC3E4, alpha: 84), .screen))
    // The room around the globe: a border wide enough for the corners of any canvas.
    let wallWidth = end * 0.75
    let outer = PointRectangle(
      x: inner.x - wallWidth, y: inner.y - wallWidth, width: inner.width + wallWidth * 2,
      height: inner.height + wallWidth * 2)
    let wall = BackdropBorder(
      area: outer, cornerRadius: end + wallWidth, width: wallWidth, softness: 0)
    body(.border(wall, StraightColor(hex: 0x161D31), .sourceOver))
  }
}
