import SimbenchKit

/// 600 soft discs of 6 to 18 pixels radius, each on its way.
struct SoftDiscs: Picture {
  static let commandCapacity = 600

  init(_ list: inout DisplayList) {}

  func draw(_ frame: Int, into list: inout DisplayList) {
    for index in 0..<600 {
      let radius = 2 + 4 * Float(index & 7) / 7
      list.softDisc(
        center: Self.center(index, frame), radius: radius, softness: 1,
        color: StraightColor(hex: 0xF0F5FB, alpha: 220))
    }
  }

  static func center(_ index: Int, _ frame: Int) -> Vector2 {
    Vector2(
      wandering(scattered(index, 0) * CanvasSize.width, 0.7, frame, CanvasSize.width),
      wandering(
        scattered(index, 1) * CanvasSize.height, 0.5 + scattered(index, 2), frame,
        CanvasSize.height))
  }
}

/// The same discs, whose radii and colors all differ and change, so that no stored picture of a
/// disc can be used again.
struct BreathingDiscs: Picture {
  static let commandCapacity = 600

  init(_ list: inout DisplayList) {}

  func draw(_ frame: Int, into list: inout DisplayList) {
    for index in 0..<600 {
      let radius = 2 + wandering(scattered(index, 3) * 4, 0.03, frame, 4)
      let shade = UInt8(140 + wandering(scattered(index, 4) * 100, 1, frame, 100))
      list.softDisc(
        center: SoftDiscs.center(index, frame), radius: radius, softness: 1,
        color: StraightColor(red: shade, green: 245, blue: 251, alpha: 220))
    }
  }
}

/// 12 rings, 4 to 10 pixels wide, that widen like ripples.
struct Rings: Picture {
  static let commandCapacity = 12

  init(_ list: inout DisplayList) {}

  func draw(_ frame: Int, into list: inout DisplayList) {
    for index in 0..<12 {
      list.ring(
        center: Vector2(
          CanvasSize.width * (0.2 + 0.6 * scattered(index, 5)),
          CanvasSize.height * (0.2 + 0.6 * scattered(index, 6))),
        radius: 12 + wandering(120 * scattered(index, 7), 0.8, frame, 120),
        width: 1.5 + Float(index & 3) * 0.5, color: StraightColor(hex: 0xE8F0FA, alpha: 200))
    }
  }
}

/// 30 bubbles of 60 to 150 pixels radius: shaded body, outline, highlight.
struct Bubbles: Picture {
  static let commandCapacity = 90

  init(_ list: inout DisplayList) {}

  func draw(_ frame: Int, into list: inout DisplayList) {
    for index in 0..<30 {
      let radius = 20 + 30 * scattered(index, 10)
      let center = Vector2(
        wandering(scattered(index, 8) * CanvasSize.width, 0.3, frame, CanvasSize.width),
        wandering(scattered(index, 9) * CanvasSize.height, -0.9, frame, CanvasSize.height))
      list.softDisc(
        center: center, radius: radius, softness: 1,
        color: StraightColor(hex: 0x9FC4E8, alpha: 120))
      list.ring(
        center: center, radius: radius - 1, width: 1,
        color: StraightColor(hex: 0xF2F8FF, alpha: 180))
      list.softDisc(
        center: Vector2(center.x - radius * 0.35, center.y - radius * 0.4),
        radius: radius * 0.25, softness: 1, color: StraightColor(hex: 0xFFFFFF, alpha: 210))
    }
  }
}

/// Two soft blobs of about half the canvas each, moving slowly.
struct Blobs: Picture {
  static let commandCapacity = 2

  init(_ list: inout DisplayList) {}

  func draw(_ frame: Int, into list: inout DisplayList) {
    let sway = wandering(0, 0.4, frame, 60)
    list.softDisc(
      center: Vector2(150 + sway, 280), radius: 150, softness: 1,
      color: StraightColor(hex: 0xE7A35B, alpha: 230))
    list.softDisc(
      center: Vector2(240 - sway, 560), radius: 150, softness: 1,
      color: StraightColor(hex: 0x5B8FE7, alpha: 230))
  }
}

/// Six glows of 600 pixels radius.
struct Orbs {
  static func draw(_ frame: Int, _ blend: DisplayList.BlendMode, into list: inout DisplayList) {
    for index in 0..<6 {
      list.glow(
        center: Vector2(
          wandering(65 + 50 * Float(index), 0.6, frame, CanvasSize.width),
          wandering(90 + 130 * Float(index), -0.4, frame, CanvasSize.height)),
        radius: 200, color: StraightColor(hex: Self.colors[index], alpha: 150), blend: blend)
    }
  }

  private static let colors: [UInt32] = [
    0xB0603A, 0x3A70B0, 0x4AA060, 0xA04A90, 0xA0903A, 0x3A9AA0,
  ]
}

/// The glows, added.
struct AddedOrbs: Picture {
  static let commandCapacity = 6
  init(_ list: inout DisplayList) {}
  func draw(_ frame: Int, into list: inout DisplayList) { Orbs.draw(frame, .add, into: &list) }
}

/// The glows, screened.
struct ScreenedOrbs: Picture {
  static let commandCapacity = 6
  init(_ list: inout DisplayList) {}
  func draw(_ frame: Int, into list: inout DisplayList) { Orbs.draw(frame, .screen, into: &list) }
}

/// One wide, soft ring of light.
struct RingLight: Picture {
  static let commandCapacity = 1

  init(_ list: inout DisplayList) {}

  func draw(_ frame: Int, into list: inout DisplayList) {
    list.ring(
      center: Vector2(CanvasSize.width / 2, CanvasSize.height / 2),
      radius: 160 + wandering(0, 0.25, frame, 8), width: 8, softness: 12,
      color: StraightColor(hex: 0xFFE9C0, alpha: 235))
  }
}

/// Discs, rings and lights, over a backdrop and alone.
func roundShapeKernels() -> [Kernel] {
  [
    Kernel("soft-discs", SoftDiscs.self),
    Kernel("soft-discs-over-haze", SoftDiscs.self, on: .haze),
    Kernel("soft-discs-alone", only: SoftDiscs.self),
    Kernel("breathing-discs", BreathingDiscs.self),
    Kernel("rings", Rings.self),
    Kernel("rings-alone", only: Rings.self),
    Kernel("bubbles", Bubbles.self),
    Kernel("blobs", Blobs.self),
    Kernel("orbs-add", AddedOrbs.self),
    Kernel("orbs-screen", ScreenedOrbs.self),
    Kernel("ring-light", RingLight.self),
    Kernel("ring-light-alone", only: RingLight.self),
  ]
}
