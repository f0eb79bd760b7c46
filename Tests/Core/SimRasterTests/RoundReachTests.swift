import SimMath
import SimRaster
import TestTier
import Testing

/// Goal: moving a round shape repaints every pixel that it leaves or comes to, and far from all
/// pixels of its bounds: not the corners, and not a ring's hole.
///
/// Method: random shapes of each kind, wide ones among them, on a canvas of many cells, compared
/// with frames painted afresh; and cells counted one by one from the shapes' distances.
@Suite struct RoundReachTests {
  private enum Shape: CaseIterable {
    case disc, softDisc, glow, ring, softRing
  }

  private struct Place {
    var center: Vector2
    var radius: Float
    var width: Float
    var softness: Float
  }

  private static let width: Int32 = 800
  private static let height: Int32 = 152
  private let frameCount = Tier.isDebug ? 12 : 200

  private func draw(_ shape: Shape, _ place: Place, into list: inout DisplayList) {
    list.removeAll()
    list.fill(StraightColor(hex: 0x10_2030))
    let color = StraightColor(hex: 0xF0_E0C0)
    let (center, radius) = (place.center, place.radius)
    switch shape {
    case .disc: list.disc(center: center, radius: radius, color: color)
    case .softDisc:
      list.softDisc(center: center, radius: radius, softness: place.softness, color: color)
    case .glow: list.glow(center: center, radius: radius, color: color)
    case .ring:
      list.ring(center: center, radius: radius, width: place.width, color: color)
    case .softRing:
      list.ring(
        center: center, radius: radius, width: place.width, softness: place.softness * 20,
        color: color)
    }
  }

  /// The cells of 16 by 4 pixels in which a shape reaches the center of a pixel, or comes closer to
  /// one than `slack`; a narrow one those of its box, if it may be marked whole.
  private func cells(_ shape: Shape, _ place: Place, slack: Float, isBox: Bool) -> Set<Int> {
    let edge: Float =
      switch shape {
      case .disc: 0.5
      case .softDisc: place.radius * place.softness < 1 ? 0.5 : 0
      case .glow: 0
      case .ring: place.width * 0.5 + 0.5
      case .softRing: place.width * 0.5 + place.softness * 20 + 0.5
      }
    let isHollow = shape == .ring || shape == .softRing
    let (center, outer) = (place.center, place.radius + edge + slack)
    let inner = isHollow ? max(place.radius - edge - slack, -1) : -1
    let isNarrow = min(center.x + outer, Float(Self.width)) - max(center.x - outer, 0) < 66
    func isReached(_ x: Int32, _ y: Int32) -> Bool {
      let (dx, dy) = (Float(x) + 0.5 - center.x, Float(y) + 0.5 - center.y)
      if isBox && isNarrow { return abs(dx) < outer && abs(dy) < outer }
      let square = dx * dx + dy * dy
      return square < outer * outer && (inner < 0 || square > inner * inner)
    }
    var cells: Set<Int> = []
    for row in 0..<Self.height / 4 {
      for column in 0..<Self.width / 16 {
        cell: for y in row * 4..<row * 4 + 4 {
          for x in column * 16..<column * 16 + 16 where isReached(x, y) {
            cells.insert(Int(row) * 1000 + Int(column))
            break cell
          }
        }
      }
    }
    return cells
  }

  @Test(arguments: 0..<5) func everyPixelItReachesIsRepainted(number: Int) {
    let shape = Shape.allCases[number]
    var random = TestRandom(UInt64(40 + number))
    var list = DisplayList(
      pixelWidth: Self.width, pixelHeight: Self.height, scale: 1, capacity: 4)
    var surface = Surface(width: Self.width, height: Self.height)
    var rasterizer = Rasterizer(
      maximumPixelCount: Self.width * Self.height, maximumSide: Self.width, commandCapacity: 4)
    var (reached, allowed) = (Set<Int>(), Set<Int>())
    for frame in 0..<frameCount {
      // Every other one is large: its outline passes anywhere over the canvas.
      let place = Place(
        center: Vector2(random.number(-200, 1_000), random.number(-80, 230)),
        radius: frame % 2 == 0 ? random.number(0, 60) : random.number(30, 600),
        width: random.number(0.2, 9), softness: random.number(0.001, 1))
      draw(shape, place, into: &list)
      let work = rasterizer.render(list, into: &surface)
      let difference = firstDifference(surface.rows, freshPixels(list), width: Self.width)
      #expect(difference == nil, "\(frame): \(place)")
      let now = (
        cells(shape, place, slack: 0, isBox: false), cells(shape, place, slack: 0.1, isBox: true)
      )
      if frame > 0 {
        let count = Int(work.cellsRepainted)
        #expect(count >= now.0.union(reached).count, "\(frame): \(place)")
        #expect(count <= now.1.union(allowed).count, "\(frame): \(place)")
      }
      (reached, allowed) = now
    }
  }
}
