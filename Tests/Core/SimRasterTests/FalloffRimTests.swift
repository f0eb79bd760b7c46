import SimMath
import SimRaster
import TestTier
import Testing

/// Goal: what soft discs and glows leave out at their rim, to be quick, would have changed nothing.
///
/// Method: light of every kind, blend and strength in odd places, each alone on a canvas where its
/// faintest pixels show, against the reference rasterizer, which computes every pixel.
@Suite struct FalloffRimTests {
  private static let count = Tier.isDebug ? 40 : 600

  enum Light: CaseIterable {
    /// Soft to the center.
    case smooth
    /// Around a core.
    case core
    case glow
    /// Broader than what is painted as narrow.
    case broadGlow
  }

  @Test(arguments: Light.allCases) func faintestPixelsAreThere(light: Light) {
    var random = TestRandom(91)
    for number in 0..<Self.count {
      var drawing = Drawing(width: 67, height: 66)
      // Gray, where every blend shows.
      let ground = Item(kind: .fill, color: StraightColor(hex: 0x60_6060))
      var item = Item(
        kind: .softDisc, blend: random.blend(),
        color: StraightColor(hex: 0xFF_FFFF, alpha: UInt8(30 + random.below(226))),
        start: Vector2(random.number(29, 37), random.number(29, 37)),
        radius: random.number(24, 29))
      switch light {
      case .smooth: item.softness = 1
      case .core: item.softness = random.number(0.2, 0.9)
      case .glow: item.kind = .glow
      case .broadGlow:
        item.kind = .glow
        item.radius = random.number(33, 60)
      }
      drawing.items = [ground, item]
      let difference = firstDifference(
        freshPixels(drawing.makeList()), ReferenceRasterizer.render(drawing), width: 67)
      #expect(difference == nil, "\(light) \(number): \(item)")
    }
  }
}
