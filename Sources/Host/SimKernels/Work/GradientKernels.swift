import SimbenchKit

/// A linear gradient over the whole frame whose axis turns.
struct LinearGradientFrame: Picture {
  static let commandCapacity = 1
  private let gradient: GradientHandle

  init(_ list: inout DisplayList) { gradient = skyGradient(&list) }

  func draw(_ frame: Int, into list: inout DisplayList) {
    list.linearGradient(
      gradient, in: CanvasSize.all, from: Vector2(wandering(0, 1, frame, 40), 0),
      to: Vector2(CanvasSize.width - wandering(0, 1, frame, 40), CanvasSize.height))
  }
}

/// A linear gradient straight down, whose end moves.
struct VerticalGradientFrame: Picture {
  static let commandCapacity = 1
  private let gradient: GradientHandle

  init(_ list: inout DisplayList) { gradient = skyGradient(&list) }

  func draw(_ frame: Int, into list: inout DisplayList) {
    list.linearGradient(
      gradient, in: CanvasSize.all, from: .zero,
      to: Vector2(0, CanvasSize.height - wandering(0, 1, frame, 40)))
  }
}

/// A radial gradient over the whole frame whose center moves.
struct RadialGradientFrame: Picture {
  static let commandCapacity = 1
  private let gradient: GradientHandle

  init(_ list: inout DisplayList) { gradient = skyGradient(&list) }

  func draw(_ frame: Int, into list: inout DisplayList) {
    list.radialGradient(
      gradient, in: CanvasSize.all,
      center: Vector2(CanvasSize.width / 2, 400 + wandering(0, 1, frame, 40)), radius: 460)
  }
}

private func skyGradient(_ list: inout DisplayList) -> GradientHandle {
  list.addGradient([
    (offset: 0, color: StraightColor(hex: 0x3A4966)),
    (offset: 0.5, color: StraightColor(hex: 0x62779A)),
    (offset: 1, color: StraightColor(hex: 0xC3CEDB)),
  ])
}

/// Gradients that change everywhere in every frame.
func gradientKernels() -> [Kernel] {
  [
    Kernel("linear-gradient", LinearGradientFrame.self, on: .none),
    Kernel("vertical-gradient", VerticalGradientFrame.self, on: .none),
    Kernel("radial-gradient", RadialGradientFrame.self, on: .none),
  ]
}
